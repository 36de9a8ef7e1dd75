// SPDX-License-Identifier: Apache-2.0
import Geometry

/// A ``DiscLayer`` lent out for painting: reading it counts no references.
struct DiscView: LayerView, ~Escapable {
  let rows: DiscRows
  private let x: Double
  private let y: Double
  private let radius: Float
  /// Mean distance, in pixels, by which the arc over a chord of one pixel falls short of the tangent.
  private let bend: Float
  /// Area of the disc as a part of one with a radius of one pixel, 0 … 256; 256 for larger ones.
  private let part: UInt16
  private let opacity: UInt16
  private let fill: Tone
  private let fillWeight: UInt16
  private let ink: Tone
  private let inkWeight: UInt16
  /// Rectangle of the label in the buffer.
  let labelRect: PixelRect
  private let labelBlocks: Int
  private let labelLanes: Span<CoverageLanes>

  @_lifetime(borrow layer)
  init(_ layer: borrowing DiscLayer) {
    let state = layer.state
    rows = DiscRows(state)
    x = state.x
    y = state.y
    radius = Float(max(state.radius, 1))
    bend = 1 / (24 * radius)
    part = UInt16((min(state.radius, 1) * min(state.radius, 1) * 256).rounded())
    opacity = state.opacity
    fill = Tone(layer.fill)
    fillWeight = weight(of: layer.fill.alpha)
    ink = Tone(layer.labelColor)
    inkWeight = weight(of: layer.labelColor.alpha)
    let left = state.anchorX + layer.labelOffset.x
    let top = state.anchorY + layer.labelOffset.y
    labelRect = PixelRect(
      left: left,
      top: top,
      right: left + layer.label.rect.width,
      bottom: top + layer.label.rect.height
    )
    labelBlocks = layer.label.blocksPerRow
    labelLanes = layer.label.lanes.span
  }

  /// The disc's coverage of a block column and row of the buffer, 0 … 256.
  ///
  /// With s the distance from a pixel's middle to the rim and (a, b), a ≥ b, the tangent's normal,
  /// the tangent leaves of the unit square ½ + s/a while it cuts two opposite sides, which it does for
  /// |s| ≤ (a − b)/2; beyond that it cuts off a corner of ((a + b)/2 − |s|)²/2ab. Along the chord of
  /// length 1/a the arc lies on average 1/(24·r·a²) inside its tangent.
  @inline(__always)
  func coverage(block: Int, row: Int) -> Lanes {
    let rise = FloatLanes(repeating: abs(Float(Double(row) + 0.5 - y)))
    let start = Float(Double(block &* blockWidth) + 0.5 - x)
    let run = magnitude(FloatLanes(repeating: start) + columnNumbers)
    let distance = greater(
      (run * run + rise * rise).squareRoot(),
      FloatLanes(repeating: 1e-6)
    )
    let a = greater(run, rise) / distance
    let b = smaller(run, rise) / distance
    // In the very middle there is no direction, and no rim either.
    let width = greater(a * a, FloatLanes(repeating: 0.5))
    let depth = FloatLanes(repeating: radius) - distance - FloatLanes(repeating: bend) / width
    let far = magnitude(depth)
    let corner = positive((a + b) * 0.5 - far)
    let cut = corner * corner / greater(2 * a * b, FloatLanes(repeating: 1e-9))
    let straight = far / greater(a, FloatLanes(repeating: 0.5))
    let beyond = (0.5 - cut).replacing(with: straight, where: far .<= (a - b) * 0.5)
    let share = 0.5 + beyond.replacing(with: 0 - beyond, where: depth .< 0)
    return weakened(bits(roundedLowBits(share * 256)), part)
  }

  /// Nothing can be said ahead.
  @inline(__always)
  func looks(over under: PlanarBlock) {}

  @inline(__always)
  var solid: SolidCover { SolidCover(tone: fill, weight: fillWeight, opacity: opacity) }

  @inline(__always)
  func compose(over under: PlanarBlock, _ looks: Void, block: Int, row: Int) -> PlanarBlock {
    let cover = coverage(block: block, row: row)
    var result = under
    result.blend(fill, weight: weakened(cover, fillWeight))
    if labelRect.contains(block: block, row: row) {
      let visible = product(labelWeight(block: block, row: row), cover)
      result.blend(ink, weight: weakened(visible, inkWeight))
    }
    return result.faded(opacity, over: under)
  }

  /// The label's ink at a block column and row of the buffer, 0 … 256.
  ///
  /// The disc stands anywhere, so the label's blocks are not the buffer's: a pixel at a time.
  @inline(__always)
  private func labelWeight(block: Int, row: Int) -> Lanes {
    var coverage = CoverageLanes()
    let first = block &* blockWidth &- labelRect.left
    let line = (row &- labelRect.top) &* labelBlocks
    for lane in 0..<blockWidth {
      let column = first &+ lane
      guard column >= 0, column < labelRect.width else { continue }
      coverage[lane] = labelLanes[line &+ column >> 4][column & 15]
    }
    return weights(coverage)
  }
}

/// Two weights 0 … 256 multiplied, rounded to the nearest.
@inline(__always)
private func product(_ one: Lanes, _ other: Lanes) -> Lanes {
  let wide = (widened(one) &* widened(other) &+ 128) &>> 8
  var result = Lanes()
  for lane in 0..<16 { result[lane] = UInt16(truncatingIfNeeded: wide[lane]) }
  return result
}
