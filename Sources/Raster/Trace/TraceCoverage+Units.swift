// SPDX-License-Identifier: Apache-2.0
import Geometry

// Sixteen view columns at a time: the ends of what is covered are added to a tile as differences from
// row to row, and one sum down the rows gives all coverages.

/// What is covered of sixteen vertical lines of a column, as far as it is known: a stretch of each,
/// and where pieces do not touch, as behind a gap, a second one.
private struct Stretches {
  var top = FloatLanes(repeating: .infinity)
  var bottom = FloatLanes(repeating: -.infinity)
  var secondTop = FloatLanes(repeating: .infinity)
  var secondBottom = FloatLanes(repeating: -.infinity)
  var hasSecond = false
  /// Whether a piece has been joined.
  var isBegun = false
}

/// Which view rows are filled below the line in sixteen columns.
private struct FillReach {
  /// The first row of which some of a column is filled; `Int.max` for none.
  var first = Int.max
  /// The first row from which on all columns that are filled are so as a whole.
  var whole = 0
}

extension TraceCoverage {
  /// Works out a unit of view columns anew.
  mutating func fillUnit(_ unit: Int) {
    var rows = 0..<0
    var fill = TraceFill()
    var reach = FillReach()
    let pieces = piecesNear(unit)
    for lane in 0..<blockWidth {
      let column = column(at: unit &* blockWidth &+ lane)
      guard column >= 0, column < clip.width else { continue }
      add(column: column, lane: lane, pieces: pieces, &rows)
      if let fillRows {
        addFill(column: column, lane: lane, pieces: pieces, fillRows, &fill, &reach)
      }
    }
    store(unit, line: rows)
    spans[unit] = lineSpans[unit]
    if let fillRows { store(unit, line: rows, fill, reach, fillRows) }
  }

  /// The pieces that may cover some of a unit's columns.
  private func piecesNear(_ unit: Int) -> Range<Int> {
    let one = column(at: unit &* blockWidth)
    let other = column(at: unit &* blockWidth &+ blockWidth &- 1)
    let (left, right) = (Float(min(one, other)), Float(max(one, other) &+ 1))
    // Both ends grow from piece to piece.
    var (low, high) = (0, capsules.count)
    while low < high {
      let middle = (low + high) / 2
      if capsules[middle].endX + capsules[middle].radius <= left {
        low = middle + 1
      } else {
        high = middle
      }
    }
    var end = low
    while end < capsules.count, capsules[end].startX - capsules[end].radius < right { end += 1 }
    return low..<end
  }

  /// Adds what the pieces cover of a column.
  @inline(__always)
  private mutating func add(
    column: Int,
    lane: Int,
    pieces: Range<Int>,
    _ rows: inout Range<Int>
  ) {
    var known = Stretches()
    let x = sampleColumns + Float(column)
    if let start { join(start, x, lane: lane, &known, &rows) }
    for index in pieces { join(capsules[index], x, lane: lane, &known, &rows) }
    if let end { join(end, x, lane: lane, &known, &rows) }
    put(known.top, known.bottom, lane: lane, &rows)
    if known.hasSecond { put(known.secondTop, known.secondBottom, lane: lane, &rows) }
  }

  /// Joins what a piece covers to what is known.
  @inline(__always)
  private mutating func join(
    _ piece: TraceCapsule,
    _ x: FloatLanes,
    lane: Int,
    _ known: inout Stretches,
    _ rows: inout Range<Int>
  ) {
    guard piece.startX - piece.radius < x[15], piece.endX + piece.radius > x[0] else { return }
    let (top, bottom) = (piece.tops(x), piece.bottoms(x))
    if !known.isBegun {
      known.isBegun = true
      if piece.meetsAll(x) {
        known.top = top
        known.bottom = bottom
        return
      }
    }
    let isMet = piece.meets(x)
    // Neighbours share an end, so that they touch but for rounding.
    let isApart =
      isMet .& (known.top .<= known.bottom)
      .& ((top .> known.bottom + Self.slack) .| (bottom .< known.top - Self.slack))
    if known.hasSecond || any(isApart) {
      joinApart(top, bottom, isMet, lane: lane, &known, &rows)
      return
    }
    known.top.replace(with: top, where: isMet .& (top .< known.top))
    known.bottom.replace(with: bottom, where: isMet .& (bottom .> known.bottom))
  }

