// SPDX-License-Identifier: Apache-2.0
import Geometry

/// A ``PictureLayer`` lent out for painting: reading it counts no references.
struct PictureView: LayerView, ~Escapable {
  /// Sixteen neighbouring pixels with sixteen bits a channel.
  private struct Pixels {
    var red = Lanes()
    var green = Lanes()
    var blue = Lanes()
    var alpha = Lanes()
  }

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
    var pixels = Self.pixels(picture.block(block, row: y))
    if share != 256 {
      let before = Self.pixels(former.block(block, row: y))
      let weight = Lanes(repeating: share)
      pixels.red = mixed(before.red, pixels.red, weight)
      pixels.green = mixed(before.green, pixels.green, weight)
      pixels.blue = mixed(before.blue, pixels.blue, weight)
      pixels.alpha = mixed(before.alpha, pixels.alpha, weight)
    }
    if opacity == 0 || isZero(pixels.alpha) { return under }
    // One more than alpha, but 0 for 0: no colour exceeds 255 out of 256 of it, so that no sum overflows.
    let weight = weakened(pixels.alpha &+ ((pixels.alpha &+ 255) &>> 8), opacity)
    let rest = 256 &- weight
    let part = Lanes(repeating: opacity)
    return PlanarBlock(
      red: (under.red &* rest &+ pixels.red &* part &+ 128) &>> 8,
      green: (under.green &* rest &+ pixels.green &* part &+ 128) &>> 8,
      blue: (under.blue &* rest &+ pixels.blue &* part &+ 128) &>> 8
    )
  }

  @inline(__always)
  private static func pixels(_ block: Picture.Block) -> Pixels {
    Pixels(
      red: widened(block.red),
      green: widened(block.green),
      blue: widened(block.blue),
      alpha: widened(block.alpha)
    )
  }

  /// The same numbers with sixteen bits each.
  @inline(__always)
  private static func widened(_ lanes: CoverageLanes) -> Lanes {
    var wide = Lanes()
    for lane in 0..<16 { wide[lane] = UInt16(lanes[lane]) }
    return wide
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
  func block(_ block: Int, row y: Int) -> Picture.Block {
    let column = block &- firstBlock
    guard y >= top, y < bottom, column >= 0, column < blocksPerRow else { return Picture.Block() }
    return blocks[(y &- top) &* blocksPerRow &+ column]
  }
}
