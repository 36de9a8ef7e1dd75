// SPDX-License-Identifier: Apache-2.0
import Geometry

// What most blocks of a word or a logo are: the mask's rim, with at most one crest.
extension WaveView {
  /// What of the fluid a block of a row shows.
  private enum Part {
    case base, middle, front
    /// One crest: the higher one, the front one behind it, or the front one that is the higher.
    case higher, crest, only
    /// Both crests.
    case both
  }

  /// Paints rows of a block that may be empty, full or on the mask's rim, flat crests alone.
  ///
  /// The same pixels as ``compose(over:_:block:row:)`` gives, from tones instead of blocks, and with
  /// the crests that there are only.
  ///
  /// - Parameters:
  ///   - fluid: The regions' tones.
  ///   - block: The block's column.
  ///   - rows: Which rows.
  ///   - skipsEmpty: Whether to leave alone what lies beside the mask, where no crest is to be seen;
  ///     lines of memory are written whole all the same.
  ///   - canvas: Where to.
  ///   - brush: Knows the format.
  func paintRim<Packing: PixelPacking>(
    _ fluid: borrowing Fluid,
    _ block: Int,
    _ rows: Range<Int>,
    skipsEmpty: Bool,
    into canvas: inout Canvas,
    _ brush: LayerBrush<Packing>
  ) {
    for y in rows {
      let kind = mask.kind(block: block, row: y)
      if kind == .empty {
        if skipsEmpty && Packing.blocksPerLine == 1 { continue }
        store(fluid.rim.base.sums(Lanes()), block, y, into: &canvas, brush)
      } else if kind == .full {
        let sums = fluid.sums(coverage(of: either, block, y), coverage(of: front, block, y))
        store(sums, block, y, into: &canvas, brush)
      } else {
        let weight = mask.weight(block: block, row: y)
        store(sums(fluid, part(block, y), weight, block, y), block, y, into: &canvas, brush)
      }
    }
  }

  @inline(__always)
  private func sums(
    _ fluid: borrowing Fluid,
    _ part: Part,
    _ weight: Lanes,
    _ block: Int,
    _ y: Int
  ) -> PlanarSums {
    switch part {
    case .base:
      return fluid.rim.base.sums(weight)
    case .middle:
      return fluid.rim.middle.sums(weight)
    case .front:
      return fluid.rim.front.sums(weight)
    case .higher:
      return fluid.higher.sums(fluid.rim.base.sums(weight), cover(either, weight, block, y))
    case .crest:
      return fluid.crest.sums(fluid.rim.middle.sums(weight), cover(front, weight, block, y))
    case .only:
      return fluid.only.sums(fluid.rim.base.sums(weight), cover(front, weight, block, y))
    case .both:
      let rim = rim[mask.index(block: block, row: y)]
      let crest = coverage(of: front, block, y)
      let higher = greater(coverage(of: either, block, y), crest)
      let behind = common(weight, crest, rim, fall: fall(of: front, block, y))
      let behindHigher = common(weight, higher, rim, fall: fall(of: either, block, y))
      let base = fluid.rim.base.sums(weight)
      return fluid.crest.sums(fluid.higher.sums(base, greater(behindHigher, behind)), behind)
    }
  }

  /// What lies behind `edge` and within the mask.
  @inline(__always)
  private func cover(
    _ edge: borrowing EdgeView,
    _ weight: Lanes,
    _ block: Int,
    _ y: Int
  ) -> Lanes {
    let rim = rim[mask.index(block: block, row: y)]
    return common(weight, coverage(of: edge, block, y), rim, fall: fall(of: edge, block, y))
  }

  /// What lies behind `edge`, which is flat.
  @inline(__always)
  private func coverage(of edge: borrowing EdgeView, _ block: Int, _ y: Int) -> Lanes {
    if runsAlongColumns {
      let flat = edge.columns(block &- firstBlock)
      return flat.coverage(
        at: SignedLanes(repeating: Int16(truncatingIfNeeded: depths(block, y).near)) &- flat.start
      )
    }
    let (near, far) = depths(block, y)
    let step = edge.step(y &- mask.rect.top)
    return step.coverage(depth: isFlipped ? far : near, isFlipped: isFlipped)
  }

  /// The least and the greatest depth of a block's pixels in a row.
  @inline(__always)
  private func depths(_ block: Int, _ y: Int) -> (near: Int, far: Int) {
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
  private func part(_ block: Int, _ y: Int) -> Part {
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
}
