// SPDX-License-Identifier: Apache-2.0
import Geometry

extension WaveLayer {
  /// Rows are similar but for the figure.
  func similarEnd(row y: Int) -> Int {
    let ink = FigureView(figureColumns, tiles: figures, figure: figure).bounds
    func next(_ border: Int) -> Int { border > y ? border : .max }
    return min(
      min(next(mask.rect.top), next(mask.rect.bottom)),
      min(next(ink.top), next(ink.bottom))
    )
  }

  /// Marks what lies between the old and the new crests, and digits that differ; all where colours or opacity
  /// differ.
  mutating func mark(since past: State, buffer: Int, in changed: inout ChangedBlocks) {
    guard past.version == state.version, past.opacity == state.opacity else {
      changed.mark(extent(with: past))
      return
    }
    if !past.hasCrests(of: state) {
      if runsAlongColumns {
        markColumns(buffer: buffer, in: &changed)
      } else {
        markRows(buffer: buffer, in: &changed)
      }
    }
    if past.figure != state.figure {
      changed.mark(FigureTiles.difference(figures.figure(past.figure), figure))
    }
  }

  private func markColumns(buffer: Int, in changed: inout ChangedBlocks) {
    let first = buffer &* ranges.count
    for index in ranges.indices {
      let crests = moved(
        ranges[index],
        before: pastRanges[first &+ index],
        group: index,
        first: first
      )
      let block = mask.firstBlock &+ index
      let inked = BlockMaskView(mask).inkRows(block: block)
      changed.mark(block: block, rows: rows(crests.higher, inked: inked))
      changed.mark(block: block, rows: rows(crests.lower, inked: inked))
    }
  }

  private func markRows(buffer: Int, in changed: inout ChangedBlocks) {
    let first = buffer &* rowRanges.count
    let rect = mask.rect
    for y in rect.top..<rect.bottom {
      let (group, lane) = ((y &- rect.top) >> 4, (y &- rect.top) & 15)
      let (now, before) = (rowRanges[group][lane], pastRowRanges[first &+ group][lane])
      let crests = moved(now, before: before, group: group, first: first)
      changed.mark(columns: places(crests.higher, from: rect.left, to: rect.right), row: y)
      changed.mark(columns: places(crests.lower, from: rect.left, to: rect.right), row: y)
    }
  }

  /// The depths between the old and the new crests in the `group`th sixteen steps.
  @inline(__always)
  private func moved(
    _ now: EdgeRanges,
    before: EdgeRanges,
    group: Int,
    first: Int
  ) -> (lower: Range<Int>, higher: Range<Int>) {
    let (lower, higher) = (now.first(with: before), now.second(with: before))
    let isAlike = between[group].looksLike(pastBetween[first &+ group])
    return (isAlike ? lower : lower.joined(higher), higher)
  }
}
