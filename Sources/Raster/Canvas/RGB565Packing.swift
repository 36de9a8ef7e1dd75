// SPDX-License-Identifier: Apache-2.0

/// `DRM_FORMAT_RGB565` with ordered dithering.
///
/// The threshold depends on the buffer's row and column alone: a shape may move over the pattern,
/// the pattern never moves with it. Bayer's 8×8 matrix.
struct RGB565Packing: PixelPacking {
  static var bytesPerPixel: Int { 2 }
  static var blocksPerLine: Int { 2 }

  @inline(__always)
  func pack(_ sums: PlanarSums, row y: Int) -> SIMD16<UInt16> {
    Self.pack(sums, threshold: Self.thresholds ^ Lanes(repeating: Self.rowThreshold(y)))
  }

  @inline(__always)
  private static func pack(_ sums: PlanarSums, threshold: Lanes) -> SIMD16<UInt16> {
    // 249 / 2¹¹ is 31 / 255 and 253 / 2¹⁰ is 63 / 255, both just enough that 255 is full whatever
    // the threshold, and 16 bits hold the sums; what remains is to cut the bits that count.
    let red = (sums.red &>> 8) &* 249 &+ threshold
    let green = (sums.green &>> 8) &* 253 &+ (threshold &>> 1)
    let blue = (sums.blue &>> 8) &* 249 &+ threshold
    return (red & 0xF800) | ((green &>> 5) & 0x07E0) | (blue &>> 11)
  }

  @inline(__always)
  static func pixel(_ packed: SIMD16<UInt16>, lane: Int) -> UInt16 { packed[lane] }

  typealias Pairs = SIMD8<UInt32>

  static var period: Int { 8 }

  @inline(__always)
  func pairs(_ tone: Tone, row y: Int) -> Pairs { Self.pairs(pack(tone, row: y)) }

  /// The same bytes.
  @inline(__always)
  private static func pairs(_ pixels: SIMD16<UInt16>) -> Pairs {
    unsafe unsafeBitCast(pixels, to: Pairs.self)
  }

  @inline(__always)
  func pack(_ sums: PlanarSums, columns: Lanes, rows: Lanes) -> SIMD16<UInt32> {
    // ``thresholds`` and ``rowThreshold(_:)``, bit by bit.
    let column = (columns & 1) &* 1024 &+ (columns & 2) &* 128 &+ (columns & 4) &* 16 &+ 16
    let row = (rows & 1) &* 1536 &+ (rows & 2) &* 192 &+ (rows & 4) &* 24
    return widened(Self.pack(sums, threshold: column ^ row))
  }

  @inline(__always)
  static func paired(even: SIMD16<UInt32>, odd: SIMD16<UInt32>) -> SIMD16<UInt64> {
    let both = even | (odd &<< 16)
    var result = SIMD16<UInt64>()
    for lane in 0..<16 { result[lane] = UInt64(both[lane]) }
    return result
  }

  static let patterns = (0..<EdgePattern<Pairs>.count).map { index in
    let masks = EdgePattern<Pairs>.masks(index)
    return EdgePattern(behind: pairs(masks.behind), partial: pairs(masks.partial))
  }

  /// The thresholds 16 … 2032 out of 2048 of row 0: Bayer's matrix is the exclusive or of one part
  /// for the column and one for the row, the finest bits of both coordinates weighing most.
  @inline(__always)
  private static var thresholds: Lanes {
    Lanes(16, 1040, 272, 1296, 80, 1104, 336, 1360, 16, 1040, 272, 1296, 80, 1104, 336, 1360)
  }

  /// The bits in which the thresholds of row `y` differ from those of row 0.
  @inline(__always)
  private static func rowThreshold(_ y: Int) -> UInt16 {
    let bits = UInt16(truncatingIfNeeded: y)
    return ((bits & 1) &* 48 &+ (bits & 2) &* 6 &+ ((bits &>> 2) & 1) &* 3) &<< 5
  }
}
