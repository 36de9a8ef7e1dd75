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
  /// The bytes of `block` in row `y` of the buffer, at a column that is a multiple of 16.
  func pack(_ block: PlanarBlock, row y: Int) -> Packed
  /// The pixel in `lane` of `packed`.
  static func pixel(_ packed: Packed, _ lane: Int) -> Pixel
}

/// `DRM_FORMAT_XRGB8888`, little endian: blue, green, red, 0.
struct XRGB8888Packing: PixelPacking {
  static var bytesPerPixel: Int { 4 }
  static var blocksPerLine: Int { 1 }

  @inline(__always)
  func pack(_ block: PlanarBlock, row y: Int) -> SIMD16<UInt32> {
    // Written so, it becomes two interleavings a half; `evenHalf` is sometimes taken apart.
    widened(block.blue | (block.green &<< 8)) | (widened(block.red) &<< 16)
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
  func pack(_ block: PlanarBlock, row y: Int) -> SIMD16<UInt16> {
    let threshold = thresholds[y & 7]
    let red = quotient255(block.red &* 31 &+ threshold)
    let green = quotient255(block.green &* 63 &+ threshold)
    let blue = quotient255(block.blue &* 31 &+ threshold)
    return (red &<< 11) | (green &<< 5) | blue
  }

  @inline(__always)
  static func pixel(_ packed: SIMD16<UInt16>, _ lane: Int) -> UInt16 { packed[lane] }

  /// `value / 255`, rounded down; exact below 65535.
  @inline(__always)
  private func quotient255(_ value: Lanes) -> Lanes {
    (value &+ 1 &+ (value &>> 8)) &>> 8
  }

  /// For each row modulo 8 the thresholds 2 … 254 of the columns modulo 8, twice.
  private let thresholds: InlineArray<8, Lanes>

  init() {
    thresholds = InlineArray { row in
      var lanes = Lanes()
      for lane in 0..<16 {
        // Bayer's recursion, bit by bit: the finest bits of both coordinates weigh most.
        var rank = 0
        for bit in 0..<3 {
          let x = (lane >> bit) & 1
          let y = (row >> bit) & 1
          rank = (rank << 2) | ((x ^ y) << 1) | y
        }
        lanes[lane] = UInt16(4 * rank + 2)
      }
      return lanes
    }
  }
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