  /// How far apart two stretches may be and still touch, in pixels.
  private static var slack: Float { 0.01 }

  /// The same line by line, where not everything touches.
  @inline(never)
  private mutating func joinApart(
    _ top: FloatLanes,
    _ bottom: FloatLanes,
    _ isMet: SIMDMask<SIMD16<Int32>>,
    lane: Int,
    _ known: inout Stretches,
    _ rows: inout Range<Int>
  ) {
    known.hasSecond = true
    for line in 0..<16 where isMet[line] {
      var (upper, lower) = (top[line], bottom[line])
      if upper <= known.bottom[line] + Self.slack, lower >= known.top[line] - Self.slack {
        upper = min(upper, known.top[line])
        lower = max(lower, known.bottom[line])
        known.top[line] = .infinity
        known.bottom[line] = -.infinity
      }
      if upper <= known.secondBottom[line] + Self.slack, lower >= known.secondTop[line] - Self.slack
      {
        upper = min(upper, known.secondTop[line])
        lower = max(lower, known.secondBottom[line])
        known.secondTop[line] = .infinity
        known.secondBottom[line] = -.infinity
      }
      if known.top[line] > known.bottom[line] {
        known.top[line] = upper
        known.bottom[line] = lower
        continue
      }
      if known.secondTop[line] <= known.secondBottom[line] {
        // A third one: of lines so close together the first is done with.
        var first = FloatLanes(repeating: .infinity)
        first[line] = known.top[line]
        var last = FloatLanes(repeating: -.infinity)
        last[line] = known.bottom[line]
        put(first, last, lane: lane, &rows)
        known.top[line] = known.secondTop[line]
        known.bottom[line] = known.secondBottom[line]
      }
      known.secondTop[line] = upper
      known.secondBottom[line] = lower
    }
  }

  /// Adds the ends of stretches to the tile: a 256th of a pixel a unit, sixteen lines a column.
  @inline(__always)
  private mutating func put(
    _ first: FloatLanes,
    _ last: FloatLanes,
    lane: Int,
    _ rows: inout Range<Int>
  ) {
    let height = FloatLanes(repeating: Float(clip.height))
    let isCovered = first .< last
    let top = smaller(positive(first), height).replacing(with: 0, where: .!isCovered)
    let bottom = smaller(positive(last), height).replacing(with: 0, where: .!isCovered)
    guard any(top .< bottom) else { return }
    let (froms, tos) = (rounded(top * 256), rounded(bottom * 256))
    var (lowest, greatest) = (Int32.max, Int32.min)
    var span = tile.mutableSpan
    var ends = unsafe span.mutableBytes
    for line in 0..<16 {
      let (from, to) = (froms[line], tos[line])
      guard from < to else { continue }
      let (above, over) = (
        Int16(truncatingIfNeeded: from & 255), Int16(truncatingIfNeeded: to & 255)
      )
      ends.add(256 &- above, above, Int(from &>> 8), lane: lane)
      ends.add(over &- 256, 0 &- over, Int(to &>> 8), lane: lane)
      lowest = min(lowest, from)
      greatest = max(greatest, to)
    }
    // What covers less than a 512th of a pixel is rounded to nothing.
    guard lowest < greatest else { return }
    let (low, end) = (Int(lowest &>> 8), Int(greatest &>> 8) &+ 1)
    rows = rows.isEmpty ? low..<end : min(rows.lowerBound, low)..<max(rows.upperBound, end)
  }

  /// Fills a column below the line.
  private func addFill(
    column: Int,
    lane: Int,
    pieces: Range<Int>,
    _ rows: TraceFillRows,
    _ fill: inout TraceFill,
    _ reach: inout FillReach
  ) {
    var (top, share) = (Float(0), Float(0))
    for index in pieces {
      let piece = capsules[index]
      let left = max(piece.startX, Float(column))
      let right = min(piece.endX, Float(column &+ 1))
      guard left < right else { continue }
      share = min(1, share + right - left)
      top = piece.startY + ((left + right) / 2 - piece.startX) * piece.slope
    }
    guard share > 0 else { return }
    fill.set(lane, top: top, share: share, rows)
    // The line itself may be far above, where it is cut off.
    let line = Int(rows.row(at: top))
    reach.first = min(reach.first, max(line, 0))
    reach.whole = max(reach.whole, line + 1)
  }

