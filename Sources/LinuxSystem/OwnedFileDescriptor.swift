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

  /// Makes a file at `path`, where there must be none, for writing, with O_CLOEXEC.
  ///
  /// - Returns: The open file.
  /// - Throws: ``SystemError`` with the kernel's reason.
  package static func create(_ path: String, mode: UInt32) throws(SystemError) -> Self {
    let flags = O_WRONLY | O_CREAT | O_EXCL
    let descriptor = retryingOnInterrupt { unsafe clinux_create(path, flags, mode) }
    guard descriptor >= 0 else { throw SystemError.last("create", path) }
    return Self(adopting: descriptor)
  }

  /// A descriptor that is good for nothing but being given up when another one is needed.
  ///
  /// - Returns: The descriptor.
  /// - Throws: ``SystemError`` when none is left.
  package static func reserve() throws(SystemError) -> Self { try open("/dev/null", O_RDONLY) }

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
