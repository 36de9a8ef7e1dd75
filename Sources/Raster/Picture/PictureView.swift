// SPDX-License-Identifier: Apache-2.0
import Geometry

/// A ``PictureLayer`` lent out for painting: reading it counts no references.
struct PictureView: LayerView, ~Escapable {
  private let picture: PicturePart
  private let former: PicturePart
  private let share: UInt16
  private let opacity: UInt16
  /// Block columns of both pictures.
  private let columns: Range<Int>

  @_lifetime(borrow layer)
  init(_ layer: borrowing PictureLayer) {
    picture = PicturePart(layer.picture)
    former = PicturePart(layer.former)
    share = layer.state.share
    opacity = layer.state.opacity
    columns = (layer.state.rect.left..<layer.state.rect.right).blocks
  }

  @inline(__always)
  func parts(row y: Int) -> RowParts {
    RowParts(touched: columns, solid: opaqueBlocks(row: y))
  }

  @inline(__always)
  static var isPicture: Bool { true }

  /// A run of blocks of row `y`, in the buffer's block columns, in which nothing of what lies beneath shows.
  @inline(__always)
  func opaqueBlocks(row y: Int) -> Range<Int> {
    guard opacity == 256 else { return 0..<0 }
    let run = picture.opaqueBlocks(row: y)
    return share == 256 ? run : run.clamped(to: former.opaqueBlocks(row: y))
  }

  /// Nothing can be said ahead.
  @inline(__always)
  func looks(over under: PlanarBlock) {}

  @inline(__always)
  func compose(over under: PlanarBlock, with looks: Void, block: Int, row y: Int) -> PlanarBlock {
    let now = picture.pixels(block, row: y)
    if share == 256 { return PremultipliedBlock(now).over(under, opacity: opacity) }
    var mix = PremultipliedBlock(former.pixels(block, row: y))
    mix.mix(PremultipliedBlock(now), weight: Lanes(repeating: share))
    return mix.over(under, opacity: opacity)
  }

  /// Paints `blocks` of row `y` alone over the brush's tone.
  func paint<Packing: PixelPacking>(
    blocks: Range<Int>,
    row y: Int,
    into canvas: inout Canvas,
    with brush: LayerBrush<Packing>
  ) {
    let run = opaqueBlocks(row: y).clamped(to: blocks)
    let (before, behind) = (blocks.lowerBound..<run.lowerBound, run.upperBound..<blocks.upperBound)
    brush.paint(self, with: (), blocks: before, rows: y..<y &+ 1, into: &canvas)
    let none = SolidCover()
    paint(run, row: y, under: (none, none), into: &canvas, with: brush)
    brush.paint(self, with: (), blocks: behind, rows: y..<y &+ 1, into: &canvas)
  }

  /// Paints blocks of row `y` that hide what lies beneath, under tones; those that mix nothing are none.
  func paint<Packing: PixelPacking>(
    _ blocks: Range<Int>,
    row y: Int,
    under covers: (SolidCover, SolidCover),
    into canvas: inout Canvas,
    with brush: LayerBrush<Packing>
  ) {
    if share == 256 {
      brush.paint(picture.row(y, run: blocks), under: covers, blocks: blocks, row: y, into: &canvas)
    } else {
      let mix = MixedRow(
        from: former.row(y, run: blocks),
        to: picture.row(y, run: blocks),
        share: share
      )
      brush.paint(mix, under: covers, blocks: blocks, row: y, into: &canvas)
    }
  }

  /// Sets the pixels of blocks of row `y` that hide what lies beneath, from `slot` on.
  func setOpaque(
    _ pixels: inout MutableSpan<PlanarBlock>,
    from slot: Int,
    blocks: Range<Int>,
    row y: Int
  ) {
    if share == 256 {
      picture.row(y, run: blocks).fill(&pixels, from: slot)
    } else {
      MixedRow(from: former.row(y, run: blocks), to: picture.row(y, run: blocks), share: share)
        .fill(&pixels, from: slot)
    }
  }
}

/// A ``Picture`` lent out for painting.
private struct PicturePart: ~Escapable {
  private let top: Int
  private let bottom: Int
  private let firstBlock: Int
  private let blocksPerRow: Int
  private let blocks: Span<Picture.Block>
  private let opaqueRuns: Span<Range<Int>>

  @_lifetime(borrow picture)
  init(_ picture: borrowing Picture) {
    top = picture.rect.top
    bottom = picture.rect.bottom
    firstBlock = picture.firstBlock
    blocksPerRow = picture.blocksPerRow
    blocks = picture.blocks.span
    opaqueRuns = picture.opaqueRuns.span
  }

  /// The longest run of opaque blocks of row `y`.
  @inline(__always)
  func opaqueBlocks(row y: Int) -> Range<Int> {
    y >= top && y < bottom ? opaqueRuns[y &- top] : 0..<0
  }

  /// The pixels at a block column and row of the buffer; transparent ones outside of the picture.
  @inline(__always)
  func pixels(_ block: Int, row y: Int) -> Picture.Block {
    let column = block &- firstBlock
    guard y >= top, y < bottom, column >= 0, column < blocksPerRow else { return Picture.Block() }
    return blocks[(y &- top) &* blocksPerRow &+ column]
  }

  /// A row's run of blocks, all of which lie within the picture.
  @_lifetime(copy self)
  @inline(__always)
  func row(_ y: Int, run: Range<Int>) -> PictureRow {
    guard !run.isEmpty else { return PictureRow(blocks: Span()) }
    let start = (y &- top) &* blocksPerRow &+ run.lowerBound &- firstBlock
    return PictureRow(blocks: blocks.extracting(start..<start &+ run.count))
  }
}
