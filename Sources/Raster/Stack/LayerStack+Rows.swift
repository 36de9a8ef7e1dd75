// SPDX-License-Identifier: Apache-2.0
import Geometry

extension LayerStack {
  /// Rows that are painted before the next layer's turn, so that addresses stay close together
  /// and lending a layer out costs little a row.
  private static let bandHeight = 32

  /// Composes and writes every pixel of `rect`; 64-byte lines that it touches are written whole.
  mutating func paint<Packing: PixelPacking>(
    _ rect: PixelRect,
    into canvas: inout Canvas,
    _ packing: Packing
  ) {
    let rect = rect.intersection(transform.bufferSize.bounds)
    guard !rect.isEmpty else { return }
    let brush = LayerBrush(
      packing: packing,
      under: background,
      size: transform.bufferSize
    )
    let blocks = brush.blocks(of: rect)
    canvas.streamIfLarge(rect.area * Packing.bytesPerPixel)
    var top = rect.top
    while top < rect.bottom {
      let rows = top..<min(rect.bottom, top + Self.bandHeight)
      collectLayers(rows: rows, blocks: blocks)
      var block = blocks.lowerBound
      while block < blocks.upperBound {
        block = paintRun(from: block, to: blocks.upperBound, rows: rows, into: &canvas, brush)
      }
      top = rows.upperBound
    }
    canvas.settle()
  }

  /// Notes which layers have pixels in a band, in drawing order.
  private mutating func collectLayers(rows: Range<Int>, blocks: Range<Int>) {
    scratch.removeAll(keepingCapacity: true)
    for position in order.indices {
      let bounds = bounds[position]
      guard bounds.top < rows.upperBound, bounds.bottom > rows.lowerBound,
        bounds.left < bounds.right
      else { continue }
      let first = max(blocks.lowerBound, blockIndex(ofColumn: bounds.left))
      let end = min(blocks.upperBound, blockIndex(ofColumn: bounds.right - 1) + 1)
      if first < end {
        let inner = (bounds.top..<bounds.bottom).clamped(to: rows)
        scratch.append(Piece(entry: order[position], first: first, end: end, rows: inner))
      }
    }
  }

  /// Paints blocks that meet the same layers; returns the first one behind them.
  private mutating func paintRun<Packing: PixelPacking>(
    from block: Int,
    to end: Int,
    rows: Range<Int>,
    into canvas: inout Canvas,
    _ brush: LayerBrush<Packing>
  ) -> Int {
    let runEnd = stripeEnd(from: block, to: end)
    var count = 0
    var only: Piece?
    for piece in scratch where piece.first <= block && piece.end > block {
      count += 1
      only = piece
    }
    let blocks = block..<runEnd
    if count == 0 {
      brush.fill(brush.under, blocks: blocks, rows: rows, into: &canvas)
    } else if count == 1, let only,
      paint(only.entry, blocks: blocks, rows: only.rows, into: &canvas, brush)
    {
      brush.fill(brush.under, blocks: blocks, rows: rows.lowerBound..<only.rows.lowerBound, into: &canvas)
      brush.fill(brush.under, blocks: blocks, rows: only.rows.upperBound..<rows.upperBound, into: &canvas)
    } else {
      var y = rows.lowerBound
      while y < rows.upperBound {
        let end = alikeEnd(row: y, of: rows, in: block)
        add(blocks: blocks, rows: y..<end, in: block, into: &canvas, brush)
        y = end
      }
      writeRuns(in: block, into: &canvas, brush)
    }
    return runEnd
  }

  // MARK: - Layers over each other

  /// Composes and writes the blocks that are marked, each once.
  mutating func paintMarked<Packing: PixelPacking>(
    into canvas: inout Canvas,
    _ brush: LayerBrush<Packing>
  ) {
    let rows = changed.rows
    guard !rows.isEmpty else { return }
    let all = 0..<(brush.size.width &+ blockWidth &- 1) / blockWidth
    var top = rows.lowerBound
    while top < rows.upperBound {
      let band = top..<min(rows.upperBound, top + Self.bandHeight)
      collectLayers(rows: band, blocks: all)
      // Stripes of blocks that meet the same layers: those beside them are not asked.
      var block = 0
      while block < all.upperBound {
        let end = stripeEnd(from: block, to: all.upperBound)
        var y =
          changed.isMarked(blocks: block..<end, rows: band) ? band.lowerBound : band.upperBound
        while y < band.upperBound {
          var run = changed.run(row: y, from: block).clamped(to: block..<end)
          let first = y
          y &+= 1
          guard !run.isEmpty else { continue }
          let alike = alikeEnd(row: first, of: band, in: block)
          while y < alike, changed.isAlike(first, y, blocks: block..<end) { y &+= 1 }
          while !run.isEmpty {
            add(blocks: run, rows: first..<y, in: block, into: &canvas, brush)
            run = changed.run(row: first, from: run.upperBound).clamped(to: block..<end)
          }
        }
        writeRuns(in: block, into: &canvas, brush)
        block = end
      }
      top = band.upperBound
    }
    changed.removeAll()
  }

  /// The end of the blocks from `block` on that meet the same layers.
  private func stripeEnd(from block: Int, to end: Int) -> Int {
    var stripeEnd = end
    for piece in scratch {
      if piece.first > block {
        stripeEnd = min(stripeEnd, piece.first)
      } else if piece.end > block {
        stripeEnd = min(stripeEnd, piece.end)
      }
    }
    return stripeEnd
  }

  /// The first of `rows` behind `y` in which a layer that meets `block` may look different.
  private func alikeEnd(row y: Int, of rows: Range<Int>, in block: Int) -> Int {
    var end = rows.upperBound
    for piece in scratch where piece.first <= block && piece.end > block {
      if y < piece.rows.lowerBound {
        end = min(end, piece.rows.lowerBound)
      } else if y < piece.rows.upperBound {
        end = min(end, alikeEnd(piece.entry, row: y))
        end = min(end, max(y &+ 1, piece.rows.upperBound))
      }
      if end == y &+ 1 { return end }
    }
    return end
  }

  /// Adds a run to those that are composed together, all of which meet the layers of `block`.
  @inline(__always)
  private mutating func add<Packing: PixelPacking>(
    blocks: Range<Int>,
    rows: Range<Int>,
    in block: Int,
    into canvas: inout Canvas,
    _ brush: LayerBrush<Packing>
  ) {
    if !runs.hasRoom(for: blocks.count) { writeRuns(in: block, into: &canvas, brush) }
    runs.add(blocks: blocks, rows: rows, tone: brush.under)
  }

  /// Composes the runs that have been added with the layers that have been collected and meet `block`, and
  /// writes them.
  private mutating func writeRuns<Packing: PixelPacking>(
    in block: Int,
    into canvas: inout Canvas,
    _ brush: LayerBrush<Packing>
  ) {
    guard !runs.isEmpty else { return }
    for index in scratch.indices where scratch[index].first <= block && scratch[index].end > block {
      compose(scratch[index].entry)
    }
    runs.write(into: &canvas, brush)
    runs.removeAll()
  }
}
