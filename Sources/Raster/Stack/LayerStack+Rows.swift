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
    var runEnd = end
    var count = 0
    var only: Piece?
    for piece in scratch {
      if piece.first > block {
        runEnd = min(runEnd, piece.first)
      } else if piece.end > block {
        runEnd = min(runEnd, piece.end)
        count += 1
        only = piece
      }
    }
    let blocks = block..<runEnd
    if count == 0 {
      brush.fill(blocks: blocks, rows: rows, into: &canvas)
    } else if count == 1, let only,
      paint(only.entry, blocks: blocks, rows: only.rows, into: &canvas, brush)
    {
      brush.fill(blocks: blocks, rows: rows.lowerBound..<only.rows.lowerBound, into: &canvas)
      brush.fill(blocks: blocks, rows: only.rows.upperBound..<rows.upperBound, into: &canvas)
    } else {
      for y in rows { add(blocks: blocks, row: y, into: &canvas, brush) }
      writeRuns(into: &canvas, brush)
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
      for y in band {
        var run = changed.run(row: y, from: 0)
        while !run.isEmpty {
          add(blocks: run, row: y, into: &canvas, brush)
          run = changed.run(row: y, from: run.upperBound)
        }
      }
      writeRuns(into: &canvas, brush)
      top = band.upperBound
    }
    changed.removeAll()
  }

  /// Adds a run to those that are composed together.
  @inline(__always)
  private mutating func add<Packing: PixelPacking>(
    blocks: Range<Int>,
    row y: Int,
    into canvas: inout Canvas,
    _ brush: LayerBrush<Packing>
  ) {
    if !runs.hasRoom(for: blocks.count) { writeRuns(into: &canvas, brush) }
    runs.add(blocks: blocks, row: y, tone: brush.under)
  }

  /// Composes the runs that have been added with the layers that have been collected, and writes them.
  private mutating func writeRuns<Packing: PixelPacking>(
    into canvas: inout Canvas,
    _ brush: LayerBrush<Packing>
  ) {
    for index in scratch.indices { compose(scratch[index].entry) }
    runs.write(into: &canvas, brush)
    runs.removeAll()
  }
}
