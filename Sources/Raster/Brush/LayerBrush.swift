// SPDX-License-Identifier: Apache-2.0
import Geometry

/// The loops that compose blocks over one tone and write them.
struct LayerBrush<Packing: PixelPacking> {
  let packing: Packing
  /// The tone beneath all layers.
  let under: Tone
  /// Extent of the buffer.
  let size: PixelSize

  /// The blocks on the screen that cover the columns of `rect`, in whole 64-byte lines.
  @inline(__always)
  func blocks(of rect: PixelRect) -> Range<Int> {
    blocks(of: rect.left..<max(rect.left, rect.right))
  }

  /// The blocks on the screen that cover `columns`, in whole 64-byte lines.
  @inline(__always)
  func blocks(of columns: Range<Int>) -> Range<Int> {
    let mask = ~(Packing.blocksPerLine &- 1)
    let first = max(0, blockIndex(ofColumn: columns.lowerBound) & mask)
    let end = min(
      (blockIndex(ofColumn: columns.upperBound &- 1) & mask) &+ Packing.blocksPerLine,
      (size.width &+ blockWidth &- 1) / blockWidth
    )
    return columns.isEmpty ? 0..<0 : first..<max(first, end)
  }

  /// Those of `blocks` that do not stick out of the screen to the right.
  @inline(__always)
  func whole(_ blocks: Range<Int>) -> Range<Int> {
    blocks.lowerBound..<max(blocks.lowerBound, min(blocks.upperBound, size.width >> 4))
  }

  /// The rows of `rows` that are on the screen.
  @inline(__always)
  func rows(_ rows: Range<Int>) -> Range<Int> {
    let first = min(max(0, rows.lowerBound), size.height)
    return first..<max(first, min(rows.upperBound, size.height))
  }

  /// The pixels of the 64-byte lines that `rect` touches.
  func lines(of rect: PixelRect) -> PixelRect {
    guard !rect.isEmpty else { return rect }
    let width = Packing.blocksPerLine * blockWidth
    var lines = rect
    lines.left = rect.left & ~(width - 1)
    lines.right = (rect.right + width - 1) & ~(width - 1)
    return lines
  }

  /// Asks the caches for `block` in each of `rows`, which are on the screen and about to be painted.
  @inline(__always)
  func prefetch(_ block: Int, rows: Range<Int>, in canvas: inout Canvas) {
    canvas.prefetch(bytes: block &* blockWidth &* Packing.bytesPerPixel, rows: rows)
  }

  /// Paints blocks of each of `rows` in one tone; the last block may stick out of the screen.
  @inline(__always)
  func fill(_ tone: Tone, blocks: Range<Int>, rows: Range<Int>, into canvas: inout Canvas) {
    let whole = whole(blocks)
    var next = rows.lowerBound
    while next < rows.upperBound {
      let end = Packing.period == 1 ? rows.upperBound : next &+ 1
      canvas.fill(packing.pack(tone, row: next), as: Packing.self, blocks: whole, rows: next..<end)
      next = end
    }
    for block in whole.upperBound..<max(whole.upperBound, blocks.upperBound) {
      for y in rows {
        canvas.write(packing.pack(tone, row: y), as: Packing.self, x: block &* blockWidth, y: y)
      }
    }
  }

  /// Paints blocks of each of `rows`, in address order.
  @inline(__always)
  func paint<View: LayerView & ~Escapable>(
    _ view: borrowing View,
    with looks: View.Looks,
    blocks: Range<Int>,
    rows: Range<Int>,
    into canvas: inout Canvas
  ) {
    let under = PlanarBlock(under)
    for y in rows {
      for block in blocks {
        let pixels = view.compose(over: under, with: looks, block: block, row: y)
        canvas.write(packing.pack(pixels, row: y), as: Packing.self, x: block &* blockWidth, y: y)
      }
    }
  }
}
