// SPDX-License-Identifier: Apache-2.0
import Geometry

extension PlacedMask {
  /// The part of the mask that lies in `clip`.
  func cut(to clip: PixelRect) -> PlacedMask {
    let rect = PixelRect(
      left: origin.x,
      top: origin.y,
      right: origin.x + mask.size.width,
      bottom: origin.y + mask.size.height
    )
    let part = rect.intersection(clip)
    if part == rect { return self }
    guard !part.isEmpty else {
      let none = CoverageMask(size: PixelSize(width: 0, height: 0), bytes: [])
      return PlacedMask(mask: none, origin: origin)
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(part.area)
    for y in part.top..<part.bottom {
      let start = (y - rect.top) * rect.width + part.left - rect.left
      bytes += mask.bytes[start..<start + part.width]
    }
    return PlacedMask(
      mask: CoverageMask(size: PixelSize(width: part.width, height: part.height), bytes: bytes),
      origin: PixelPoint(x: part.left, y: part.top)
    )
  }
}

extension BlockMask {
  /// The pixels in which two masks may differ: the smallest rectangle of whole blocks that holds them.
  func difference(from other: BlockMask) -> PixelRect {
    let (one, two) = (BlockMaskView(self), BlockMaskView(other))
    let both = rect.union(other.rect)
    guard !both.isEmpty else { return .empty }
    var (top, bottom) = (Int.max, Int.min)
    var (first, last) = (Int.max, Int.min)
    for y in both.top..<both.bottom {
      for block in blockIndex(ofColumn: both.left)...blockIndex(ofColumn: both.right - 1) {
        guard one.weight(block: block, row: y) != two.weight(block: block, row: y) else { continue }
        top = min(top, y)
        bottom = max(bottom, y + 1)
        first = min(first, block)
        last = max(last, block)
      }
    }
    guard first <= last else { return .empty }
    return PixelRect(
      left: max(first * blockWidth, both.left),
      top: top,
      right: min((last + 1) * blockWidth, both.right),
      bottom: bottom
    )
  }

  /// Both masks by so much of `other` out of 256, rounded to the nearest.
  func mixed(with other: BlockMask, share: UInt16) -> BlockMask {
    let both = rect.union(other.rect)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(both.area)
    for y in both.top..<max(both.top, both.bottom) {
      for x in both.left..<both.right {
        let (from, to) = (Int(coverage(x, y)), Int(other.coverage(x, y)))
        bytes.append(UInt8((from << 8 + Int(share) * (to - from) + 128) >> 8))
      }
    }
    let mask = CoverageMask(
      size: PixelSize(width: both.width, height: both.height),
      bytes: bytes
    )
    return BlockMask(mask, rect: both, rotation: .none)
  }

  /// The coverage at a pixel of the buffer; 0 outside of the mask.
  private func coverage(_ x: Int, _ y: Int) -> UInt8 {
    guard x >= rect.left, x < rect.right, y >= rect.top, y < rect.bottom else { return 0 }
    let place = (y - rect.top) * blocksPerRow + blockIndex(ofColumn: x) - firstBlock
    return lanes[place][x & 15]
  }
}
