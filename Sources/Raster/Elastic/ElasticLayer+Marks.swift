// SPDX-License-Identifier: Apache-2.0
import Geometry

extension ElasticLayer {
  /// Between the upper and the lower edge rows are alike while the side edges stand upright, as at rest.
  mutating func alikeEnd(row y: Int) -> Int {
    let low = max(innerRows.low, Int((top + state.corner.y).rounded(.up)))
    let end = min(innerRows.end, Int((bottom - state.corner.y).rounded(.down)))
    guard state.offset == 0, y >= low, y < end, y < label.rect.top || y >= label.rect.bottom else {
      return y &+ 1
    }
    return y < label.rect.top ? min(end, label.rect.top) : end
  }

  /// Marks what lies between the old and the new edges, or all where colours, label or opacity differ.
  mutating func mark(since past: State, buffer: Int, in changed: inout ChangedBlocks) {
    let touched = extent(with: past)
    guard past.hasLooks(of: state), past.opacity == state.opacity else {
      changed.mark(touched)
      return
    }
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
