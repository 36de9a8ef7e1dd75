// SPDX-License-Identifier: Apache-2.0
import Geometry

/// The loops that compose blocks over one tone and write them.
struct LayerBrush<Packing: PixelPacking> {
  let packing: Packing
  /// What lies beneath every layer.
  let under: PlanarBlock

  /// The blocks that cover the columns of `rect`, whole 64-byte lines, within a row of `width`.
  func blocks(of rect: PixelRect, width: Int) -> Range<Int> {
    let group = Packing.blocksPerLine
    let first = blockIndex(ofColumn: rect.left) / group * group
    let end = (blockIndex(ofColumn: rect.right - 1) / group + 1) * group
    return first..<max(first, min(end, blockIndex(ofColumn: width - 1) + 1))
  }

  /// Paints blocks of each of `rows` in the tone beneath.
  func fill(blocks: Range<Int>, rows: Range<Int>, into canvas: inout Canvas) {
    for y in rows {
      let packed = packing.pack(under, row: y)
      for block in blocks {
        canvas.write(packed, Packing.self, x: block &* blockWidth, y: y)
      }
    }
  }

  /// Paints blocks of each of `rows`, in address order.
  @inline(__always)
  func paint<View: LayerView & ~Escapable>(
    _ view: borrowing View,
    _ looks: View.Looks,
    blocks: Range<Int>,
    rows: Range<Int>,
    into canvas: inout Canvas
  ) {
    for y in rows {
      for block in blocks {
        let pixels = view.compose(over: under, looks, block: block, row: y)
        canvas.write(packing.pack(pixels, row: y), Packing.self, x: block &* blockWidth, y: y)
      }
    }
  }
}
