// SPDX-License-Identifier: Apache-2.0
import Control
import Glibc
import LinuxSystem
import MonotonicTime
import Synchronization
import TestSupport
import Testing

@testable import DisplayServer

/// Closes what it is given when it is allowed to, and notes on which thread.
private final class GatedCloser: Sendable {
  private let closed = Mutex<[pthread_t]>([])
  private let isOpen = Mutex(false)

  var closedCount: Int { closed.withLock { $0.count } }
  var threads: [pthread_t] { closed.withLock { $0 } }

  func open() { isOpen.withLock { $0 = true } }

  func dispose(_ descriptor: CInt) {
    closed.withLock { $0.append(pthread_self()) }
    while !isOpen.withLock({ $0 }) { sched_yield() }
    _ = close(descriptor)
  }
}

/// Answers everything with nothing.
private struct Nothing: ControlHandler {
  func answer(
    _ request: ControlRequest,
    from session: ControlSession
  ) throws(JSONRPCError) -> ControlAnswer { .result(.empty) }
}

@Suite("Descriptors that clients pass on")
final class PassedDescriptorTests {
  private let folder = TemporaryFolder()
  private let gate = GatedCloser()
  private let endpoint: ControlEndpoint

  init() throws {
    let gate = gate
    endpoint = try ControlEndpoint(
      listener: UnixListener.listen(at: folder["s"], mode: 0o600),
      closer: BackgroundCloser { gate.dispose($0) }
    )
  }

  private func connect() throws -> UnixStream {
    let stream = try UnixStream.connect(to: folder["s"])
    stream.setNonblocking()
    return stream
  }

  private var second = 0.0

  private func turn() {
    second += 1
    endpoint.process(Nothing(), at: MonotonicInstant(seconds: second))
    sched_yield()
  }

  /// Serves until `condition` holds, a second a turn.
  private func serve(until condition: () -> Bool) -> Bool {
    eventually {
      if condition() { return true }
      turn()
      return false
    }
  }

  private let call = Array("{\"jsonrpc\":\"2.0\",\"method\":\"status\",\"id\":1}\n".utf8)

  @Test("They are closed on other threads, and calls are answered while that takes its time")
  func closedElsewhere() throws {
    let client = try connect()
    let file = try OwnedFileDescriptor.reserve()
    let passed = [CInt](repeating: file.rawValue, count: 20)
    #expect(send(call, with: passed, over: client.descriptor) == call.count)
    var buffer = [UInt8](repeating: 0, count: 4096)
    #expect(
      serve {
        if case .bytes = client.receive(into: &buffer) { return true }
        return false
      }
    )
    #expect(serve { gate.closedCount == BackgroundCloser.mostThreads })
    gate.open()
    #expect(serve { gate.closedCount == passed.count })
    #expect(!gate.threads.contains(pthread_self()))
  }

  @Test("All that a message carries are closed; nobody is heard while too many wait for that")
  func held() throws {
    let client = try connect()
    let other = try connect()
    let file = try OwnedFileDescriptor.reserve()
    let passed = [CInt](repeating: file.rawValue, count: 253)
    #expect(send(call, with: passed, over: client.descriptor) == call.count)
    #expect(serve { gate.closedCount == BackgroundCloser.mostThreads })
    var notices: [String] = []
    #expect(send(call, with: passed, over: other.descriptor) == call.count)
    #expect(
      serve {
        notices += endpoint.takeNotices()
        return !notices.isEmpty
      }
    )
    for _ in 0..<100 { turn() }
    #expect(gate.closedCount == BackgroundCloser.mostThreads)
    var buffer = [UInt8](repeating: 0, count: 4096)
    let unanswered = other.receive(into: &buffer)
    #expect(unanswered == .wouldBlock)
    gate.open()
    #expect(serve { gate.closedCount == 2 * passed.count })
    #expect(notices.count == 1)
    #expect(
      serve {
        if case .bytes = other.receive(into: &buffer) { return true }
        return false
      }
    )
  }

  @Test("Whether they are closed is asked again soon, and then less and less often")
  func pauses() throws {
    let client = try connect()
    let file = try OwnedFileDescriptor.reserve()
    let passed = [CInt](repeating: file.rawValue, count: 253)
    #expect(send(call, with: passed, over: client.descriptor) == call.count)
    #expect(serve { gate.closedCount == BackgroundCloser.mostThreads })
    #expect(endpoint.deadline == nil)
    #expect(send(call, with: passed, over: client.descriptor) == call.count)
    // As the loop does: while there is something to hear, then when it is due.
    var now = MonotonicInstant(seconds: 1e6)
    #expect(
      eventually {
        endpoint.process(Nothing(), at: now)
        return endpoint.deadline != nil
      }
    )
    var notices = endpoint.takeNotices()
    for pause in [1, 2, 4, 8, 16, 32, 64, 128, 250, 250, 250] {
      #expect(notices.isEmpty)
      #expect(endpoint.deadline == now + .milliseconds(Int64(pause)))
      now = endpoint.deadline ?? now
      endpoint.process(Nothing(), at: now)
      if pause < 250 { notices += endpoint.takeNotices() }
    }
    #expect(endpoint.takeNotices().count == 1)
    gate.open()
    #expect(eventually { gate.closedCount == passed.count })
    now = endpoint.deadline ?? now
    endpoint.process(Nothing(), at: now)
    #expect(endpoint.deadline == now + .milliseconds(1) || endpoint.deadline == nil)
    #expect(serve { gate.closedCount == 2 * passed.count })
  }

  @Test("What lies unread in a connection that the daemon ends goes the same way")
  func unread() throws {
    let client = try connect()
    let file = try OwnedFileDescriptor.reserve()
    let tooLong = [UInt8](repeating: 0x61, count: 66_000)
    guard case .bytes(tooLong.count) = client.send(tooLong[...]) else {
      Issue.record("the socket does not take a message")
      return
    }
    // Beyond what is read at once with the rest of the message.
    let rest = [UInt8](repeating: 0x62, count: 20_000)
    _ = client.send(rest[...])
    #expect(send([1], with: [file.rawValue], over: client.descriptor) == 1)
    #expect(serve { gate.closedCount == 1 })
    gate.open()
    #expect(!gate.threads.contains(pthread_self()))
    var buffer = [UInt8](repeating: 0, count: 4096)
    #expect(serve { client.receive(into: &buffer) == .closed })
  }
}
