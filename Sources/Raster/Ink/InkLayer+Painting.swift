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

  /// Paints the layer alone over the brush's tone.
  mutating func paint<Packing: PixelPacking>(
    blocks: Range<Int>,
    rows: Range<Int>,
    into canvas: inout Canvas,
    _ brush: LayerBrush<Packing>
  ) {
    let view = InkView(self)
    brush.paint(view, (), blocks: blocks, rows: rows, into: &canvas)
  }

  /// Puts the layer over a row of blocks.
  mutating func compose(over strip: inout [PlanarBlock], blocks: Range<Int>, row y: Int) {
    let view = InkView(self)
    guard y >= view.rect.top, y < view.rect.bottom else { return }
    view.compose(over: &strip, blocks: blocks, row: y)
  }
}
