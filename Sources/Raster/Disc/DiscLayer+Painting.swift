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

  /// Tells if `past` differs in nothing but the radius, so that the rims are all that changes.
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

  /// Marks, row by row, what one of the discs reaches and not both cover alike.
  mutating func mark(since past: State, buffer: Int, in changed: inout ChangedBlocks) {
    let (before, now) = (DiscRows(past), DiscRows(state))
    let isRing = isRing(since: past)
    let extent = before.bounds.union(now.bounds)
    for y in extent.top..<max(extent.top, extent.bottom) {
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
      changed.mark(columns: whole.lowerBound..<kept.lowerBound, row: y)
      changed.mark(columns: kept.upperBound..<whole.upperBound, row: y)
    }
  }

  /// Puts the layer over blocks that are being composed.
  mutating func compose(over runs: inout BlockRuns) {
    let extent = bounds
    runs.compose(DiscView(self), within: extent)
  }
}

extension DiscView {
  @inline(__always)
  func parts(row y: Int) -> RowParts {
    let hasLabel = y >= labelRect.top && y < labelRect.bottom && !labelRect.isEmpty
    return RowParts(
      touched: rows.touched(row: y).blocks,
      solid: rows.covered(row: y).wholeBlocks,
      inked: hasLabel ? (labelRect.left..<labelRect.right).blocks : 0..<0
    )
  }
}
