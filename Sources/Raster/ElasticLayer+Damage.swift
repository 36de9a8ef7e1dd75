// SPDX-License-Identifier: Apache-2.0
import Geometry

// What asks two states is `mutating` so that a layer is worked on in its place in an array: lending
// it out from a copy would count references to each of its tables.

extension ElasticLayer {
  /// The buffer pixels that the layer may touch as it is.
  var bounds: PixelRect {
    mutating get { bounds(of: state) }
  }

  /// The buffer pixels that the layer may touch in `state` (with its present label).
  mutating func bounds(of state: State) -> PixelRect {
    guard state.opacity > 0 else { return .empty }
    // Edges that bow inward by more than the whole shape come out on the other side.
    let beyond = -state.offset - 2 * Float(min(right - left, bottom - top))
    let reach = Self.reach(max(0, state.offset, beyond))
    let shape = PixelRect(
      left: Int(left.rounded(.down)) - reach,
      top: Int(top.rounded(.down)) - reach,
      right: Int(right.rounded(.up)) + reach,
      bottom: Int(bottom.rounded(.up)) + reach
    )
    return shape.union(label.rect)
  }

  /// The buffer pixels that the layer may touch as it is, or touched in `past`.
  mutating func extent(with past: State) -> PixelRect {
    let both = bounds(of: past).union(bounds)
    return past.version == state.version || both.isEmpty ? both : both.union(labelExtent)
  }

  /// The buffer pixels in which the present state may look different from `past`.
  mutating func changes(since past: State) -> PixelRegion {
    guard past.version == state.version, past.opacity == state.opacity else {
      return PixelRegion(extent(with: past))
    }
    guard past.offset != state.offset, state.opacity > 0 else { return PixelRegion() }
    // Each edge sweeps from its innermost to its outermost middle; the corners stay.
    let outward = Self.reach(max(past.offset, state.offset, 0))
    let inward = Self.reach(max(-past.offset, -state.offset, 0))
    let (x0, x1) = (Int(left.rounded(.down)), Int(right.rounded(.up)))
    let (y0, y1) = (Int(top.rounded(.down)), Int(bottom.rounded(.up)))
    var region = PixelRegion()
    region.add(PixelRect(left: x0, top: y0 - outward, right: x1, bottom: y0 + 1 + inward))
    region.add(PixelRect(left: x0, top: y1 - 1 - inward, right: x1, bottom: y1 + outward))
    region.add(PixelRect(left: x0 - outward, top: y0, right: x0 + 1 + inward, bottom: y1))
    region.add(PixelRect(left: x1 - 1 - inward, top: y0, right: x1 + outward, bottom: y1))
    return region
  }

  /// How many pixels from the rest edge a control point's `offset` can change.
  private static func reach(_ offset: Float) -> Int {
    // The curve's middle is halfway out; one pixel more for rounding and steep pieces' means.
    offset > 0 ? Int((offset * 0.5).rounded(.up)) + 1 : 0
  }
}
