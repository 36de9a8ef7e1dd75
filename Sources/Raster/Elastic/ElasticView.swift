// SPDX-License-Identifier: Apache-2.0

/// An ``ElasticLayer`` lent out for painting: reading it counts no references.
struct ElasticView: LayerView, ~Escapable {
  let firstBlock: Int
  let firstRow: Int
  let top: EdgeView
  let bottom: EdgeView
  let left: EdgeView
  let right: EdgeView
  private let sides: Span<ElasticLayer.Sides>
  let rowFull: Span<UInt16>
  let columnRanges: Span<EdgeRanges>
  let rowRanges: Span<StepRanges>
  let label: BlockMaskView
  let fill: Tone
  private let fillWeight: UInt16
  let ink: Tone
  let inkWeight: UInt16
  private let opacity: UInt16
  /// Columns in which the upper edge begins and ends: those of the rest edges, but for fillets.
  let restLeft: Int
  let restRight: Int
  /// Columns over all of which it runs.
  private let whole: (low: Int, end: Int)
  private let upperCuts: BlockMaskView
  private let lowerCuts: BlockMaskView
  private let hasCuts: Bool
  /// Rows over all of which the side edges run, between what the corners lack.
  let restRows: (low: Int, end: Int)
  /// Columns that neither side edge reaches in any row: `inner.low ..< inner.end`.
  let inner: (low: Int, end: Int)
  /// Rows that neither the upper nor the lower edge reaches in any column.
  let coveredRows: (low: Int, end: Int)
  /// Whether no edge bows inward.
  let bowsOutward: Bool
  /// Whether edges are so flat that each of their steps has two partly covered pixels.
  let isFlat: Bool
  /// Whether nothing calls for the general way: flat edges, opaque fill, no fading.
  let isPlain: Bool

  @_lifetime(borrow layer)
  init(_ layer: borrowing ElasticLayer) {
    firstBlock = layer.firstBlock
    firstRow = layer.firstRow
    top = EdgeView(layer.topEdge)
    if let shift = layer.bottomShift {
      bottom = EdgeView(layer.topEdge, shift: shift)
    } else {
      bottom = EdgeView(layer.bottomEdge)
    }
    left = EdgeView(layer.leftEdge)
    if let shift = layer.rightShift {
      right = EdgeView(layer.leftEdge, shift: shift)
    } else {
      right = EdgeView(layer.rightEdge)
    }
    sides = layer.sides.span
    rowFull = layer.rowFull.span
    columnRanges = layer.columnRanges.span
    rowRanges = layer.rowRanges.span
    label = BlockMaskView(layer.label)
    fill = Tone(layer.fill)
    fillWeight = weight(of: layer.fill.alpha)
    ink = Tone(layer.labelColor)
    inkWeight = weight(of: layer.labelColor.alpha)
    opacity = layer.state.opacity
    let (start, end) = (layer.left + layer.inset.x, layer.right - layer.inset.x)
    restLeft = Int(start.rounded(.down))
    restRight = Int(end.rounded(.up))
    whole = (Int(start.rounded(.up)), Int(end.rounded(.down)))
    upperCuts = BlockMaskView(layer.upperCuts)
    lowerCuts = BlockMaskView(layer.lowerCuts)
    hasCuts = layer.hasCuts
    restRows = (
      Int((layer.top + layer.state.corner.y).rounded(.up)),
      Int((layer.bottom - layer.state.corner.y).rounded(.down))
    )
    inner = layer.innerColumns
    coveredRows = layer.innerRows
    bowsOutward = layer.state.offset >= 0
    isFlat = !layer.topEdge.isSteep && !layer.leftEdge.isSteep
    isPlain = isFlat && layer.fill.alpha == 255 && layer.state.opacity == 256
  }

  /// What a block of a row is covered by.
  struct Cover {
    /// Sixteen weights 0 … 256; meaningless while ``isSolid``.
    var weight = Lanes()
    /// Whether all sixteen pixels are covered entirely.
    var isSolid = false
    /// Whether none of the pixels is covered.
    var isEmpty = false
  }

