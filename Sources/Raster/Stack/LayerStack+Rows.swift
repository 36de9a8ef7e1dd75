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
    var blocks = block..<runEnd
    if count > 1, let ground = ground(rows: rows, blocks: blocks) {
      guard ground.blocks.lowerBound == block else {
        blocks = block..<ground.blocks.lowerBound
        for y in rows { paintStack(blocks: blocks, row: y, into: &canvas, brush) }
        return blocks.upperBound
      }
      paint(over: ground, rows: rows, into: &canvas, brush)
      return ground.blocks.upperBound
    }
    if count == 0 {
      brush.fill(blocks: blocks, rows: rows, into: &canvas)
    } else if count == 1, let only {
      brush.fill(blocks: blocks, rows: rows.lowerBound..<only.rows.lowerBound, into: &canvas)
      paint(only.entry, blocks: blocks, rows: only.rows, into: &canvas, brush)
      brush.fill(blocks: blocks, rows: only.rows.upperBound..<rows.upperBound, into: &canvas)
    } else {
      for y in rows { paintStack(blocks: blocks, row: y, into: &canvas, brush) }
    }
    return runEnd
  }

  // MARK: - Plates

  /// A plate that hides what lies beneath it, and what lies over it.
  private struct Ground {
    let plate: Int
    let blocks: Range<Int>
    /// The layer over it; nil for none.
    let only: LayerEntry?
  }

  /// The topmost plate that hides some of `blocks` as a whole, with at most one layer over it.
  private func ground(rows: Range<Int>, blocks: Range<Int>) -> Ground? {
    var only: LayerEntry?
    var index = scratch.count
    while index > 0 {
      index -= 1
      let piece = scratch[index]
      guard piece.first <= blocks.lowerBound, piece.end > blocks.lowerBound else { continue }
      if case .plate(let plate) = piece.entry {
        let covered = plates.layers[plate].coveredBlocks(rows: rows, size: transform.bufferSize)
          .clamped(to: blocks)
        if !covered.isEmpty { return Ground(plate: plate, blocks: covered, only: only) }
      }
      if only != nil { return nil }
      only = piece.entry
    }
    return nil
  }

  /// Paints what lies over a plate: the layer over it as over a background, where the plate has no ink.
  private mutating func paint<Packing: PixelPacking>(
    over ground: Ground,
    rows: Range<Int>,
    into canvas: inout Canvas,
    _ brush: LayerBrush<Packing>
  ) {
    let tone = LayerBrush(
      packing: brush.packing,
      under: Tone(plates.layers[ground.plate].fill),
      size: brush.size
    )
    var y = rows.lowerBound
    while y < rows.upperBound {
      let isPlain = plates.layers[ground.plate].isPlain(row: y, blocks: ground.blocks)
      var end = y + 1
      while end < rows.upperBound,
        plates.layers[ground.plate].isPlain(row: end, blocks: ground.blocks) == isPlain
      { end += 1 }
      if isPlain {
        paint(over: tone, ground.only, blocks: ground.blocks, rows: y..<end, into: &canvas)
      } else {
        paintInked(ground, rows: y..<end, into: &canvas, brush, tone)
      }
      y = end
    }
  }

  private mutating func paint<Packing: PixelPacking>(
    over tone: LayerBrush<Packing>,
    _ only: LayerEntry?,
    blocks: Range<Int>,
    rows: Range<Int>,
    into canvas: inout Canvas
  ) {
    if let only {
      paint(only, blocks: blocks, rows: rows, into: &canvas, tone)
    } else {
      tone.fill(blocks: blocks, rows: rows, into: &canvas)
    }
  }

  /// Paints rows in which the plate has ink: what lies beside it, as on a panel that is turned, is plain.
  private mutating func paintInked<Packing: PixelPacking>(
    _ ground: Ground,
    rows: Range<Int>,
    into canvas: inout Canvas,
    _ brush: LayerBrush<Packing>,
    _ tone: LayerBrush<Packing>
  ) {
    func isPlain(_ block: Int) -> Bool {
      rows.allSatisfy {
        plates.layers[ground.plate].isPlain(row: $0, blocks: block..<block + 1)
      }
    }
    var block = ground.blocks.lowerBound
    while block < ground.blocks.upperBound {
      let plain = isPlain(block)
      var end = block + 1
      while end < ground.blocks.upperBound, isPlain(end) == plain { end += 1 }
      if plain {
        paint(over: tone, ground.only, blocks: block..<end, rows: rows, into: &canvas)
      } else {
        for y in rows { paintStack(blocks: block..<end, row: y, into: &canvas, brush) }
      }
      block = end
    }
  }

  /// Paints blocks in which several layers lie over each other.
  private mutating func paintStack<Packing: PixelPacking>(
    blocks: Range<Int>,
    row y: Int,
    into canvas: inout Canvas,
    _ brush: LayerBrush<Packing>
  ) {
    let start = blocks.lowerBound
    for block in blocks { strip[block - start] = PlanarBlock(brush.under) }
    for piece in scratch where piece.first <= start && piece.end > start {
      compose(piece.entry, blocks: blocks, row: y)
    }
    for block in blocks {
      let packed = brush.packing.pack(strip[block - start], row: y)
      canvas.write(packed, Packing.self, x: block * blockWidth, y: y)
    }
  }
}
