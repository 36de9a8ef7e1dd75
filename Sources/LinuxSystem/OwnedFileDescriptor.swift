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
  package static func open(_ path: String, flags: CInt) throws(SystemError) -> Self {
    let descriptor = retryingOnInterrupt { unsafe clinux_open(path, flags) }
    guard descriptor >= 0 else { throw SystemError.last("open", subject: path) }
    return Self(adopting: descriptor)
  }

  /// Makes a file at `path`, where there must be none, for writing, with O_CLOEXEC.
  ///
  /// - Returns: The open file.
  /// - Throws: ``SystemError`` with the kernel's reason.
  package static func create(_ path: String, mode: UInt32) throws(SystemError) -> Self {
    let flags = O_WRONLY | O_CREAT | O_EXCL
    let descriptor = retryingOnInterrupt { unsafe clinux_create(path, flags, mode) }
    guard descriptor >= 0 else { throw SystemError.last("create", subject: path) }
    return Self(adopting: descriptor)
  }

  /// Reads what is there.
  ///
  /// - Parameter buffer: Buffer for the bytes; its size is the most that is read.
  /// - Returns: The bytes read, none when there are none now; nil at the end, or when it cannot be read.
  package func read(into buffer: inout [UInt8]) -> ArraySlice<UInt8>? {
    let count = unsafe buffer.withUnsafeMutableBytes { bytes in
      retryingOnInterrupt { unsafe Glibc.read(rawValue, bytes.baseAddress, bytes.count) }
    }
    if count > 0 { return buffer[..<count] }
    return count < 0 && errno == EAGAIN ? [] : nil
  }

  /// A descriptor that is good for nothing but being given up when another one is needed.
  ///
  /// - Returns: The descriptor.
  /// - Throws: ``SystemError`` when none is left.
  package static func reserve() throws(SystemError) -> Self {
    try open("/dev/null", flags: O_RDONLY)
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

/// A pipe from a child to this process.
package struct ChildPipe: ~Copyable {
  /// The end to read from, without waiting.
  package let reader: OwnedFileDescriptor
  /// The end to write to; the reader is at its end when all copies of this one are closed.
  private var writer: OwnedFileDescriptor?

  /// A pipe, both ends of which no child inherits by itself.
  ///
  /// - Throws: ``SystemError`` when no descriptor is left.
  package init() throws(SystemError) {
    var ends: [CInt] = [-1, -1]
    guard unsafe clinux_pipe(&ends) == 0 else { throw SystemError.last("pipe") }
    reader = OwnedFileDescriptor(adopting: ends[0])
    writer = OwnedFileDescriptor(adopting: ends[1])
    reader.setNonblocking()
  }

  /// Number of the descriptor that the child is to write to; -1 once it is closed.
  var writerNumber: CInt {
    switch writer {
    case .some(let file): file.rawValue
    case nil: -1
    }
  }

  /// Leaves writing to the child.
  package mutating func closeWriter() { writer = nil }
}
