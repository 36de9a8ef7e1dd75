// SPDX-License-Identifier: Apache-2.0
package import Geometry

/// The outline of a rectangle with round corners, at any place and of any size by parts of a pixel.
///
/// A pixel is covered by the part of the line's width that lies within half a pixel of its middle, across the line:
/// exactly as its area where the line is straight.
package struct OutlineLayer: Layer {
  /// The layer's picture, in buffer pixels; two equal states look the same.
  struct State: Equatable {
    /// The outer edges.
    var left = 0.0
    var top = 0.0
    var right = 0.0
    var bottom = 0.0
    /// The radius of the outer edge's corners, at most half of the shorter side.
    var radius = 0.0
    /// The line's width, inward from the outer edges.
    var width = 0.0
    /// 0 invisible … 256 opaque.
    var opacity: UInt16 = 0
    /// Counts changes of the colour.
    var version = 0
  }

  static var unpainted: State { State() }

  private(set) var state = State()
  private(set) var color: Color

  /// A layer that is invisible until it is updated.
  package init(color: Color) { self.color = color }

  /// Replaces the colour.
  package mutating func setColor(_ color: Color) {
    guard color != self.color else { return }
    self.color = color
    state.version += 1
  }

  /// Takes over what is to be shown.
  ///
  /// - Parameters:
  ///   - rect: The outer edges in view pixels; may lie outside the screen.
  ///   - radius: Of the outer edge's corners, in pixels.
  ///   - width: Of the line, in pixels; what is not positive is invisible.
  ///   - opacity: 0 invisible … 1 opaque.
  ///   - transform: The view's transform to the buffer; its scale is not used.
  package mutating func update(
    _ rect: Rect,
    radius: Double,
    width: Double,
    opacity: Double,
    transform: OutputTransform
  ) {
    func limited(_ value: Double) -> Double {
      value.isFinite ? min(max(value, -30_000), 30_000) : 0
    }
    func corner(_ x: Double, _ y: Double) -> Point {
      transform.bufferPosition(ofView: Point(x: limited(x), y: limited(y)))
    }
    let (one, other) = (corner(rect.minX, rect.minY), corner(rect.maxX, rect.maxY))
    state.left = min(one.x, other.x)
    state.top = min(one.y, other.y)
    state.right = max(one.x, other.x)
    state.bottom = max(one.y, other.y)
    let most = min(state.right - state.left, state.bottom - state.top) / 2
    state.radius = min(max(limited(radius), 0), most)
    state.width = max(limited(width), 0)
    state.opacity = state.width > 0 ? opacityWeight(opacity) : 0
  }
}

extension OutlineLayer.State {
  /// The buffer pixels that the outline may touch.
  var bounds: PixelRect {
    guard opacity > 0 else { return .empty }
    return PixelRect(
      left: Int(left.rounded(.down)),
      top: Int(top.rounded(.down)),
      right: Int(right.rounded(.up)),
      bottom: Int(bottom.rounded(.up))
    )
  }

  /// Pixels within the line that it does not touch: the largest such rectangle that is as far from all edges.
  var hollow: PixelRect {
    // A corner of it lies on the arc of the inner edge.
    let inset = width + max(radius - width, 0) * (1 - 0.5.squareRoot())
    return PixelRect(
      left: Int((left + inset).rounded(.up)),
      top: Int((top + inset).rounded(.up)),
      right: Int((right - inset).rounded(.down)),
      bottom: Int((bottom - inset).rounded(.down))
    )
  }

  /// The four sides.
  var sides: PixelRegion {
    let (outer, inner) = (bounds, hollow)
    guard !outer.isEmpty, !inner.isEmpty else { return PixelRegion(outer) }
    var region = PixelRegion()
    region.add(PixelRect(left: outer.left, top: outer.top, right: outer.right, bottom: inner.top))
    region.add(PixelRect(left: outer.left, top: inner.top, right: inner.left, bottom: inner.bottom))
    region.add(
      PixelRect(left: inner.right, top: inner.top, right: outer.right, bottom: inner.bottom)
    )
    region.add(
      PixelRect(left: outer.left, top: inner.bottom, right: outer.right, bottom: outer.bottom)
    )
    return region
  }
}

extension OutlineLayer {
  /// The buffer pixels that the layer may touch as it is.
  var bounds: PixelRect { state.bounds }

  /// The buffer pixels that the layer may touch as it is, or touched in `past`.
  mutating func extent(with past: State) -> PixelRect { past.bounds.union(state.bounds) }

  /// The sides that are, and those that were.
  mutating func changes(since past: State) -> PixelRegion {
    var region = past.sides
    region.add(state.sides)
    return region
  }

  /// Puts the layer over blocks that are being composed.
  mutating func compose(over runs: inout BlockRuns) {
    runs.compose(OutlineView(self), within: state.bounds)
  }
}
