// SPDX-License-Identifier: Apache-2.0
internal import CLinux
internal import Glibc

/// Wakes a thread that waits for descriptors (`eventfd`).
package final class EventDescriptor: Sendable {
  private let file: OwnedFileDescriptor

  /// A descriptor that is not readable.
  ///
  /// - Throws: ``SystemError`` when no descriptor is left.
  package init() throws(SystemError) {
    let descriptor = clinux_eventfd()
    guard descriptor >= 0 else { throw SystemError.last("eventfd") }
    file = OwnedFileDescriptor(adopting: descriptor)
  }

  /// Readable from ``signal()`` to ``reset()``.
  package var descriptor: CInt { file.rawValue }

  /// Makes the descriptor readable; from any thread.
  package func signal() {
    var one: UInt64 = 1
    _ = unsafe write(file.rawValue, &one, 8)
  }

  /// Makes the descriptor unreadable again.
  package func reset() {
    var count: UInt64 = 0
    _ = unsafe read(file.rawValue, &count, 8)
  }
}
