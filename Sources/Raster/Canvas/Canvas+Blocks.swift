// SPDX-License-Identifier: Apache-2.0
import Geometry

extension Canvas {
  /// Writes the sixteen pixels from column `x`, a multiple of 16, on; those behind the right edge
  /// are dropped.
  @inline(__always)
  mutating func write<Packing: PixelPacking>(
    _ packed: Packing.Packed,
    as packing: Packing.Type,
    x: Int,
    y: Int
  ) {
    if x &+ blockWidth <= size.width {
      store(packed, at: y &* strideBytes &+ x &* Packing.bytesPerPixel)
    } else {
      writePart(packed, as: packing, x: x, y: y)
    }
  }

  /// Writes the sixteen pixels of one tone into each of `blocks`, all of which are whole, in each of
  /// `rows`.
  @inline(__always)
  mutating func fill<Packing: PixelPacking>(
    _ packed: Packing.Packed,
    as packing: Packing.Type,
    blocks: Range<Int>,
    rows: Range<Int>
  ) {
    let step = blockWidth &* Packing.bytesPerPixel
    let row = blocks.lowerBound &* step..<blocks.upperBound &* step
    fill(packed, as: packing, bytes: row, rows: rows)
  }

  /// Kept out of line: taking pixels one by one makes the compiler take the vectors apart early.
  @inline(never)
  private mutating func writePart<Packing: PixelPacking>(
    _ packed: Packing.Packed,
    as packing: Packing.Type,
    x: Int,
    y: Int
  ) {
    for lane in 0..<max(0, size.width - x) {
      let offset = y * strideBytes + (x + lane) * Packing.bytesPerPixel
      store(Packing.pixel(packed, lane: lane), at: offset)
    }
  }
}
