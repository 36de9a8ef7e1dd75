// SPDX-License-Identifier: Apache-2.0
import Geometry

/// Rows of a block of columns taken apart along the fluid's depth: what each of them shows is one and
/// the same ``WaveView/Part``.
///
/// ```
///   base      nothing reaches these rows
///   higher    the higher crest passes          only, where both crests are one
///   between   .middle or, where the crests lie close together, .both
///   lower     the lower crest passes
///   front
/// ```
struct WaveStretches {
  /// Rows before either crest.
  let base: Range<Int>
  /// Rows that the higher crest alone passes, or the only one.
  let higher: Range<Int>
  /// Rows between the crests, or those that both pass.
  let between: Range<Int>
  /// Rows that the lower crest alone passes.
  let lower: Range<Int>
  /// Rows behind both crests.
  let front: Range<Int>
  /// True if both crests are one.
  let isOnly: Bool
  /// True if both crests pass the rows ``between``.
  let isClose: Bool

  /// All rows that a crest passes, and what lies between them.
  var crests: Range<Int> {
    min(higher.lowerBound, lower.lowerBound)..<max(higher.upperBound, lower.upperBound)
  }
}

extension WaveView {
  /// The stretches of `rows` of the `column`th block of columns; crests run along the columns.
  @inline(__always)
  func stretches(_ column: Int, rows: Range<Int>) -> WaveStretches {
    let ranges = ranges[column]
    let isOnly = between[column] == .nothing
    let isClose = !isOnly && ranges.firstLow < ranges.secondEnd
    let (start, end) =
      isFlipped ? (rows.upperBound, rows.lowerBound) : (rows.lowerBound, rows.upperBound)
    // Borders between the stretches, in the order of their depth.
    let first = border(Int(ranges.secondLow), rows: rows)
    let last = border(Int(ranges.firstEnd), rows: rows)
    var (second, third) = (last, last)
    if !isOnly {
      second = border(Int(isClose ? ranges.firstLow : ranges.secondEnd), rows: rows)
      third = border(Int(isClose ? ranges.secondEnd : ranges.firstLow), rows: rows)
    }
    return WaveStretches(
      base: stretch(start, first),
      higher: stretch(first, second),
      between: stretch(second, third),
      lower: stretch(third, last),
      front: stretch(last, end),
      isOnly: isOnly,
      isClose: isClose
    )
  }

  /// The border of the row at `depth` on the side where the depth is smaller, within `rows`.
  @inline(__always)
  func border(_ depth: Int, rows: Range<Int>) -> Int {
    let y = isFlipped ? mask.rect.bottom &- depth : mask.rect.top &+ depth
    return min(max(y, rows.lowerBound), rows.upperBound)
  }

  /// The rows between two borders, the first of which has the smaller depth.
  @inline(__always)
  func stretch(_ from: Int, _ to: Int) -> Range<Int> {
    isFlipped ? min(to, from)..<from : from..<max(from, to)
  }
}
