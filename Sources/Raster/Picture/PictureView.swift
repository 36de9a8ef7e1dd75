// SPDX-License-Identifier: Apache-2.0
import Geometry

/// A ``PictureLayer`` lent out for painting: reading it counts no references.
struct PictureView: LayerView, ~Escapable {
  private let picture: PicturePart
  private let former: PicturePart
  private let share: UInt16
  private let opacity: UInt16

  @_lifetime(borrow layer)
  init(_ layer: borrowing PictureLayer) {
    picture = PicturePart(layer.picture)
    former = PicturePart(layer.former)
    share = layer.state.share
    opacity = layer.state.opacity
  }

  /// Nothing can be said ahead.
  @inline(__always)
  func looks(over under: PlanarBlock) {}

  @inline(__always)
  func compose(over under: PlanarBlock, _ looks: Void, block: Int, row y: Int) -> PlanarBlock {
    var pixels = picture.pixels(block, row: y)
    if share != 256 {
      var before = former.pixels(block, row: y)
      before.mix(pixels, weight: Lanes(repeating: share))
      pixels = before
    }
    return pixels.over(under, opacity: opacity)
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
  func pixels(_ block: Int, row y: Int) -> PremultipliedBlock {
    let column = block &- firstBlock
    var found = Picture.Block()
    if y >= top, y < bottom, column >= 0, column < blocksPerRow {
      found = blocks[(y &- top) &* blocksPerRow &+ column]
    }
    return PremultipliedBlock(
      red: found.red,
      green: found.green,
      blue: found.blue,
      alpha: found.alpha
    )
  }
}
