// SPDX-License-Identifier: Apache-2.0
internal import LinuxSystem
internal import Synchronization

/// Does what takes long beside the loop, one order after the other, on a thread that ends when nothing is left to
/// do.
///
/// Before ``open()`` there is no such thread: what is ordered then is to be done at once, as in virtual time.
final class Worker: Sendable {
  private struct Queue {
    /// What goes before ``orders``.
    var urgent: [@Sendable () -> Void] = []
    var orders: [@Sendable () -> Void] = []
    var isRunning = false

    /// Takes the next order.
    mutating func next() -> (@Sendable () -> Void)? {
      if !urgent.isEmpty { return urgent.removeFirst() }
      return orders.isEmpty ? nil : orders.removeFirst()
    }
  }

  private let queue = Mutex(Queue())
  private let thread = Mutex<BackgroundWork<Bool>?>(nil)
  private let bell = Mutex<Doorbell?>(nil)

  /// Has orders carried out on a thread from now on.
  ///
  /// - Returns: A descriptor that is readable when something has been done since ``silence()``.
  /// - Throws: `SystemError` when no descriptor is left.
  func open() throws(SystemError) -> CInt {
    let opened = try Doorbell()
    bell.withLock { $0 = opened }
    return opened.descriptor
  }

  /// Whether orders are carried out on a thread.
  var isOpen: Bool { bell.withLock { $0 != nil } }

  /// Whether something is being done.
  var isBusy: Bool { queue.withLock { $0.isRunning } }

  /// Has `order` carried out; from one thread only.
  ///
  /// - Parameters:
  ///   - isUrgent: Whether it goes before what is not.
  ///   - order: What is to be done.
  /// - Returns: Whether it will be, or has been; false where the caller has to do it.
  func begin(isUrgent: Bool = false, _ order: @escaping @Sendable () -> Void) -> Bool {
    guard let bell = bell.withLock({ $0 }) else { return false }
    let isIdle = queue.withLock { queue in
      if isUrgent { queue.urgent.append(order) } else { queue.orders.append(order) }
      defer { queue.isRunning = true }
      return !queue.isRunning
    }
    guard isIdle else { return true }
    join()
    let isStarted = thread.withLock { thread in
      thread = try? BackgroundWork.start(ringing: bell) { [self] in
        carryOut(bell)
        return true
      }
      return thread != nil
    }
    // No memory for a thread: better a late frame than none that is new.
    if !isStarted {
      carryOut(bell)
      bell.ring()
    }
    return true
  }

  /// Notes that what has been done is being looked at, and gives back the memory of a thread that has ended.
  func silence() {
    // Its end rings too.
    if !isBusy { join() }
    bell.withLock { $0?.silence() }
  }

  /// Waits for what is being done, without what was to follow; nothing is done on threads any more.
  func close() {
    bell.withLock { $0 = nil }
    queue.withLock { ($0.urgent, $0.orders) = ([], []) }
    join()
  }

  private func join() {
    let ending = thread.withLock { $0.take() }
    if let ending { _ = ending.product() }
  }

  /// Carries out what there is, and rings after each order but the last, after which the thread's end rings.
  private func carryOut(_ bell: Doorbell) {
    var isFirst = true
    while let order = next() {
      if !isFirst { bell.ring() }
      isFirst = false
      order()
    }
  }

  private func next() -> (@Sendable () -> Void)? {
    queue.withLock { queue in
      let order = queue.next()
      if order == nil { queue.isRunning = false }
      return order
    }
  }
}
