// SPDX-License-Identifier: Apache-2.0
internal import Glibc
internal import MonotonicTime

/// A FIFO that others write into, one after the other or at once.
package struct NamedPipe: ~Copyable {
  /// The result of a look into the FIFO.
  package enum Reading: Hashable, Sendable {
    /// This was written.
    case bytes(ArraySlice<UInt8>)
    /// Nothing was written; it is open for writing.
    case quiet
    /// Nothing was written, and it is not open for writing.
    case noWriter
    /// The last one that had it open for writing has closed it, however it has ended. This is told once.
    case end
  }

  private let file: OwnedFileDescriptor

  /// Opens the FIFO at `path`, and makes it where there is nothing.
  ///
  /// Writers come and go: it takes the next one as it took the first.
  ///
  /// - Parameters:
  ///   - path: Path of the FIFO.
  ///   - mode: The rights of one that is made.
  /// - Returns: The FIFO; its file stays when it is closed.
  /// - Throws: ``SystemError`` with the kernel's reason, EEXIST for another kind of file.
  package static func open(_ path: String, mode: UInt32) throws(SystemError) -> Self {
    let made = unsafe mkfifo(path, mode)
    guard made == 0 || errno == EEXIST else { throw SystemError.last("make", subject: path) }
    // The mask of the process is not for what others have to write into.
    if made == 0 { _ = unsafe chmod(path, mode) }
    let file = try OwnedFileDescriptor.open(path, flags: O_RDONLY | O_NONBLOCK)
    var status = stat()
    guard unsafe fstat(file.rawValue, &status) == 0, status.st_mode & S_IFMT == S_IFIFO else {
      throw SystemError("open", subject: path, number: EEXIST)
    }
    return Self(file: file)
  }

  /// The descriptor: readable while something is in it, or an end is to be told.
  package var descriptor: CInt { file.rawValue }

  /// Looks what is there, at most as much as `buffer` holds.
  ///
  /// - Parameter buffer: Buffer for the bytes.
  /// - Returns: The bytes, or the state of the FIFO.
  /// - Throws: ``SystemError`` when the next writer could not be told from the last one; the FIFO is of no use then.
  package func read(into buffer: inout [UInt8]) throws(SystemError) -> Reading {
    if let bytes = file.read(into: &buffer) { return bytes.isEmpty ? .quiet : .bytes(bytes) }
    let ready = DescriptorPoll.wait([.init(file.rawValue, readiness: .readable)], timeout: .zero)
    guard ready[0].contains(.hungUp) else { return .noWriter }
    try forgetWriters()
    return .end
  }

  /// Opens the same FIFO once more in this one's place: that it has been hung up is known of an open file for as long
  /// as there is no writer, and would be told without end.
  ///
  /// The one is closed when the other is there, so that nothing that is written in between is lost.
  private func forgetWriters() throws(SystemError) {
    let name = "/proc/self/fd/\(file.rawValue)"
    let next = try OwnedFileDescriptor.open(name, flags: O_RDONLY | O_NONBLOCK)
    guard dup2(next.rawValue, file.rawValue) >= 0 else {
      throw SystemError.last("open", subject: name)
    }
    file.setCloseOnExec()
  }

  /// Tells if this FIFO is the one at `path` still.
  package func isAt(_ path: String) -> Bool {
    var here = stat()
    var there = stat()
    guard unsafe fstat(file.rawValue, &here) == 0, unsafe stat(path, &there) == 0 else {
      return false
    }
    return here.st_dev == there.st_dev && here.st_ino == there.st_ino
  }
}
