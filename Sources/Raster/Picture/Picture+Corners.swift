// SPDX-License-Identifier: Apache-2.0
package import Geometry

extension Picture {
  /// The picture without what lies beyond the round corners of a frame.
  ///
  /// - Parameters:
  ///   - radius: Radius of the corners in pixels; half of the frame's shorter side at most is used.
  ///   - frame: The frame in view pixels.
  ///   - transform: The view's transform to the buffer.
  /// - Returns: The same picture, with less coverage in the corners.
  package func rounded(_ radius: Double, in frame: PixelRect, transform: OutputTransform) -> Self {
    let rect = transform.bufferRect(ofView: frame)
    let radius = min(radius, Double(min(rect.width, rect.height)) / 2)
    guard radius > 0 else { return self }
    let cuts = CornerCuts(
      left: Double(rect.left),
      top: Double(rect.top),
      right: Double(rect.right),
      bottom: Double(rect.bottom),
      radius: radius
    )
    return without(cuts.upper).without(cuts.lower)
  }

  /// The picture without what a mask covers.
  private func without(_ mask: BlockMask) -> Self {
    var blocks = blocks
    let view = BlockMaskView(mask)
    let cut = rect.intersection(mask.rect)
    for y in cut.top..<cut.bottom {
      for column in 0..<blocksPerRow where view.kind(block: firstBlock + column, row: y) != .empty {
        let cover = view.coverage(block: firstBlock + column, row: y)
        let index = (y - rect.top) * blocksPerRow + column
        for lane in 0..<blockWidth {
          let left = 255 - Int(cover[lane])
          func weakened(_ value: UInt8) -> UInt8 { UInt8((Int(value) * left + 127) / 255) }
          blocks[index].red[lane] = weakened(blocks[index].red[lane])
          blocks[index].green[lane] = weakened(blocks[index].green[lane])
          blocks[index].blue[lane] = weakened(blocks[index].blue[lane])
          blocks[index].alpha[lane] = weakened(blocks[index].alpha[lane])
        }
      }
    }
    return Self(self, blocks: blocks)
  }
}
