// SPDX-License-Identifier: Apache-2.0
import Control
import Glibc
import LinuxSystem
import MonotonicTime
import Presentation
import Synchronization
import TestSupport
import Testing
import Touch
import VirtualKiosk

@testable import DisplayServer

/// What is waited at until it is opened.
private final class Gate: Sendable {
  private let isOpen = Mutex(false)
  private let passed = Mutex(0)

  var passedCount: Int { passed.withLock { $0 } }

  func open() { isOpen.withLock { $0 = true } }

  func pass() {
    while !isOpen.withLock({ $0 }) { sched_yield() }
    passed.withLock { $0 += 1 }
  }
}

@Suite("The memory of pictures for clients")
struct PictureMemoryTests {
  private let instant = MonotonicInstant(seconds: 1)
  private let gate = Gate()

  private func server() throws -> Server<VirtualOutput, NoTouchSource> {
    let server = try loggedServer(plainScene, LogRecord(), at: instant)
    server.advance(to: instant)
    if let due = server.deadline { server.advance(to: due) }
    return server
  }

  /// Whether the process maps a picture of so many bytes; no other test has one of that size.
  private func isMapped(_ byteCount: Int) throws -> Bool {
    let maps = String(
      decoding: try FileReader.read("/proc/self/maps", limit: 1 << 24),
      as: UTF8.self
    )
    return maps.split(separator: "\n").contains { line in
      guard line.contains("swell-picture-test") else { return false }
      let ends = line.prefix { $0 != " " }.split(separator: "-").compactMap { Int($0, radix: 16) }
      return ends.count == 2 && ends[1] - ends[0] == byteCount
    }
  }

  @Test("A picture that is painted is sealed beside the loop; until then it is waited for")
  func sealing() throws {
    let server = try server()
    _ = try server.openLines()
    let held = HeldThread { server.workshop.lines.makeLater($0) }
    let unfinished = UnfinishedRequest()
    var waits = 0
    for _ in 0..<1000 where waits < 10 {
      switch try server.answer(.screenshot, unfinished: unfinished, at: instant) {
      case .waits: waits += 1
      case .result: Issue.record("nobody else has sealed it")
      case .unfinished, .later: #expect(waits == 0)
      }
    }
    #expect(waits == 10)
    held.release()
    var file: SharedDescriptor?
    let isSealed = try eventually {
      if case .result(_, let sealed) = try server.answer(
        .screenshot,
        unfinished: unfinished,
        at: instant
      ) {
        file = sealed
      }
      return file != nil
    }
    #expect(isSealed)
    // F_GET_SEALS: none may write, shrink, grow or seal it any more.
    #expect(fcntl(try #require(file).rawValue, 1034) == 0xF)
    server.workshop.lines.close()
  }

  @Test("What was made for a client that has gone is given back beside the loop")
  func givenBack() throws {
    let closer = BackgroundCloser { [gate] descriptor in
      gate.pass()
      _ = close(descriptor)
    }
    let reserve = try OwnedFileDescriptor.reserve()
    for _ in 0..<BackgroundCloser.mostThreads { closer.close(try reserve.duplicate().release()) }
    let byteCount = 1 << 20
    closer.close(try UnsealedMemory.make(byteCount: byteCount, name: "swell-picture-test"))
    do { _ = SharedDescriptor(try reserve.duplicate(), closer: closer) }
    #expect(try isMapped(byteCount))
    gate.open()
    #expect(eventually { gate.passedCount == BackgroundCloser.mostThreads + 1 })
    // The memory is nobody's a moment later.
    #expect(try eventually { try !isMapped(byteCount) })
  }

  @Test("So is a picture that is not painted yet")
  func unfinished() throws {
    let server = try server()
    server.closer = BackgroundCloser { [gate] descriptor in
      gate.pass()
      _ = close(descriptor)
    }
    let reserve = try OwnedFileDescriptor.reserve()
    for _ in 0..<BackgroundCloser.room + BackgroundCloser.mostThreads {
      server.closer.close(try reserve.duplicate().release())
    }
    #expect(eventually { server.closer.waitingCount <= BackgroundCloser.room })
    let unfinished = UnfinishedRequest()
    guard case .unfinished = try server.answer(.screenshot, unfinished: unfinished, at: instant)
    else {
      Issue.record("the picture was not begun")
      return
    }
    #expect(server.closer.waitingCount == BackgroundCloser.room)
    unfinished.clear()
    #expect(server.closer.waitingCount == BackgroundCloser.room + 1)
    gate.open()
  }
}
