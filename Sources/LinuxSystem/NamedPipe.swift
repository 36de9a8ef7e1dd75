// SPDX-License-Identifier: Apache-2.0
internal import Glibc

/// A FIFO that others write into, one after the other or at once.
package struct NamedPipe: ~Copyable {
  private let file: OwnedFileDescriptor

  /// Opens the FIFO at `path`, and makes it where there is nothing.
  ///
  /// It is opened for writing too, so that it never ends: writers come and go.
  ///
  /// - Parameters:
  ///   - path: Where it is.
  ///   - mode: The rights of one that is made.
  /// - Returns: The FIFO; its file stays when it is closed.
  /// - Throws: ``SystemError`` with the kernel's reason, EEXIST for another kind of file.
  package static func open(_ path: String, mode: UInt32) throws(SystemError) -> Self {
    let made = unsafe mkfifo(path, mode)
    guard made == 0 || errno == EEXIST else { throw SystemError.last("make", path) }
    // The mask of the process is not for what others have to write into.
    if made == 0 { _ = unsafe chmod(path, mode) }
    let file = try OwnedFileDescriptor.open(path, O_RDWR | O_NONBLOCK)
    var status = stat()
    guard unsafe fstat(file.rawValue, &status) == 0, status.st_mode & S_IFMT == S_IFIFO else {
      throw SystemError("open", path, number: EEXIST)
    }
    return Self(file: file)
  }

  /// The descriptor: readable while something is in it.
  package var descriptor: CInt { file.rawValue }

  /// Reads what is there; none when there is none now.
  package func read(into buffer: inout [UInt8]) -> ArraySlice<UInt8> {
    file.read(into: &buffer) ?? []
  }

  /// Whether this FIFO is the one at `path` still.
  package func isAt(_ path: String) -> Bool {
    var here = stat()
    var there = stat()
    guard unsafe fstat(file.rawValue, &here) == 0, unsafe stat(path, &there) == 0 else {
      return false
    }
    return here.st_dev == there.st_dev && here.st_ino == there.st_ino
  }
}
