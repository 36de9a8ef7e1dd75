// SPDX-License-Identifier: Apache-2.0

/// The fill below a line in sixteen view columns: a quarter of the colour at the line, less and less towards the floor.
///
/// Rows are those of the view, or of the buffer's columns where these are, counted as the buffer counts
/// them. In a row that is filled as a whole a column's weight out of 256 is a linear function of the
/// row; the row that the line cuts has a weight of its own.
struct TraceFill {
  /// The weight in row 0 with 24 fractional bits, and ½; wraps.
  var start = SIMD16<Int32>(repeating: 1 << 23)
  /// Difference from one row's weight to the next one's.
  var step = SIMD16<Int32>()
  /// The row that the line cuts; what lies below it is filled.
  var cut = SignedLanes()
  /// The weight in that row.
  var part = Lanes()
}

extension TraceFill {
  /// Fills a share of a column below the line's height.
  ///
  /// - Parameters:
  ///   - lane: Index of the column.
  ///   - top: The line's height, in view pixels from the upper edge.
  ///   - share: The share of the column that is below a line, 0 … 1.
  ///   - rows: Rows in which it may be filled.
  mutating func set(_ lane: Int, top: Float, share: Float, rows: TraceFillRows) {
    let depth = max(rows.floor - top, 1)
    let slope = min(64 * share / depth, 64)
    // 2²⁴ times at most 64. Of a line below all rows nothing is seen.
    let fall = Int32(slope * 16_777_216 + 0.5)
    let above = min(slope * max(rows.floor - Float(rows.end) + 0.5, 0), 64)
    // The weight in the last row that is filled.
    let rest = Int32(above * 16_777_216 + 0.5) &+ 1 << 23
    let line = rows.row(at: top)
    if rows.isFlipped {
      start[lane] = rest &+ fall &* Int32(truncatingIfNeeded: rows.end &- rows.height)
      step[lane] = fall
    } else {
      start[lane] = rest &+ fall &* Int32(truncatingIfNeeded: rows.end &- 1)
      step[lane] = 0 &- fall
    }
    let along = rows.isFlipped ? Int32(truncatingIfNeeded: rows.height) &- 1 &- line : line
    cut[lane] = Int16(truncatingIfNeeded: along)
    let middle = Float(line) + 0.5
    guard line >= 0, Int(line) < rows.end, middle < rows.floor else { return }
    let cutShare = min(max(middle + 0.5 - top, 0), 1)
    let weight = min((rows.floor - middle) * 64 / depth, 64) * cutShare * share
    part[lane] = UInt16(weight + 0.5)
  }
}

/// The rows in which columns may be filled.
struct TraceFillRows {
  /// Number of rows.
  let height: Int
  /// Lower end of the fill, in pixels from the view's upper edge.
  let floor: Float
  /// True if rows are counted from the view's lower edge.
  let isFlipped: Bool
  /// The first view row, from the upper edge, of which the middle is not above the floor.
  let end: Int

  init(height: Int, floor: Float, isFlipped: Bool) {
    self.height = height
    self.floor = floor
    self.isFlipped = isFlipped
    end = Int(min(max((floor - 0.5).rounded(.up), 0), Float(height)))
  }

  /// The view row at a height, -1 for one above the first, ``height`` for one below the last.
  @inline(__always)
  func row(at top: Float) -> Int32 {
    // Counted from the row above, for numbers are cut off towards 0.
    Int32(min(max(top, -1), Float(height)) + 1) &- 1
  }

  /// Rows in which columns may be filled, counted as ``isFlipped`` says.
  var range: Range<Int> { isFlipped ? height - end..<height : 0..<end }
}

extension TraceFill {
  /// The weights of the sixteen columns in a row that may be filled.
  @inline(__always)
  func weights(row: Int, isFlipped: Bool) -> Lanes {
    let place = SIMD16<Int32>(repeating: Int32(truncatingIfNeeded: row))
    let depth = SignedLanes(repeating: Int16(truncatingIfNeeded: row)) &- cut
    return Self.weights(start &+ step &* place, part: part, depth: isFlipped ? 0 &- depth : depth)
  }

  /// Weights of linear functions as far as they lie below the line, `depth` rows below the one cut.
  @inline(__always)
  static func weights(_ linear: SIMD16<Int32>, part: Lanes, depth: SignedLanes) -> Lanes {
    let isBelow = bits((0 &- depth) &>> 15)
    let isAbove = bits(depth &>> 15)
    return (whole(linear) & isBelow) | (part & ~(isBelow | isAbove))
  }

  /// The weights in rows that are filled as a whole.
  @inline(__always)
  static func whole(_ linear: SIMD16<Int32>) -> Lanes {
    var result = Lanes()
    for lane in 0..<16 {
      result[lane] = UInt16(truncatingIfNeeded: UInt32(bitPattern: linear[lane]) &>> 24)
    }
    return result
  }
}

/// The fill of one column in sixteen of its rows.
struct TraceFillRow {
  /// The weights' linear function, as ``TraceFill/start`` has it.
  private(set) var linear = SIMD16<Int32>()
  /// Difference from these rows' weights to those of the next sixteen.
  private(set) var step = SIMD16<Int32>()
  /// The rows.
  private var rows = SignedLanes()
  private var cut: Int16 = 0
  private var part: UInt16 = 0

  /// Nothing.
  init() {}

  /// Goes on to the next sixteen rows.
  @inline(__always)
  mutating func move() {
    linear &+= step
    rows &+= Int16(blockWidth)
  }

  /// The weights, as far as the rows lie in `range`.
  @inline(__always)
  func weights(in range: Range<Int>, isFlipped: Bool) -> Lanes {
    let depth = rows &- cut
    let weights = TraceFill.weights(
      linear,
      part: Lanes(repeating: part),
      depth: isFlipped ? 0 &- depth : depth
    )
    let first = SignedLanes(repeating: Int16(truncatingIfNeeded: range.lowerBound))
    let last = SignedLanes(repeating: Int16(truncatingIfNeeded: range.upperBound &- 1))
    return weights & nonNegative(rows &- first) & nonNegative(last &- rows)
  }
}

extension TraceFill {
  /// The fill of one column in sixteen rows from `row` on.
  @inline(__always)
  func row(lane: Int, from row: Int) -> TraceFillRow { TraceFillRow(self, lane: lane, from: row) }
}

extension TraceFillRow {
  @inline(__always)
  fileprivate init(_ fill: TraceFill, lane: Int, from row: Int) {
    let slope = fill.step[lane]
    let first = fill.start[lane] &+ slope &* Int32(truncatingIfNeeded: row)
    // By adding: SSE2 multiplies no sixteen numbers of 32 bits.
    let two = SIMD2(first, first &+ slope)
    let four = SIMD4(lowHalf: two, highHalf: two &+ slope &<< 1)
    let eight = SIMD8(lowHalf: four, highHalf: four &+ slope &<< 2)
    linear = SIMD16(lowHalf: eight, highHalf: eight &+ slope &<< 3)
    step = SIMD16(repeating: slope &<< 4)
    rows = laneNumbers &+ SignedLanes(repeating: Int16(truncatingIfNeeded: row))
    (cut, part) = (fill.cut[lane], fill.part[lane])
  }
}
