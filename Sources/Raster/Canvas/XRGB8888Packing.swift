// SPDX-License-Identifier: Apache-2.0
#if arch(x86_64)
import CPixels
#endif

/// `DRM_FORMAT_XRGB8888`, little endian: blue, green, red, 0.
struct XRGB8888Packing: PixelPacking {
  static var bytesPerPixel: Int { 4 }
  static var blocksPerLine: Int { 1 }

  @inline(__always)
  func pack(_ sums: PlanarSums, row y: Int) -> SIMD16<UInt32> {
    // Written so, it becomes two interleavings a half; `evenHalf` is sometimes taken apart.
    widened((sums.blue &>> 8) | (sums.green & 0xFF00)) | (widened(sums.red &>> 8) &<< 16)
  }

  /// Two interleavings a half, which the compiler does not find in what ``pack(_:row:)`` does.
  @inline(__always)
  func pack(red: CoverageLanes, green: CoverageLanes, blue: CoverageLanes, row y: Int)
    -> SIMD16<UInt32>
  {
    var (low, high) = (SIMD32<UInt8>(), SIMD32<UInt8>())
    low.evenHalf = blue
    low.oddHalf = green
    high.evenHalf = red
    var both = SIMD32<UInt16>()
    both.evenHalf = unsafe unsafeBitCast(low, to: Lanes.self)
    both.oddHalf = unsafe unsafeBitCast(high, to: Lanes.self)
    return unsafe unsafeBitCast(both, to: SIMD16<UInt32>.self)
  }

  @inline(__always)
  static func pixel(_ packed: SIMD16<UInt32>, lane: Int) -> UInt32 { packed[lane] }

  #if arch(x86_64)
  /// From here on a call costs less than it saves.
  private static var longRow: Int { 256 }

  @inline(__always)
  static func fill(
    _ memory: UnsafeMutableRawPointer,
    packed: SIMD16<UInt32>,
    in area: FillArea
  ) {
    if area.byteCount < longRow {
      unsafe fillBlocks(memory, packed: packed, in: area)
    } else {
      unsafe fillRows(memory, packed: packed, in: area)
    }
  }

  /// Takes two thirds of a plain loop's time.
  ///
  /// Kept out of line: taking pixels one by one makes the compiler take the vectors apart early.
  @inline(never)
  private static func fillRows(
    _ memory: UnsafeMutableRawPointer,
    packed: SIMD16<UInt32>,
    in area: FillArea
  ) {
    let pixel = packed[0]
    // Rows without a gap between them are as good as one.
    let isWhole = area.byteCount == area.strideBytes
    let rowCount = isWhole ? min(1, area.rowCount) : area.rowCount
    let pixelCount = (isWhole ? area.rowCount : 1) &* area.byteCount / bytesPerPixel
    for row in 0..<rowCount {
      let start = unsafe (memory + row &* area.strideBytes).assumingMemoryBound(to: UInt32.self)
      if area.streams {
        unsafe cpixels_stream(start, pixel, pixelCount)
      } else {
        unsafe cpixels_fill(start, pixel, pixelCount)
      }
    }
  }
  #endif

  typealias Pairs = SIMD8<UInt64>

  static var period: Int { 1 }

  @inline(__always)
  func pairs(_ tone: Tone, row y: Int) -> Pairs {
    let pixel = UInt64(tone.blue) | UInt64(tone.green) &<< 8 | UInt64(tone.red) &<< 16
    return Pairs(repeating: pixel | pixel &<< 32)
  }

  @inline(__always)
  func pack(_ sums: PlanarSums, columns: Lanes, rows: Lanes) -> SIMD16<UInt32> {
    pack(sums, row: 0)
  }

  @inline(__always)
  static func paired(even: SIMD16<UInt32>, odd: SIMD16<UInt32>) -> SIMD16<UInt64> {
    var result = SIMD16<UInt64>()
    for lane in 0..<16 { result[lane] = UInt64(even[lane]) | UInt64(odd[lane]) &<< 32 }
    return result
  }

  static let patterns = (0..<EdgePattern<Pairs>.count).map { index in
    let masks = EdgePattern<Pairs>.masks(index)
    return EdgePattern(behind: pairs(masks.behind), partial: pairs(masks.partial))
  }

  private static func pairs(_ mask: SIMD16<UInt16>) -> Pairs {
    var result = Pairs()
    for lane in 0..<8 {
      result[lane] = mask[2 * lane] > 0 ? 0xFFFF_FFFF : 0
      if mask[2 * lane + 1] > 0 { result[lane] |= 0xFFFF_FFFF << 32 }
    }
    return result
  }
}