  // MARK: - Storing

  /// Keeps what is filled below the line, which covers `line`.
  private mutating func store(
    _ unit: Int,
    line: Range<Int>,
    _ fill: TraceFill,
    _ reach: FillReach,
    _ rows: TraceFillRows
  ) {
    fills[unit] = fill
    guard reach.first < rows.end else { return }
    let whole = max(reach.whole, line.upperBound)
    fills[unit].rows = span(reach.first..<rows.end)
    fills[unit].plain = span(min(whole, rows.end)..<rows.end)
    spans[unit].low = min(spans[unit].low, fills[unit].rows.low)
    spans[unit].end = max(spans[unit].end, fills[unit].rows.end)
  }

  /// Sums the tile up, keeps the line's coverages, and leaves the tile empty.
  private mutating func store(_ unit: Int, line rows: Range<Int>) {
    let before = lineSpans[unit]
    lineSpans[unit] = span(rows.clamped(to: 0..<clip.height))
    var whole = rows
    if before.low < before.end {
      let old =
        isFlipped
        ? clip.height - Int(before.end)..<clip.height - Int(before.low)
        : Int(before.low)..<Int(before.end)
      whole =
        rows.isEmpty
        ? old : min(rows.lowerBound, old.lowerBound)..<max(rows.upperBound, old.upperBound)
    }
    let visible = whole.clamped(to: 0..<clip.height)
    if isTurned {
      sumTurned(unit, visible)
    } else if !visible.isEmpty {
      let along = isFlipped ? clip.height &- 1 &- visible.lowerBound : visible.lowerBound
      let first = along &* blocksPerRow &+ unit
      let step = isFlipped ? 0 &- blocksPerRow : blocksPerRow
      Self.sum(&tile, rows: visible, into: &lanes, from: first, step)
    }
    // An end in the last row leaves its rest in the one behind it.
    Self.clear(&tile, whole.lowerBound..<min(whole.upperBound + 2, tile.count))
  }

  /// Sums rows up into blocks that lie `step` apart.
  private static func sum(
    _ tile: inout [SignedLanes],
    rows: Range<Int>,
    into lanes: inout [CoverageLanes],
    from first: Int,
    _ step: Int
  ) {
    var blocks = lanes.mutableSpan
    let tile = tile.span
    var (sum, place) = (SignedLanes(), first)
    for row in rows {
      sum &+= tile[row]
      blocks[place] = coverage(bits(sum))
      place &+= step
    }
  }

  /// Sums rows of the view up into columns of the buffer.
  private mutating func sumTurned(_ unit: Int, _ rows: Range<Int>) {
    let line = unit &* blockWidth
    // The blocks of a row of the buffer lie behind each other, so that its pixels do.
    let stride = blocksPerRow &* blockWidth
    let start = line &* stride &+ rect.left &- firstBlock &* blockWidth
    Self.sumTurned(
      &tile,
      rows: rows,
      into: &lanes,
      from: start &+ (isFlipped ? clip.height &- 1 &- rows.lowerBound : rows.lowerBound),
      isFlipped ? -1 : 1,
      columns: min(blockWidth, rect.height &- line),
      stride
    )
  }

