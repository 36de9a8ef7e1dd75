// SPDX-License-Identifier: Apache-2.0
import Geometry

/// A ``TraceLayer`` lent out for painting: reading it counts no references.
struct TraceView: LayerView, ~Escapable {
  private let rect: PixelRect
  private let firstBlock: Int
  private let blocksPerRow: Int
  private let isTurned: Bool
  private let opacity: UInt16
  private let lanes: Span<CoverageLanes>
  private let fill: Span<CoverageLanes>
  private let spans: Span<TraceCoverage.Span>
  private let colors: Span<PlanarBlock>
  private let alphas: Span<Lanes>

  @_lifetime(borrow layer)
  init(_ layer: borrowing TraceLayer) {
    rect = layer.coverage.rect
    firstBlock = layer.coverage.firstBlock
    blocksPerRow = layer.coverage.blocksPerRow
    isTurned = layer.coverage.rotation.swapsAxes
    opacity = layer.state.opacity
    lanes = layer.coverage.lanes.span
    fill = layer.coverage.fill.span
    spans = layer.coverage.spans.span
    colors = layer.colors.span
    alphas = layer.alphas.span
  }

  @inline(__always)
  func parts(row y: Int) -> RowParts {
    RowParts(touched: firstBlock..<firstBlock &+ blocksPerRow)
  }

  /// Nothing can be worked out ahead.
  @inline(__always)
  func looks(over under: PlanarBlock) {}

  @inline(__always)
  func compose(over under: PlanarBlock, _ looks: Void, block: Int, row: Int) -> PlanarBlock {
    let (line, place) = (row &- rect.top, block &- firstBlock)
    guard opacity > 0, line >= 0, row < rect.bottom, place >= 0, place < blocksPerRow,
      hasInk(line, place)
    else { return under }
    let index = line &* blocksPerRow &+ place
    let column = isTurned ? line : place
    var result = under
    if !fill.isEmpty { blend(fill[index], column, into: &result) }
    blend(lanes[index], column, into: &result)
    guard opacity < 256 else { return result }
    var faded = under
    faded.blend(result, weight: Lanes(repeating: opacity))
    return faded
  }

  /// Whether a block of a row may have ink.
  @inline(__always)
  private func hasInk(_ line: Int, _ place: Int) -> Bool {
    guard isTurned else {
      let span = spans[place]
      return line >= Int(span.low) && line < Int(span.end)
    }
    let span = spans[line >> 4]
    let left = (firstBlock &+ place) &* blockWidth &- rect.left
    return left < Int(span.end) && left &+ blockWidth > Int(span.low)
  }

  @inline(__always)
  private func blend(_ coverage: CoverageLanes, _ column: Int, into block: inout PlanarBlock) {
    var weight = weights(coverage)
    if isZero(weight) { return }
    if !alphas.isEmpty {
      // 256 times 256 does not fit, and is the only product of two numbers that both have that bit.
      let alpha = alphas[column]
      weight = ((weight &* alpha &+ 128) &>> 8) | (weight & alpha & 256)
    }
    block.blend(colors[column], weight: weight)
  }
}
