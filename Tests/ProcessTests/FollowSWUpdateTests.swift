// SPDX-License-Identifier: Apache-2.0
import Foundation
import LinuxSystem
import MonotonicTime
import Testing

/// Somebody who speaks as SWUpdate does.
private final class UpdatePeer {
  private let listener: UnixListener
  private var stream: UnixStream?

  init(_ path: String) throws { listener = try UnixListener.listen(at: path, mode: 0o600) }

  /// Waits for the follower to connect.
  func accept() throws {
    while true {
      let ready = DescriptorPoll.wait(
        [.init(listener.descriptor, readiness: .readable)],
        timeout: nil
      )
      guard ready == [.readable], let accepted = try listener.accept() else { continue }
      stream = consume accepted
      return
    }
  }

  /// Sends bytes whole, however little of them is taken at a time.
  func send(_ bytes: [UInt8], step: Int = .max) {
    var rest = bytes[...]
    while !rest.isEmpty {
      switch stream?.send(rest.prefix(step)) ?? .closed {
      case .bytes(let count): rest = rest.dropFirst(count)
      case .wouldBlock: _ = DescriptorPoll.wait([], timeout: .milliseconds(1))
      case .closed: return
      }
    }
  }

  func hangUp() { stream = nil }

  /// Reads what the follower sends until this many bytes have come, or it has hung up.
  func read(_ count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    while bytes.count < count {
      switch stream?.receive(into: &buffer) ?? .closed {
      case .bytes(let more): bytes += buffer[..<more]
      case .wouldBlock: _ = DescriptorPoll.wait([], timeout: .milliseconds(1))
      case .closed: return bytes
      }
    }
    return bytes
  }

  /// Takes what the follower asks, and turns it away until it has this many bytes.
  ///
  /// - Returns: How many bytes each question had.
  func takeQuestion(_ byteCount: Int) throws -> [Int] {
    var sizes: [Int] = []
    while sizes.last != byteCount {
      try accept()
      // A question comes in one piece.
      let question = read(1)
      sizes.append(question.count)
      if question.count != byteCount { hangUp() }
    }
    return sizes
  }
}

@Suite("swellctl follow swupdate", .endsWhenHung)
struct FollowSWUpdateTests {
  /// A message of version 2.0.0 in the layout of 2025.12.
  private func message(_ status: UInt8, step: UInt8 = 0, percent: UInt8 = 0, _ image: String = "")
    -> [UInt8]
  {
    var bytes = [UInt8](repeating: 0, count: 2408)
    (bytes[2], bytes[4], bytes[20], bytes[24], bytes[28]) = (2, status, 2, step, percent)
    bytes.replaceSubrange(32..<(32 + image.utf8.count), with: Array(image.utf8))
    return bytes
  }

  /// A message of the control socket.
  private func notice(_ words: [UInt8], _ text: String = "", size: Int) -> [UInt8] {
    let numbers: [UInt8] = words.flatMap { word -> [UInt8] in [word, 0, 0, 0] }
    let bytes: [UInt8] = [0x01, 0x20, 0x05, 0x14] + numbers + Array(text.utf8)
    return bytes + [UInt8](repeating: 0, count: size - bytes.count)
  }

  /// What SWUpdate has noticed of an update that has failed.
  private func history(_ reason: String, size: Int) -> [UInt8] {
    notice([1], size: size) + notice([11, 1, 0, 3], "Software Update started !", size: size)
      + notice([11, 2, 0, 4], "[extract_files] : Found file", size: size)
      + notice([11, 4, 0, 1], "ERROR : \(reason)", size: size)
      + notice([11, 4, 1, 1], "Image invalid or corrupted. Not installing ...", size: size)
  }

  private var acknowledgement: [UInt8] { [0, 0, 2, 0] + Array("ACK\0".utf8) }

  private func follower(_ daemon: RunningDaemon) throws -> (UpdatePeer, RunningFollower) {
    let path = daemon.place.path("swupdateprog")
    let peer = try UpdatePeer(path)
    let follower = try RunningFollower(
      "swupdate:\(path)",
      ["--id", "main", "--label", "start"],
      socket: daemon.socket
    )
    return (peer, follower)
  }

  @Test("An update that comes byte by byte is one line over its steps; at 99 until its success")
  func update() throws {
    let daemon = try RunningDaemon(scene)
    let (peer, follower) = try follower(daemon)
    try peer.accept()
    peer.send(acknowledgement + message(1) + message(8, step: 1, percent: 50, "rootfs"), step: 1)
    #expect(try daemon.shows(25, "rootfs (1/2)"))
    peer.send(message(8, step: 2, percent: 100, "data"))
    #expect(try daemon.shows(99, "data (2/2)"))
    peer.send(message(3) + message(6))
    #expect(try daemon.shows(100, "Done"))
    withExtendedLifetime(follower) {}
  }

