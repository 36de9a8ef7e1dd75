// SPDX-License-Identifier: Apache-2.0
internal import LinuxSystem
internal import Synchronization

/// Makes lines and inks beside the loop, one after the other, on a thread that ends when nothing is left to do.
final class LineThread: Sendable {
  private struct Queue {
    /// At most one for each field and label: they wait for one before they ask for the next.
    var orders: [@Sendable () -> Void] = []
    var isRunning = false
  }

  private let queue = Mutex(Queue())
  private let thread = Mutex<BackgroundWork<Bool>?>(nil)
  private let bell: Doorbell

  /// A thread that has not been started.
  ///
  /// - Throws: `SystemError` when no descriptor is left.
  init() throws(SystemError) { bell = try Doorbell() }

  /// Readable when something has been made since ``silence()``.
  var descriptor: CInt { bell.descriptor }

  func silence() { bell.silence() }

  /// Has `order` carried out; from one thread only.
  func begin(_ order: @escaping @Sendable () -> Void) {
    let isIdle = queue.withLock { queue in
      queue.orders.append(order)
      defer { queue.isRunning = true }
      return !queue.isRunning
    }
    guard isIdle else { return }
    end()
    let started = thread.withLock { thread in
      thread = try? BackgroundWork.start(ringing: bell) { [self] in
        carryOut()
        return true
      }
      return thread != nil
    }
    // No memory for a thread: better a late frame than none that is new.
    if !started { carryOut() }
  }

  /// Waits for what is under way.
  func end() {
    let ending = thread.withLock { $0.take() }
    if let ending { _ = ending.product() }
  }

  private func carryOut() {
    while let order = next() {
      order()
      bell.ring()
    }
  }

  /// The next order; where there is none the thread ends.
  private func next() -> (@Sendable () -> Void)? {
    queue.withLock { queue in
      guard !queue.orders.isEmpty else {
        queue.isRunning = false
        return nil
      }
      return queue.orders.removeFirst()
    }
  }
}
