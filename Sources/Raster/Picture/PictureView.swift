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
  func parts(row y: Int) -> RowParts { RowParts(touched: columns) }

  /// Nothing can be said ahead.
  @inline(__always)
  func looks(over under: PlanarBlock) {}

  @inline(__always)
  func compose(over under: PlanarBlock, _ looks: Void, block: Int, row y: Int) -> PlanarBlock {
    let now = picture.pixels(block, row: y)
    // Most of a photograph is opaque, and so is a mix of two: what lies beneath counts for nothing.
    let isOpaque = opacity == 256 && now.isOpaque
    if share == 256 {
      return isOpaque ? PlanarBlock(now) : PremultipliedBlock(now).over(under, opacity: opacity)
    }
    let before = former.pixels(block, row: y)
    let weight = Lanes(repeating: share)
    if isOpaque && before.isOpaque {
      var mix = PlanarBlock(before)
      mix.blend(PlanarBlock(now), weight: weight)
      return mix
    }
    var mix = PremultipliedBlock(before)
    mix.mix(PremultipliedBlock(now), weight: weight)
    return mix.over(under, opacity: opacity)
  }
}

/// A ``Picture`` lent out for painting.
private struct PicturePart: ~Escapable {
  private let top: Int
  private let bottom: Int
  private let firstBlock: Int
  private let blocksPerRow: Int
  private let blocks: Span<Picture.Block>

  @_lifetime(borrow picture)
  init(_ picture: borrowing Picture) {
    top = picture.rect.top
    bottom = picture.rect.bottom
    firstBlock = picture.firstBlock
    blocksPerRow = picture.blocksPerRow
    blocks = picture.blocks.span
  }

  /// The pixels at a block column and row of the buffer; transparent ones outside of the picture.
  @inline(__always)
  func pixels(_ block: Int, row y: Int) -> Picture.Block {
    let column = block &- firstBlock
    guard y >= top, y < bottom, column >= 0, column < blocksPerRow else { return Picture.Block() }
    return blocks[(y &- top) &* blocksPerRow &+ column]
  }
}
