// SPDX-License-Identifier: Apache-2.0
import Geometry

/// An ``InkLayer`` lent out for painting: reading it counts no references.
struct InkView: LayerView, ~Escapable {
  /// The pixels that may have ink.
  let rect: PixelRect
  private let isRectangle: Bool
  private let mask: BlockMaskView
  private let former: BlockMaskView
  private let share: UInt16
  private let ink: Tone
  private let inkWeight: UInt16
  private let opacity: UInt16

  @_lifetime(borrow layer)
  init(_ layer: borrowing InkLayer) {
    rect = layer.state.opacity == 0 ? .empty : layer.state.rect
    isRectangle = layer.isRectangle
    mask = BlockMaskView(layer.mask)
    former = BlockMaskView(layer.former)
    share = layer.state.share
    ink = Tone(layer.color)
    inkWeight = weight(of: layer.color.alpha)
    opacity = layer.state.opacity
  }

  @inline(__always)
  func parts(row y: Int) -> RowParts {
    guard y >= rect.top, y < rect.bottom else { return .none }
    let columns = rect.left..<rect.right
    return RowParts(touched: columns.blocks, solid: isRectangle ? columns.wholeBlocks : 0..<0)
  }

  @inline(__always)
  var solid: SolidCover { SolidCover(ink, weight: inkWeight, fading: opacity) }

  /// Nothing can be said ahead.
  @inline(__always)
  func looks(over under: PlanarBlock) {}

  @inline(__always)
  func compose(over under: PlanarBlock, with looks: Void, block: Int, row y: Int) -> PlanarBlock {
    let x = block &* blockWidth
    guard y >= rect.top, y < rect.bottom, x < rect.right, x &+ blockWidth > rect.left else {
      return under
    }
    var cover: Lanes
    if isRectangle {
      cover = columns(from: x)
    } else if share == 256 {
      cover = mask.weight(block: block, row: y)
    } else {
      cover = mixed(
        former.coverage(block: block, row: y),
        mask.coverage(block: block, row: y),
        Lanes(repeating: share)
      )
      cover &+= cover &>> 7
    }
    var result = under
    result.blend(ink, weight: weakened(weakened(cover, part: inkWeight), part: opacity))
    return result
  }

  /// Weights of sixteen columns: 256 for those in the rectangle, else 0.
  @inline(__always)
  private func columns(from x: Int) -> Lanes {
    var cover = Lanes()
    for lane in 0..<blockWidth {
      cover[lane] = x &+ lane >= rect.left && x &+ lane < rect.right ? 256 : 0
    }
    return cover
  }
}
