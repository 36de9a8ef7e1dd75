// SPDX-License-Identifier: Apache-2.0
import Geometry

/// The percent figures 0 – 100, laid out once and cut into blocks on the buffer's grid.
///
/// Glyphs stand at whole pixels, so a glyph needs one tile for each of the (few) places relative to
/// the grid at which some figure has it.
struct FigureTiles {
  /// One glyph of a figure; in 32 bits each, as every frame reads figures.
  struct Slot: Equatable {
    /// Index of the glyph's first block; -1 for no glyph.
    private(set) var start: Int32 = -1
    /// Rectangle of the glyph's ink in the buffer.
    private(set) var left: Int32 = 0
    private(set) var top: Int32 = 0
    private(set) var right: Int32 = 0
    private(set) var bottom: Int32 = 0
    /// The buffer's block column in which the ink starts.
    private(set) var firstBlock: Int32 = 0
    /// Number of blocks in a row of it.
    private(set) var blocksPerRow: Int32 = 0

    /// No glyph.
    init() {}

    /// The glyph whose tiles begin at `start`, with its ink in `rect`.
    init(start: Int, rect: PixelRect, blocksPerRow: Int) {
      self.start = Int32(clamping: start)
      (left, top) = (Int32(clamping: rect.left), Int32(clamping: rect.top))
      (right, bottom) = (Int32(clamping: rect.right), Int32(clamping: rect.bottom))
      firstBlock = Int32(clamping: blockIndex(ofColumn: rect.left))
      self.blocksPerRow = Int32(clamping: blocksPerRow)
    }

    /// Rectangle of the glyph's ink in the buffer.
    @inline(__always)
    var rect: PixelRect {
      PixelRect(left: Int(left), top: Int(top), right: Int(right), bottom: Int(bottom))
    }
  }

  /// The glyphs of one figure, at most "100%".
  typealias Figure = InlineArray<4, Slot>

  let lanes: [CoverageLanes]
  private let figures: [Figure]
  /// Bounds of all figures in buffer pixels.
  let bounds: PixelRect

  /// No figures.
  static let none = Self()

  private init() {
    lanes = []
    figures = [Figure](repeating: Figure(repeating: Slot()), count: 101)
    bounds = .empty
  }

  /// Figures whose middle is at `center`, in view pixels.
  init(_ glyphs: FigureGlyphs, center: Point, transform: OutputTransform) {
    var lanes: [CoverageLanes] = []
    var known: [Int: (start: Int, blocksPerRow: Int)] = [:]
    var bounds = PixelRect.empty
    figures = (0...100).map { value in
      var figure = Figure(repeating: Slot())
      for (index, placed) in Self.layout(value, glyphs: glyphs, center: center).enumerated() {
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
        let tile: (start: Int, blocksPerRow: Int)
        if let present = known[key] {
          tile = present
        } else {
          let mask = BlockMask(
            glyphs.glyphs[glyph].mask,
            rect: local,
            rotation: transform.rotation
          )
          tile = (lanes.count, mask.blocksPerRow)
          lanes += mask.lanes
          known[key] = tile
        }
        figure[index] = Slot(start: tile.start, rect: rect, blocksPerRow: tile.blocksPerRow)
        bounds = bounds.union(rect)
      }
      return figure
    }
    self.lanes = lanes
    self.bounds = bounds
  }

  /// The glyphs of a figure and the rectangles of their ink in the view.
  private static func layout(
    _ value: Int,
    glyphs: FigureGlyphs,
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

  /// The glyphs of the figure `value`, at most 100; none for one below 0.
  @inline(__always)
  func figure(_ value: Int) -> Figure {
    value < 0 ? Figure(repeating: Slot()) : figures[min(value, 100)]
  }

  /// The rectangle in which two figures may look different.
  static func difference(_ one: borrowing Figure, _ other: borrowing Figure) -> PixelRect {
    var rect = PixelRect.empty
    for index in 0..<4 where one[index] != other[index] {
      rect = rect.union(one[index].rect).union(other[index].rect)
    }
    return rect
  }
}
