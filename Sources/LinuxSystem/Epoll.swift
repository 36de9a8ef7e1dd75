// SPDX-License-Identifier: Apache-2.0
internal import CLinux
internal import Glibc
package import MonotonicTime

/// The readiness of a watched descriptor.
package struct Readiness: OptionSet, Sendable, Hashable {
  package let rawValue: UInt32

  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Bytes or events can be read (`EPOLLIN`).
  package static let readable = Self(rawValue: 0x1)
  /// Bytes can be written (`EPOLLOUT`).
  package static let writable = Self(rawValue: 0x4)
  /// An error is pending (`EPOLLERR`); always watched for.
  package static let failed = Self(rawValue: 0x8)
  /// The other end has closed both directions (`EPOLLHUP`); always watched for.
  package static let hungUp = Self(rawValue: 0x10)
}

/// A set of watched descriptors.
///
/// One thread waits on it. A set can be watched by another set through ``descriptor``, which is how a
/// display or an input source with several descriptors of its own shows the loop a single one.
package struct Epoll: ~Copyable {
  /// The most events one ``wait(timeout:)`` returns; the rest come with the next call.
  package static let batch = 32

  /// One descriptor that has become ready.
  package struct Event: Sendable {
    /// The number that was given when the descriptor was added.
    package let token: UInt64
    /// Its readiness.
    package let readiness: Readiness
  }

  /// The events of one wait, oldest first.
  package struct Events {
    fileprivate var storage: InlineArray<32, Event>
    /// Number of events.
    package fileprivate(set) var count: Int

    /// The event at `index`, `0 ..< count`; traps outside.
    package subscript(index: Int) -> Event {
      precondition(index < count)
      return storage[index]
    }
  }

  private let file: OwnedFileDescriptor

  /// Makes an empty set.
  ///
  /// - Returns: The set.
  /// - Throws: ``SystemError`` when the process or the system has no descriptor left.
  package static func open() throws(SystemError) -> Self {
    let descriptor = epoll_create1(CInt(EPOLL_CLOEXEC))
    guard descriptor >= 0 else { throw SystemError.last("epoll_create1") }
    return Self(file: OwnedFileDescriptor(adopting: descriptor))
  }

  /// The set's own descriptor: readable while any watched one is ready.
  package var descriptor: CInt { file.rawValue }

  /// Watches `descriptor`, level-triggered.
  ///
  /// The set does not own the descriptor; closing its last duplicate removes it.
  ///
  /// - Throws: ``SystemError`` with EEXIST when it is watched already, EPERM when it cannot be.
  package func add(
    _ descriptor: CInt,
    token: UInt64,
    interest: Readiness = .readable
  ) throws(SystemError) {
    try control(EPOLL_CTL_ADD, descriptor: descriptor, token: token, interest: interest)
  }

  /// Changes what a watched descriptor is watched for.
  ///
  /// - Throws: ``SystemError`` with ENOENT when it is not watched.
  package func modify(
    _ descriptor: CInt,
    token: UInt64,
    interest: Readiness
  ) throws(SystemError) {
    try control(EPOLL_CTL_MOD, descriptor: descriptor, token: token, interest: interest)
  }

  /// Stops watching `descriptor`; one that is not watched is ignored.
  package func remove(_ descriptor: CInt) {
    _ = epoll_ctl(file.rawValue, EPOLL_CTL_DEL, descriptor, nil)
  }

  /// Makes waits of this thread end as exactly as the kernel can, not up to 50 µs late.
  package static func setLeastTimerSlack() { clinux_set_least_timer_slack() }

  /// Waits until a descriptor is ready.
  ///
  /// Does not allocate.
  ///
  /// - Parameter timeout: The longest wait; zero returns at once, `nil` waits without limit.
  /// - Returns: The descriptors that are ready; empty after the timeout or when a signal came in between.
  /// - Throws: ``SystemError`` for a broken set, which is a bug.
  package func wait(timeout: MonotonicInterval?) throws(SystemError) -> Events {
    var raw = unsafe InlineArray<32, epoll_event>(repeating: epoll_event())
    let nanoseconds = timeout.map { max(0, $0.nanoseconds) } ?? -1
    let descriptor = file.rawValue
    var span = unsafe raw.mutableSpan
    let count = unsafe span.withUnsafeMutableBufferPointer { buffer in
      unsafe clinux_epoll_wait(
        descriptor,
        buffer.baseAddress,
        CInt(buffer.count),
        nanoseconds
      )
    }
    let none = Event(token: 0, readiness: [])
    var events = Events(storage: InlineArray(repeating: none), count: 0)
    if count < 0 {
      guard errno == EINTR else { throw SystemError.last("epoll_wait") }
      return events
    }
    for index in 0..<Int(count) {
      events.storage[index] = Event(
        token: unsafe raw[index].data.u64,
        readiness: Readiness(rawValue: unsafe raw[index].events)
      )
    }
    events.count = Int(count)
    return events
  }

  private func control(
    _ operation: CInt,
    descriptor: CInt,
    token: UInt64,
    interest: Readiness
  ) throws(SystemError) {
    var event = unsafe epoll_event()
    unsafe event.events = interest.rawValue
    unsafe event.data.u64 = token
    let result = unsafe epoll_ctl(file.rawValue, operation, descriptor, &event)
    guard result == 0 else { throw SystemError.last("epoll_ctl") }
  }
}
