// SPDX-License-Identifier: Apache-2.0
internal import CLinux
package import MonotonicTime

/// Waits for a few descriptors of any kind, regular files too, which an ``Epoll`` refuses.
package enum DescriptorPoll {
  /// A descriptor and the readiness that is waited for.
  package struct Interest {
    let descriptor: CInt
    let readiness: Readiness

    /// A wait for `readiness` of `descriptor`; errors and hang-ups are always among it.
    package init(_ descriptor: CInt, readiness: Readiness) {
      self.descriptor = descriptor
      self.readiness = readiness
    }
  }

  /// Waits until one of the descriptors is ready.
  ///
  /// A descriptor that cannot be waited for counts as failed.
  ///
  /// The corresponding call is `ppoll`.
  ///
  /// - Parameters:
  ///   - interests: At most eight; with none it is a pause.
  ///   - timeout: The longest wait; zero and less return at once, `nil` waits without limit.
  /// - Returns: The readiness of each, in their order; nothing after the timeout or when a signal came in between.
  package static func wait(_ interests: [Interest], timeout: MonotonicInterval?) -> [Readiness] {
    precondition(interests.count <= 8, "too many descriptors for one wait")
    let descriptors = interests.map(\.descriptor)
    var events = interests.map(\.readiness.rawValue)
    let nanoseconds = timeout.map { max(0, $0.nanoseconds) } ?? -1
    let result = unsafe clinux_poll(descriptors, &events, events.count, nanoseconds)
    // POLLNVAL is no readiness of its own.
    return events.map { event in
      guard result > 0 else { return [] }
      return event & 0x20 == 0 ? Readiness(rawValue: event) : .failed
    }
  }
}
