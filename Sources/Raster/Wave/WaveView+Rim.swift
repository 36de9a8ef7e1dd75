// SPDX-License-Identifier: Apache-2.0
import Geometry

// What most blocks of a word or a logo are: the mask's rim, with at most one crest.
extension WaveView {
  /// Paints rows of a block that may be empty, full or on the mask's rim, with one wave between
  /// the crests.
  ///
  /// The same pixels as ``compose(over:with:block:row:)`` gives, from tones instead of blocks, and with
  /// the crests that there are only.
  ///
  /// - Parameters:
  ///   - fluid: The regions' tones.
  ///   - block: The block's column.
  ///   - rows: The rows to paint.
  ///   - skipsEmpty: True to leave alone the pixels beside the mask, where no crest is to be seen; lines of memory are
  ///     written whole all the same.
  ///   - canvas: The canvas to paint into.
  ///   - brush: Knows the format.
  func paintRim<Packing: PixelPacking>(
    _ fluid: borrowing Fluid,
    block: Int,
    rows: Range<Int>,
    skipsEmpty: Bool,
    into canvas: inout Canvas,
    with brush: LayerBrush<Packing>
  ) {
    for y in rows {
      let kind = mask.kind(block: block, row: y)
      if kind == .empty {
        if skipsEmpty && Packing.blocksPerLine == 1 { continue }
        store(fluid.rim.base.sums(Lanes()), block: block, row: y, into: &canvas, with: brush)
      } else if kind == .full {
        store(
          sums(fluid, part: part(block, row: y), block: block, row: y),
          block: block,
          row: y,
          into: &canvas,
          with: brush
        )
      } else {
        let weight = mask.weight(block: block, row: y)
        store(
          sums(fluid, part: part(block, row: y), weight: weight, block: block, row: y),
          block: block,
          row: y,
          into: &canvas,
          with: brush
        )
      }
    }
  }

  /// A block that the mask covers.
  @inline(__always)
  private func sums(
    _ fluid: borrowing Fluid,
    part: Part,
    block: Int,
    row y: Int
  ) -> PlanarSums {
    switch part {
    case .base: return fluid.higher.sums(Lanes())
    case .middle: return fluid.lower.sums(Lanes())
    case .front: return fluid.only.sums(Lanes(repeating: 256))
    case .higher: return fluid.higher.sums(coverage(of: higher, block: block, row: y))
    case .lower: return fluid.lower.sums(coverage(of: lower, block: block, row: y))
    case .only: return fluid.only.sums(coverage(of: lower, block: block, row: y))
    case .both:
      return fluid.sums(
        coverage(of: higher, block: block, row: y),
        coverage(of: lower, block: block, row: y)
      )
    }
  }

  /// A block on the mask's rim.
  @inline(__always)
  private func sums(
    _ fluid: borrowing Fluid,
    part: Part,
    weight: Lanes,
    block: Int,
    row y: Int
  ) -> PlanarSums {
    switch part {
    case .base:
      return fluid.rim.base.sums(weight)
    case .middle:
      return fluid.rim.middle.sums(weight)
    case .front:
      return fluid.rim.front.sums(weight)
    case .higher:
      return fluid.higher.sums(
        fluid.rim.base.sums(weight),
        cover(higher, weight, block: block, row: y)
      )
    case .lower:
      return fluid.lower.sums(
        fluid.rim.middle.sums(weight),
        cover(lower, weight, block: block, row: y)
      )
    case .only:
      return fluid.only.sums(
        fluid.rim.base.sums(weight),
        cover(lower, weight, block: block, row: y)
      )
    case .both:
      let rim = rim[mask.index(block: block, row: y)]
      let low = coverage(of: lower, block: block, row: y)
      let high = greater(coverage(of: higher, block: block, row: y), low)
      let behind = common(weight, low, rim: rim, fall: fall(of: lower, block: block, row: y))
      let behindHigher = common(
        weight,
        high,
        rim: rim,
        fall: fall(of: higher, block: block, row: y)
      )
      let base = fluid.rim.base.sums(weight)
      return fluid.lower.sums(fluid.higher.sums(base, greater(behindHigher, behind)), behind)
    }
  }

  /// The coverage behind `edge` and within the mask.
  @inline(__always)
  private func cover(
    _ edge: borrowing EdgeView,
    _ weight: Lanes,
    block: Int,
    row y: Int
  ) -> Lanes {
    let rim = rim[mask.index(block: block, row: y)]
    return common(
      weight,
      coverage(of: edge, block: block, row: y),
      rim: rim,
      fall: fall(of: edge, block: block, row: y)
    )
  }
}
