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
  /// True if there is nothing but an opaque line.
  let isPlain: Bool
  /// Number of blocks in a stripe of ``low``, where blocks are view columns.
  let blocksPerStripe: Int
  /// Range of the line's ink in each of sixteen stripes across it.
  let low: SignedLanes
  let end: SignedLanes
  /// Rows in which the line may be filled below, in buffer pixels across its columns.
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
    isPlain = opacity == 256 && layer.alphas.isEmpty && layer.coverage.fills.isEmpty
    blocksPerStripe = layer.stripeWidth >> 4
    (low, end) = (layer.state.low, layer.state.end)
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
    let line = y &- rect.top
    guard line >= 0, y < rect.bottom else { return .none }
    guard isTurned else { return RowParts(touched: inked(row: line)) }
    return RowParts(touched: spans[line].range(from: rect.left, in: rect.left..<rect.right).blocks)
  }

  /// The blocks of the stripes that may have ink in a row.
  @inline(__always)
  private func inked(row line: Int) -> Range<Int> {
    let row = SignedLanes(repeating: Int16(truncatingIfNeeded: line))
    let isInked = (low .<= row) .& (row .< end)
    var (first, last) = (16, -1)
    for stripe in 0..<16 where isInked[stripe] { (first, last) = (min(first, stripe), stripe) }
    guard first <= last else { return firstBlock..<firstBlock }
    let behind = min((last &+ 1) &* blocksPerStripe, blocksPerRow)
    return firstBlock &+ first &* blocksPerStripe..<firstBlock &+ behind
  }

  /// Between its ink in a row a line comes from above or below.
  @inline(__always)
  func touches(block: Int, row y: Int) -> Bool {
    guard !isTurned else { return true }
    let place = block &- firstBlock
    return place >= 0 && place < blocksPerRow
      && Self.overlaps(spans[place], first: y &- rect.top, count: 1)
  }

  /// Nothing can be worked out ahead.
  @inline(__always)
  func looks(over under: PlanarBlock) {}

  @inline(__always)
  func compose(over under: PlanarBlock, with looks: Void, block: Int, row: Int) -> PlanarBlock {
    let (line, place) = (row &- rect.top, block &- firstBlock)
    guard opacity > 0, line >= 0, row < rect.bottom, place >= 0, place < blocksPerRow else {
      return under
    }
    // The unit, and which of its rows the block has.
    let unit = isTurned ? line : place
    let first = isTurned ? block &* blockWidth &- rect.left : line
    let count = isTurned ? blockWidth : 1
    guard Self.overlaps(spans[unit], first: first, count: count) else { return under }
    if isPlain {
      var result = under
      result.blend(colors[unit], weight: weights(lanes[line &* blocksPerRow &+ place]))
      return result
    }
    var weight = Lanes()
    if !fills.isEmpty, Self.overlaps(fillSpans[unit], first: first, count: count) {
      weight =
        isTurned
        ? fills[unit >> 4].row(lane: unit & 15, from: first)
          .weights(in: fillRows, isFlipped: isFlipped)
        : fills[unit].weights(row: line, isFlipped: isFlipped)
      if !alphas.isEmpty { weight = Self.weakened(weight, alphas[unit]) }
    }
    if Self.overlaps(lineSpans[unit], first: first, count: count) {
      var line = weights(lanes[line &* blocksPerRow &+ place])
      if !alphas.isEmpty { line = Self.weakened(line, alphas[unit]) }
      weight = Self.together(weight, line)
    }
    if isZero(weight) { return under }
    var result = under
    result.blend(colors[unit], weight: weight)
    return result.faded(opacity, over: under)
  }

  /// Tells if any of `count` rows lies in a span.
  @inline(__always)
  static func overlaps(_ span: TraceCoverage.Span, first: Int, count: Int) -> Bool {
    first < Int(span.end) && first &+ count > Int(span.low)
  }

  /// Common weight of the line and of the fill below it, at most 64 out of 256: both have one colour.
  @inline(__always)
  static func together(_ fill: Lanes, _ line: Lanes) -> Lanes {
    fill &+ line &- ((fill &* line &+ 128) &>> 8)
  }

  @inline(__always)
  private static func weakened(_ weight: Lanes, _ alpha: Lanes) -> Lanes {
    // 256 times 256 does not fit, and is the only product of two numbers that both have that bit.
    ((weight &* alpha &+ 128) &>> 8) | (weight & alpha & 256)
  }
}
