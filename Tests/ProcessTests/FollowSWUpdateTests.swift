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
      let ready = DescriptorPoll.wait([.init(listener.descriptor, .readable)], timeout: nil)
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
}

@Suite("swellctl follow swupdate", .timeLimit(.minutes(4)))
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
}
