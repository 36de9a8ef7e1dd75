// SPDX-License-Identifier: Apache-2.0
import Control
import Glibc
import JSON
import LinuxSystem
import MonotonicTime
import RequestWords
import TestSupport
import Testing

@testable import DisplayServer

/// Subscribes whoever asks for it.
private struct Subscriber: ControlHandler {
  func answer(
    _ request: ControlRequest,
    from session: ControlSession
  ) throws(JSONRPCError) -> ControlAnswer {
    if case .subscribe(let types) = request { session.subscriptions = types }
    return .result(.empty)
  }
}

@Suite("What falls due in one instant")
struct EventBurstTests {
  private let folder = TemporaryFolder()
  private let instant = MonotonicInstant(seconds: 1)

  private func event(_ type: ControlEventType, _ id: Int) -> ControlEvent {
    ControlEvent(type: type, id: "\(id)", time: 1)
  }

  /// What has come to `stream`, line by line.
  private func lines(_ stream: borrowing UnixStream) -> [JSONValue] {
    var buffer = [UInt8](repeating: 0, count: 65536)
    guard case .bytes(let count) = stream.receive(into: &buffer) else { return [] }
    return buffer[..<count].split(separator: 10).compactMap { try? JSONValue(parsing: Array($0)) }
  }

  @Test(
    "Subscribers are told in one write of all that has happened since the last, each of its types"
  )
  func oneWrite() throws {
    let endpoint = try ControlEndpoint(
      listener: UnixListener.listen(at: folder["s"], mode: 0o600)
    )
    let all = try UnixStream.connect(to: folder["s"])
    let some = try UnixStream.connect(to: folder["s"])
    all.setNonblocking()
    some.setNonblocking()
    func ask(_ stream: borrowing UnixStream, _ events: String) {
      let call =
        "{\"jsonrpc\":\"2.0\",\"method\":\"subscribe\",\"params\":{\"events\":\(events)},\"id\":1}"
      _ = stream.send(Array((call + "\n").utf8)[...])
      var answers: [JSONValue] = []
      while answers.isEmpty {
        endpoint.process(Subscriber(), at: instant)
        answers = lines(stream)
      }
    }
    ask(all, "[\"job\",\"reload\"]")
    ask(some, "[\"reload\"]")
    #expect(!endpoint.hasUntold)
    for number in 0..<100 { endpoint.publish(event(number % 2 == 0 ? .job : .reload, number)) }
    #expect(endpoint.hasUntold)
    #expect(lines(all).isEmpty && lines(some).isEmpty)
    endpoint.tellSubscribers()
    #expect(!endpoint.hasUntold)
    let (told, toldSome) = (lines(all), lines(some))
    #expect(told.map { $0["params"]?["id"]?.string } == (0..<100).map { "\($0)" })
    #expect(
      toldSome.map { $0["params"]?["id"]?.string }
        == (0..<100).filter { $0 % 2 == 1 }.map { "\($0)" }
    )
    endpoint.tellSubscribers()
    #expect(lines(all).isEmpty)
  }

  @Test("Before a client is answered it is told what has happened before")
  func order() throws {
    let endpoint = try ControlEndpoint(
      listener: UnixListener.listen(at: folder["s"], mode: 0o600)
    )
    let client = try UnixStream.connect(to: folder["s"])
    client.setNonblocking()
    let call = Array("{\"jsonrpc\":\"2.0\",\"method\":\"subscribe\",\"id\":1}\n".utf8)
    var told: [JSONValue] = []
    for turn in 0..<2 {
      told = []
      if turn == 1 { endpoint.publish(event(.reload, 7)) }
      _ = client.send(call[...])
      while !told.contains(where: { $0["id"] == 1 }) {
        endpoint.process(Subscriber(), at: instant)
        told += lines(client)
      }
    }
    #expect(told.map { $0["method"] == "event" } == [true, false])
  }

  @Test("Of programs that are triggered in one instant each turn starts one, the next at once")
  func programs() throws {
    let buttons = (0..<6).map {
      "[[button]]\nid = \"b\($0)\"\nexec = [\"/bin/true\"]\nwhile_running = \"queue\"\n"
    }
    let server = try loggedServer(buttons.joined(), LogRecord(), at: instant)
    var started: [String] = []
    server.host.jobLauncher = JobLauncher { id, _ in started.append(id) }
    let now = instant
    server.advance(to: now)
    for index in 0..<6 { server.planProgram(of: index, input: nil) }
    var counts: [Int] = []
    while let due = server.deadline, due <= now, !server.programs.due.isEmpty {
      server.advance(to: now)
      counts.append(started.count)
    }
    #expect(counts == [1, 2, 3, 4, 5, 6])
    #expect(started == (0..<6).map { "b\($0)" })
    // However often one is triggered before it is its turn, it runs and has one waiting.
    for number in 0..<1000 { server.planProgram(of: 3, input: [UInt8(number & 255)]) }
    #expect(server.programs.due.map(\.widget) == [3, 3])
    #expect(server.programs.due.last?.input == [UInt8(999 & 255)])
  }

  @Test("A program that is due when a reload comes is run after it, if its widget is still there")
  func reload() throws {
    let button = "[[button]]\nexec = [\"/bin/true\"]\nid = "
    let path = folder.write(
      Array("\(button)\"b\"\n\(button)\"c\"\n\(button)\"d\"\n".utf8),
      to: "swell.toml"
    )
    let server = try loggedServer(
      "\(button)\"a\"\n\(button)\"b\"\n\(button)\"c\"\n",
      LogRecord(),
      configuration: ConfigurationSource(path: path),
      at: instant
    )
    var started: [String] = []
    server.host.jobLauncher = JobLauncher { id, _ in started.append(id) }
    server.advance(to: instant)
    for index in 0..<3 { server.planProgram(of: index, input: nil) }
    #expect(server.requestReload(at: instant) == 1)
    #expect(server.reloadsDone == 1)
    for _ in 0..<5 { server.advance(to: instant) }
    #expect(started == ["b", "c"])
  }
}
