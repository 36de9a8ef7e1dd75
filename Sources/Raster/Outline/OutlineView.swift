// SPDX-License-Identifier: Apache-2.0
import Geometry

/// An ``OutlineLayer`` lent out for painting.
struct OutlineView: LayerView, ~Escapable {
  private let bounds: PixelRect
  private let hollow: PixelRect
  /// The middle.
  private let x: Double
  private let y: Double
  /// From there to where the corners begin.
  private let straightX: Float
  private let straightY: Float
  /// The radius of the line's middle, which may be negative for a sharp corner of a wide line.
  private let radius: Float
  /// Half of the line's width.
  private let half: Float
  private let tone: Tone
  private let weight: UInt16

  @_lifetime(borrow layer)
  init(_ layer: borrowing OutlineLayer) {
    let state = layer.state
    bounds = state.bounds
    hollow = state.hollow
    x = (state.left + state.right) / 2
    y = (state.top + state.bottom) / 2
    straightX = Float((state.right - state.left) / 2 - state.radius)
    straightY = Float((state.bottom - state.top) / 2 - state.radius)
    half = Float(state.width / 2)
    radius = Float(state.radius - state.width / 2)
    tone = Tone(layer.color)
    weight = weakened(Raster.weight(of: layer.color.alpha), part: state.opacity)
  }

  @inline(__always)
  func parts(row y: Int) -> RowParts {
    guard y >= bounds.top, y < bounds.bottom else { return .none }
    return RowParts(touched: (bounds.left..<bounds.right).blocks)
  }

  /// Nothing can be said ahead.
  @inline(__always)
  func looks(over under: PlanarBlock) {}

  @inline(__always)
  func compose(over under: PlanarBlock, with looks: Void, block: Int, row: Int) -> PlanarBlock {
    let first = block &* blockWidth
    guard row >= bounds.top, row < bounds.bottom else { return under }
    if row >= hollow.top, row < hollow.bottom, first >= hollow.left,
      first &+ blockWidth <= hollow.right
    {
      return under
    }
    var result = under
    result.blend(tone, weight: weakened(coverage(from: first, row: row), part: weight))
    return result
  }

  /// Coverage of sixteen pixels of a row by the line, 0 … 256.
  ///
  /// With p the place of a pixel's middle beyond where the corners begin, |max(p, 0)| + min(max(p.x, p.y), 0) is how
  /// far it is from there, and what that has more than the radius its distance from the line's middle.
  @inline(__always)
  private func coverage(from first: Int, row: Int) -> Lanes {
    let start = FloatLanes(repeating: Float(Double(first) + 0.5 - x))
    let right = magnitude(start + columnNumbers) - FloatLanes(repeating: straightX)
    let down = FloatLanes(repeating: abs(Float(Double(row) + 0.5 - y)) - straightY)
    let (across, along) = (positive(right), positive(down))
    let outside = (across * across + along * along).squareRoot()
    let inside = smaller(greater(right, down), FloatLanes())
    let distance = magnitude(outside + inside - FloatLanes(repeating: radius))
    let share = smaller(
      positive(FloatLanes(repeating: half + 0.5) - distance),
      FloatLanes(repeating: min(2 * half, 1))
    )
    return bits(roundedLowBits(share * 256))
  }
}
