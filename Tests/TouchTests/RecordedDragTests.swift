// SPDX-License-Identifier: Apache-2.0
import Geometry
import MonotonicTime
import TestSupport
import Testing
import Touch

/// Drags of real panels, shown at 60 Hz by frames that are begun 4 ms before they are seen.
@Suite(
  "Recorded drags",
  .enabled(
    if: !EvemuRecording.names.isEmpty,
    "the recordings of real panels are not there: SWELL_PANELS"
  )
)
struct RecordedDragTests {
  /// How far what is shown is from the finger, which between two reports goes straight on: mean and 99th percentile.
  static func errors(
    _ reports: [RecordedStrokes.Report],
    shown: (inout FingerPath, MonotonicInstant) -> Point
  ) -> [Double] {
    let (lead, refresh) = (0.004, 1.0 / 60)
    return (0..<4).flatMap { phase in
      var path = FingerPath()
      path.begin(at: reports[0].position, MonotonicInstant(seconds: reports[0].time))
      var (taken, found) = (1, [Double]())
      var vblank = reports[0].time + lead + (Double(phase) / 4 + 1) * refresh
      while vblank <= reports[reports.count - 1].time {
        while taken < reports.count, reports[taken].time <= vblank - lead {
          path.append(reports[taken].position, at: MonotonicInstant(seconds: reports[taken].time))
          taken += 1
        }
        let next = reports.firstIndex { $0.time >= vblank } ?? reports.count - 1
        let (from, to) = (reports[max(next - 1, 0)], reports[next])
        let part = to.time > from.time ? (vblank - from.time) / (to.time - from.time) : 1
        let finger = Point(
          x: from.position.x + (to.position.x - from.position.x) * part,
          y: from.position.y + (to.position.y - from.position.y) * part
        )
        found.append(
          shown(&path, MonotonicInstant(seconds: vblank)).distance(to: finger)
        )
        vblank += refresh
      }
      return found
    }
  }

  static func mean(_ errors: [Double]) -> Double { errors.reduce(0, +) / Double(errors.count) }
  static func percentile(_ errors: [Double]) -> Double {
    errors.sorted()[Int(0.99 * Double(errors.count - 1))]
  }

  @Test("What is shown is nearer to the finger than its newest report, in each stroke")
  func nearer() throws {
    var (newest, expected) = ([Double](), [Double]())
    for (name, reports) in RecordedStrokes.all() {
      let before = Self.errors(reports) { path, _ in
        path.position(at: path.leadEnd ?? MonotonicInstant(nanoseconds: 0))
      }
      let after = Self.errors(reports) { path, vblank in path.position(at: vblank) }
      // A pixel's twentieth: a finger that lies still for most of the stroke.
      #expect(Self.mean(after) <= Self.mean(before) + 0.05, "\(name)")
      #expect(Self.percentile(after) <= Self.percentile(before) + 0.2, "\(name)")
      newest += before
      expected += after
    }
    // 20 strokes of 7 panels.
    #expect(newest.count > 5000)
    #expect(Self.mean(expected) < 0.62 * Self.mean(newest))
    #expect(Self.percentile(expected) < Self.percentile(newest) - 3)
  }
}
