// SPDX-License-Identifier: Apache-2.0
import Geometry

// Sixteen view columns at a time: the ends of what is covered are added to a tile as differences from
// row to row, and one sum down the rows gives all coverages. Where view columns are the buffer's rows, each
// is summed up by itself.

/// The covered parts of sixteen vertical lines of a column, as far as they are known: a stretch of each, and where
/// pieces do not touch, as behind a gap, a second one.
private struct Stretches {
  var top = FloatLanes(repeating: .infinity)
  var bottom = FloatLanes(repeating: -.infinity)
  var secondTop = FloatLanes(repeating: .infinity)
  var secondBottom = FloatLanes(repeating: -.infinity)
  var hasSecond = false
  /// True if a piece has been joined.
  var isBegun = false
}

extension TraceCoverage {
  /// Works out sixteen view columns anew.
  mutating func fillGroup(_ group: Int) {
    var line = LineReach()
    var fill = TraceFill()
    var filled = FillReach()
    let pieces = piecesNear(group)
    for lane in 0..<blockWidth {
      let column = column(at: group &* blockWidth &+ lane)
      guard column >= 0, column < clip.width else { continue }
      add(column: column, lane: lane, pieces: pieces, reach: &line)
      if let fillRows {
        addFill(
          column: column,
          lane: lane,
          pieces: pieces,
          rows: fillRows,
          fill: &fill,
          reach: &filled
        )
      }
      guard isTurned else { continue }
      store(group &* blockWidth &+ lane, line: line, reach: filled)
      line = LineReach()
      filled = FillReach()
    }
    if !isTurned { store(group, line: line, reach: filled) }
    if fillRows != nil { fills[group] = fill }
  }

  /// The pieces that may cover some of sixteen columns.
  private func piecesNear(_ group: Int) -> Range<Int> {
    let one = column(at: group &* blockWidth)
    let other = column(at: group &* blockWidth &+ blockWidth &- 1)
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
    reach: inout LineReach
  ) {
    var known = Stretches()
    let x = sampleColumns + Float(column)
    if let start, start.meetsAny(x) { join(start, x, lane: lane, known: &known, reach: &reach) }
    for index in pieces {
      let piece = capsules[index]
      guard piece.startX - piece.radius < x[15] else { break }
      if piece.endX + piece.radius > x[0] {
        join(piece, x, lane: lane, known: &known, reach: &reach)
      }
    }
    if let end, end.meetsAny(x) { join(end, x, lane: lane, known: &known, reach: &reach) }
    guard known.isBegun else { return }
    put(known.top, known.bottom, lane: lane, reach: &reach)
    if known.hasSecond { put(known.secondTop, known.secondBottom, lane: lane, reach: &reach) }
  }

  /// Joins what a piece covers, which meets some of the lines, to what is known.
  @inline(__always)
  private mutating func join(
    _ piece: TraceCapsule,
    _ x: FloatLanes,
    lane: Int,
    known: inout Stretches,
    reach: inout LineReach
  ) {
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
      joinApart(top, bottom, isMet: isMet, lane: lane, known: &known, reach: &reach)
      return
    }
    known.top.replace(with: top, where: isMet .& (top .< known.top))
    known.bottom.replace(with: bottom, where: isMet .& (bottom .> known.bottom))
  }

  /// Largest gap, in pixels, between two stretches that count as touching.
  private static var slack: Float { 0.01 }

  /// The same line by line, where not everything touches.
  @inline(never)
  private mutating func joinApart(
    _ top: FloatLanes,
    _ bottom: FloatLanes,
    isMet: SIMDMask<SIMD16<Int32>>,
    lane: Int,
    known: inout Stretches,
    reach: inout LineReach
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
        put(first, last, lane: lane, reach: &reach)
        known.top[line] = known.secondTop[line]
        known.bottom[line] = known.secondBottom[line]
      }
      known.secondTop[line] = upper
      known.secondBottom[line] = lower
    }
  }

  /// Fills a column below the line.
  private func addFill(
    column: Int,
    lane: Int,
    pieces: Range<Int>,
    rows: TraceFillRows,
    fill: inout TraceFill,
    reach: inout FillReach
  ) {
    var (top, share) = (Float(0), Float(0))
    for index in pieces {
      let piece = capsules[index]
      guard piece.startX < Float(column &+ 1) else { break }
      let left = max(piece.startX, Float(column))
      let right = min(piece.endX, Float(column &+ 1))
      guard left < right else { continue }
      share = min(1, share + right - left)
      top = piece.startY + ((left + right) / 2 - piece.startX) * piece.slope
    }
    guard share > 0 else { return }
    fill.set(lane, top: top, share: share, rows: rows)
    // The line itself may be far above, where it is cut off.
    let line = Int(rows.row(at: top))
    reach.first = min(reach.first, max(line, 0))
    reach.whole = max(reach.whole, line + 1)
  }
}

/// The middles of sixteen parts of a column.
@inline(__always)
private var sampleColumns: FloatLanes {
  (FloatLanes(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15) + 0.5) / 16
}
