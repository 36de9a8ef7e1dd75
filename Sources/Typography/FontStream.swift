// SPDX-License-Identifier: Apache-2.0
internal import CFreeType
private import Glibc

/// A font file that is read piece by piece as FreeType asks for it.
///
/// It is not mapped: a mapped file that somebody cuts in place kills the process at the next glyph.
/// Here the pieces that are gone cannot be read, which ``hasChanged`` tells. Only what is asked for
/// takes memory, so that a font of all ideographs may stay open.
///
/// Owns the descriptor and the record that FreeType reads by; outlives the faces that are opened on it.
@safe
final class FontStream {
  /// What `FT_Open_Face` takes; valid as long as this object.
  let record: FT_Stream
  private let descriptor: CInt
  private let opened: stat
  private var hasFailed = false

  /// Largest font file that is opened, in bytes.
  private static let maximumFileSize = 256 << 20

  private init(descriptor: CInt, status: stat) {
    self.descriptor = descriptor
    opened = status
    unsafe record = .allocate(capacity: 1)
    unsafe record.initialize(to: FT_StreamRec())
    unsafe record.pointee.size = UInt(status.st_size)
    unsafe record.pointee.descriptor.pointer = Unmanaged.passUnretained(self).toOpaque()
    unsafe record.pointee.read = { stream, offset, buffer, count in
      guard let owner = unsafe stream?.pointee.descriptor.pointer else { return count == 0 ? 1 : 0 }
      let file = unsafe Unmanaged<FontStream>.fromOpaque(owner).takeUnretainedValue()
      // Nothing to read asks whether the place exists: 0 says yes.
      if count == 0 { return 0 }
      return unsafe file.read(count, at: offset, into: buffer)
    }
  }

  deinit {
    unsafe record.deallocate()
    Glibc.close(descriptor)
  }

  /// Opens a regular file of at most 256 MiB.
  ///
  /// - Throws: ``TypographyError`` when it cannot be read; FIFOs and devices are refused.
  static func open(_ path: String) throws(TypographyError) -> FontStream {
    // O_NONBLOCK: opening a FIFO must not wait for its writer.
    let descriptor = unsafe Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw TypographyError(.unreadableFontFile, subject: path) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_size <= maximumFileSize
    else {
      Glibc.close(descriptor)
      throw TypographyError(.unreadableFontFile, subject: path)
    }
    return FontStream(descriptor: descriptor, status: status)
  }

  /// Whether the file is another one than was opened: written to, cut, or no longer readable.
  var hasChanged: Bool {
    if hasFailed { return true }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { return true }
    return status.st_size != opened.st_size || status.st_mtim.tv_sec != opened.st_mtim.tv_sec
      || status.st_mtim.tv_nsec != opened.st_mtim.tv_nsec
  }

  /// Reads up to `count` bytes; fewer are an error to FreeType.
  private func read(_ count: UInt, at offset: UInt, into buffer: UnsafeMutablePointer<UInt8>?)
    -> UInt
  {
    guard let buffer = unsafe buffer, let offset = Int(exactly: offset) else { return 0 }
    var filled = 0
    while filled < count {
      let result = unsafe pread(
        descriptor,
        buffer + filled,
        Int(clamping: count) - filled,
        offset &+ filled
      )
      if result < 0, errno == EINTR { continue }
      if result <= 0 {
        hasFailed = true
        break
      }
      filled += result
    }
    return UInt(filled)
  }
}
