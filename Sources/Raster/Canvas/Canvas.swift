// SPDX-License-Identifier: Apache-2.0
package import Geometry

/// A scanout buffer that is being painted: pixels can be written and never read.
///
/// Reading scanout memory is 10–70 times slower than writing it on real boards, so there is no way
/// to do it here. Rows start `strideBytes` apart; bytes behind a row's last pixel stay untouched.
package struct Canvas: ~Copyable, ~Escapable {
  private var bytes: MutableRawSpan
  /// Distance from one row to the next in bytes.
  package let strideBytes: Int
  /// How a pixel is laid out.
  package let format: PixelFormat
  /// Extent in buffer pixels.
  package let size: PixelSize

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

  /// Writes `value` at `offset` bytes from the start of the buffer; traps outside of it.
  @inline(__always)
  mutating func store<Value: BitwiseCopyable>(_ value: Value, at offset: Int) {
    bytes.storeBytes(of: value, toByteOffset: offset, as: Value.self)
  }

  /// Writes the pixels of one tone into `columns`, whole blocks in bytes from the start of a row, of each
  /// of `rows`; traps outside of the buffer.
  @inline(__always)
  mutating func fill<Packing: PixelPacking>(
    _ packed: Packing.Packed,
    _ packing: Packing.Type,
    bytes columns: Range<Int>,
    rows: Range<Int>
  ) {
    guard !columns.isEmpty, !rows.isEmpty else { return }
    let start = rows.lowerBound * strideBytes + columns.lowerBound
    precondition(
      start >= 0 && columns.upperBound <= strideBytes
        && (rows.upperBound - 1) * strideBytes + columns.upperBound <= bytes.byteCount
    )
    unsafe bytes.withUnsafeMutableBytes { memory in
      guard let base = memory.baseAddress else { return }
      let area = FillArea(byteCount: columns.count, rowCount: rows.count, strideBytes: strideBytes)
      unsafe packing.fill(base + start, packed, area)
    }
  }
}

/// Where the same bytes are written in each of some rows.
struct FillArea {
  /// Bytes of a row.
  let byteCount: Int
  let rowCount: Int
  /// Distance from one row to the next in bytes.
  let strideBytes: Int
}
