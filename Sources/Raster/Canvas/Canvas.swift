// SPDX-License-Identifier: Apache-2.0
package import Geometry

#if arch(x86_64)
import CPixels
#endif

/// A scanout buffer that is being painted: pixels can be written and never read.
///
/// Reading scanout memory is 10–70 times slower than writing it on real boards, so there is no way
/// to do it here. Rows start `strideBytes` apart; bytes behind a row's last pixel stay untouched.
package struct Canvas: ~Copyable, ~Escapable {
  private var bytes: MutableRawSpan
  /// True if long runs are written past the caches.
  private var streams = false
  /// Distance from one row to the next in bytes.
  package let strideBytes: Int
  /// Layout of a pixel.
  package let format: PixelFormat
  /// Extent in buffer pixels.
  package let size: PixelSize
  /// Offset in bytes from each pixel's own place to where it is written.
  private var shift = 0

  /// A canvas over the memory of one buffer, which it borrows until it dies.
  ///
  /// Traps unless the rows fit their stride and the memory holds all of them.
  @_lifetime(copy bytes)
  package init(
    _ bytes: consuming MutableRawSpan,
    strideBytes: Int,
    format: PixelFormat,
    size: PixelSize
  ) {
    let rowBytes = size.width * format.bytesPerPixel
    precondition(size.width >= 0 && size.height >= 0 && strideBytes >= rowBytes)
    precondition(
      size.height == 0 || bytes.byteCount >= (size.height - 1) * strideBytes + rowBytes
    )
    self.bytes = bytes
    self.strideBytes = strideBytes
    self.format = format
    self.size = size
  }

  /// Has what is painted from now on written so many pixels farther to the right and below, or not if negative;
  /// the painter sees to it that nothing lands outside of the buffer.
  package mutating func displace(by offset: PixelPoint) {
    shift = offset.y * strideBytes + offset.x * format.bytesPerPixel
  }

  /// Writes `value` at `offset` bytes from the start of the buffer; traps outside of it.
  @inline(__always)
  mutating func store<Value: BitwiseCopyable>(_ value: Value, at offset: Int) {
    bytes.storeBytes(of: value, toByteOffset: offset &+ shift, as: Value.self)
  }

  /// Traps unless `range`, in bytes from the start of the buffer, lies within it.
  @inline(__always)
  func check(_ range: Range<Int>) {
    precondition(
      range.lowerBound &+ shift >= 0 && range.upperBound &+ shift <= bytes.byteCount
    )
  }

  /// Writes `value` at `offset` bytes from the start of the buffer, in a range that ``check(_:)`` has passed.
  @inline(__always)
  mutating func store<Value: BitwiseCopyable>(_ value: Value, uncheckedAt offset: Int) {
    unsafe bytes.storeBytes(of: value, toUncheckedByteOffset: offset &+ shift, as: Value.self)
  }

  /// Asks the caches for the 64-byte line at `start` bytes from the start of a row, in each of `rows`.
  ///
  /// They are about to be written, in an order that no processor foresees. A hint, given on x86-64 alone:
  /// what other boards scan out is seldom cached.
  @inline(__always)
  mutating func prefetch(bytes start: Int, rows: Range<Int>) {
    #if arch(x86_64)
    let (stride, start) = (strideBytes, start &+ shift)
    unsafe bytes.withUnsafeMutableBytes { memory in
      guard let base = memory.baseAddress else { return }
      var place = unsafe base + (rows.lowerBound &* stride &+ start)
      for _ in rows {
        unsafe cpixels_prefetch(place)
        unsafe place += stride
      }
    }
    #endif
  }

  /// Has long runs of one tone written past the caches until ``settle()`` if `byteCount` bytes, which are
  /// about to be painted, are more than these hold with the display's other buffer.
  ///
  /// A line that is written whole is then not read first, and evicts no other. Fewer bytes are faster
  /// through the caches.
  mutating func streamIfLarge(_ byteCount: Int) {
    streams = byteCount >= Self.streamedByteCount
  }

  /// Size in bytes from which on a picture goes past the caches of this processor.
  private static let streamedByteCount: Int = {
    #if arch(x86_64)
    streamedByteCount(lastLevelCache: Int(clamping: cpixels_last_level_cache()))
    #else
    .max
    #endif
  }()

  /// Size in bytes from which on a picture goes past caches of which the last level holds so much; 0 for unknown.
  static func streamedByteCount(lastLevelCache byteCount: Int) -> Int {
    max(6 << 20, byteCount / 2)
  }

  /// Ends what ``streamIfLarge(_:)`` began; everything that was written can be seen by others.
  mutating func settle() {
    #if arch(x86_64)
    if streams { cpixels_settle() }
    #endif
    streams = false
  }

  /// Writes the pixels of one tone into `columns`, whole blocks in bytes from the start of a row, of each
  /// of `rows`; traps outside of the buffer.
  @inline(__always)
  mutating func fill<Packing: PixelPacking>(
    _ packed: Packing.Packed,
    as packing: Packing.Type,
    bytes columns: Range<Int>,
    rows: Range<Int>
  ) {
    guard !columns.isEmpty, !rows.isEmpty else { return }
    let start = rows.lowerBound * strideBytes + columns.lowerBound + shift
    precondition(
      start >= 0 && columns.upperBound <= strideBytes
        && (rows.upperBound - 1) * strideBytes + columns.upperBound + shift <= bytes.byteCount
    )
    unsafe bytes.withUnsafeMutableBytes { memory in
      guard let base = memory.baseAddress else { return }
      let area = FillArea(
        byteCount: columns.count,
        rowCount: rows.count,
        strideBytes: strideBytes,
        streams: streams
      )
      unsafe packing.fill(base + start, packed: packed, in: area)
    }
  }
}

/// An area of rows in each of which the same bytes are written.
struct FillArea {
  /// Bytes of a row.
  let byteCount: Int
  let rowCount: Int
  /// Distance from one row to the next in bytes.
  let strideBytes: Int
  /// True if long rows are written past the caches, on processors that can.
  let streams: Bool
}