  /// The shape's coverage at a block column and row of the buffer.
  ///
  /// The parts of edges that cannot be partial here cancel out and are left out.
  @inline(__always)
  func cover(block: Int, row y: Int) -> Cover {
    var sum = Lanes()
    let column = block &- firstBlock
    let hasColumns = column >= 0 && column < sides.count
    // How many of the pair of half-planes between the rest edges cover the block, per pixel.
    var restCover = (left: Lanes(), right: Lanes())
    var isSolid = false
    var isEmpty = !hasColumns
    if hasColumns {
      restCover = (sides[column].left, sides[column].right)
      let ranges = columnRanges[column]
      let full = restCover.left &+ restCover.right &- 256
      let isWhole = block &* blockWidth >= whole.low && (block &+ 1) &* blockWidth <= whole.end
      let isAbove = y < Int(ranges.firstLow)
      let isBelow = y >= Int(ranges.secondEnd)
      isSolid = isWhole && y >= Int(ranges.firstEnd) && y < Int(ranges.secondLow)
      isEmpty =
        isWhole && (isAbove && y < Int(ranges.secondLow) || isBelow && y >= Int(ranges.firstEnd))
      sum = full
      if isAbove {
        sum = sum &- full
      } else if y < Int(ranges.firstEnd) {
        sum = sum &+ top.coverage(block: column, depth: y) &- full
      }
      if isBelow {
        sum = sum &- full
      } else if y >= Int(ranges.secondLow) {
        sum = sum &+ bottom.coverage(block: column, depth: -1 &- y) &- full
      }
    } else if column < 0 {
      restCover.right = Lanes(repeating: 256)
    } else {
      restCover.left = Lanes(repeating: 256)
    }
    let step = y &- firstRow
    if step >= 0 && step < rowFull.count {
      let ranges = rowRanges[step >> 4][step & 15]
      let x = block &* blockWidth
      if x < max(restLeft &+ 1, Int(ranges.firstEnd)), x &+ 16 > min(restLeft, Int(ranges.firstLow))
      {
        sum = sum &+ left.coverage(step: step, depth: x, isFlipped: false)
        sum = sum &- weakened(restCover.left, rowFull[step])
        isSolid = false
        isEmpty = false
      }
      if x < max(restRight, Int(ranges.secondEnd)),
        x &+ 16 > min(restRight &- 1, Int(ranges.secondLow))
      {
        sum = sum &+ right.coverage(step: step, depth: -1 &- x, isFlipped: true)
        sum = sum &- weakened(restCover.right, rowFull[step])
        isSolid = false
        isEmpty = false
      }
    }
    let cover = Cover(weight: saturated(absolute(sum)), isSolid: isSolid, isEmpty: isEmpty)
    return hasCuts ? cut(cover, block: block, row: y) : cover
  }

  /// What is left of `cover` where the corners are round.
  ///
  /// Kept out of line, as few blocks have it.
  @inline(never)
  private func cut(_ cover: Cover, block: Int, row y: Int) -> Cover {
    let isUpper = upperCuts.kind(block: block, row: y) != .empty
    guard isUpper || lowerCuts.kind(block: block, row: y) != .empty else { return cover }
    var weight = cover.isSolid ? Lanes(repeating: 256) : cover.weight
    // Both in a block where the corners meet in the middle.
    weight = weight &- smaller(weight, upperCuts.weight(block: block, row: y))
    weight = weight &- smaller(weight, lowerCuts.weight(block: block, row: y))
    return Cover(weight: weight, isEmpty: cover.isEmpty)
  }

  /// Pixels that the shape covers entirely.
  @inline(__always)
  func looks(over under: PlanarBlock) -> PlanarBlock {
    var result = under
    result.blend(fill, weight: Lanes(repeating: fillWeight))
    return result
  }

  @inline(__always)
  var constantLooks: PlanarBlock? { fillWeight == 256 ? PlanarBlock(fill) : nil }

  @inline(__always)
  var hides: Bool { fillWeight == 256 && opacity == 256 }

  /// The tone of what the shape covers entirely, over one tone.
  @inline(__always)
  func solid(over under: Tone) -> Tone {
    if hides { return fill }
    return under.mixed(with: under.mixed(with: fill, weight: fillWeight), weight: opacity)
  }

  @inline(__always)
  func solid(over under: PlanarBlock) -> PlanarBlock { faded(looks(over: under), over: under) }

  @inline(__always)
  func compose(
    over under: PlanarBlock,
    _ looks: PlanarBlock,
    block: Int,
    row y: Int
  ) -> PlanarBlock {
    let cover = cover(block: block, row: y)
    var result = looks
    if !cover.isSolid {
      result = under
      if !cover.isEmpty { result.blend(fill, weight: weakened(cover.weight, fillWeight)) }
    }
    if hasLabel(block: block, row: y) {
      var weight = weakened(label.weight(block: block, row: y), inkWeight)
      // The shape clips the label: where an edge bows inward over it, it is not to be seen.
      if cover.isEmpty { return faded(result, over: under) }
      if !cover.isSolid { weight = product(weight, cover.weight) }
      result.blend(ink, weight: weight)
    }
    return faded(result, over: under)
  }

  /// Whether the label has ink at a block column and row of the buffer.
  @inline(__always)
  func hasLabel(block: Int, row y: Int) -> Bool { label.kind(block: block, row: y) != .empty }

  @inline(__always)
  private func faded(_ block: PlanarBlock, over under: PlanarBlock) -> PlanarBlock {
    guard opacity < 256 else { return block }
    var result = under
    result.blend(block, weight: Lanes(repeating: opacity))
    return result
  }
}

/// `lanes` times `others`, both 0 … 256 as a whole.
@inline(__always)
private func product(_ lanes: Lanes, _ others: Lanes) -> Lanes {
  var result = Lanes()
  for lane in 0..<16 {
    // 256 times 256 does not fit into 16 bits.
    result[lane] = UInt16(
      truncatingIfNeeded: (UInt32(lanes[lane]) &* UInt32(others[lane]) &+ 128) &>> 8
    )
  }
  return result
}

/// `lanes`, 0 … 256, times `part` of 256.
@inline(__always)
func weakened(_ lanes: Lanes, _ part: UInt16) -> Lanes {
  // 256 times 256 does not fit; nothing is lost by leaving the most common case alone.
  part == 256 ? lanes : (lanes &* Lanes(repeating: part) &+ 128) &>> 8
}
