// SPDX-License-Identifier: Apache-2.0
import Geometry

/// The ink of the percent figure that is shown, ready to be read by blocks of the buffer's grid.
struct FigureInk {
  /// Block columns and rows of the buffer that some figure may touch.
  fileprivate let blocks: Range<Int>
  fileprivate let rows: Range<Int>
  /// Sixteen weights 0 … 256 for each block, row by row.
  fileprivate var weights: [Lanes]

  /// No ink yet, with room for everything in `bounds`.
  init(bounds: PixelRect) {
    blocks = Self.blocks(of: bounds)
    rows = bounds.top..<max(bounds.top, bounds.bottom)
    weights = Array(repeating: Lanes(), count: blocks.count * rows.count)
  }

  mutating func unshare() { weights.unshare() }

  /// Replaces one figure by another, of which only glyphs that differ are drawn.
  mutating func change(
    from old: FigureTiles.Figure,
    to new: FigureTiles.Figure,
    of tiles: borrowing FigureTiles
  ) {
    let changed = FigureTiles.difference(old, new)
    let columns = Self.blocks(of: changed)
    let (firstBlock, firstRow, perRow) = (blocks.lowerBound, rows.lowerBound, blocks.count)
    var ink = weights.mutableSpan
    let tiles = tiles.lanes.span
    for y in changed.top..<max(changed.top, changed.bottom) {
      let start = (y &- firstRow) &* perRow &- firstBlock
      for block in columns { ink[start &+ block] = Lanes() }
    }
    for index in 0..<4 {
      let slot = new[index]
      let present = (slot.firstBlock..<slot.firstBlock &+ slot.blocksPerRow).clamped(to: columns)
      // A glyph beside the change loses its part of a common block too.
      let rows = (slot.rect.top..<max(slot.rect.top, slot.rect.bottom))
        .clamped(to: changed.top..<max(changed.top, changed.bottom))
      guard !present.isEmpty else { continue }
      for y in rows {
        let start = (y &- firstRow) &* perRow &- firstBlock
        let tile =
          slot.start &+ (y &- slot.rect.top) &* slot.blocksPerRow &- slot.firstBlock
        for block in present {
          // Neighbouring glyphs may share pixels.
          let sum = ink[start &+ block] &+ Raster.weights(tiles[tile &+ block])
          ink[start &+ block] = saturated(sum)
        }
      }
    }
  }

  private static func blocks(of rect: PixelRect) -> Range<Int> {
    guard !rect.isEmpty else { return 0..<0 }
    return blockIndex(ofColumn: rect.left)..<blockIndex(ofColumn: rect.right - 1) + 1
  }
}

/// A ``FigureInk`` lent out for painting: reading it counts no references.
struct FigureView: ~Escapable {
  /// Bounds of the figure's ink in buffer pixels.
  let bounds: PixelRect
  private let ink: Span<Lanes>
  private let firstBlock: Int
  private let firstRow: Int
  private let blocksPerRow: Int

  @_lifetime(borrow ink)
  init(_ ink: borrowing FigureInk, _ figure: FigureTiles.Figure) {
    self.ink = ink.weights.span
    firstBlock = ink.blocks.lowerBound
    firstRow = ink.rows.lowerBound
    blocksPerRow = ink.blocks.count
    var bounds = PixelRect.empty
    for index in 0..<4 { bounds = bounds.union(figure[index].rect) }
    self.bounds = bounds
  }

  /// Sixteen weights 0 … 256 of the ink at a block column and row of the buffer that meet
  /// ``bounds``.
  @inline(__always)
  func weight(block: Int, row y: Int) -> Lanes {
    ink[(y &- firstRow) &* blocksPerRow &+ block &- firstBlock]
  }
}
