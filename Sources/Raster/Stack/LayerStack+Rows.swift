// SPDX-License-Identifier: Apache-2.0
import Geometry

extension LayerStack {
  /// Rows that are painted before the next layer's turn, so that addresses stay close together
  /// and lending a layer out costs little a row.
  private static let bandHeight = 32

  /// Blocks of a row up to which asking what a layer does to each row takes longer than composing them.
  private static let narrowRun = 4

  /// Composes and writes every pixel of `rect`; 64-byte lines that it touches are written whole.
  mutating func paint<Packing: PixelPacking>(
    _ rect: PixelRect,
    into canvas: inout Canvas,
    as packing: Packing
  ) {
    let rect = rect.intersection(window)
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
        let end = stripeEnd(from: block, to: blocks.upperBound)
        paint(block..<end, rows: rows, of: block, into: &canvas, with: brush)
        writeRuns(of: block, into: &canvas, with: brush)
        block = end
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

  /// Composes and writes the blocks that are marked, each once.
  mutating func paintMarked<Packing: PixelPacking>(
    into canvas: inout Canvas,
    with brush: LayerBrush<Packing>
  ) {
    let rows = changed.rows
    guard !rows.isEmpty else { return }
    let all = 0..<(brush.size.width &+ blockWidth &- 1) / blockWidth
    var top = rows.lowerBound
    while top < rows.upperBound {
      let band = top..<min(rows.upperBound, top + Self.bandHeight)
      collectLayers(rows: band, blocks: all)
      var block = 0
      while block < all.upperBound {
        let end = stripeEnd(from: block, to: all.upperBound)
        if changed.isMarked(blocks: block..<end, rows: band) {
          paintMarked(stripe: block..<end, rows: band, into: &canvas, with: brush)
        }
        block = end
      }
      top = band.upperBound
    }
    changed.removeAll()
  }

  /// Composes and writes what is marked of a stripe, in runs whose rows are marked alike.
  private mutating func paintMarked<Packing: PixelPacking>(
    stripe: Range<Int>,
    rows: Range<Int>,
    into canvas: inout Canvas,
    with brush: LayerBrush<Packing>
  ) {
    var y = rows.lowerBound
    while y < rows.upperBound {
      var run = changed.run(row: y, from: stripe.lowerBound).clamped(to: stripe)
      let first = y
      y &+= 1
      guard !run.isEmpty else { continue }
      while y < rows.upperBound, changed.isAlike(first, y, blocks: stripe) { y &+= 1 }
      while !run.isEmpty {
        paint(run, rows: first..<y, of: stripe.lowerBound, into: &canvas, with: brush)
        run = changed.run(row: first, from: run.upperBound).clamped(to: stripe)
      }
    }
    writeRuns(of: stripe.lowerBound, into: &canvas, with: brush)
  }

  /// The end of the blocks from `block` on that meet the same layers: a stripe.
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

  // MARK: - Layers over each other

  /// Paints blocks of the stripe that begins at `stripe`, or adds them to those that are composed together.
  private mutating func paint<Packing: PixelPacking>(
    _ blocks: Range<Int>,
    rows: Range<Int>,
    of stripe: Int,
    into canvas: inout Canvas,
    with brush: LayerBrush<Packing>
  ) {
    var first = blocks.lowerBound
    while first < blocks.upperBound {
      let end = evenEnd(from: first, to: blocks.upperBound, of: stripe)
      paintEven(first..<end, rows: rows, of: stripe, into: &canvas, with: brush)
      first = end
    }
  }

  /// The end of the blocks from `block` on in which each plate has ink, or none.
  private mutating func evenEnd(from block: Int, to end: Int, of stripe: Int) -> Int {
    var evenEnd = end
    for index in scratch.indices {
      let piece = scratch[index]
      guard piece.meets(stripe), case .plate(let plate) = piece.entry else {
        continue
      }
      evenEnd = self.evenEnd(of: plate, from: block, to: evenEnd)
    }
    return evenEnd
  }

  private mutating func paintEven<Packing: PixelPacking>(
    _ blocks: Range<Int>,
    rows: Range<Int>,
    of stripe: Int,
    into canvas: inout Canvas,
    with brush: LayerBrush<Packing>
  ) {
    var y = rows.lowerBound
    while y < rows.upperBound {
      let rest = y..<rows.upperBound
      if let ground = ground(blocks, rows: rest, of: stripe),
        paint(over: ground, blocks: blocks, rows: y..<ground.end, into: &canvas, with: brush)
      {
        y = ground.end
        continue
      }
      var end = kinEnd(row: y, of: rest, in: stripe, areAlike: true)
      var kinship = BlockRuns.Kinship.alike
      if end == y &+ 1 {
        end = kinEnd(row: y, of: rest, in: stripe, areAlike: false)
        kinship = .similar
      }
      if end == y &+ 1, blocks.count <= Self.narrowRun {
        end = rest.upperBound
        kinship = .none
      }
      if kinship != .alike { end = min(end, y &+ runs.capacity(rowsOf: blocks.count)) }
      if !runs.hasRoom(for: blocks, rows: y..<end, kinship: kinship) {
        writeRuns(of: stripe, into: &canvas, with: brush)
      }
      runs.add(blocks: blocks, rows: y..<end, kinship: kinship, tone: brush.under)
      y = end
    }
  }

  /// Rows in which a layer at most lies over one tone.
  private struct Ground {
    var tone: Tone
    var top: LayerEntry?
    /// The first row behind them.
    var end: Int
  }

  /// The tone beneath the topmost layer in the first of `rows`, if there is one tone: that of the background or of
  /// plates.
  private mutating func ground(
    _ blocks: Range<Int>,
    rows: Range<Int>,
    of stripe: Int
  ) -> Ground? {
    let y = rows.lowerBound
    var ground = Ground(tone: background, top: nil, end: rows.upperBound)
    for index in scratch.indices {
      let piece = scratch[index]
      guard piece.meets(stripe), y < piece.rows.upperBound else { continue }
      guard y >= piece.rows.lowerBound else {
        ground.end = min(ground.end, piece.rows.lowerBound)
        continue
      }
      ground.end = min(ground.end, piece.rows.upperBound)
      if let beneath = ground.top {
        guard case .plate(let plate) = beneath,
          let cover = cover(of: plate, blocks: blocks, rows: y..<ground.end)
        else { return nil }
        ground.tone = cover.solid.over(ground.tone)
        ground.end = min(ground.end, cover.end)
      }
      ground.top = piece.entry
    }
    return ground
  }

  // Out of line, as in `LayerStack+Kinds.swift`.

  @inline(never)
  private mutating func evenEnd(of plate: Int, from block: Int, to end: Int) -> Int {
    plates.layers[plate].evenEnd(from: block, to: end)
  }

  /// The paint of a plate over blocks that it covers in one tone, and the first of `rows` in which it does not; nil if
  /// that is the first of all.
  @inline(never)
  private mutating func cover(
    of plate: Int,
    blocks: Range<Int>,
    rows: Range<Int>
  ) -> (solid: SolidCover, end: Int)? {
    guard let end = plates.layers[plate].solidEnd(rows: rows, blocks: blocks) else { return nil }
    return (plates.layers[plate].solid, end)
  }

  /// Paints a layer over one tone; returns false if its kind is composed.
  private mutating func paint<Packing: PixelPacking>(
    over ground: Ground,
    blocks: Range<Int>,
    rows: Range<Int>,
    into canvas: inout Canvas,
    with brush: LayerBrush<Packing>
  ) -> Bool {
    guard let top = ground.top else {
      brush.fill(ground.tone, blocks: blocks, rows: rows, into: &canvas)
      return true
    }
    let tone = LayerBrush(packing: brush.packing, under: ground.tone, size: brush.size)
    return paint(top, blocks: blocks, rows: rows, into: &canvas, with: tone)
  }

  /// The first of `rows` behind their first one that is not alike, or not similar, in a layer of a stripe.
  private mutating func kinEnd(
    row y: Int,
    of rows: Range<Int>,
    in stripe: Int,
    areAlike: Bool
  ) -> Int {
    // Plates last: they look through their rows, and most others answer at once.
    let end = kinEnd(row: y, of: rows, in: stripe, areAlike: areAlike, arePlates: false)
    guard end > y &+ 1 else { return end }
    return kinEnd(row: y, of: y..<end, in: stripe, areAlike: areAlike, arePlates: true)
  }

  private mutating func kinEnd(
    row y: Int,
    of rows: Range<Int>,
    in stripe: Int,
    areAlike: Bool,
    arePlates: Bool
  ) -> Int {
    var end = rows.upperBound
    for index in scratch.indices {
      let piece = scratch[index]
      guard piece.isPlate == arePlates, piece.meets(stripe), y < piece.rows.upperBound
      else { continue }
      if y < piece.rows.lowerBound {
        end = min(end, piece.rows.lowerBound)
      } else {
        let kin =
          areAlike ? alikeEnd(piece.entry, row: y) : similarEnd(piece.entry, row: y)
        end = min(end, kin, piece.rows.upperBound)
      }
      if end <= y &+ 1 { return y &+ 1 }
    }
    return end
  }

  /// Composes the runs that have been added with the layers of their stripe, and writes them.
  private mutating func writeRuns<Packing: PixelPacking>(
    of stripe: Int,
    into canvas: inout Canvas,
    with brush: LayerBrush<Packing>
  ) {
    guard !runs.isEmpty else { return }
    for index in scratch.indices where scratch[index].meets(stripe) {
      compose(scratch[index].entry)
    }
    runs.write(into: &canvas, with: brush)
    runs.removeAll()
  }
}
