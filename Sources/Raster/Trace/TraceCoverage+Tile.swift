// SPDX-License-Identifier: Apache-2.0
import Geometry

// The tile: differences from row to row of sixteen columns, or from place to place of one row of the buffer.

/// The view rows that are filled below the line in a unit.
struct FillReach {
  /// The first row of which some of a column is filled; `Int.max` for none.
  var first = Int.max
  /// The first row from which on all columns that are filled are so as a whole.
  var whole = 0
}

/// The rows of a unit that a line covers some of.
struct LineReach {
  /// Of each sixteenth of the columns the least view row, by its fraction too.
  private var lows = FloatLanes(repeating: .infinity)
  private var highs = FloatLanes(repeating: -.infinity)

  /// Adds what lies between `tops` and `bottoms`, line by line; nothing where these are not greater.
  @inline(__always)
  fileprivate mutating func add(_ tops: FloatLanes, _ bottoms: FloatLanes) {
    lows = smaller(lows, tops)
    highs = greater(highs, bottoms)
  }

  /// The rows as the buffer counts them, `height` being all; what is not in them covers nothing.
  func rows(height: Int, isFlipped: Bool) -> Range<Int> {
    let (least, greatest) = (least(lows), 0 - least(0 - highs))
    guard least < greatest else { return 0..<0 }
    var (low, high) = (Int(least * 256 + 0.5), Int(greatest * 256 + 0.5))
    // What covers less than a 512th of a pixel is rounded to nothing.
    guard low < high else { return 0..<0 }
    if isFlipped { (low, high) = (height &<< 8 &- high, height &<< 8 &- low) }
    return low >> 8..<high >> 8 &+ 1
  }
}

/// The ends of sixteen stretches as they are added to the tile.
private struct TileEnds {
  /// Offsets in the tile, in bytes.
  var places: SIMD16<Int32>
  /// Part of the pixel there that lies before the end, in 256ths.
  var before: SIMD16<Int32>
  /// The rest of the pixel.
  var behind: SIMD16<Int32>

  /// The ends at `ends` 256ths of a pixel, a pixel being 2 to the power of `scale` bytes long.
  @inline(__always)
  init(_ ends: SIMD16<Int32>, scale: Int32, from first: Int32) {
    let pixel = SIMD16<Int32>(repeating: 255)
    before = ends & pixel
    behind = 256 &- before
    places = SIMD16(repeating: first) &+ ((ends &>> 8) &<< SIMD16(repeating: scale))
  }
}

extension TraceCoverage {
  /// Adds the ends of stretches to the tile: a 256th of a pixel a unit, sixteen lines a column.
  ///
  /// - Parameters:
  ///   - first: Beginning of each stretch, in view rows.
  ///   - last: End of each.
  ///   - lane: Index of the tile's column.
  ///   - reach: The reach of the line in the unit; grows.
  @inline(never)
  mutating func put(
    _ first: FloatLanes,
    _ last: FloatLanes,
    lane: Int,
    reach: inout LineReach
  ) {
    let (upper, lower) = (FloatLanes(), FloatLanes(repeating: Float(clip.height)))
    let tops = smaller(greater(first, upper), lower)
    let bottoms = smaller(greater(last, upper), lower)
    reach.add(tops, bottoms)
    // Equal ends leave nothing in the tile.
    let isCovered = first .< last
    var froms = rounded(tops.replacing(with: 0, where: .!isCovered) * 256)
    var tos = rounded(bottoms.replacing(with: 0, where: .!isCovered) * 256)
    if isFlipped {
      let end = SIMD16(repeating: Int32(truncatingIfNeeded: clip.height &<< 8))
      (froms, tos) = (end &- tos, end &- froms)
    }
    if isTurned {
      let start = Int32(truncatingIfNeeded: lead &* 2)
      add(
        TileEnds(froms, scale: 1, from: start),
        tos: TileEnds(tos, scale: 1, from: start),
        next: 2
      )
    } else {
      let start = Int32(truncatingIfNeeded: lane &* 2)
      add(
        TileEnds(froms, scale: 5, from: start),
        tos: TileEnds(tos, scale: 5, from: start),
        next: 32
      )
    }
  }

  /// Adds ends to the tile, and what they leave of their pixels to the next ones, `next` bytes behind.
  @inline(__always)
  private mutating func add(_ froms: TileEnds, tos: TileEnds, next: Int) {
    // The ends lie from 0 to the height.
    precondition(tile.count >= clip.height &+ 2)
    // In memory, as a lane chosen at run time would cost a copy of all.
    var numbers = InlineArray<2, TileEnds>(repeating: froms)
    numbers[1] = tos
    let size = MemoryLayout<SIMD16<Int32>>.size
    var span = tile.mutableSpan
    var bytes = unsafe span.mutableBytes
    let ends = unsafe numbers.span.bytes
    for line in 0..<16 {
      func number(_ index: Int) -> Int32 {
        unsafe ends.unsafeLoad(
          fromUncheckedByteOffset: line &* 4 &+ index &* size,
          as: Int32.self
        )
      }
      let (from, to) = (Int(number(0)), Int(number(3)))
      unsafe bytes.add(number(2), uncheckedAt: from)
      unsafe bytes.add(number(1), uncheckedAt: from &+ next)
      unsafe bytes.add(0 &- number(5), uncheckedAt: to)
      unsafe bytes.add(0 &- number(4), uncheckedAt: to &+ next)
    }
  }

  // MARK: - Storing

