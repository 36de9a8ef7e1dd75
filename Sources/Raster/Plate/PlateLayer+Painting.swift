// SPDX-License-Identifier: Apache-2.0
import Geometry

extension PlateLayer {
  /// The buffer pixels that the layer may touch as it is.
  var bounds: PixelRect {
    mutating get { extent(of: state) }
  }

  private func extent(of state: State) -> PixelRect {
    guard state.opacity > 0 else { return .empty }
    return rect.union(state.first.rect).union(state.second.rect).union(state.third.rect)
      .union(state.fourth.rect)
  }

  /// The buffer pixels that the layer may touch as it is, or touched in `past`.
  mutating func extent(with past: State) -> PixelRect { extent(of: past).union(extent(of: state)) }

  /// The buffer pixels in which the present state may look different from `past`: everything, or what
  /// the inks that have changed cover and have covered.
  mutating func changes(since past: State) -> PixelRegion {
    guard past.opacity == state.opacity else {
      var region = PixelRegion(extent(of: past))
      region.add(extent(of: state))
      return region
    }
    var region = PixelRegion()
    guard state.opacity > 0 else { return region }
    func add(_ before: PlateInk.State, now: PlateInk.State) {
      guard before != now else { return }
      region.add(before.rect)
      region.add(now.rect)
    }
    add(past.first, now: state.first)
    add(past.second, now: state.second)
    add(past.third, now: state.third)
    add(past.fourth, now: state.fourth)
    return region
  }

  /// Rows without ink are alike.
  mutating func alikeEnd(row y: Int) -> Int {
    guard y >= rect.top, y < rect.bottom else { return y &+ 1 }
    var end = y
    while end < rect.bottom, inkedColumns(row: end).isEmpty { end &+= 1 }
    return max(end, y &+ 1)
  }

  /// The end of the blocks from `block` on that have ink in some row, as it has, or none, as it has none.
  mutating func evenEnd(from block: Int, to end: Int) -> Int {
    let isInked = hasInk(block: block)
    var next = block &+ 1
    while next < end, hasInk(block: next) == isInked { next &+= 1 }
    return next
  }

  /// The plate's paint over blocks without ink.
  var solid: SolidCover {
    mutating get { PlateView(self).solid }
  }

  @inline(__always)
  private func hasInk(block: Int) -> Bool {
    first.hasInk(block: block) || second.hasInk(block: block) || third.hasInk(block: block)
      || fourth.hasInk(block: block)
  }

  /// The columns of a row that may be inked.
  @inline(__always)
  private func inkedColumns(row y: Int) -> Range<Int> {
    first.columns(row: y).joined(second.columns(row: y))
      .joined(third.columns(row: y).joined(fourth.columns(row: y)))
  }

  /// The first of `rows` in which `blocks`, which ``evenEnd(from:to:)`` has parted from others, are not of one
  /// tone, or the one behind them; nil if they are not in the first.
  mutating func solidEnd(rows: Range<Int>, blocks: Range<Int>) -> Int? {
    let (y, bottom) = (rows.lowerBound, min(rows.upperBound, rect.bottom))
    guard state.opacity > 0, (rect.left..<rect.right).wholeBlocks.contains(blocks), y >= rect.top
    else { return nil }
    if y < bottom, !hasInk(block: blocks.lowerBound) { return bottom }
    var end = y
    while end < bottom, !inkedColumns(row: end).blocks.overlaps(blocks) { end &+= 1 }
    return end > y ? end : nil
  }

  /// Puts the layer over blocks that are being composed.
  mutating func compose(over runs: inout BlockRuns) {
    let extent = bounds
    runs.compose(PlateView(self), within: extent)
  }
}

extension PixelRect {
  /// Fills what of a block lies between the rectangle's sides.
  @inline(__always)
  func fill(_ pixels: inout PlanarBlock, tone: Tone, weight: UInt16, block: Int) {
    let first = block &* blockWidth
    var lanes = Lanes(repeating: weight)
    if left > first || right < first &+ blockWidth {
      for lane in 0..<blockWidth where first &+ lane < left || first &+ lane >= right {
        lanes[lane] = 0
      }
    } else if weight == 256 {
      pixels = PlanarBlock(tone)
      return
    }
    pixels.blend(tone, weight: lanes)
  }
}
