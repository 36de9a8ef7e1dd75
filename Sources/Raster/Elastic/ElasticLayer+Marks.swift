// SPDX-License-Identifier: Apache-2.0
import Geometry

extension ElasticLayer {
  /// Rows between the upper and the lower edge while the side edges stand upright, as at rest.
  var alikeRows: Range<Int> {
    guard state.offset == 0, !gradesRows else { return 0..<0 }
    let low = max(innerRows.low, Int((top + state.corner.y).rounded(.up)))
    return low..<max(low, min(innerRows.end, Int((bottom - state.corner.y).rounded(.down))))
  }

  /// Such rows are alike but for the label.
  mutating func alikeEnd(row y: Int) -> Int {
    y < label.rect.top || y >= label.rect.bottom ? similarEnd(row: y) : y &+ 1
  }

  /// As ``alikeEnd(row:)``; the label touches the same blocks in all of its rows.
  mutating func similarEnd(row y: Int) -> Int {
    guard alikeRows.contains(y) else { return y &+ 1 }
    let end =
      inner.isEmpty
      ? alikeRows.upperBound : min(alikeRows.upperBound, inner[0].similarEnd(row: y))
    if y < label.rect.top { return min(end, label.rect.top) }
    return y < label.rect.bottom ? min(end, label.rect.bottom) : end
  }

  /// Marks what lies between the old and the new edges, or all where colours, label or opacity differ.
  mutating func mark(since past: State, buffer: Int, in changed: inout ChangedBlocks) {
    let touched = extent(with: past)
    guard past.hasLooks(of: state), past.opacity == state.opacity else {
      changed.mark(touched)
      return
    }
    markEdges(within: touched, buffer: buffer, in: &changed)
    if !inner.isEmpty { inner[0].markEdges(within: touched, buffer: buffer, in: &changed) }
  }

  /// Marks what lies between the edges that `buffer` holds and those of now.
  private mutating func markEdges(
    within touched: PixelRect,
    buffer: Int,
    in changed: inout ChangedBlocks
  ) {
    // The tables may reach further out, where there is nothing of the layer in either state.
    let (columns, rows) = (touched.left..<touched.right, touched.top..<touched.bottom)
    let edges = buffer &* columnRanges.count
    let blocks = columns.blocks.clamped(to: firstBlock..<firstBlock &+ columnRanges.count)
    for block in blocks {
      let now = columnRanges[block &- firstBlock]
      let before = pastColumnRanges[edges &+ block &- firstBlock]
      changed.mark(block: block, rows: now.first(with: before).clamped(to: rows))
      changed.mark(block: block, rows: now.second(with: before).clamped(to: rows))
    }
    let sides = buffer &* rowRanges.count
    for y in (firstRow..<firstRow &+ rowCount).clamped(to: rows) {
      let (group, lane) = ((y &- firstRow) >> 4, (y &- firstRow) & 15)
      let (now, before) = (rowRanges[group][lane], pastRowRanges[sides &+ group][lane])
      changed.mark(columns: now.first(with: before).clamped(to: columns), row: y)
      changed.mark(columns: now.second(with: before).clamped(to: columns), row: y)
    }
  }
}
