// SPDX-License-Identifier: Apache-2.0
internal import CLinux
internal import Glibc

/// Wakes a thread that waits for descriptors (`eventfd`).
package final class Doorbell: Sendable {
  private let file: OwnedFileDescriptor

  /// A bell that has not been rung.
  ///
  /// - Throws: ``SystemError`` when no descriptor is left.
  package init() throws(SystemError) {
    let descriptor = clinux_doorbell()
    guard descriptor >= 0 else { throw SystemError.last("eventfd") }
    file = OwnedFileDescriptor(adopting: descriptor)
  }

  /// Readable from ``ring()`` to ``silence()``.
  package var descriptor: CInt { file.rawValue }

  /// Makes the descriptor readable; from any thread.
  package func ring() {
    var one: UInt64 = 1
    _ = unsafe write(file.rawValue, &one, 8)
  }

  /// Makes the descriptor unreadable again.
  package func silence() {
    var count: UInt64 = 0
    _ = unsafe read(file.rawValue, &count, 8)
  }
}
