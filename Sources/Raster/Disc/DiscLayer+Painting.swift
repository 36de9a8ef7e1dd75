// SPDX-License-Identifier: Apache-2.0
import Geometry

extension DiscLayer {
  /// The buffer pixels that the layer may touch as it is.
  var bounds: PixelRect {
    mutating get { DiscRows(state).bounds }
  }

  /// The buffer pixels that the layer may touch as it is, or touched in `past`.
  mutating func extent(with past: State) -> PixelRect {
    DiscRows(past).bounds.union(DiscRows(state).bounds)
  }

  /// Whether `past` differs in nothing but the radius, so that the rims are all that changes.
  private func isRing(since past: State) -> Bool {
    var same = past
    same.radius = state.radius
    return same == state && past.radius >= 1 && state.radius >= 1
  }

  /// The buffer pixels in which the present state may look different from `past`.
  mutating func changes(since past: State) -> PixelRegion {
    let (before, now) = (DiscRows(past), DiscRows(state))
    if isRing(since: past) { return now.ring(to: before) }
    var region = PixelRegion(before.bounds)
    region.add(now.bounds)
    return region
  }

  /// Paints what differs from `past` alone over the brush's tone, row by row.
  mutating func paintChanges<Packing: PixelPacking>(
    since past: State,
    buffer: Int,
    _ scratch: inout RowScratch,
    into canvas: inout Canvas,
    _ brush: LayerBrush<Packing>
  ) {
    let (before, now) = (DiscRows(past), DiscRows(state))
    let isRing = isRing(since: past)
    let extent = before.bounds.union(now.bounds)
    let view = DiscView(self)
    let looks = view.looks(over: PlanarBlock(brush.under))
    for y in brush.rows(extent.top..<max(extent.top, extent.bottom)) {
      let (old, new) = (before.touched(row: y), now.touched(row: y))
      let whole = old.joined(new)
      // What neither disc reaches between both, or what both cover, stays as it is.
      var kept = whole.upperBound..<whole.upperBound
      if isRing {
        let (was, stays) = (before.covered(row: y), now.covered(row: y))
        if was.overlaps(stays) { kept = was.clamped(to: stays) }
      } else if !old.isEmpty, !new.isEmpty, !old.overlaps(new) {
        kept =
          min(old.upperBound, new.upperBound)..<max(old.lowerBound, new.lowerBound)
      }
      let before = brush.blocks(of: whole.lowerBound..<kept.lowerBound)
      let behind = brush.blocks(of: kept.upperBound..<whole.upperBound)
      if !before.isEmpty { view.paint(row: y, looks, blocks: before, into: &canvas, brush) }
      if !behind.isEmpty { view.paint(row: y, looks, blocks: behind, into: &canvas, brush) }
    }
  }

  /// Paints the layer alone over the brush's tone.
  mutating func paint<Packing: PixelPacking>(
    blocks: Range<Int>,
    rows: Range<Int>,
    into canvas: inout Canvas,
    _ brush: LayerBrush<Packing>
  ) {
    let view = DiscView(self)
    let looks = view.looks(over: PlanarBlock(brush.under))
    for y in rows { view.paint(row: y, looks, blocks: blocks, into: &canvas, brush) }
  }

  /// Puts the layer over a row of blocks.
  mutating func compose(over strip: inout [PlanarBlock], blocks: Range<Int>, row y: Int) {
    DiscView(self).compose(over: &strip, blocks: blocks, row: y)
  }
}

extension DiscView {
  /// Paints `blocks` of row `y`: runs of one tone are filled, only the rim and the label composed.
  @inline(__always)
  func paint<Packing: PixelPacking>(
    row y: Int,
    _ looks: PlanarBlock,
    blocks: Range<Int>,
    into canvas: inout Canvas,
    _ brush: LayerBrush<Packing>
  ) {
    let touched = rows.touched(row: y).blocks.clamped(to: blocks)
    let covered = rows.covered(row: y).wholeBlocks.clamped(to: touched)
    let under = brush.packing.pack(brush.under, row: y)
    brush.fill(under, blocks: blocks.lowerBound..<touched.lowerBound, row: y, into: &canvas)
    brush.fill(under, blocks: touched.upperBound..<blocks.upperBound, row: y, into: &canvas)
    let before = touched.lowerBound..<covered.lowerBound
    brush.paint(self, looks, blocks: before, rows: y..<y &+ 1, into: &canvas)
    let behind = covered.upperBound..<touched.upperBound
    brush.paint(self, looks, blocks: behind, rows: y..<y &+ 1, into: &canvas)
    guard !covered.isEmpty else { return }
    let hasLabel = y >= labelRect.top && y < labelRect.bottom && !labelRect.isEmpty
    let inked = hasLabel ? (labelRect.left..<labelRect.right).blocks.clamped(to: covered) : 0..<0
    let solid = brush.packing.pack(looks, row: y)
    guard !inked.isEmpty else {
      brush.fill(solid, blocks: covered, row: y, into: &canvas)
      return
    }
    brush.fill(solid, blocks: covered.lowerBound..<inked.lowerBound, row: y, into: &canvas)
    brush.paint(self, looks, blocks: inked, rows: y..<y &+ 1, into: &canvas)
    brush.fill(solid, blocks: inked.upperBound..<covered.upperBound, row: y, into: &canvas)
  }
}

extension Range<Int> {
  /// The blocks that columns touch.
  @inline(__always)
  fileprivate var blocks: Self {
    isEmpty ? lowerBound >> 4..<lowerBound >> 4 : lowerBound >> 4..<(upperBound &- 1) >> 4 &+ 1
  }

  /// The blocks that columns fill.
  @inline(__always)
  fileprivate var wholeBlocks: Self {
    let first = (lowerBound &+ 15) >> 4
    return first..<Swift.max(first, upperBound >> 4)
  }
}

extension LayerBrush {
  /// Writes the same sixteen pixels into each of `blocks` of row `y`.
  @inline(__always)
  fileprivate func fill(
    _ packed: Packing.Packed,
    blocks: Range<Int>,
    row y: Int,
    into canvas: inout Canvas
  ) {
    let whole = whole(blocks)
    canvas.fill(packed, Packing.self, blocks: whole, rows: y..<y &+ 1)
    for block in whole.upperBound..<max(whole.upperBound, blocks.upperBound) {
      canvas.write(packed, Packing.self, x: block &* blockWidth, y: y)
    }
  }
}