  /// Sums rows up into pixels that lie `step` apart, the columns of each `stride` apart.
  private static func sumTurned(
    _ tile: inout [SignedLanes],
    rows: Range<Int>,
    into lanes: inout [CoverageLanes],
    from first: Int,
    _ step: Int,
    columns: Int,
    _ stride: Int
  ) {
    var span = lanes.mutableSpan
    var bytes = unsafe span.mutableBytes
    let tile = tile.span
    var (sum, start) = (SignedLanes(), first)
    var row = rows.lowerBound
    var square = InlineArray<16, CoverageLanes>(repeating: CoverageLanes())
    var shuffled = square
    while row &+ blockWidth <= rows.upperBound {
      for line in 0..<blockWidth {
        sum &+= tile[row &+ line]
        square[step > 0 ? line : blockWidth &- 1 &- line] = coverage(bits(sum))
      }
      // Rows become columns: four times each row is shuffled with the one eight below it.
      Self.shuffle(&square, into: &shuffled)
      Self.shuffle(&shuffled, into: &square)
      Self.shuffle(&square, into: &shuffled)
      Self.shuffle(&shuffled, into: &square)
      var place = step > 0 ? start : start &- (blockWidth &- 1)
      for column in 0..<columns {
        bytes.storeBytes(of: square[column], toByteOffset: place, as: CoverageLanes.self)
        place &+= stride
      }
      start &+= blockWidth &* step
      row &+= blockWidth
    }
    while row < rows.upperBound {
      sum &+= tile[row]
      let values = coverage(bits(sum))
      var place = start
      for column in 0..<columns {
        bytes.storeBytes(of: values[column], toByteOffset: place, as: UInt8.self)
        place &+= stride
      }
      start &+= step
      row &+= 1
    }
  }

  /// Shuffles each row with the one eight below it; `rows` is lent to be changed as it would be copied else.
  @inline(__always)
  private static func shuffle(
    _ rows: inout InlineArray<16, CoverageLanes>,
    into other: inout InlineArray<16, CoverageLanes>
  ) {
    for row in 0..<8 {
      var pair = SIMD32<UInt8>()
      pair.evenHalf = rows[row]
      pair.oddHalf = rows[row &+ 8]
      other[2 &* row] = pair.lowHalf
      other[2 &* row &+ 1] = pair.highHalf
    }
  }

  private static func clear(_ tile: inout [SignedLanes], _ rows: Range<Int>) {
    var span = tile.mutableSpan
    for row in rows { span[row] = SignedLanes() }
  }

  private func span(_ rows: Range<Int>) -> Span {
    guard !rows.isEmpty else { return Span() }
    let (low, end) =
      isFlipped
      ? (clip.height - rows.upperBound, clip.height - rows.lowerBound)
      : (rows.lowerBound, rows.upperBound)
    return Span(low: Int16(clamping: low), end: Int16(clamping: end))
  }

  /// Sums of 4096 a pixel as coverages.
  @inline(__always)
  private static func coverage(_ sum: Lanes) -> CoverageLanes {
    let part = smaller(sum, Lanes(repeating: 4096))
    return narrowed((part &- (part &>> 8) &+ 8) &>> 4)
  }
}

extension MutableRawSpan {
  /// Adds to one lane of a row of sixteen and of the next one, which are there; a lane chosen at run time
  /// would cost a copy of the row.
  @inline(__always)
  fileprivate mutating func add(_ value: Int16, _ next: Int16, _ row: Int, lane: Int) {
    let place = (row &* blockWidth &+ lane) &* 2
    let below = place &+ blockWidth &* 2
    let sum = unsafe unsafeLoad(fromByteOffset: place, as: Int16.self) &+ value
    let rest = unsafe unsafeLoad(fromByteOffset: below, as: Int16.self) &+ next
    storeBytes(of: rest, toByteOffset: below, as: Int16.self)
    unsafe storeBytes(of: sum, toUncheckedByteOffset: place, as: Int16.self)
  }
}

/// The middles of sixteen parts of a column.
@inline(__always)
private var sampleColumns: FloatLanes {
  (FloatLanes(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15) + 0.5) / 16
}

/// The integers nearest to `values`, which lie within ±2²².
@inline(__always)
private func rounded(_ values: FloatLanes) -> SIMD16<Int32> {
  let shifted = values + 12_582_912
  var result = SIMD16<Int32>()
  for lane in 0..<16 {
    result[lane] = Int32(truncatingIfNeeded: shifted[lane].bitPattern) &- 0x4B40_0000
  }
  return result
}

/// The lower bytes.
@inline(__always)
private func narrowed(_ lanes: Lanes) -> CoverageLanes {
  var result = CoverageLanes()
  for lane in 0..<16 { result[lane] = UInt8(truncatingIfNeeded: lanes[lane]) }
  return result
}
