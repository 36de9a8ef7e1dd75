// SPDX-License-Identifier: Apache-2.0
import Geometry

/// The places of the shown percent figure's glyphs in the buffer's block columns.
///
/// The glyphs are read where they are kept. Adding them up whenever the figure changes would write, and
/// read again, more memory than reading two of them takes in the few blocks that they share.
struct FigureColumns {
  /// The glyphs that a block column meets.
  struct Column {
    /// The part of one glyph in the column.
    struct Part {
      /// The tile of the buffer's row 0, if the glyph were that high.
      var origin: Int32 = 0
      /// Tiles from a row to the next.
      var stride: Int32 = 0
      /// The buffer's rows with tiles.
      var top: Int32 = 0
      var bottom: Int32 = 0

      /// The tile of row `y`, which is one of those with tiles.
      @inline(__always)
      func tile(row y: Int32) -> Int { Int(origin &+ y &* stride) }

      /// Those of `rows` with tiles.
      @inline(__always)
      func rows(in rows: Range<Int>) -> Range<Int> {
        (Int(top)..<max(Int(top), Int(bottom))).clamped(to: rows)
      }
    }

    fileprivate(set) var parts = InlineArray<4, Part>(repeating: Part())
    fileprivate(set) var count = 0
  }

  /// Block columns of the buffer that some figure may touch.
  fileprivate let blocks: Range<Int>
  fileprivate var columns: [Column]

  /// No glyphs yet, with room for figures within `bounds`.
  init(bounds: PixelRect) {
    blocks =
      bounds.isEmpty
      ? 0..<0 : blockIndex(ofColumn: bounds.left)..<blockIndex(ofColumn: bounds.right - 1) + 1
    columns = Array(repeating: Column(), count: blocks.count)
  }

  mutating func unshare() { columns.unshare() }

  /// Puts `figure`, which lies within the bounds, in place of what was shown.
  mutating func show(_ figure: borrowing FigureTiles.Figure) {
    for index in columns.indices { columns[index].count = 0 }
    for glyph in 0..<4 {
      let slot = figure[glyph]
      for place in 0..<slot.blocksPerRow {
        let index = Int(slot.firstBlock &+ place) &- blocks.lowerBound
        let count = columns[index].count
        columns[index].parts[count] = Column.Part(
          origin: slot.start &+ place &- slot.top &* slot.blocksPerRow,
          stride: slot.blocksPerRow,
          top: slot.top,
          bottom: slot.bottom
        )
        columns[index].count = count &+ 1
      }
    }
  }
}

/// A percent figure lent out for painting: reading it counts no references.
struct FigureView: ~Escapable {
  /// Bounds of the figure's ink in buffer pixels.
  let bounds: PixelRect
  private let tiles: Span<CoverageLanes>
  private let columns: Span<FigureColumns.Column>
  private let firstBlock: Int

  @_lifetime(borrow columns, borrow tiles)
  init(
    _ columns: borrowing FigureColumns,
    tiles: borrowing FigureTiles,
    figure: borrowing FigureTiles.Figure
  ) {
    self.tiles = tiles.lanes.span
    self.columns = columns.columns.span
    firstBlock = columns.blocks.lowerBound
    var bounds = PixelRect.empty
    for index in 0..<4 { bounds = bounds.union(figure[index].rect) }
    self.bounds = bounds
  }

  /// Sixteen weights 0 … 256 of the ink at a block column and row of the buffer that meet
  /// ``bounds``; nil where no glyph has tiles.
  @inline(__always)
  func weight(block: Int, row y: Int) -> Lanes? {
    let row = Int32(truncatingIfNeeded: y)
    let place = block &- firstBlock
    var sum: Lanes?
    for index in 0..<columns[place].count {
      let part = columns[place].parts[index]
      guard row >= part.top && row < part.bottom else { continue }
      let added = weights(tiles[part.tile(row: row)])
      // Neighbouring glyphs may share pixels.
      sum = if let present = sum { saturated(present &+ added) } else { added }
    }
    return sum
  }

  /// Tells if there is ink at a block column and row of the buffer that meet ``bounds``.
  @inline(__always)
  func hasInk(block: Int, row y: Int) -> Bool {
    let row = Int32(truncatingIfNeeded: y)
    let place = block &- firstBlock
    for index in 0..<columns[place].count {
      let part = columns[place].parts[index]
      guard row >= part.top && row < part.bottom else { continue }
      if !isZero(tiles[part.tile(row: row)]) { return true }
    }
    return false
  }

  /// The one glyph that has ink in the block column `block`, which meets ``bounds``; nil if there are
  /// several or none.
  @inline(__always)
  func lonePart(block: Int) -> FigureColumns.Column.Part? {
    let place = block &- firstBlock
    return columns[place].count == 1 ? columns[place].parts[0] : nil
  }

  /// Sixteen weights 0 … 256 of a tile.
  @inline(__always)
  func weight(tile: Int) -> Lanes { weights(tiles[tile]) }
}
