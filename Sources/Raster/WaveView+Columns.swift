// SPDX-License-Identifier: Apache-2.0
import Geometry

extension WaveView {
  /// Paints `rows` of each of `blocks`, crests running along the columns.
  ///
  /// The same pixels as ``compose(over:_:block:row:)`` gives, with everything that does not change
  /// from row to row kept in registers:
  /// ```
  ///   base          nothing reaches these rows
  ///   base↔middle   the higher crest passes
  ///   middle        or, where the crests lie close together, all three mixed
  ///   middle↔front  the front crest passes
  ///   front
  /// ```
  @inline(__always)
  func paint<Packing: PixelPacking>(
    _ looks: Looks,
    blocks: Range<Int>,
    rows: Range<Int>,
    into canvas: inout Canvas,
    _ brush: LayerBrush<Packing>
  ) {
    let hasFigure =
      figure.bounds.top < rows.upperBound && figure.bounds.bottom > rows.lowerBound
    for block in blocks {
      let column = block &- firstBlock
      let meetsFigure =
        hasFigure && block &* blockWidth < figure.bounds.right
        && block &* blockWidth &+ 16 > figure.bounds.left
      guard isPlain, !meetsFigure, column >= 0, column < ranges.count else {
        brush.paint(self, looks, blocks: block..<block &+ 1, rows: rows, into: &canvas)
        continue
      }
      paintColumn(looks, column, rows, into: &canvas, brush)
    }
  }

  private func paintColumn<Packing: PixelPacking>(
    _ looks: Looks,
    _ column: Int,
    _ rows: Range<Int>,
    into canvas: inout Canvas,
    _ brush: LayerBrush<Packing>
  ) {
    let ranges = ranges[column]
    // Borders between the stretches, in rows, in the order of their depth.
    let first = border(Int(ranges.secondLow), rows)
    let last = border(Int(ranges.firstEnd), rows)
    var second = border(Int(ranges.secondEnd), rows)
    var third = border(Int(ranges.firstLow), rows)
    let isClose = ranges.firstLow < ranges.secondEnd
    if isClose { swap(&second, &third) }
    let (start, end) =
      isFlipped ? (rows.upperBound, rows.lowerBound) : (rows.lowerBound, rows.upperBound)
    solid(looks.base, column, stretch(start, first), into: &canvas, brush)
    let higher = either.columns(column)
    let upper = stretch(first, second)
    mix(looks, looks.base, looks.middle, higher, column, upper, into: &canvas, brush)
    if isClose {
      mix(looks, higher, column, stretch(second, third), into: &canvas, brush)
    } else {
      solid(looks.middle, column, stretch(second, third), into: &canvas, brush)
    }
    let crest = front.columns(column)
    let lower = stretch(third, last)
    mix(looks, looks.middle, looks.front, crest, column, lower, into: &canvas, brush)
    solid(looks.front, column, stretch(last, end), into: &canvas, brush)
  }

  /// The border of the row at `depth` on the side where the depth is smaller, within `rows`.
  @inline(__always)
  private func border(_ depth: Int, _ rows: Range<Int>) -> Int {
    let y = isFlipped ? mask.rect.bottom &- depth : mask.rect.top &+ depth
    return min(max(y, rows.lowerBound), rows.upperBound)
  }

  @inline(__always)
  private func stretch(_ from: Int, _ to: Int) -> Range<Int> {
    isFlipped ? min(to, from)..<from : from..<max(from, to)
  }

  /// The depth of row `y`.
  @inline(__always)
  private func depth(_ y: Int) -> SignedLanes {
    SignedLanes(
      repeating: Int16(
        truncatingIfNeeded: isFlipped ? mask.rect.bottom &- 1 &- y : y &- mask.rect.top
      )
    )
  }

  /// Rows of one tone.
  @inline(__always)
  private func solid<Packing: PixelPacking>(
    _ tone: PlanarBlock,
    _ column: Int,
    _ rows: Range<Int>,
    into canvas: inout Canvas,
    _ brush: LayerBrush<Packing>
  ) {
    let block = column &+ firstBlock
    for y in rows {
      let pixels = mask.masked(tone, over: brush.under, block: block, row: y)
      canvas.write(brush.packing.pack(pixels, row: y), Packing.self, x: block &* 16, y: y)
    }
  }

  /// Rows that one crest passes.
  @inline(__always)
  private func mix<Packing: PixelPacking>(
    _ looks: Looks,
    _ above: PlanarBlock,
    _ below: PlanarBlock,
    _ crest: FlatEdge,
    _ column: Int,
    _ rows: Range<Int>,
    into canvas: inout Canvas,
    _ brush: LayerBrush<Packing>
  ) {
    let block = column &+ firstBlock
    for y in rows {
      var pixels = above
      switch mask.kind(block: block, row: y) {
      case .full: pixels.blend(below, weight: crest.coverage(depth(y)))
      case .mixed: pixels = rimmed(looks, over: brush.under, block: block, row: y)
      case .empty: pixels = brush.under
      }
      canvas.write(brush.packing.pack(pixels, row: y), Packing.self, x: block &* 16, y: y)
    }
  }

  /// Rows that both crests pass.
  @inline(__always)
  private func mix<Packing: PixelPacking>(
    _ looks: Looks,
    _ higher: FlatEdge,
    _ column: Int,
    _ rows: Range<Int>,
    into canvas: inout Canvas,
    _ brush: LayerBrush<Packing>
  ) {
    guard !rows.isEmpty else { return }
    let block = column &+ firstBlock
    let crest = front.columns(column)
    for y in rows {
      var pixels = brush.under
      switch mask.kind(block: block, row: y) {
      case .full:
        let depth = depth(y)
        pixels = mixed(
          looks,
          front: crest.coverage(depth),
          either: higher.coverage(depth),
          back: Lanes()
        )
      case .mixed: pixels = rimmed(looks, over: brush.under, block: block, row: y)
      case .empty: break
      }
      canvas.write(brush.packing.pack(pixels, row: y), Packing.self, x: block &* 16, y: y)
    }
  }
}
