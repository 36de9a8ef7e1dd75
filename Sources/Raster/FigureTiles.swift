// SPDX-License-Identifier: Apache-2.0
import Geometry

/// The percent figures 0 – 100, laid out once and cut into blocks on the buffer's grid.
///
/// Glyphs stand at whole pixels, so a glyph needs one tile for each of the (few) places relative to
/// the grid at which some figure has it.
struct FigureTiles {
  /// One glyph of a figure.
  struct Slot: Equatable {
    /// Index of the tile; -1 for no glyph.
    var tile: Int16 = -1
    /// Where the glyph's ink lies in the buffer.
    var rect = PixelRect.empty
    /// From the buffer's block columns to the tile's.
    var blockShift = 0
  }

  /// The glyphs of one figure, at most "100%".
  typealias Figure = InlineArray<4, Slot>

  private var tiles: [BlockMask] = []
  private let figures: [Figure]
  /// Bounds of all figures in buffer pixels.
  let bounds: PixelRect

  /// Figures whose middle is at `center`, in view pixels.
  init(_ glyphs: FigureGlyphs, center: Point, transform: OutputTransform) {
    var tiles: [BlockMask] = []
    var known: [Int: Int16] = [:]
    var bounds = PixelRect.empty
    figures = (0...100).map { value in
      var figure = Figure(repeating: Slot())
      for (index, placed) in Self.layout(value, glyphs, center: center).enumerated() {
        let (glyph, viewRect) = placed
        let rect = transform.bufferRect(ofView: viewRect)
        guard !rect.isEmpty else { continue }
        let key = glyph * 16 + rect.left & 15
        let local = PixelRect(
          left: rect.left & 15,
          top: 0,
          right: rect.left & 15 + rect.width,
          bottom: rect.height
        )
        let tile = known[key] ?? Int16(tiles.count)
        if known[key] == nil {
          known[key] = tile
          let mask = glyphs.glyphs[glyph].mask
          tiles.append(BlockMask(mask, rect: local, rotation: transform.rotation))
        }
        figure[index] = Slot(tile: tile, rect: rect, blockShift: blockIndex(ofColumn: rect.left))
        bounds = bounds.union(rect)
      }
      return figure
    }
    self.tiles = tiles
    self.bounds = bounds
  }

  /// Which glyphs a figure has and where their ink goes in the view.
  private static func layout(
    _ value: Int,
    _ glyphs: FigureGlyphs,
    center: Point
  ) -> [(glyph: Int, rect: PixelRect)] {
    var indices = value == 100 ? [1, 0, 0] : value > 9 ? [value / 10, value % 10] : [value]
    indices.append(FigureGlyphs.percentSign)
    let width = indices.reduce(0) { $0 + glyphs.advances[$1] }
    let baseline = Int((center.y + glyphs.digitHeight / 2).rounded())
    var pen = center.x - width / 2
    return indices.map { glyph in
      let placed = glyphs.glyphs[glyph]
      let left = Int(pen.rounded()) + placed.origin.x
      let top = baseline + placed.origin.y
      pen += glyphs.advances[glyph]
      let rect = PixelRect(
        left: left,
        top: top,
        right: left + placed.mask.size.width,
        bottom: top + placed.mask.size.height
      )
      return (glyph, rect)
    }
  }

  /// The glyphs of the figure `value`, 0 … 100; values outside are cut.
  @inline(__always)
  func figure(_ value: Int) -> Figure { figures[min(max(value, 0), 100)] }

  /// Sixteen weights 0 … 256 of `figure`'s ink at a block column and row of the buffer.
  @inline(__always)
  func weight(_ figure: Figure, block: Int, row y: Int) -> Lanes {
    var sum = Lanes()
    for index in 0..<4 {
      let slot = figure[index]
      guard slot.tile >= 0, y >= slot.rect.top, y < slot.rect.bottom else { continue }
      let tile = tiles[Int(slot.tile)]
      sum = sum &+ tile.weight(block: block - slot.blockShift, row: y - slot.rect.top)
    }
    return saturated(sum)
  }
}
