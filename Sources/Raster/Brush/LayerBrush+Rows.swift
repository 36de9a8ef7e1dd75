// SPDX-License-Identifier: Apache-2.0
import Geometry

// Rows with one edge or two between tones, of which everything but the choice of pixels is ready.
extension LayerBrush {
  /// Paints what has moved in `lanes` of the edge at `place`, the only one there.
  ///
  /// - Parameters:
  ///   - place: 0 for the left edge, 1 for the right one.
  ///   - left: The tone left of it.
  ///   - across: Exclusive or of the pixels on its two sides.
  ///   - rows: The edges and tones.
  ///   - lanes: The rows, out of sixteen.
  ///   - firstRow: The buffer's row of lane 0.
  ///   - canvas: The canvas to paint into.
  func paintEdge(
    _ place: Int,
    left: RowTone,
    across: RowTone,
    rows: borrowing RowsView<Packing>,
    lanes: Range<Int>,
    firstRow: Int,
    into canvas: inout Canvas
  ) {
    let extent = rows.edges[place].extent
    if extent.count <= Packing.blocksPerLine {
      paintLine(
        place,
        left: left,
        across: across,
        rows: rows,
        lanes: lanes,
        blocks: extent,
        firstRow: firstRow,
        into: &canvas
      )
      return
    }
    var lane = lanes.lowerBound
    while lane < lanes.upperBound {
      let blocks = rows.edges[place].blocks(row: lane)
      paintEdge(
        place,
        left: left,
        across: across,
        rows: rows,
        lane: lane,
        blocks: blocks,
        row: firstRow &+ lane,
        into: &canvas
      )
      lane &+= 1
    }
  }

  /// Paints `blocks`, at most one line of memory, in `lanes` of the edge at `place`.
  ///
  /// Edges that move a little or run straight down mostly lie in one line of memory; there is no loop in a row then.
  @inline(__always)
  private func paintLine(
    _ place: Int,
    left: RowTone,
    across: RowTone,
    rows: borrowing RowsView<Packing>,
    lanes: Range<Int>,
    blocks: Range<Int>,
    firstRow: Int,
    into canvas: inout Canvas
  ) {
    guard !blocks.isEmpty else { return }
    let count = Packing.blocksPerLine == 1 ? 1 : blocks.count
    var pixels = rows.pixels(left, row: 0)
    var difference = rows.pixels(across, row: 0)
    let x = blocks.lowerBound &* blockWidth
    var offset = offset(block: blocks.lowerBound, row: firstRow &+ lanes.lowerBound, canvas: canvas)
    var lane = lanes.lowerBound
    while lane < lanes.upperBound {
      if Packing.period > 1 {
        pixels = rows.pixels(left, row: firstRow &+ lane)
        difference = rows.pixels(across, row: firstRow &+ lane)
      }
      let edge = rows.edges[place].edge(row: lane)
      for index in 0..<count {
        let pattern = rows.pattern(edge, x: x &+ index &* blockWidth)
        let crossed = Packing.crossed(
          pixels,
          difference: difference,
          pair: edge.pair,
          pattern: pattern
        )
        canvas.store(crossed, at: offset &+ index &* blockWidth &* Packing.bytesPerPixel)
      }
      offset &+= canvas.strideBytes
      lane &+= 1
    }
  }

  /// Paints what has moved in `lanes` of both edges.
  func paintEdges(
    _ rows: borrowing RowsView<Packing>,
    lanes: Range<Int>,
    firstRow: Int,
    into canvas: inout Canvas
  ) {
    var lane = lanes.lowerBound
    while lane < lanes.upperBound {
      let left = rows.edges[0].blocks(row: lane)
      let right = rows.edges[1].blocks(row: lane)
      let y = firstRow &+ lane
      if right.lowerBound > left.upperBound {
        paintEdge(
          0,
          left: .left,
          across: .acrossLeft,
          rows: rows,
          lane: lane,
          blocks: left,
          row: y,
          into: &canvas
        )
        paintEdge(
          1,
          left: .middle,
          across: .acrossRight,
          rows: rows,
          lane: lane,
          blocks: right,
          row: y,
          into: &canvas
        )
      } else {
        paintBoth(rows, lane: lane, blocks: left.joined(right), row: y, into: &canvas)
      }
      lane &+= 1
    }
  }

  /// Paints `blocks` of row `y`, in which the edge at `place` parts two tones.
  @inline(__always)
  func paintEdge(
    _ place: Int,
    left: RowTone,
    across: RowTone,
    rows: borrowing RowsView<Packing>,
    lane: Int,
    blocks: Range<Int>,
    row y: Int,
    into canvas: inout Canvas
  ) {
    let pixels = rows.pixels(left, row: y)
    let difference = rows.pixels(across, row: y)
    let edge = rows.edges[place].edge(row: lane)
    var offset = offset(block: blocks.lowerBound, row: y, canvas: canvas)
    var x = blocks.lowerBound &* blockWidth
    while x < blocks.upperBound &* blockWidth {
      let pattern = rows.pattern(edge, x: x)
      canvas.store(
        Packing.crossed(pixels, difference: difference, pair: edge.pair, pattern: pattern),
        at: offset
      )
      x &+= blockWidth
      offset &+= blockWidth &* Packing.bytesPerPixel
    }
  }

  /// Paints `blocks` of row `y`, in which both edges part three tones.
  @inline(__always)
  func paintBoth(
    _ rows: borrowing RowsView<Packing>,
    lane: Int,
    blocks: Range<Int>,
    row y: Int,
    into canvas: inout Canvas
  ) {
    let (left, right) = (rows.edges[0].edge(row: lane), rows.edges[1].edge(row: lane))
    let pixels = rows.pixels(.left, row: y)
    let differences = (rows.pixels(.acrossLeft, row: y), rows.pixels(.acrossRight, row: y))
    var offset = offset(block: blocks.lowerBound, row: y, canvas: canvas)
    var x = blocks.lowerBound &* blockWidth
    while x < blocks.upperBound &* blockWidth {
      let crossed = Packing.crossed(
        pixels,
        first: (differences.0, left.pair, rows.pattern(left, x: x)),
        second: (differences.1, right.pair, rows.pattern(right, x: x))
      )
      canvas.store(crossed, at: offset)
      x &+= blockWidth
      offset &+= blockWidth &* Packing.bytesPerPixel
    }
  }
}
