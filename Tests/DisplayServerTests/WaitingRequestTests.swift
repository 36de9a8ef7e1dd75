// SPDX-License-Identifier: Apache-2.0
import Control
import JSON
import LinuxSystem
import MonotonicTime
import Synchronization
import TestSupport
import Testing

@testable import DisplayServer

/// Answers `status` at once; all else takes longer than a pass, and waits until it is told otherwise.
private final class Slow: ControlHandler, Sendable {
  private let state = Mutex((asked: 0, isMade: false))

  var asked: Int { state.withLock { $0.asked } }

  func make() { state.withLock { $0.isMade = true } }

  func answer(
    _ request: ControlRequest,
    from session: ControlSession
  ) throws(JSONRPCError) -> ControlAnswer {
    if request == .status { return .result(.empty) }
    let isMade = state.withLock { state in
      state.asked += 1
      return state.isMade
    }
    let begin = MonotonicClock.now()
    while MonotonicClock.now() - begin <= ControlEndpoint.passLimit {}
    return isMade ? .result(.empty) : .waits
  }
}

@Suite("Requests that wait for what is being made")
struct WaitingRequestTests {
  private let folder = TemporaryFolder()
  private let instant = MonotonicInstant(seconds: 1)

  private func send(_ method: String, to stream: borrowing UnixStream) {
    let call = "{\"jsonrpc\":\"2.0\",\"method\":\"\(method)\",\"id\":1}\n"
    _ = stream.send(Array(call.utf8)[...])
  }

  private func isAnswered(_ stream: borrowing UnixStream) -> Bool {
    var buffer = [UInt8](repeating: 0, count: 4096)
    guard case .bytes(let count) = stream.receive(into: &buffer) else { return false }
    return count > 0
  }

  @Test("However long asking takes, they are asked once, and once more when it may be there")
  func waiting() throws {
    let endpoint = try ControlEndpoint(
      listener: UnixListener.listen(at: folder["s"], mode: 0o600)
    )
    let handler = Slow()
    let clients = try [0, 1, 2].map { _ in
      let stream = try UnixStream.connect(to: folder["s"])
      stream.setNonblocking()
      return Client(stream)
    }
    /// Goes on as the loop does for as long as it would not wait.
    func serve() {
      endpoint.process(handler, at: instant)
      for _ in 0..<20 where endpoint.hasBacklog { endpoint.process(handler, at: instant) }
    }
    for client in clients.prefix(2) { send("reload", to: client.stream) }
    #expect(
      eventually {
        serve()
        return handler.asked >= 2
      }
    )
    let asked = handler.asked
    #expect(!endpoint.hasBacklog)
    let answered = clients.map { isAnswered($0.stream) }
    #expect(answered == [false, false, false])
    // Another client is served, and has each of them asked once more.
    send("status", to: clients[2].stream)
    #expect(
      eventually {
        serve()
        return isAnswered(clients[2].stream)
      }
    )
    #expect(!endpoint.hasBacklog)
    #expect(handler.asked <= asked + 4)
    handler.make()
    let before = handler.asked
    endpoint.resume()
    #expect(endpoint.hasBacklog)
    serve()
    #expect(handler.asked == before + 2)
    let answeredAtLast = clients.prefix(2).map { isAnswered($0.stream) }
    #expect(answeredAtLast == [true, true])
  }

  /// A connection in an array.
  private final class Client {
    let stream: UnixStream
    init(_ stream: consuming UnixStream) { self.stream = stream }
  }
}
