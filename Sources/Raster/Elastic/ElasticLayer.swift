// SPDX-License-Identifier: Apache-2.0
package import Geometry

/// A rectangle whose four edges are quadratic Bézier curves between fixed corners, with a label.
///
/// The corners may be round. While the layer is at rest what quarters of a circle lack to a pointed corner
/// is taken from the pixels that it may touch, as it is from those of pictures; while edges are bowed each
/// edge goes on along the `Fillet` at its ends, to where that runs diagonally.
///
/// Each edge's control point sits at the edge's middle, moved outward by the offset: the edge is a
/// parabola over its own axis. A pixel's coverage is that of the rest rectangle plus the signed
/// areas of the four bulges (Green's theorem), which is exact where edges meet too, and its absolute
/// value is the nonzero rule where strongly inward edges cross. All in buffer pixels: a rotated
/// output turns the rectangle and the label once, when the layer is made.
package struct ElasticLayer: Layer {
  /// The layer's appearance; two equal states look the same.
  struct State: Equatable {
    /// Distance of the control points from the rest edges, in pixels; negative inward.
    var offset: Float = 0
    /// Reach of round corners inward from the rest edges, beside that of the edges, in pixels.
    var corner = SIMD2<Double>()
    /// 0 invisible … 256 opaque.
    var opacity: UInt16 = 0
    /// Counts changes of colours, border and label.
    var version = 0
    /// The label's share of a mix with the one before it, out of 256; 256 without a mix.
    var labelShare: UInt16 = 256

    /// Tells if colours and label are those of another state.
    func hasLooks(of other: Self) -> Bool {
      version == other.version && labelShare == other.labelShare
    }
  }

  let left: Double
  let top: Double
  let right: Double
  let bottom: Double
  /// Block columns and rows of the rest rectangle, and some more where round corners bulge.
  let firstBlock: Int
  let blockCount: Int
  let firstRow: Int
  let rowCount: Int
  /// Radius of the corners in pixels, at most half of the shorter side.
  let radius: Double
  /// Coverage that round upper and lower corners lack; without pixels for pointed corners.
  let upperCuts: BlockMask
  let lowerCuts: BlockMask
  /// The buffer's direction from the view's upper edge to its lower one.
  let descent: PlateGradient.Descent
  /// False for a rectangle without area or too far away for the tables.
  let isDrawable: Bool

  static var unpainted: State { State() }

  private(set) var state = State()
  var fill: Color
  /// The colour at the view's lower edge, where that is another one than at the upper edge.
  var foot: Color?
  var labelColor: Color
  /// The label; while one becomes another, what both give.
  private(set) var label = BlockMask.none
  /// The two labels of a mix; nil without one.
  var labelMix: LabelMix?
  /// Bounds of every label that the layer has had.
  private(set) var labelExtent = PixelRect.empty
  /// The line along the outline; nil for none.
  var border: Border?
  /// The shape that a border leaves, a single one, bowed as this one is; none where there is no border, or where it
  /// covers all.
  var inner: [ElasticLayer] = []

  /// True if the corners' cuts have to be taken from the edges' pixels.
  private(set) var hasCuts = false
  /// Distances inward from the rest edges at which the upper edge begins and ends (`x`), and the left one (`y`), in
  /// pixels: not at 0 between fillets.
  private(set) var inset = SIMD2<Double>()
  private(set) var topEdge: EdgeTable
  /// Not set while there is a ``bottomShift``.
  private(set) var bottomEdge: EdgeTable
  private(set) var leftEdge: EdgeTable
  /// Not set while there is a ``rightShift``.
  private(set) var rightEdge: EdgeTable
  /// Distances of the upper and lower edges from their rest at the columns' sides, for an offset of 1.
  private let columns: [EdgeBasis]
  /// The same for the side edges at the rows' borders.
  private let rows: [EdgeBasis]
  /// Depth of the lower edge's pieces below the upper one's, and of the right edge's behind the left one's; nil where
  /// these are not whole pixels and their coverages differ.
  private let columnShift: Int?
  private let rowShift: Int?
  /// Part of each row that the side edges run over, 0 … 256.
  private(set) var rowFull: [UInt16]
  /// Partly covered rows of the upper and the lower edge, per block of columns.
  private(set) var columnRanges: [EdgeRanges]
  /// Partly covered columns of the left and the right edge, per sixteen rows.
  private(set) var rowRanges: [StepRanges]
  /// The ranges of what each buffer holds, one buffer after the other.
  var pastColumnRanges: [EdgeRanges] = []
  var pastRowRanges: [StepRanges] = []
  /// Columns that neither side edge reaches in any row: `low ..< end`.
  private(set) var innerColumns = (low: 0, end: 0)
  /// Rows that neither the upper nor the lower edge reaches in any column: `low ..< end`.
  private(set) var innerRows = (low: 0, end: 0)
  /// Coverage of a pixel by the half-planes right of where the upper edge begins and left of where it ends.
  private(set) var sides: [Sides]
  /// The same at rest.
  private let restSides: [Sides]

  private struct EdgeBasis {
    var from = FloatLanes()
    var to = FloatLanes()
    /// Part of the step that the edge runs over, 0 … 256.
    var full = FloatLanes()
  }

  struct Sides {
    var left = Lanes()
    var right = Lanes()
  }

  /// A layer that is invisible until it is updated.
  ///
  /// - Parameters:
  ///   - rect: The rest rectangle in view pixels, at any fraction of a pixel.
  ///   - fill: The shape's colour.
  ///   - labelColor: The label's colour.
  ///   - cornerRadius: Radius of the corners in pixels; half of the shorter side at most is used.
  ///   - transform: The view's transform to the buffer; its scale is not used.
  package init(
    rect: Rect,
    fill: Color,
    labelColor: Color,
    cornerRadius: Double = 0,
    transform: OutputTransform
  ) {
    let corner = transform.bufferPosition(ofView: Point(x: rect.minX, y: rect.minY))
    let opposite = transform.bufferPosition(ofView: Point(x: rect.maxX, y: rect.maxY))
    let foot = transform.bufferPosition(ofView: Point(x: rect.minX, y: rect.maxY))
    descent = PlateGradient.Descent(x: foot.x - corner.x, y: foot.y - corner.y)
    let left = min(corner.x, opposite.x)
    let top = min(corner.y, opposite.y)
    let right = max(corner.x, opposite.x)
    let bottom = max(corner.y, opposite.y)
    let limit = 16_000.0
    isDrawable =
      rect.size.width > 0 && rect.size.height > 0
      && left >= -limit && top >= -limit && right <= limit && bottom <= limit
    (self.left, self.top) = isDrawable ? (left, top) : (0, 0)
    (self.right, self.bottom) = isDrawable ? (right, bottom) : (1, 1)
    radius =
      cornerRadius > 0 && isDrawable
      ? min(cornerRadius, (right - left) / 2, (bottom - top) / 2) : 0
    let cuts = CornerCuts(
      left: self.left,
      top: self.top,
      right: self.right,
      bottom: self.bottom,
      radius: radius
    )
    (upperCuts, lowerCuts) = (cuts.upper, cuts.lower)
    // Where edges bulge a fillet may begin to run over the side edge's rows outside of the rest edge.
    let beyond = Int((radius * 0.4).rounded(.up))
    firstBlock = blockIndex(ofColumn: Int(self.left.rounded(.down)) - beyond)
    blockCount = blockIndex(ofColumn: Int(self.right.rounded(.up)) - 1 + beyond) - firstBlock + 1
    firstRow = Int(self.top.rounded(.down)) - beyond
    rowCount = Int(self.bottom.rounded(.up)) + beyond - firstRow
    self.fill = fill
    self.labelColor = labelColor
    columns = Self.basis(
      from: self.left,
      to: self.right,
      start: firstBlock * blockWidth,
      blocks: blockCount
    )
    columnShift = Int(exactly: -self.bottom - self.top)
    rowShift = Int(exactly: -self.right - self.left)
    let rowBlocks = (rowCount + 15) / 16
    rows = Self.basis(
      from: self.top,
      to: self.bottom,
      start: firstRow,
      blocks: rowBlocks
    )
    let basis = rows
    rowFull = (0..<rowCount).map { UInt16(basis[$0 >> 4].full[$0 & 15]) }
    columnRanges = Array(repeating: EdgeRanges(), count: blockCount)
    rowRanges = Array(repeating: StepRanges(), count: rows.count)
    topEdge = EdgeTable(blocks: blockCount)
    bottomEdge = EdgeTable(blocks: blockCount)
    leftEdge = EdgeTable(blocks: rowBlocks)
    rightEdge = EdgeTable(blocks: rowBlocks)
    let (leftEnd, rightEnd, firstColumn) = (self.left, self.right, firstBlock * blockWidth)
    restSides = (0..<blockCount).map { block in
      var sides = Sides()
      for lane in 0..<16 {
        let x = Double(firstColumn + block * blockWidth + lane)
        sides.left[lane] = UInt16((min(max(x + 1 - leftEnd, 0), 1) * 256).rounded())
        sides.right[lane] = UInt16((min(max(rightEnd - x, 0), 1) * 256).rounded())
      }
      return sides
    }
    // Memory of its own: what frames change.
    sides = restSides.map { $0 }
  }

  /// Distances of an edge from its rest, for an offset of 1, at the borders of steps: 2t(1 − t) at parameter t.
  private static func basis(from: Double, to: Double, start: Int, blocks: Int) -> [EdgeBasis] {
    let length = to - from
    func parabola(_ position: Double) -> Double {
      let t = (position - from) / length
      return length > 0 ? 2 * t * (1 - t) : 0
    }
    return (0..<blocks).map { block in
      var basis = EdgeBasis()
      for lane in 0..<16 {
        let step = Double(start + block * 16 + lane)
        let (near, far) = (min(max(step, from), to), min(max(step + 1, from), to))
        // The parabola's mean over a step exceeds that of its chord by this much.
        let width = far - near
        let arc = length > 0 ? width * width / (3 * length * length) : 0
        basis.from[lane] = Float(parabola(near) + arc)
        basis.to[lane] = Float(parabola(far) + arc)
        basis.full[lane] = Float((width * 256).rounded())
      }
      return basis
    }
  }

  /// Replaces the label.
  ///
  /// - Parameters:
  ///   - mask: The ink, placed in view pixels from the upper left corner of the view; nil for none.
  ///   - transform: The view's transform to the buffer.
  package mutating func setLabel(_ mask: PlacedMask?, transform: OutputTransform) {
    setLabel(mask.map { BlockMask($0.mask, origin: $0.origin, transform: transform) } ?? .none)
  }

  mutating func setLabel(_ label: BlockMask) {
    self.label = label
    labelMix = nil
    labelExtent = labelExtent.union(label.rect)
    state.version += 1
    state.labelShare = 256
  }

  mutating func blendLabel(_ mix: LabelMix, share: UInt16) {
    label.blend(mix.former, mix.next, share: share)
    state.labelShare = share
  }

  /// Replaces the colours; `foot` is the one at the view's lower edge, `fill` without one.
  package mutating func setColors(fill: Color, foot: Color? = nil, label: Color) {
    let foot = foot == fill ? nil : foot
    guard fill != self.fill || foot != self.foot || label != labelColor else { return }
    self.fill = fill
    self.foot = foot
    labelColor = label
    state.version += 1
  }

  /// Has another shape be what a border leaves of this one; nil for nothing.
  mutating func setInner(_ layer: ElasticLayer?) {
    inner = layer.map { [$0] } ?? []
    if hasEdges { setEdges() }
  }

  /// Notes that the layer looks different, wherever that may be.
  mutating func noteLooks() { state.version += 1 }

  /// Takes over what is to be shown.
  ///
  /// - Parameters:
  ///   - offset: Distance of the control points from the rest edges, in pixels; negative bows inward.
  ///   - opacity: 0 invisible … 1 opaque.
  package mutating func update(offset: Double, opacity: Double) {
    let limit = 8_000.0
    let offset = Float(offset.isFinite ? min(max(offset, -limit), limit) : 0)
    state.opacity = isDrawable ? opacityWeight(opacity) : 0
    if offset != state.offset || !hasEdges {
      state.offset = offset
      hasEdges = true
      setEdges()
    }
  }

  private var hasEdges = false

  private mutating func setEdges() {
    let size = SIMD2(right - left, bottom - top)
    let offset = Double(state.offset)
    hasCuts = radius > 0 && offset == 0
    let fillet =
      radius > 0 && offset != 0 ? Fillet(size: size, offset: offset, radius: radius) : nil
    inset = fillet?.middle ?? SIMD2()
    state.corner = hasCuts ? SIMD2(repeating: radius) : inset
    if !inner.isEmpty {
      inner[0].update(offset: offset, opacity: 1)
      state.corner.replace(
        with: inner[0].state.corner,
        where: inner[0].state.corner .> state.corner
      )
    }
    let upper = BowedEdge(length: size.x, offset: offset)
    let side = BowedEdge(length: size.y, offset: offset)
    setColumns(upper, filleted: fillet.map { FilletedEdge(upper, fillet: $0, along: 0) })
    setRows(side, filleted: fillet.map { FilletedEdge(side, fillet: $0, along: 1) })
  }

  /// Sets the upper and the lower edge.
  private mutating func setColumns(_ edge: BowedEdge, filleted: FilletedEdge?) {
    let isSteep = filleted?.isSteep ?? edge.isSteep
    let offset = state.offset
    topEdge.begin(isSteep: isSteep, isLevel: offset == 0)
    bottomEdge.begin(isSteep: isSteep, isLevel: offset == 0)
    let (upper, lower) = (FloatLanes(repeating: Float(top)), FloatLanes(repeating: Float(-bottom)))
    var (lowest, highest) = (Int16.min, Int16.max)
    for block in 0..<columns.count {
      let basis = columns[block]
      var (from, to, full) = (basis.from * offset, basis.to * offset, basis.full)
      if radius > 0 {
        sides[block] = restSides[block]
        let start = Double((firstBlock + block) * blockWidth)
        if let pieces = filleted?.pieces(ahead: start - left, behind: right - start) {
          (from, to, full) = (pieces.from, pieces.to, pieces.full)
          sides[block] = Sides(left: pieces.near, right: pieces.far)
        }
      }
      topEdge.set(block: block, from: upper - from, to: upper - to, full: full)
      var ranges: EdgeRanges
      if let bottomShift {
        ranges = EdgeRanges(topEdge, block: block, shift: bottomShift).secondMirrored
      } else {
        if let columnShift {
          bottomEdge.set(block: block, like: topEdge, shift: columnShift)
        } else {
          bottomEdge.set(block: block, from: lower - from, to: lower - to, full: full)
        }
        ranges = EdgeRanges(topEdge, bottomEdge, block: block).secondMirrored
      }
      if hasCuts { ranges = holdingCuts(ranges, block: block) }
      columnRanges[block] = ranges
      lowest = max(lowest, ranges.firstEnd)
      highest = min(highest, ranges.secondLow)
    }
    innerRows = (Int(lowest), Int(highest))
  }

  /// `ranges` of a block, with the rows in which the cuts of corners may cover its pixels partly.
  private func holdingCuts(_ ranges: EdgeRanges, block: Int) -> EdgeRanges {
    let start = Double((firstBlock + block) * blockWidth)
    guard start < left + radius || start + Double(blockWidth) > right - radius else {
      return ranges
    }
    var cuts = ranges
    cuts.firstEnd = Int16((top + radius).rounded(.up))
    cuts.secondLow = Int16((bottom - radius).rounded(.down))
    return ranges.joined(cuts)
  }

  /// Sets the left and the right edge.
  private mutating func setRows(_ edge: BowedEdge, filleted: FilletedEdge?) {
    let isSteep = filleted?.isSteep ?? edge.isSteep
    leftEdge.begin(isSteep: isSteep)
    rightEdge.begin(isSteep: isSteep)
    let offset = state.offset
    let (near, far) = (FloatLanes(repeating: Float(left)), FloatLanes(repeating: Float(-right)))
    var all = StepRanges()
    for block in 0..<rows.count {
      let basis = rows[block]
      var (from, to, full) = (basis.from * offset, basis.to * offset, basis.full)
      if radius > 0 {
        let start = Double(firstRow + block * 16)
        if let pieces = filleted?.pieces(ahead: start - top, behind: bottom - start) {
          (from, to, full) = (pieces.from, pieces.to, pieces.full)
        }
        let weights = bits(roundedLowBits(full))
        for lane in 0..<min(16, rowCount - block * 16) {
          rowFull[block * 16 + lane] = weights[lane]
        }
      }
      leftEdge.set(block: block, from: near - from, to: near - to, full: full)
      let ranges: StepRanges
      if let rightShift {
        ranges = StepRanges(leftEdge, block: block, shift: rightShift).secondMirrored
      } else {
        if let rowShift {
          rightEdge.set(block: block, like: leftEdge, shift: rowShift)
        } else {
          rightEdge.set(block: block, from: far - from, to: far - to, full: full)
        }
        ranges = StepRanges(leftEdge, rightEdge, block: block).secondMirrored
      }
      rowRanges[block] = ranges
      all = block == 0 ? ranges : all.joined(ranges)
    }
    innerColumns = (
      max(Int((left + state.corner.x).rounded(.up)), Int(all.firstEnd.max())),
      min(Int((right - state.corner.x).rounded(.down)), Int(all.secondLow.min()))
    )
  }

  /// Depth of the lower edge below the upper one, where it has no table of its own; else nil.
  ///
  /// Steep pieces keep fractions of a pixel, to which a shift would add an error of rounding.
  var bottomShift: Int? { topEdge.isSteep ? nil : columnShift }

  /// The same of the right edge and the left one.
  var rightShift: Int? { leftEdge.isSteep ? nil : rowShift }
}

extension ElasticLayer {
  mutating func unshare() {
    if labelMix != nil { label.unshare() }
    topEdge.unshare()
    bottomEdge.unshare()
    leftEdge.unshare()
    rightEdge.unshare()
    rowFull.unshare()
    columnRanges.unshare()
    rowRanges.unshare()
    sides.unshare()
    pastColumnRanges.unshare()
    pastRowRanges.unshare()
    guard !inner.isEmpty else { return }
    inner.unshare()
    inner[0].unshare()
  }
}
