// SPDX-License-Identifier: Apache-2.0

/// A corner of a line that runs from left to right.
package struct TracePoint: Hashable, Sendable {
  /// In view pixels; not less than that of the point before.
  package var x: Double
  /// In view pixels.
  package var y: Double
  /// True if the line leads here from the point before; if not, there is a gap.
  package var isJoined: Bool

  /// A point at (`x`, `y`).
  package init(x: Double, y: Double, isJoined: Bool) {
    self.x = x
    self.y = y
    self.isJoined = isJoined
  }
}

extension [TracePoint] {
  /// The point of the line after `length` of it, the last one after all of it; nil without points.
  ///
  /// Gaps have no length: behind a piece that is through the line goes on where the next one begins.
  package func position(after length: Double) -> TracePoint? {
    var place: TracePoint?
    var before = 0.0
    for point in self {
      guard point.isJoined, let last = place else {
        guard before <= length else { break }
        place = point
        continue
      }
      let (run, fall) = (point.x - last.x, point.y - last.y)
      let piece = (run * run + fall * fall).squareRoot()
      guard before + piece > length else {
        before += piece
        place = point
        continue
      }
      guard length > before else { break }
      let share = (length - before) / piece
      return TracePoint(x: last.x + run * share, y: last.y + fall * share, isJoined: true)
    }
    return place
  }
}
