// SPDX-License-Identifier: Apache-2.0
internal import Glibc

/// A system call that failed: which one, on what, and the kernel's reason.
package struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The call as a technician knows it, `open` or `epoll_wait`.
  package let operation: String
  /// The file or address it concerned, empty when there is none.
  package let subject: String
  /// The kernel's number, `ENOENT` and so on.
  package let number: CInt

  /// A failure of `operation` on `subject` with the errno `number`.
  package init(_ operation: String, subject: String = "", number: CInt) {
    self.operation = operation
    self.subject = subject
    self.number = number
  }

  /// A failure of `operation` on `subject` for the reason in this thread's `errno`.
  package static func last(_ operation: String, subject: String = "") -> Self {
    Self(operation, subject: subject, number: errno)
  }

  /// True if a file is there that must not be (`EEXIST`).
  package var isPresence: Bool { number == EEXIST }

  /// One sentence without a full stop: `open /dev/dri/card0: Permission denied`.
  package var description: String {
    let call = subject.isEmpty ? operation : "\(operation) \(subject)"
    return "\(call): \(reason)"
  }

  /// The kernel's reason in words.
  package var reason: String {
    guard let text = unsafe strerror(number) else { return "error \(number)" }
    return unsafe String(cString: text)
  }
}

/// Runs a system call until it is not interrupted by a signal.
///
/// - Returns: The result of the call; -1 with `errno` set when it failed for another reason.
package func retryingOnInterrupt<Result: SignedInteger>(_ call: () -> Result) -> Result {
  while true {
    let result = call()
    if result == -1 && errno == EINTR { continue }
    return result
  }
}
