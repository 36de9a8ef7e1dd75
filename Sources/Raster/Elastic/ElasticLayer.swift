// SPDX-License-Identifier: Apache-2.0
package import Geometry

/// A rectangle whose four edges are quadratic Bézier curves between fixed corners, with a label.
///
/// The corners may be quarters of a circle, which stay where they are: the curves go from one to the next.
/// What such a corner lacks to a pointed one is taken from the pixels that it may touch.
///
/// Each edge's control point sits at the edge's middle, moved outward by the offset: the edge is a
/// parabola over its own axis. A pixel's coverage is that of the rest rectangle plus the signed
/// areas of the four bulges (Green's theorem), which is exact where edges meet too, and its absolute
/// value is the nonzero rule where strongly inward edges cross. All in buffer pixels: a rotated
/// output turns the rectangle and the label once, when the layer is made.
package struct ElasticLayer: Layer {
  /// What the layer shows; two equal states look the same.
  struct State: Equatable {
    /// How far the control points are out, in pixels.
    var offset: Float = 0
    /// 0 invisible … 256 opaque.
    var opacity: UInt16 = 0
    /// Counts changes of colours and label.
    var version = 0
  }

  let left: Double
  let top: Double
  let right: Double
  let bottom: Double
  /// Block columns and rows that the rest rectangle touches.
  let firstBlock: Int
  let blockCount: Int
  let firstRow: Int
  let rowCount: Int
  /// Radius of the corners in pixels, at most half of the shorter side.
  let radius: Double
  /// What the upper and the lower corners lack, as coverage; without pixels where they are pointed.
  let upperCuts: BlockMask
  let lowerCuts: BlockMask
  /// False for a rectangle without area or too far away for the tables.
  let isDrawable: Bool

  static var unpainted: State { State() }

  private(set) var state = State()
  var fill: Color
  var labelColor: Color
  private(set) var label = BlockMask.none
  /// Bounds of every label that the layer has had.
  private(set) var labelExtent = PixelRect.empty

  private(set) var topEdge: EdgeTable
  /// Not set while there is a ``bottomShift``.
  private(set) var bottomEdge: EdgeTable
  private(set) var leftEdge: EdgeTable
  /// Not set while there is a ``rightShift``.
  private(set) var rightEdge: EdgeTable
  /// How far the upper and lower edges are out at the columns' sides, for an offset of 1.
  private let columns: [EdgeBasis]
  /// The same for the side edges at the rows' borders.
  private let rows: [EdgeBasis]
  /// How much deeper the lower edge's pieces lie than the upper one's, and the right edge's than the
  /// left one's; nil where these are not whole pixels and their coverages differ.
  private let columnShift: Int?
  private let rowShift: Int?
  /// Part of each row that the side edges run over, 0 … 256.
  let rowFull: [UInt16]
  /// Partly covered rows of the upper and the lower edge, per block of columns.
  private(set) var columnRanges: [EdgeRanges]
  /// Partly covered columns of the left and the right edge, per sixteen rows.
  private(set) var rowRanges: [StepRanges]
  /// The ranges of what each buffer holds, one buffer after the other.
  var pastColumnRanges: [EdgeRanges] = []
  var pastRowRanges: [StepRanges] = []
  /// Columns that neither side edge reaches in any row: `low ..< end`.
  private(set) var innerColumns = (low: 0, end: 0)
  /// Coverage of a pixel by the half-planes right of the left and left of the right rest edge.
  let sides: [Sides]

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
  ///   - transform: How the view lies in the buffer; its scale is not used.
  package init(
    rect: Rect,
    fill: Color,
    labelColor: Color,
    cornerRadius: Double = 0,
    transform: OutputTransform
  ) {
    let corner = transform.bufferPosition(ofView: Point(x: rect.minX, y: rect.minY))
    let opposite = transform.bufferPosition(ofView: Point(x: rect.maxX, y: rect.maxY))
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
    firstBlock = blockIndex(ofColumn: Int(self.left.rounded(.down)))
    blockCount = blockIndex(ofColumn: Int(self.right.rounded(.up)) - 1) - firstBlock + 1
    firstRow = Int(self.top.rounded(.down))
    rowCount = Int(self.bottom.rounded(.up)) - firstRow
    self.fill = fill
    self.labelColor = labelColor
    columns = Self.basis(
      from: self.left,
      to: self.right,
      radius: radius,
      start: firstBlock * blockWidth,
      blocks: blockCount
    )
    columnShift = Int(exactly: -self.bottom - self.top)
    rowShift = Int(exactly: -self.right - self.left)
    let rowBlocks = (rowCount + 15) / 16
    rows = Self.basis(
      from: self.top,
      to: self.bottom,
      radius: radius,
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
    sides = (0..<blockCount).map { block in
      var sides = Sides()
      for lane in 0..<16 {
        let x = Double(firstColumn + block * blockWidth + lane)
        sides.left[lane] = UInt16((min(max(x + 1 - leftEnd, 0), 1) * 256).rounded())
        sides.right[lane] = UInt16((min(max(rightEnd - x, 0), 1) * 256).rounded())
      }
      return sides
    }
  }

  /// How far an edge is out for an offset of 1 at the borders of steps: 2t(1 − t) at parameter t.
  ///
  /// The parabola begins and ends `radius` from the ends of the rest edge.
  private static func basis(
    from: Double,
    to: Double,
    radius: Double,
    start: Int,
    blocks: Int
  ) -> [EdgeBasis] {
    let (first, last) = (from + radius, to - radius)
    let length = last - first
    func parabola(_ position: Double) -> Double {
      let t = (min(max(position, first), last) - first) / length
      return length > 0 ? 2 * t * (1 - t) : 0
    }
    // The ends of the straight piece that takes the parabola's place in a step.
    func piece(_ near: Double, _ far: Double) -> (from: Double, to: Double) {
      let (from, to) = (parabola(near), parabola(far))
      let width = max(0, min(far, last) - max(near, first))
      guard length > 0, width > 0 else { return (from, to) }
      // The parabola's mean over a step exceeds that of its chord by this much.
      let arc = width * width / (3 * length * length)
      guard width < far - near else { return (from + arc, to + arc) }
      // Where it begins or ends within the step the rest of the step lies flat: of the same area, and
      // never beyond the rest edge.
      let both = (from + to + 2 * arc) * (width / (far - near))
      let start = min(from, both)
      return (start, both - start)
    }
    return (0..<blocks).map { block in
      var basis = EdgeBasis()
      for lane in 0..<16 {
        let step = Double(start + block * 16 + lane)
        let (near, far) = (min(max(step, from), to), min(max(step + 1, from), to))
        let piece = piece(near, far)
        basis.from[lane] = Float(piece.from)
        basis.to[lane] = Float(piece.to)
        basis.full[lane] = Float(((far - near) * 256).rounded())
      }
      return basis
    }
  }

  /// Replaces the label.
  ///
  /// - Parameters:
  ///   - mask: The ink, placed in view pixels from the upper left corner of the view; nil for none.
  ///   - transform: How the view lies in the buffer.
  package mutating func setLabel(_ mask: PlacedMask?, transform: OutputTransform) {
    label =
      mask.map { BlockMask($0.mask, origin: $0.origin, transform: transform) } ?? .none
    labelExtent = labelExtent.union(label.rect)
    state.version += 1
  }

  /// Replaces the colours.
  package mutating func setColors(fill: Color, label: Color) {
    guard fill != self.fill || label != labelColor else { return }
    self.fill = fill
    labelColor = label
    state.version += 1
  }

  /// Takes over what is to be shown.
  ///
  /// - Parameters:
  ///   - offset: How far the control points are out, in pixels; negative bows inward.
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
    let reach = 2 * Double(abs(state.offset))
    let (width, height) = (right - left - 2 * radius, bottom - top - 2 * radius)
    topEdge.begin(isSteep: reach > width)
    bottomEdge.begin(isSteep: reach > width)
    leftEdge.begin(isSteep: reach > height)
    rightEdge.begin(isSteep: reach > height)
    setColumns()
    setRows()
  }

  /// Sets the upper and the lower edge.
  private mutating func setColumns() {
    let offset = state.offset
    let (upper, lower) = (FloatLanes(repeating: Float(top)), FloatLanes(repeating: Float(-bottom)))
    for block in 0..<columns.count {
      let basis = columns[block]
      let (from, to) = (basis.from * offset, basis.to * offset)
      topEdge.set(block: block, from: upper - from, to: upper - to, full: basis.full)
      let ranges: EdgeRanges
      if let bottomShift {
        ranges = EdgeRanges(topEdge, block: block, shift: bottomShift).secondMirrored
      } else {
        if let columnShift {
          bottomEdge.set(block: block, like: topEdge, shift: columnShift)
        } else {
          bottomEdge.set(block: block, from: lower - from, to: lower - to, full: basis.full)
        }
        ranges = EdgeRanges(topEdge, bottomEdge, block: block).secondMirrored
      }
      columnRanges[block] = ranges
    }
  }

  /// Sets the left and the right edge.
  private mutating func setRows() {
    let offset = state.offset
    let (near, far) = (FloatLanes(repeating: Float(left)), FloatLanes(repeating: Float(-right)))
    var all = StepRanges()
    for block in 0..<rows.count {
      let basis = rows[block]
      let (from, to) = (basis.from * offset, basis.to * offset)
      leftEdge.set(block: block, from: near - from, to: near - to, full: basis.full)
      let ranges: StepRanges
      if let rightShift {
        ranges = StepRanges(leftEdge, block: block, shift: rightShift).secondMirrored
      } else {
        if let rowShift {
          rightEdge.set(block: block, like: leftEdge, shift: rowShift)
        } else {
          rightEdge.set(block: block, from: far - from, to: far - to, full: basis.full)
        }
        ranges = StepRanges(leftEdge, rightEdge, block: block).secondMirrored
      }
      rowRanges[block] = ranges
      all = block == 0 ? ranges : all.joined(ranges)
    }
    innerColumns = (
      max(Int((left + radius).rounded(.up)), Int(all.firstEnd.max())),
      min(Int((right - radius).rounded(.down)), Int(all.secondLow.min()))
    )
  }

  /// How much deeper than the upper edge the lower one lies, where it has no table of its own; else nil.
  ///
  /// Steep pieces keep fractions of a pixel, to which a shift would add an error of rounding.
  var bottomShift: Int? { topEdge.isSteep ? nil : columnShift }

  /// The same of the right edge and the left one.
  var rightShift: Int? { leftEdge.isSteep ? nil : rowShift }
}

extension ElasticLayer {
  mutating func unshare() {
    topEdge.unshare()
    bottomEdge.unshare()
    leftEdge.unshare()
    rightEdge.unshare()
    columnRanges.unshare()
    rowRanges.unshare()
    pastColumnRanges.unshare()
    pastRowRanges.unshare()
  }
}
