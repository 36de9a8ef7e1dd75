// SPDX-License-Identifier: Apache-2.0
import Geometry

/// A ``TraceLayer`` lent out for painting: reading it counts no references.
struct TraceView: LayerView, ~Escapable {
  let rect: PixelRect
  let firstBlock: Int
  let blocksPerRow: Int
  let isTurned: Bool
  let isFlipped: Bool
  let opacity: UInt16
  /// Where the line may be filled below, in buffer pixels across its columns.
  let fillRows: Range<Int>
  let lanes: Span<CoverageLanes>
  let lineSpans: Span<TraceCoverage.Span>
  let fills: Span<TraceFill>
  let fillSpans: Span<TraceCoverage.Span>
  let plainSpans: Span<TraceCoverage.Span>
  let spans: Span<TraceCoverage.Span>
  let colors: Span<PlanarBlock>
  let alphas: Span<Lanes>

  @_lifetime(borrow layer)
  init(_ layer: borrowing TraceLayer) {
    rect = layer.coverage.rect
    firstBlock = layer.coverage.firstBlock
    blocksPerRow = layer.coverage.blocksPerRow
    isTurned = layer.coverage.isTurned
    isFlipped = layer.coverage.isFlipped
    opacity = layer.state.opacity
    fillRows = layer.coverage.fillRows?.range ?? 0..<0
    lanes = layer.coverage.lanes.span
    lineSpans = layer.coverage.lineSpans.span
    fills = layer.coverage.fills.span
    fillSpans = layer.coverage.fillSpans.span
    plainSpans = layer.coverage.plainSpans.span
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
    guard opacity > 0, line >= 0, row < rect.bottom, place >= 0, place < blocksPerRow else {
      return under
    }
    // The unit, and which of its rows the block has.
    let unit = isTurned ? line : place
    let first = isTurned ? block &* blockWidth &- rect.left : line
    let count = isTurned ? blockWidth : 1
    guard Self.overlaps(spans[unit], first, count) else { return under }
    var result = under
    if !fills.isEmpty, Self.overlaps(fillSpans[unit], first, count) {
      let weight =
        isTurned
        ? fills[unit >> 4]
          .weights(lane: unit & 15, rows: first, in: fillRows, isFlipped: isFlipped)
        : fills[unit].weights(row: line, isFlipped: isFlipped)
      blend(weight, unit, into: &result)
    }
    if Self.overlaps(lineSpans[unit], first, count) {
      blend(weights(lanes[line &* blocksPerRow &+ place]), unit, into: &result)
    }
    return result.faded(opacity, over: under)
  }

  /// Whether any of `count` rows lies in a span.
  @inline(__always)
  private static func overlaps(_ span: TraceCoverage.Span, _ first: Int, _ count: Int) -> Bool {
    first < Int(span.end) && first &+ count > Int(span.low)
  }

  @inline(__always)
  private func blend(_ weight: Lanes, _ column: Int, into block: inout PlanarBlock) {
    var weight = weight
    if isZero(weight) { return }
    if !alphas.isEmpty {
      // 256 times 256 does not fit, and is the only product of two numbers that both have that bit.
      let alpha = alphas[column]
      weight = ((weight &* alpha &+ 128) &>> 8) | (weight & alpha & 256)
    }
    block.blend(colors[column], weight: weight)
  }
}
