// SPDX-License-Identifier: Apache-2.0
import Geometry

/// A ``DiscLayer`` lent out for painting: reading it counts no references.
struct DiscView: LayerView, ~Escapable {
  let rows: DiscRows
  private let disc: DiscCoverage
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
    disc = DiscCoverage(x: state.x, y: state.y, radius: state.radius)
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

  /// Nothing can be said ahead.
  @inline(__always)
  func looks(over under: PlanarBlock) {}

  @inline(__always)
  var solid: SolidCover { SolidCover(tone: fill, weight: fillWeight, opacity: opacity) }

  @inline(__always)
  func compose(over under: PlanarBlock, with looks: Void, block: Int, row: Int) -> PlanarBlock {
    let cover = disc.weight(block: block, row: row)
    var result = under
    result.blend(fill, weight: weakened(cover, part: fillWeight))
    if labelRect.contains(block: block, row: row) {
      let visible = product(labelWeight(block: block, row: row), cover)
      result.blend(ink, weight: weakened(visible, part: inkWeight))
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
