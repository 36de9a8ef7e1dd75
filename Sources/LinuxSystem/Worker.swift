// SPDX-License-Identifier: Apache-2.0
internal import Synchronization

/// Does what takes long beside the loop, one order after the other, on a thread that ends when nothing is left to
/// do.
///
/// Before ``open()`` there is no such thread: what is ordered then is to be done at once, as in virtual time.
package final class Worker: Sendable {
  private struct State {
    var event: EventDescriptor?
    /// Orders that go before ``orders``.
    var urgent: [@Sendable () -> Void] = []
    var orders: [@Sendable () -> Void] = []
    /// True while a thread is there that takes orders.
    var isRunning = false

    /// Takes the next order; nil where what was ordered is not wanted any more.
    mutating func next() -> (@Sendable () -> Void)? {
      if !urgent.isEmpty { return urgent.removeFirst() }
      return orders.isEmpty ? nil : orders.removeFirst()
    }

    /// Tells if there is more to do; the thread ends where there is not.
    mutating func hasOrders() -> Bool {
      isRunning = !urgent.isEmpty || !orders.isEmpty
      return isRunning
    }
  }

  private let state = Mutex(State())

  /// A worker that has nothing to do.
  package init() {}

  /// Has orders carried out on a thread from now on.
  ///
  /// - Returns: A descriptor that is readable when an order has been carried out since ``reset()``.
  /// - Throws: `SystemError` when no descriptor is left.
  package func open() throws(SystemError) -> CInt {
    let opened = try EventDescriptor()
    state.withLock { $0.event = opened }
    return opened.descriptor
  }

  /// True if orders are carried out on a thread.
  package var isOpen: Bool { state.withLock { $0.event != nil } }

  /// True while an order is being carried out, or waits.
  package var isBusy: Bool { state.withLock { $0.isRunning } }

  /// Has `order` carried out.
  ///
  /// - Parameters:
  ///   - isUrgent: True if it goes before orders that are not urgent.
  ///   - order: The work to do.
  /// - Returns: True if it will be, or has been; false where the caller has to do it.
  package func begin(isUrgent: Bool = false, _ order: @escaping @Sendable () -> Void) -> Bool {
    let (event, isIdle) = state.withLock { state in
      guard let event = state.event else { return (nil as EventDescriptor?, false) }
      if isUrgent { state.urgent.append(order) } else { state.orders.append(order) }
      defer { state.isRunning = true }
      return (event, !state.isRunning)
    }
    guard let event else { return false }
    guard isIdle else { return true }
    do throws(SystemError) {
      try BackgroundThread.start { [self] in carryOut(event) }
    } catch {
      // No memory for a thread: better a late frame than none that is new.
      carryOut(event)
    }
    return true
  }

  /// Notes that what has been done is being looked at.
  package func reset() { state.withLock { $0.event }?.reset() }

  /// Waits until all that is ordered has been done.
  package func finish() {
    if let event = state.withLock({ $0.event }) { wait(event) }
  }

  /// Waits for what is being done, without what was to follow; nothing is done on threads any more.
  package func close() {
    let event = state.withLock { state in
      (state.urgent, state.orders) = ([], [])
      return state.event.take()
    }
    if let event { wait(event) }
  }

  private func wait(_ event: EventDescriptor) {
    while isBusy {
      _ = DescriptorPoll.wait([.init(event.descriptor, readiness: .readable)], timeout: nil)
      event.reset()
    }
  }

  /// Carries out what there is, and signals after each order; after the last one nothing is busy any more.
  private func carryOut(_ event: EventDescriptor) {
    var hasOrders = true
    while hasOrders {
      if let order = state.withLock({ $0.next() }) { order() }
      hasOrders = state.withLock { $0.hasOrders() }
      event.signal()
    }
  }
}
