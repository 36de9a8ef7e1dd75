// SPDX-License-Identifier: Apache-2.0
import Geometry
import MonotonicTime
import Testing
import Touch

@Suite("The path of a finger that drags")
struct FingerPathTests {
  static func instant(_ milliseconds: Double) -> MonotonicInstant {
    MonotonicInstant(nanoseconds: Int64(milliseconds * 1e6))
  }

  /// A path of reports, in points from (0, 7) on, each `step` milliseconds after the one before; the first at 0.
  static func path(
    _ positions: [Double],
    step: Double,
    toward way: Point = Point(x: 1, y: 0)
  ) -> FingerPath {
    var path = FingerPath()
    for (index, position) in positions.enumerated() {
      let point = Point(x: position * way.x, y: 7 + position * way.y)
      if index == 0 {
        path.begin(at: point, instant(0))
      } else {
        path.append(point, at: instant(Double(index) * step))
      }
    }
    return path
  }

  /// Of a velocity v = (last − first) / T and a later one w, what is gone on with is v·min(w/v, 1), believed in full from
  /// 160 points per second.
  @Test(
    "The finger goes on with its velocity, slowed as it was slowing",
    arguments: [
      (positions: [0, 4, 8, 12], step: 10.0, ahead: 10.0, lead: 4.0),
      ([0, -4, -8, -12], 10, 10, -4),
      // 12 points in 16 ms, 4 of them in the second half: 500 points per second.
      ([0, 8, 12], 8, 6, 3),
      // It turned back.
      ([0, 8, 4], 8, 6, 0),
      // As slow as noise.
      ([0, 0.5, 1], 10, 10, 0),
      // 110 points per second are believed by half.
      ([0, 1.1, 2.2], 10, 10, 0.55),
      // It gets no faster than it was in the mean.
      ([0, 2, 8], 10, 10, 4),
      // Nothing is known of two reports, nor of reports that lie far apart.
      ([0, 8], 8, 6, 0),
      ([0, 10, 20, 30], 26, 6, 0),
    ],
    [Point(x: 1, y: 0), Point(x: 0, y: 1), Point(x: 0.6, y: -0.8)]
  )
  func lead(
    path: (positions: [Double], step: Double, ahead: Double, lead: Double),
    toward way: Point
  ) throws {
    let finger = Self.path(path.positions, step: path.step, toward: way)
    let last = try #require(path.positions.last)
    let time = Double(path.positions.count - 1) * path.step + path.ahead
    let point = finger.position(at: Self.instant(time))
    #expect(abs(point.x - (last + path.lead) * way.x) < 1e-9)
    #expect(abs(point.y - 7 - (last + path.lead) * way.y) < 1e-9)
  }

  @Test("What is shown leads the newest report by six points at most", arguments: [700.0, 2500])
  func furthest(speed: Double) {
    let path = Self.path((0..<6).map { Double($0) * speed * 0.008 }, step: 8)
    let last = 5 * speed * 0.008
    #expect(abs(path.position(at: Self.instant(40 + 12)).x - last - 6) < 1e-9)
  }

  @Test("A report that is overdue means that the finger has stopped")
  func overdue() throws {
    let path = Self.path([0, 4, 8, 12], step: 10)
    // 1.2 intervals and 5 ms after the newest report.
    #expect(path.leadEnd == Self.instant(30 + 17))
    #expect(path.position(at: Self.instant(46.999)).x > 17.9)
    #expect(path.position(at: Self.instant(47)).x == 12)
  }

  /// 10 points in 20 ms, then 20, 30 and 40: of the last 60 ms, 90.
  @Test(
    "A finger leaves with the mean velocity of its last 60 ms",
    arguments: [Point(x: 1, y: 0), Point(x: 0, y: 1), Point(x: 0.6, y: -0.8)]
  )
  func leaving(toward way: Point) {
    let path = Self.path([0, 10, 30, 60, 100], step: 20, toward: way)
    for time in [80.0, 140] {
      let velocity = path.velocity(at: Self.instant(time))
      #expect(abs(velocity.x - 1500 * way.x) < 1e-9 && abs(velocity.y - 1500 * way.y) < 1e-9)
    }
    #expect(path.velocity(at: Self.instant(141)) == .zero)
    #expect(Self.path([5], step: 20).velocity(at: Self.instant(0)) == .zero)
    // Two reports that lie far apart tell of no movement.
    #expect(Self.path([0, 100], step: 121).velocity(at: Self.instant(121)) == .zero)
  }

  @Test("A finger that comes down anew has no velocity yet")
  func begins() {
    var path = Self.path([0, 4, 8, 12], step: 10)
    path.begin(at: Point(x: 12, y: 7), Self.instant(40))
    path.append(Point(x: 16, y: 7), at: Self.instant(50))
    #expect(path.leadEnd == nil)
    #expect(path.position(at: Self.instant(55)).x == 16)
  }

  /// A thousand reports a second with noise that alternates by ±0.4: over 2 ms it looks like 400 points per second, over
  /// the 24 ms that are looked at like 33.
  @Test("Many reports a second do not shorten what tells the velocity")
  func fast() {
    let positions = (0..<60).map { Double($0) * 0.3 + ($0 % 4 < 2 ? 0.4 : -0.4) }
    let path = Self.path(positions, step: 1)
    let lead = path.position(at: Self.instant(59 + 5)).x - positions[59]
    #expect(abs(lead - 1.5) < 0.4)
  }
}
