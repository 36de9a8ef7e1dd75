// SPDX-License-Identifier: Apache-2.0
import Geometry

// Where blocks lie in the fluid, whichever way the crests run.
extension WaveView {
  /// What of the fluid a block of a row shows.
  enum Part {
    case base, middle, front
    /// One crest: the higher one, the front one behind it, or the front one that is the higher.
    case higher, crest, only
    /// Both crests.
    case both
  }

  /// The least and the greatest depth of a block's pixels in a row.
  @inline(__always)
  func depths(_ block: Int, _ y: Int) -> (near: Int, far: Int) {
    let rect = mask.rect
    if runsAlongColumns {
      let depth = isFlipped ? rect.bottom &- 1 &- y : y &- rect.top
      return (depth, depth)
    }
    let x = block &* blockWidth
    let near = isFlipped ? rect.right &- 16 &- x : x &- rect.left
    return (near, near &+ 15)
  }

  /// What a block of a row, which lies in the mask's columns and rows, shows.
  @inline(__always)
  func part(_ block: Int, _ y: Int) -> Part {
    let step = y &- mask.rect.top
    let group = runsAlongColumns ? block &- firstBlock : step >> 4
    let ranges = runsAlongColumns ? ranges[group] : rowRanges[group][step & 15]
    let (near, far) = depths(block, y)
    if far < Int(ranges.secondLow) { return .base }
    if near >= Int(ranges.firstEnd) { return .front }
    if frontLeads[group] { return .only }
    let isBehindHigher = near >= Int(ranges.secondEnd)
    if far < Int(ranges.firstLow) { return isBehindHigher ? .middle : .higher }
    return isBehindHigher ? .crest : .both
  }

  /// What lies behind `edge` of a block of a row.
  @inline(__always)
  func coverage(of edge: borrowing EdgeView, _ block: Int, _ y: Int) -> Lanes {
    let (near, far) = depths(block, y)
    if runsAlongColumns { return edge.coverage(block: block &- firstBlock, depth: near) }
    return edge.coverage(
      step: y &- mask.rect.top,
      depth: isFlipped ? far : near,
      isFlipped: isFlipped
    )
  }
}
