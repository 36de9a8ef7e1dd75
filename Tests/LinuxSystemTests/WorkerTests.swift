// SPDX-License-Identifier: Apache-2.0
import MonotonicTime
import Synchronization
import TestSupport
import Testing

@testable import LinuxSystem

@Suite("Work beside the loop")
struct WorkerTests {
  /// What has been done, in order.
  private final class Done: Sendable {
    private let numbers = Mutex([Int]())
    var all: [Int] { numbers.withLock { $0 } }
    func note(_ number: Int) { numbers.withLock { $0.append(number) } }
  }

  private let worker = Worker()
  private let done = Done()

  private func order(_ number: Int, isUrgent: Bool = false) {
    let isTaken = worker.begin(isUrgent: isUrgent) { [done] in done.note(number) }
    #expect(isTaken)
  }

  private func isReadable(_ bell: CInt) -> Bool {
    let interest = DescriptorPoll.Interest(bell, readiness: .readable)
    return DescriptorPoll.wait([interest], timeout: .zero).first?.contains(.readable) ?? false
  }

  @Test("Before it is open and after it is closed there is no thread, and nothing is begun")
  func closed() throws {
    #expect(!worker.begin {})
    _ = try worker.open()
    #expect(worker.isOpen)
    worker.close()
    #expect(!worker.isOpen && !worker.begin {})
  }

  @Test("Orders are carried out one after the other, as they came, and the bell rings")
  func order() throws {
    let bell = try worker.open()
    #expect(!isReadable(bell) && !worker.isBusy)
    for number in 0..<500 { order(number) }
    worker.finish()
    #expect(done.all == Array(0..<500) && !worker.isBusy)
    let held = HeldThread { worker.begin($0) }
    // The last one of those before may have rung after it was waited for.
    worker.reset()
    #expect(worker.isBusy && !isReadable(bell))
    held.release()
    #expect(eventually { isReadable(bell) })
    #expect(!worker.isBusy)
    worker.reset()
    #expect(!isReadable(bell))
    worker.close()
  }

  @Test("After each order the bell rings, though others wait")
  func eachRings() throws {
    let bell = try worker.open()
    let first = HeldThread { worker.begin($0) }
    let isReleased = Mutex(false)
    let isTaken = worker.begin { _ = eventually { isReleased.withLock { $0 } } }
    #expect(isTaken)
    #expect(!isReadable(bell))
    first.release()
    #expect(eventually { isReadable(bell) })
    #expect(worker.isBusy)
    isReleased.withLock { $0 = true }
    worker.finish()
    #expect(!worker.isBusy)
    worker.close()
  }

  @Test("What is urgent goes before what waits longer")
  func urgent() throws {
    _ = try worker.open()
    let held = HeldThread { worker.begin($0) }
    order(1)
    order(2, isUrgent: true)
    order(3)
    order(4, isUrgent: true)
    held.release()
    worker.finish()
    #expect(done.all == [2, 4, 1, 3])
    worker.close()
  }

  @Test("At the end what is being done is waited for, and what was to follow is not done")
  func end() throws {
    _ = try worker.open()
    let held = HeldThread { worker.begin($0) }
    order(1)
    let isOver = Mutex(false)
    try BackgroundThread.start { [worker] in
      worker.close()
      isOver.withLock { $0 = true }
    }
    #expect(eventually { !worker.isOpen })
    #expect(!isOver.withLock { $0 })
    held.release()
    #expect(eventually { isOver.withLock { $0 } })
    #expect(done.all.isEmpty && !worker.isBusy)
  }

  @Test("The end may come before the thread has begun", arguments: 0..<300)
  func earlyEnd(round: Int) throws {
    _ = try worker.open()
    order(round)
    worker.close()
    #expect(!worker.isBusy)
  }
}
