// SPDX-License-Identifier: Apache-2.0
import Control
import Foundation
import JSON
import LinuxSystem
import MonotonicTime
import Testing
import Widgets

/// A client in this process that asks and waits.
private final class Asking {
  private let stream: UnixStream
  private var framer = LineFramer(limit: 1 << 20)
  private var buffer = [UInt8](repeating: 0, count: 65536)

  init(_ path: String) throws { stream = try UnixStream.connect(to: path) }

  func send(_ method: String, _ params: String = "{}") {
    let line = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"\(method)\",\"params\":\(params)}\n"
    _ = stream.send(Array(line.utf8)[...])
  }

  /// Whether an answer lies there unread.
  var hasAnswer: Bool {
    let interest = DescriptorPoll.Interest(stream.descriptor, readiness: .readable)
    return DescriptorPoll.wait([interest], timeout: .zero).contains { $0.contains(.readable) }
  }

  /// Waits for the next line.
  func answer() throws -> JSONValue {
    while true {
      if case .line(let line) = framer.next() { return try JSONValue(parsing: Array(line)) }
      guard case .bytes(let count) = stream.receive(into: &buffer) else {
        throw SystemError("receive", number: 0)
      }
      framer.append(Array(buffer[..<count]))
    }
  }

  func ask(_ method: String, _ params: String = "{}") throws -> JSONValue {
    send(method, params)
    return try answer()
  }
}

@Suite("A reload that takes long")
struct LongReloadTests {
  /// Masks of a million pixels each take much longer than answers and two frames.
  private static let large =
    scene
    + (0..<14).map { index in
      """

      [[progress]]
      id = "large\(index)"
      frame = { x = 0, y = 0, width = 1000, height = 1000, anchor = "top-left" }
      mask = { shape = "drop" }
      show_percent = false
      visible = false
      """
    }.joined()

  @Test("It holds up neither answers nor frames, and what is set meanwhile is kept")
  func besideTheLoop() throws {
    let daemon = try RunningDaemon(scene)
    let (reloading, other) = (try Asking(daemon.socket), try Asking(daemon.socket))
    func presented() throws -> Int {
      try other.ask("status")["result"]?["frames"]?["presented"]?.int ?? 0
    }
    _ = try other.ask("progress.set", "{\"id\":\"main\",\"percent\":50,\"over\":0}")
    _ = try daemon.place.write(Self.large, to: "swell.toml")
    reloading.send("reload")
    // The reload's own line is read before the next client's.
    _ = try other.ask("progress.set", "{\"id\":\"main\",\"percent\":77,\"over\":0}")
    _ = try other.ask("widget.set", "{\"id\":\"start\",\"enabled\":false}")
    let before = try presented()
    while try presented() < before + 2 {}
    #expect(!reloading.hasAnswer)
    #expect(try other.ask("status")["result"]?["widgets"]?.array?.count == 2)
    #expect(try reloading.answer()["result"] == [:])
    #expect(try other.ask("status")["result"]?["widgets"]?.array?.count == 16)
    let answer = try other.ask("progress.get", "{\"id\":\"main\"}")["result"]
    #expect(answer?["percent"] == 77)
    #expect(answer?["shown"] == 77)
    let button = try other.ask("status")["result"]?["widgets"]?.array?.first
    #expect(button?["enabled"] == false)
    #expect(daemon.stop() == 0)
  }
}
