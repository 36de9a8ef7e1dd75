// SPDX-License-Identifier: Apache-2.0
import Geometry

/// Packs sixteen composed pixels into bytes of a buffer.
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
  /// The bytes of pixels of three channels, 0 … 255, in row `y` of the buffer.
  func pack(red: CoverageLanes, green: CoverageLanes, blue: CoverageLanes, row y: Int) -> Packed
  /// The pixel in `lane` of `packed`.
  static func pixel(_ packed: Packed, lane: Int) -> Pixel
  /// Writes the pixels of one tone into whole blocks of memory that the caller has checked.
  ///
  /// - Parameters:
  ///   - memory: Start of the first block of the first row.
  ///   - packed: Sixteen pixels of the tone in these rows.
  ///   - area: The part of the memory to fill.
  static func fill(_ memory: UnsafeMutableRawPointer, packed: Packed, in area: FillArea)

  // MARK: Edges over rows

  /// Eight pairs of packed pixels: the same bytes as ``Packed``.
  associatedtype Pairs: SIMD, BitwiseCopyable, Sendable where Pairs.Scalar: FixedWidthInteger
  /// Number of rows after which a tone's pixels are the same again; a power of two.
  static var period: Int { get }
  /// Sixteen pixels of `tone` in row `y`.
  func pairs(_ tone: Tone, row y: Int) -> Pairs
  /// One packed pixel a lane, each in a column and a row of its own.
  func pack(_ sums: PlanarSums, columns: Lanes, rows: Lanes) -> SIMD16<UInt32>
  /// Pixels of an even and of the next or last odd column, as one number a lane.
  static func paired(even: SIMD16<UInt32>, odd: SIMD16<UInt32>) -> SIMD16<UInt64>
  /// The masks of ``EdgePattern``, by ``EdgePattern/index(_:)``.
  static var patterns: [EdgePattern<Pairs>] { get }
}

extension PixelPacking {
  @inline(__always)
  static func fill(_ memory: UnsafeMutableRawPointer, packed: Packed, in area: FillArea) {
    unsafe fillBlocks(memory, packed: packed, in: area)
  }

  /// Writes the sixteen pixels again and again.
  @inline(__always)
  static func fillBlocks(_ memory: UnsafeMutableRawPointer, packed: Packed, in area: FillArea) {
    for row in 0..<area.rowCount {
      var offset = row &* area.strideBytes
      let end = offset &+ area.byteCount
      while offset < end {
        unsafe memory.storeBytes(of: packed, toByteOffset: offset, as: Packed.self)
        offset &+= blockWidth &* bytesPerPixel
      }
    }
  }

  @inline(__always)
  func pack(red: CoverageLanes, green: CoverageLanes, blue: CoverageLanes, row y: Int) -> Packed {
    pack(PlanarBlock(red: widened(red), green: widened(green), blue: widened(blue)), row: y)
  }

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

extension PixelPacking {
  /// `pixels` with `difference` made behind an edge and `pair` put where it is partly covered.
  @inline(__always)
  static func crossed(
    _ pixels: Pairs,
    difference: Pairs,
    pair: UInt64,
    pattern: EdgePattern<Pairs>
  ) -> Pairs {
    // The two masks have no pixel in common.
    pixels ^ (difference & pattern.behind) ^ ((pixels ^ repeated(pair)) & pattern.partial)
  }

  /// The same with two edges, which may share pixels; then both pairs agree on what these look like.
  @inline(__always)
  static func crossed(
    _ pixels: Pairs,
    first: (difference: Pairs, pair: UInt64, pattern: EdgePattern<Pairs>),
    second: (difference: Pairs, pair: UInt64, pattern: EdgePattern<Pairs>)
  ) -> Pairs {
    var crossed =
      pixels ^ (first.difference & first.pattern.behind)
      ^ (second.difference & second.pattern.behind)
    crossed ^= (crossed ^ repeated(first.pair)) & first.pattern.partial
    return crossed ^ ((crossed ^ repeated(second.pair)) & second.pattern.partial)
  }

  @inline(__always)
  private static func repeated(_ pair: UInt64) -> Pairs {
    Pairs(repeating: Pairs.Scalar(truncatingIfNeeded: pair))
  }
}
