// SPDX-License-Identifier: Apache-2.0
import Geometry

/// A ``PlateLayer`` lent out for painting: reading it counts no references.
struct PlateView: LayerView, ~Escapable {
  private let rect: PixelRect
  private let tone: Tone
  private let weight: UInt16
  private let opacity: UInt16
  private let first: PlateInkView
  private let second: PlateInkView
  private let third: PlateInkView
  private let fourth: PlateInkView

  @_lifetime(borrow layer)
  init(_ layer: borrowing PlateLayer) {
    rect = layer.rect
    tone = Tone(layer.fill)
    weight = Raster.weight(of: layer.fill.alpha)
    opacity = layer.state.opacity
    first = PlateInkView(layer.first)
    second = PlateInkView(layer.second)
    third = PlateInkView(layer.third)
    fourth = PlateInkView(layer.fourth)
  }

  @inline(__always)
  func parts(row y: Int) -> RowParts {
    guard opacity > 0 else { return .none }
    let columns = y >= rect.top && y < rect.bottom ? rect.left..<rect.right : 0..<0
    let inked = inkedColumns(row: y)
    return RowParts(
      touched: columns.joined(inked).blocks,
      solid: columns.wholeBlocks,
      inked: inked.blocks
    )
  }

  /// The columns of a row that may be inked.
  @inline(__always)
  private func inkedColumns(row y: Int) -> Range<Int> {
    first.columns(row: y).joined(second.columns(row: y))
      .joined(third.columns(row: y).joined(fourth.columns(row: y)))
  }

  @inline(__always)
  var solid: SolidCover { SolidCover(tone: tone, weight: weight, opacity: opacity) }

  /// Nothing can be worked out ahead.
  @inline(__always)
  func looks(over under: PlanarBlock) {}

  @inline(__always)
  func compose(over under: PlanarBlock, with looks: Void, block: Int, row: Int) -> PlanarBlock {
    guard opacity > 0 else { return under }
    var result = under
    if rect.contains(block: block, row: row) {
      rect.fill(&result, tone: tone, weight: weight, block: block)
    }
    first.blend(into: &result, block: block, row: row)
    second.blend(into: &result, block: block, row: row)
    third.blend(into: &result, block: block, row: row)
    fourth.blend(into: &result, block: block, row: row)
    return result.faded(opacity, over: under)
  }
}
