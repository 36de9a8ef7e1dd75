// SPDX-License-Identifier: Apache-2.0
private import Glibc

/// Whole files in and out of memory.
enum ImageFile {
  /// Reads a regular file of at most ``DecodedImage/maximumFileSize`` bytes.
  ///
  /// - Throws: ``ImagingError`` with the system's reason. FIFOs and devices are refused.
  static func read(_ path: String) throws(ImagingError) -> [UInt8] {
    // O_NONBLOCK: opening a FIFO must not wait for its writer.
    let descriptor = unsafe Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw ImagingError(.unreadable(cause()), path: path) }
    defer { Glibc.close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else {
      throw ImagingError(.unreadable(cause()), path: path)
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw ImagingError(.unreadable("Not a regular file"), path: path)
    }
    guard status.st_size <= DecodedImage.maximumFileSize else {
      throw ImagingError(.fileTooLarge, path: path)
    }
    var bytes = [UInt8](repeating: 0, count: status.st_size)
    var filled = 0
    while filled < bytes.count {
      let count = unsafe bytes.withUnsafeMutableBytes { buffer in
        unsafe Glibc.read(
          descriptor,
          buffer.baseAddress?.advanced(by: filled),
          buffer.count - filled
        )
      }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw ImagingError(.unreadable(cause()), path: path) }
      if count == 0 { break }
      filled += count
    }
    bytes.removeSubrange(filled...)
    return bytes
  }

  /// Creates or replaces a file.
  ///
  /// - Throws: ``ImagingError`` with the system's reason.
  static func write(_ bytes: [UInt8], to path: String) throws(ImagingError) {
    let descriptor = unsafe Glibc.open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw ImagingError(.unwritable(cause()), path: path) }
    var written = 0
    while written < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { buffer in
        unsafe Glibc.write(
          descriptor,
          buffer.baseAddress?.advanced(by: written),
          buffer.count - written
        )
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        let error = ImagingError(.unwritable(cause()), path: path)
        Glibc.close(descriptor)
        throw error
      }
      written += count
    }
    // A full disk may be reported only here.
    guard Glibc.close(descriptor) == 0 else {
      throw ImagingError(.unwritable(cause()), path: path)
    }
  }

  /// The system's words for the last failure.
  private static func cause() -> String {
    unsafe String(cString: strerror(errno))
  }
}
