// SPDX-License-Identifier: Apache-2.0
import Geometry

extension InkLayer {
  /// The buffer pixels that the layer may touch as it is.
  var bounds: PixelRect {
    mutating get { state.opacity == 0 ? .empty : state.rect }
  }

  /// The buffer pixels that the layer may touch as it is, or touched in `past`.
  mutating func extent(with past: State) -> PixelRect {
    let before = past.opacity == 0 ? PixelRect.empty : past.rect
    return before.union(bounds)
  }

  /// The buffer pixels in which the present state may look different from `past`.
  mutating func changes(since past: State) -> PixelRegion {
    let isSameLook = past.opacity == state.opacity && past.tint == state.tint
    if isSameLook, state.opacity > 0, !isRectangle,
      var region = differences(since: past)
    {
      // A content in between may have lain elsewhere, where now others may lie.
      region.clip(to: past.rect.union(state.rect))
      return region
    }
    var region = PixelRegion()
    if past.opacity > 0 { region.add(past.rect) }
    region.add(bounds)
    return region
  }

  /// A rectangle's rows are alike.
  mutating func alikeEnd(row y: Int) -> Int { isRectangle ? state.rect.bottom : y &+ 1 }

  /// Puts the layer over blocks that are being composed.
  mutating func compose(over runs: inout BlockRuns) {
    let extent = bounds
    runs.compose(InkView(self), within: extent)
  }
}
