// SPDX-License-Identifier: Apache-2.0
internal import CLinux
internal import Glibc

/// A file descriptor that this value closes when it dies.
@safe
package struct OwnedFileDescriptor: ~Copyable {
  /// The descriptor's number; it stays owned, so it must not outlive this value.
  package let rawValue: CInt

  /// Takes ownership of `rawValue`.
  package init(adopting rawValue: CInt) {
    self.rawValue = rawValue
  }

  deinit { _ = close(rawValue) }

  /// Gives the descriptor away: the caller closes it.
  ///
  /// - Returns: The descriptor's number.
  package consuming func release() -> CInt {
    let descriptor = rawValue
    discard self
    return descriptor
  }

  /// Opens `path` with `flags` and O_CLOEXEC.
  ///
  /// - Returns: The open file.
  /// - Throws: ``SystemError`` with the kernel's reason.
  package static func open(_ path: String, _ flags: CInt) throws(SystemError) -> Self {
    let descriptor = retryingOnInterrupt { unsafe clinux_open(path, flags) }
    guard descriptor >= 0 else { throw SystemError.last("open", path) }
    return Self(adopting: descriptor)
  }

  /// Another descriptor of the same open file, with O_CLOEXEC.
  ///
  /// - Returns: The duplicate.
  /// - Throws: ``SystemError`` when the process has no descriptor left.
  package func duplicate() throws(SystemError) -> Self {
    let descriptor = fcntl(rawValue, F_DUPFD_CLOEXEC, 3)
    guard descriptor >= 0 else { throw SystemError.last("dup") }
    return Self(adopting: descriptor)
  }

  /// Makes reads and writes return at once instead of waiting.
  package func setNonblocking() {
    let flags = fcntl(rawValue, F_GETFL)
    _ = fcntl(rawValue, F_SETFL, flags | O_NONBLOCK)
  }

  /// Keeps the descriptor from programs this process starts.
  package func setCloseOnExec() {
    _ = fcntl(rawValue, F_SETFD, FD_CLOEXEC)
  }

  /// The device number when this is a character device, else 0.
  package var characterDevice: UInt64 { clinux_character_device(rawValue) }
}
