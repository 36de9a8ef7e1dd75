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
    let outward = reach(max(0, state.offset, beyond))
    let shape = PixelRect(
      left: Int(left.rounded(.down)) - outward.x,
      top: Int(top.rounded(.down)) - outward.y,
      right: Int(right.rounded(.up)) + outward.x,
      bottom: Int(bottom.rounded(.up)) + outward.y
    )
    return shape.union(label.rect)
  }

  /// The buffer pixels that the layer may touch as it is, or touched in `past`.
  mutating func extent(with past: State) -> PixelRect {
    let both = bounds(of: past).union(bounds)
    return past.hasLooks(of: state) || both.isEmpty ? both : both.union(labelExtent)
  }

  /// The buffer pixels in which the present state may look different from `past`.
  mutating func changes(since past: State) -> PixelRegion {
    guard past.hasLooks(of: state), past.opacity == state.opacity else {
      return PixelRegion(extent(with: past))
    }
    guard past.offset != state.offset, state.opacity > 0 else { return PixelRegion() }
    var region = swept(since: past)
    if !inner.isEmpty { region.add(inner[0].swept(since: past)) }
    return region
  }

  /// The buffer pixels that the edges have swept since they were those of `past`.
  private mutating func swept(since past: State) -> PixelRegion {
    // Each edge sweeps from its innermost to its outermost middle; round corners move with them.
    let outward = reach(max(past.offset, state.offset, 0))
    var inward = reach(max(-past.offset, -state.offset, 0))
    inward.x = max(inward.x, Int(max(past.corner.x, state.corner.x).rounded(.up)))
    inward.y = max(inward.y, Int(max(past.corner.y, state.corner.y).rounded(.up)))
    let (x0, x1) = (Int(left.rounded(.down)), Int(right.rounded(.up)))
    let (y0, y1) = (Int(top.rounded(.down)), Int(bottom.rounded(.up)))
    var region = PixelRegion()
    region.add(PixelRect(left: x0, top: y0 - outward.y, right: x1, bottom: y0 + 1 + inward.y))
    region.add(PixelRect(left: x0, top: y1 - 1 - inward.y, right: x1, bottom: y1 + outward.y))
    region.add(PixelRect(left: x0 - outward.x, top: y0, right: x0 + 1 + inward.x, bottom: y1))
    region.add(PixelRect(left: x1 - 1 - inward.x, top: y0, right: x1 + outward.x, bottom: y1))
    return region
  }

  /// Distance from the rest edges, in pixels, within which a control point's `offset` can change pixels: of the left
  /// and right edge, and of the upper and lower one.
  private mutating func reach(_ offset: Float) -> (x: Int, y: Int) {
    func pixels(_ length: Double) -> Int {
      // The curve's middle is halfway out, and a straight piece as large as the arc over a pixel's
      // width ends that much beyond it; one pixel more for rounding.
      let share = 0.5 + 1 / (3 * max(1, length * length))
      return Int((Double(offset) * share).rounded(.up)) + 1
    }
    let (width, height) = (right - left, bottom - top)
    return offset > 0 ? (pixels(height), pixels(width)) : (0, 0)
  }
}
