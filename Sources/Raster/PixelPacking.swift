// SPDX-License-Identifier: Apache-2.0
import Geometry

/// How sixteen composed pixels become bytes of a buffer.
///
/// Kernels are generic over this and compiled once a format, so that no pixel asks which it is.
protocol PixelPacking {
  /// Sixteen packed pixels.
  associatedtype Packed: BitwiseCopyable
  /// One packed pixel.
  associatedtype Pixel: BitwiseCopyable
  /// Bytes that one pixel takes.
  static var bytesPerPixel: Int { get }
  /// Blocks that fill one 64-byte line of memory.
  static var blocksPerLine: Int { get }
  /// The bytes of `sums` in row `y` of the buffer, at a column that is a multiple of 16.
  func pack(_ sums: PlanarSums, row y: Int) -> Packed
  /// The pixel in `lane` of `packed`.
  static func pixel(_ packed: Packed, _ lane: Int) -> Pixel
}

/// `DRM_FORMAT_XRGB8888`, little endian: blue, green, red, 0.
struct XRGB8888Packing: PixelPacking {
  static var bytesPerPixel: Int { 4 }
  static var blocksPerLine: Int { 1 }

  @inline(__always)
  func pack(_ sums: PlanarSums, row y: Int) -> SIMD16<UInt32> {
    // Written so, it becomes two interleavings a half; `evenHalf` is sometimes taken apart.
    widened((sums.blue &>> 8) | (sums.green & 0xFF00)) | (widened(sums.red &>> 8) &<< 16)
  }

  @inline(__always)
  static func pixel(_ packed: SIMD16<UInt32>, _ lane: Int) -> UInt32 { packed[lane] }
}

/// `DRM_FORMAT_RGB565` with ordered dithering.
///
/// The threshold depends on the buffer's row and column alone: a shape may move over the pattern,
/// the pattern never moves with it. Bayer's 8×8 matrix.
struct RGB565Packing: PixelPacking {
  static var bytesPerPixel: Int { 2 }
  static var blocksPerLine: Int { 2 }

  @inline(__always)
  func pack(_ sums: PlanarSums, row y: Int) -> SIMD16<UInt16> {
    // 249 / 2¹¹ is 31 / 255 and 253 / 2¹⁰ is 63 / 255, both just enough that 255 is full whatever
    // the threshold, and 16 bits hold the sums; what remains is to cut the bits that count.
    let threshold = Self.thresholds ^ Lanes(repeating: Self.rowThreshold(y))
    let red = (sums.red &>> 8) &* 249 &+ threshold
    let green = (sums.green &>> 8) &* 253 &+ (threshold &>> 1)
    let blue = (sums.blue &>> 8) &* 249 &+ threshold
    return (red & 0xF800) | ((green &>> 5) & 0x07E0) | (blue &>> 11)
  }

  @inline(__always)
  static func pixel(_ packed: SIMD16<UInt16>, _ lane: Int) -> UInt16 { packed[lane] }

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

extension PixelPacking {
  /// The bytes of `block` in row `y` of the buffer, at a column that is a multiple of 16.
  @inline(__always)
  func pack(_ block: PlanarBlock, row y: Int) -> Packed {
    pack(
      PlanarSums(red: block.red &<< 8, green: block.green &<< 8, blue: block.blue &<< 8),
      row: y
    )
  }

  /// The bytes of sixteen pixels of `tone` in row `y`.
  @inline(__always)
  func pack(_ tone: Tone, row y: Int) -> Packed { pack(PlanarBlock(tone), row: y) }
}

extension Canvas {
  /// Writes the sixteen pixels from column `x`, a multiple of 16, on; those behind the right edge
  /// are dropped.
  @inline(__always)
  mutating func write<Packing: PixelPacking>(
    _ packed: Packing.Packed,
    _ packing: Packing.Type,
    x: Int,
    y: Int
  ) {
    if x &+ blockWidth <= size.width {
      store(packed, at: y &* strideBytes &+ x &* Packing.bytesPerPixel)
    } else {
      writePart(packed, packing, x: x, y: y)
    }
  }

  /// Writes the same sixteen pixels into each of `blocks`, all of which are whole.
  @inline(__always)
  mutating func fill<Packing: PixelPacking>(
    _ packed: Packing.Packed,
    _ packing: Packing.Type,
    blocks: Range<Int>,
    y: Int
  ) {
    let step = blockWidth &* Packing.bytesPerPixel
    var offset = y &* strideBytes &+ blocks.lowerBound &* step
    for _ in 0..<blocks.count {
      store(packed, at: offset)
      offset &+= step
    }
  }

  /// Kept out of line: taking pixels one by one makes the compiler take the vectors apart early.
  @inline(never)
  private mutating func writePart<Packing: PixelPacking>(
    _ packed: Packing.Packed,
    _ packing: Packing.Type,
    x: Int,
    y: Int
  ) {
    for lane in 0..<max(0, size.width - x) {
      let offset = y * strideBytes + (x + lane) * Packing.bytesPerPixel
      store(Packing.pixel(packed, lane), at: offset)
    }
  }
}
