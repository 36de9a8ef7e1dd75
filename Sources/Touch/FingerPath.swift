// SPDX-License-Identifier: Apache-2.0
package import Geometry
package import MonotonicTime

/// The newest reports of a finger that drags, and where it will be when the next frame is seen.
///
/// A frame is seen 4 to 20 ms after the newest report. Until then the finger goes on with the mean velocity of its last
/// 24 ms, slowed as far as the second half of these reports was slower. A report that is overdue means that the finger
/// has stopped: panels report nothing while nothing changes. Does not allocate.
package struct FingerPath: Sendable {
  /// Longest lead of a prediction, in points: the distance shown beyond a finger that stops from one report to the
  /// next.
  package static let furthestLead = 6.0

  /// Duration of the path that tells the velocity, and the interval that keeps reports of a fast panel apart, so that
  /// they span it.
  private static let memory = MonotonicInterval.milliseconds(24)
  private static let least = MonotonicInterval.milliseconds(2)
  /// Reports further apart do not tell of one movement.
  private static let longestPause = MonotonicInterval.milliseconds(25)
  /// Duration of the path that tells the velocity with which a finger leaves.
  private static let leaving = MonotonicInterval.milliseconds(60)
  /// Velocity that the noise of a finger that lies still can look like, and the amount above it at which a velocity is
  /// fully believed, in points per second.
  private static let noise = 60.0
  private static let trust = 100.0

  private struct Report {
    var position = Point.zero
    var time = MonotonicInstant(nanoseconds: 0)
  }

  /// A ring of reports; ``newest`` is the place of the last one.
  private var reports = [14 of Report](repeating: Report())
  private var newest = 0
  private var count = 0

  /// A path of which nothing is known.
  package init() {}

  /// Begins anew with a finger that comes down.
  package mutating func begin(at position: Point, _ time: MonotonicInstant) {
    count = 0
    append(position, at: time)
  }

  /// Takes the finger's next report.
  package mutating func append(_ position: Point, at time: MonotonicInstant) {
    let replaces = count > 1 && report(0).time - report(1).time < Self.least
    if !replaces {
      newest = (newest + 1) % reports.count
      count = min(count + 1, reports.count)
    }
    reports[newest] = Report(position: position, time: time)
  }

  /// The position at `instant`, of which the reports may know nothing yet.
  package func position(at instant: MonotonicInstant) -> Point {
    let last = report(0).position
    guard let course, instant < course.end else { return last }
    let ahead = max(0, (instant - report(0).time).seconds)
    let length = course.speed * ahead
    let share = length > Self.furthestLead ? ahead * Self.furthestLead / length : ahead
    return Point(x: last.x + course.x * share, y: last.y + course.y * share)
  }

  /// Time until which ``position(at:)`` leads the newest report; nil where it does not.
  package var leadEnd: MonotonicInstant? { course?.end }

  /// The velocity with which a finger leaves at `instant`, in points per second: the mean of its last 60 ms; none where
  /// it has rested so long.
  package func velocity(at instant: MonotonicInstant) -> Point {
    let last = report(0)
    guard count > 1, instant - last.time <= Self.leaving else { return .zero }
    var oldest = 1
    while oldest + 1 < count, last.time - report(oldest + 1).time <= Self.leaving { oldest += 1 }
    let length = (last.time - report(oldest).time).seconds
    guard length > 0, length <= 2 * Self.leaving.seconds else { return .zero }
    let before = report(oldest).position
    return Point(
      x: (last.position.x - before.x) / length,
      y: (last.position.y - before.y) / length
    )
  }

  /// The reports from the newest, 0, to the oldest.
  private func report(_ age: Int) -> Report {
    reports[(newest + reports.count - age) % reports.count]
  }

  /// The velocity with which the finger goes on, in points per second, and until when.
  private var course: (x: Double, y: Double, speed: Double, end: MonotonicInstant)? {
    let last = report(0)
    var oldest = 0
    while oldest + 1 < count,
      report(oldest).time - report(oldest + 1).time <= Self.longestPause,
      oldest < 2 || last.time - report(oldest + 1).time <= Self.memory
    { oldest += 1 }
    // Two velocities are compared: three reports are needed.
    guard oldest >= 2 else { return nil }
    let length = (last.time - report(oldest).time).seconds
    let half = report(oldest / 2)
    let halfLength = (last.time - half.time).seconds
    guard length > 0, halfLength > 0 else { return nil }
    var x = (last.position.x - report(oldest).position.x) / length
    var y = (last.position.y - report(oldest).position.y) / length
    let square = x * x + y * y
    guard square > 0 else { return nil }
    let lateX = (last.position.x - half.position.x) / halfLength
    let lateY = (last.position.y - half.position.y) / halfLength
    let slowing = min(max((x * lateX + y * lateY) / square, 0), 1)
    let known = square.squareRoot() * slowing
    let share = slowing * min(max((known - Self.noise) / Self.trust, 0), 1)
    guard share > 0 else { return nil }
    (x, y) = (x * share, y * share)
    // A frame is begun a few milliseconds before it is seen, and a panel is not exact to the millisecond.
    let interval = length / Double(oldest)
    let end = last.time + MonotonicInterval(seconds: 1.2 * interval + 0.005)
    return (x, y, square.squareRoot() * share, end)
  }
}
