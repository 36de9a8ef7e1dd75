// SPDX-License-Identifier: Apache-2.0
internal import CFreeType
private import Glibc

/// A font file that is read piece by piece as FreeType asks for it.
///
/// It is not mapped: a mapped file that is cut in place kills the process at the next glyph.
/// Here the pieces that are gone cannot be read, which ``hasChanged`` tells. Only what is asked for
/// takes memory, so that a font of all ideographs may stay open. FreeType asks for tables a few bytes at
/// a time: what is read are whole pages, of which the last few stay.
///
/// Owns the descriptor and the record that FreeType reads by; outlives the faces that are opened on it.
@safe
final class FontStream {
  /// The stream for `FT_Open_Face`; valid as long as this object.
  let record: FT_Stream
  private let descriptor: CInt
  private let opened: stat
  private var hasFailed = false

  /// The pages that are kept, one behind the other.
  private let pages: UnsafeMutablePointer<UInt8>
  /// Number of the file's page that each of them holds; nil for none.
  private var numbers: [Int?] = Array(repeating: nil, count: pageCount)
  /// The one that gives way to the next.
  private var oldest = 0

  private static let pageBytes = 4096
  private static let pageCount = 8

  /// Largest font file that is opened, in bytes.
  private static let maximumFileSize = 256 << 20

  private init(descriptor: CInt, status: stat) {
    self.descriptor = descriptor
    opened = status
    unsafe pages = .allocate(capacity: Self.pageCount * Self.pageBytes)
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
    unsafe pages.deallocate()
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

  /// True if the file is another one than was opened: written to, cut, or no longer readable.
  var hasChanged: Bool {
    if hasFailed { return true }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { return true }
    return status.st_size != opened.st_size || status.st_mtim.tv_sec != opened.st_mtim.tv_sec
      || status.st_mtim.tv_nsec != opened.st_mtim.tv_nsec
  }

  /// Reads up to `count` bytes; fewer are an error to FreeType.
  func read(_ count: UInt, at offset: UInt, into buffer: UnsafeMutablePointer<UInt8>?)
    -> UInt
  {
    guard let buffer = unsafe buffer, let offset = Int(exactly: offset),
      let count = Int(exactly: count), offset < opened.st_size
    else { return 0 }
    if count >= Self.pageBytes { return UInt(unsafe readFile(count, at: offset, into: buffer)) }
    var filled = 0
    while filled < count {
      let (number, start) = (offset + filled).quotientAndRemainder(dividingBy: Self.pageBytes)
      guard let (page, length) = unsafe page(number), length > start else { break }
      let part = min(count - filled, length - start)
      unsafe memcpy(buffer + filled, page + start, part)
      filled += part
    }
    return UInt(filled)
  }

  /// A page of the file, read unless it is kept, and how many bytes it has; nil where it cannot be read.
  private func page(_ number: Int) -> (UnsafeMutablePointer<UInt8>, length: Int)? {
    let start = number * Self.pageBytes
    let length = min(Self.pageBytes, opened.st_size - start)
    guard length > 0 else { return nil }
    if let kept = numbers.firstIndex(of: number) {
      return unsafe (pages + kept * Self.pageBytes, length)
    }
    let place = oldest
    let page = unsafe pages + place * Self.pageBytes
    numbers[place] = nil
    guard unsafe readFile(length, at: start, into: page) == length else { return nil }
    numbers[place] = number
    oldest = (oldest + 1) % Self.pageCount
    return unsafe (page, length)
  }

  /// Reads up to `count` bytes of the file.
  private func readFile(_ count: Int, at offset: Int, into buffer: UnsafeMutablePointer<UInt8>)
    -> Int
  {
    var filled = 0
    while filled < count {
      let result = unsafe pread(descriptor, buffer + filled, count - filled, offset &+ filled)
      if result < 0, errno == EINTR { continue }
      if result <= 0 {
        hasFailed = true
        break
      }
      filled += result
    }
    return filled
  }
}
