// SPDX-License-Identifier: Apache-2.0
import Geometry

// Where blocks lie in the fluid, whichever way the crests run.
extension WaveView {
  /// The part of the fluid that a block of a row shows.
  enum Part {
    case base, middle, front
    /// One crest: the higher one, the lower one behind it, or one that is both.
    case higher, lower, only
    /// Both crests.
    case both
  }

  /// The least and the greatest depth of a block's pixels in a row.
  @inline(__always)
  func depths(_ block: Int, row y: Int) -> (near: Int, far: Int) {
    let rect = mask.rect
    if runsAlongColumns {
      let depth = isFlipped ? rect.bottom &- 1 &- y : y &- rect.top
      return (depth, depth)
    }
    let x = block &* blockWidth
    let near = isFlipped ? rect.right &- 16 &- x : x &- rect.left
    return (near, near &+ 15)
  }

  /// Tells if the `group`th sixteen steps have at most one wave between the crests, and nothing fades.
  @inline(__always)
  func isSimple(_ group: Int) -> Bool {
    isPlain && waves(group) != .both
  }

  /// Tells if the front wave alone lies between the crests in the `group`th sixteen steps.
  @inline(__always)
  func isFrontBetween(_ group: Int) -> Bool { waves(group) == .front }

  /// The waves between the crests in the `group`th sixteen steps where a front wave is translucent; as if it were the
  /// back wave elsewhere, and beside the mask.
  @inline(__always)
  private func waves(_ group: Int) -> WaveLayer.Between {
    isTranslucent && group >= 0 && group < between.count ? between[group] : .back
  }

  /// Index of the sixteen steps that a block of a row belongs to.
  @inline(__always)
  func group(_ block: Int, row y: Int) -> Int {
    runsAlongColumns ? block &- firstBlock : (y &- mask.rect.top) >> 4
  }

  /// The part of the fluid that a block of a row, which lies in the mask's columns and rows, shows.
  @inline(__always)
  func part(_ block: Int, row y: Int) -> Part {
    let group = group(block, row: y)
    let ranges =
      runsAlongColumns ? ranges[group] : rowRanges[group][(y &- mask.rect.top) & 15]
    let (near, far) = depths(block, row: y)
    if far < Int(ranges.secondLow) { return .base }
    if near >= Int(ranges.firstEnd) { return .front }
    if between[group] == .nothing { return .only }
    let isBehindHigher = near >= Int(ranges.secondEnd)
    if far < Int(ranges.firstLow) { return isBehindHigher ? .middle : .higher }
    return isBehindHigher ? .lower : .both
  }

  /// The coverage behind `edge` in a block of a row.
  @inline(__always)
  func coverage(of edge: borrowing EdgeView, block: Int, row y: Int) -> Lanes {
    let (near, far) = depths(block, row: y)
    if runsAlongColumns { return edge.coverage(block: block &- firstBlock, depth: near) }
    return edge.coverage(
      step: y &- mask.rect.top,
      depth: isFlipped ? far : near,
      isFlipped: isFlipped
    )
  }
}