  @Test("One that dies at 99 % has failed; it comes back, starts anew, sends garbage, and goes on")
  func death() throws {
    let daemon = try RunningDaemon(scene)
    let (peer, follower) = try follower(daemon)
    try peer.accept()
    // The last message is cut in half.
    peer.send(message(1) + message(8, step: 2, percent: 99, "data") + message(3).prefix(1000))
    #expect(try daemon.shows(99, "data (2/2)"))
    peer.hangUp()
    #expect(try daemon.shows(99, "Failed: SWUpdate has ended"))
    try peer.accept()
    peer.send(acknowledgement + message(1) + message(8, step: 1, percent: 10, "rootfs"))
    #expect(try daemon.shows(5, "rootfs (1/2)"))
    for _ in 0..<3 {
      peer.send(Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8))
      try peer.accept()
    }
    #expect(try daemon.shows(5, "Failed: SWUpdate is not understood"))
    // It was the same update all the time.
    peer.send(acknowledgement + message(8, step: 1, percent: 60, "rootfs"))
    #expect(try daemon.shows(30, "rootfs (1/2)"))
    peer.send(message(4))
    #expect(try daemon.shows(30, "Failed: rootfs (1/2)"))
    let lines = follower.end()
    #expect(lines.filter { $0.contains("no progress message") }.count == 1)
    #expect(lines.filter { $0.contains("is not understood") }.count == 1)
  }

  @Test("A socket that another one has taken the place of is let go of, though nobody closes it")
  func replacedSocket() throws {
    let daemon = try RunningDaemon(scene)
    let (old, follower) = try follower(daemon)
    try old.accept()
    old.send(acknowledgement + message(1) + message(8, step: 1, percent: 50) + message(3))
    #expect(try daemon.shows(100, "Done"))
    let path = daemon.place.path("swupdateprog")
    try FileManager.default.removeItem(atPath: path)
    let new = try UpdatePeer(path)
    try new.accept()
    new.send(acknowledgement + message(1) + message(8, step: 1, percent: 60, "rootfs"))
    #expect(try daemon.shows(30, "rootfs (1/2)"))
    withExtendedLifetime((old, follower)) {}
  }

  @Test("Messages are always taken, however many there are and whether or not there is a daemon")
  func drains() throws {
    let daemon = try RunningDaemon(scene)
    let (peer, follower) = try follower(daemon)
    try peer.accept()
    #expect(daemon.stop() == 0)
    // Ten megabytes, far more than the socket holds.
    peer.send(acknowledgement + message(1))
    for round in 0..<4000 {
      peer.send(message(8, step: 1, percent: UInt8(round / 40), "rootfs"))
    }
    let next = try RunningDaemon(at: daemon)
    #expect(try next.shows(49.5, "rootfs (1/2)"))
    withExtendedLifetime(follower) {}
  }

  @Test(
    "Why an update has failed its control socket is asked, in either size",
    arguments: [3120, 3104]
  )
  func reason(size: Int) throws {
    let daemon = try RunningDaemon(scene)
    let (peer, follower) = try follower(daemon)
    let control = try UpdatePeer(daemon.place.path("sockinstctrl"))
    try peer.accept()
    peer.send(acknowledgement + message(1) + message(8, step: 1, percent: 50, "rootfs"))
    #expect(try daemon.shows(25, "rootfs (1/2)"))
    peer.send(message(4) + message(6))
    #expect(try control.takeQuestion(size) == (size == 3120 ? [3120] : [3120, 3104]))
    control.send(history("no space on /dev/sda2", size: size))
    #expect(try daemon.shows(25, "Failed: no space on /dev/sda2"))
    // What comes next is told over the same connection, and another one that fails is another one.
    peer.send(message(1) + message(8, step: 1, percent: 60, "rootfs"))
    #expect(try daemon.shows(30, "rootfs (1/2)"))
    #expect(control.read(1).isEmpty)
    peer.send(message(4))
    #expect(try control.takeQuestion(size).last == size)
    control.send(history("no key", size: size))
    #expect(try daemon.shows(30, "Failed: no key"))
    withExtendedLifetime(follower) {}
  }

  @Test("A 32-bit SWUpdate takes a question that is too long, and answers in its own size")
  func shortAnswer() throws {
    let daemon = try RunningDaemon(scene)
    let (peer, follower) = try follower(daemon)
    let control = try UpdatePeer(daemon.place.path("sockinstctrl"))
    try peer.accept()
    peer.send(
      acknowledgement + message(1) + message(8, step: 1, percent: 50, "rootfs") + message(4)
    )
    #expect(try control.takeQuestion(3120) == [3120])
    control.send(history("no space", size: 3104), step: 1000)
    #expect(try daemon.shows(25, "Failed: no space"))
    withExtendedLifetime(follower) {}
  }

  @Test(
    "What is no answer gives the place alone: silence, garbage, half of it, no end, an endless one",
    arguments: ["", "HTTP/1.1 400 Bad Request\r\n\r\n", "half", "whole", "endless"]
  )
  func strangeAnswers(kind: String) throws {
    let daemon = try RunningDaemon(scene)
    let (peer, follower) = try follower(daemon)
    let control = try UpdatePeer(daemon.place.path("sockinstctrl"))
    try peer.accept()
    peer.send(
      acknowledgement + message(1) + message(8, step: 1, percent: 50, "rootfs") + message(4)
    )
    #expect(try control.takeQuestion(3120) == [3120])
    let reason = String(repeating: "x", count: kind == "whole" ? 2040 : 2)
    let answer = history(reason, size: 3120)
    switch kind {
    case "half": control.send(Array(answer.prefix(3 * 3120 + 1000)))
    case "whole": control.send(answer)
    case "endless":
      let more = notice([11, 2, 0, 4], "more", size: 3120)
      control.send(answer + (0..<1000).flatMap { _ in more })
    default: control.send(Array(kind.utf8))
    }
    #expect(try daemon.shows(25, "Failed: rootfs (1/2)"))
    // The next update is followed all the same.
    peer.send(message(1) + message(3))
    #expect(try daemon.shows(100, "Done"))
    withExtendedLifetime(follower) {}
  }
}