  /// Keeps how the line covers a unit, and where it is filled below it.
  mutating func store(_ unit: Int, line: LineReach, reach: FillReach) {
    let rows = line.rows(height: clip.height, isFlipped: isFlipped)
    if isTurned { storeRow(unit, line: rows) } else { storeColumns(unit, line: rows) }
    let line = Span(rows.clamped(to: 0..<clip.height))
    lineSpans[unit] = line
    spans[unit] = line
    guard let fillRows else { return }
    fillSpans[unit] = Span()
    plainSpans[unit] = Span()
    guard reach.first < fillRows.end else { return }
    let whole = max(reach.whole, rows.isEmpty ? 0 : viewRows(rows).upperBound)
    let filled = Span(viewRows(reach.first..<fillRows.end))
    fillSpans[unit] = filled
    plainSpans[unit] = Span(viewRows(min(whole, fillRows.end)..<fillRows.end))
    spans[unit].low = min(line.low, filled.low)
    spans[unit].end = max(line.end, filled.end)
  }

  /// Rows of the view as the buffer counts them, or the other way round.
  private func viewRows(_ rows: Range<Int>) -> Range<Int> {
    isFlipped ? clip.height - rows.upperBound..<clip.height - rows.lowerBound : rows
  }

  /// Sums sixteen columns up, keeps the line's coverages, and leaves the tile empty.
  private mutating func storeColumns(_ unit: Int, line rows: Range<Int>) {
    let whole = lineSpans[unit].joined(rows).clamped(to: 0..<clip.height)
    let first = whole.lowerBound &* blocksPerRow &+ unit
    Self.sum(&tile, rows: whole, into: &lanes, from: first, step: blocksPerRow)
  }

  /// Sums rows up into blocks that lie `step` apart.
  private static func sum(
    _ tile: inout [SignedLanes],
    rows: Range<Int>,
    into lanes: inout [CoverageLanes],
    from first: Int,
    step: Int
  ) {
    var blocks = lanes.mutableSpan
    var tile = tile.mutableSpan
    var (sum, place) = (SignedLanes(), first)
    for row in rows {
      sum &+= tile[row]
      tile[row] = SignedLanes()
      blocks[place] = coverage(bits(sum))
      place &+= step
    }
    // An end in the last row leaves its rest in the one behind it.
    for row in rows.upperBound..<min(rows.upperBound &+ 2, tile.count) {
      tile[row] = SignedLanes()
    }
  }

  /// Sums a row of the buffer up, keeps the line's coverages, and leaves the tile empty.
  private mutating func storeRow(_ unit: Int, line rows: Range<Int>) {
    let blocks = unit &* blocksPerRow..<unit &* blocksPerRow &+ blocksPerRow
    let old = lineSpans[unit]
    if old.low < old.end {
      let first = (lead &+ Int(old.low)) >> 4
      let end = (lead &+ Int(old.end) &- 1) >> 4 &+ 1
      Self.clear(&lanes, blocks: blocks.lowerBound &+ first..<blocks.lowerBound &+ end)
    }
    guard !rows.isEmpty else { return }
    // An end in the last place leaves its rest in the one behind it.
    let inked = (lead &+ rows.lowerBound) >> 4..<(lead &+ rows.upperBound) >> 4 &+ 1
    Self.sum(&tile, blocks: inked, into: &lanes, row: blocks)
  }

  private static func clear(_ lanes: inout [CoverageLanes], blocks: Range<Int>) {
    var span = lanes.mutableSpan
    for block in blocks { span[block] = CoverageLanes() }
  }

  /// Sums blocks of a row up, of which `row` are there.
  private static func sum(
    _ tile: inout [SignedLanes],
    blocks: Range<Int>,
    into lanes: inout [CoverageLanes],
    row: Range<Int>
  ) {
    var span = lanes.mutableSpan
    var tile = tile.mutableSpan
    var sum: Int16 = 0
    for block in blocks {
      addUp(&tile, block: block, sum: &sum)
      if block < row.count { span[row.lowerBound &+ block] = coverage(bits(tile[block])) }
      tile[block] = SignedLanes()
    }
  }

  /// Replaces sixteen differences by their sums.
  @inline(__always)
  private static func addUp(
    _ tile: inout MutableSpan<SignedLanes>,
    block: Int,
    sum: inout Int16
  ) {
    precondition(block >= 0 && block < tile.count)
    var bytes = unsafe tile.mutableBytes
    let first = block &* blockWidth &* 2
    for lane in 0..<blockWidth {
      let place = first &+ lane &* 2
      sum &+= unsafe bytes.unsafeLoad(fromUncheckedByteOffset: place, as: Int16.self)
      unsafe bytes.storeBytes(of: sum, toUncheckedByteOffset: place, as: Int16.self)
    }
  }

  /// Sums of 4096 a pixel as coverages.
  @inline(__always)
  private static func coverage(_ sum: Lanes) -> CoverageLanes {
    let part = smaller(sum, Lanes(repeating: 4096))
    return narrowed((part &- (part &>> 8) &+ 8) &>> 4)
  }
}

extension MutableRawSpan {
  /// Adds the lower half of a number to a place in the span.
  @inline(__always)
  @unsafe fileprivate mutating func add(_ value: Int32, uncheckedAt place: Int) {
    let sum = unsafe unsafeLoad(fromUncheckedByteOffset: place, as: Int16.self)
    let result = sum &+ Int16(truncatingIfNeeded: value)
    unsafe storeBytes(of: result, toUncheckedByteOffset: place, as: Int16.self)
  }
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

/// The smallest of sixteen numbers.
@inline(__always)
private func least(_ values: FloatLanes) -> Float {
  let (low, high) = (values.lowHalf, values.highHalf)
  let half = low.replacing(with: high, where: high .< low)
  let quarter = half.lowHalf.replacing(with: half.highHalf, where: half.highHalf .< half.lowHalf)
  var result = quarter[0]
  for lane in 1..<4 { result = quarter[lane] < result ? quarter[lane] : result }
  return result
}
