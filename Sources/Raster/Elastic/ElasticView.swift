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
  /// The paint over pixels that the shape covers entirely.
  let solid: SolidCover
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
  /// Rows that are alike but for the label.
  private let alikeRows: Range<Int>
  /// True if no edge bows inward.
  let bowsOutward: Bool
  /// True if edges are so flat that each of their steps has two partly covered pixels.
  let isFlat: Bool
  /// True if nothing calls for the general way: flat edges, opaque fill, no fading.
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
    solid = SolidCover(fill, weight: weight(of: layer.fill.alpha), fading: layer.state.opacity)
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
    alikeRows = layer.alikeRows
    bowsOutward = layer.state.offset >= 0
    isFlat = !layer.topEdge.isSteep && !layer.leftEdge.isSteep
    isPlain = isFlat && solid.hides
  }

  /// The shape's coverage of a block of a row.
  struct Cover {
    /// Sixteen weights 0 … 256; meaningless while ``isSolid``.
    var weight = Lanes()
    /// True if all sixteen pixels are covered entirely.
    var isSolid = false
    /// True if none of the pixels is covered.
    var isEmpty = false
  }

  /// The shape's coverage at a block column and row of the buffer.
  ///
  /// The parts of edges that cannot be partial here cancel out and are left out.
  @inline(__always)
  func cover(block: Int, row y: Int) -> Cover {
    if let cover = innerCover(block: block, row: y) { return cover }
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
        sum = sum &- weakened(restCover.left, part: rowFull[step])
        isSolid = false
        isEmpty = false
      }
      if x < max(restRight, Int(ranges.secondEnd)),
        x &+ 16 > min(restRight &- 1, Int(ranges.secondLow))
      {
        sum = sum &+ right.coverage(step: step, depth: -1 &- x, isFlipped: true)
        sum = sum &- weakened(restCover.right, part: rowFull[step])
        isSolid = false
        isEmpty = false
      }
    }
    let cover = Cover(weight: saturated(absolute(sum)), isSolid: isSolid, isEmpty: isEmpty)
    return hasCuts ? cut(cover, block: block, row: y) : cover
  }

  /// The cover of a block in which one side edge is all that there can be, or none; nil for other blocks.
  @inline(__always)
  private func innerCover(block: Int, row y: Int) -> Cover? {
    let x = block &* blockWidth
    let (isLeft, isRight) = (x &+ 16 <= inner.end, x >= inner.low)
    guard isFlat, isLeft || isRight, y >= max(restRows.low, coveredRows.low),
      y < min(restRows.end, coveredRows.end)
    else { return nil }
    if isLeft && isRight { return Cover(isSolid: true) }
    return Cover(
      weight: isLeft
        ? left.coverage(step: y &- firstRow, depth: x, isFlipped: false)
        : right.coverage(step: y &- firstRow, depth: -1 &- x, isFlipped: true)
    )
  }

  /// The weight of the fill that a block shows in the first of `rows`, if it shows the same in all of them and
  /// no label.
  @inline(never)
  func commonWeight(block: Int, rows: Range<Int>) -> Lanes? {
    guard alikeRows.contains(rows), !meetsLabel(block, rows: rows) else { return nil }
    let cover = cover(block: block, row: rows.lowerBound)
    return cover.isSolid
      ? Lanes(repeating: solid.weight) : weakened(cover.weight, part: solid.weight)
  }

  /// The rest of `cover` in a block that round corners cut.
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

  /// Nothing can be said ahead.
  @inline(__always)
  func looks(over under: PlanarBlock) {}

  @inline(__always)
  func compose(over under: PlanarBlock, with looks: Void, block: Int, row y: Int) -> PlanarBlock {
    let cover = cover(block: block, row: y)
    if cover.isEmpty { return under }
    var result = under
    result.blend(
      fill,
      weight: cover.isSolid
        ? Lanes(repeating: solid.weight) : weakened(cover.weight, part: solid.weight)
    )
    if hasLabel(block: block, row: y) {
      result = labelled(result, cover: cover, over: under, block: block, row: y)
    }
    return result
  }

  /// The shape with the label, which it clips: where an edge bows inward over it, it is not to be seen.
  ///
  /// Kept out of line: it is rare, and would take registers from what is not.
  @inline(never)
  func labelled(
    _ body: PlanarBlock,
    cover: Cover,
    over under: PlanarBlock,
    block: Int,
    row y: Int
  ) -> PlanarBlock {
    var weight = inkWeight(block: block, row: y)
    if !cover.isSolid { weight = product(weight, cover.weight) }
    var result = body
    result.blend(inkPaint.over(under), weight: weight)
    return result
  }

  @inline(__always)
  static var hasInk: Bool { true }

  /// The label's ink at its full weight.
  @inline(__always)
  var inkPaint: SolidCover { SolidCover(tone: ink, weight: opacity) }

  @inline(__always)
  func inkWeight(block: Int, row y: Int) -> Lanes {
    weakened(label.weight(block: block, row: y), part: inkWeight)
  }

  /// Tells if the label has ink at a block column and row of the buffer.
  @inline(__always)
  func hasLabel(block: Int, row y: Int) -> Bool { label.kind(block: block, row: y) != .empty }
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

/// `weight` times `part`, both 0 … 256 as a whole.
@inline(__always)
func weakened(_ weight: UInt16, part: UInt16) -> UInt16 {
  part == 256 ? weight : (weight &* part &+ 128) &>> 8
}

/// `lanes`, 0 … 256, times `part` of 256.
@inline(__always)
func weakened(_ lanes: Lanes, part: UInt16) -> Lanes {
  // 256 times 256 does not fit; nothing is lost by leaving the most common case alone.
  part == 256 ? lanes : (lanes &* Lanes(repeating: part) &+ 128) &>> 8
}
