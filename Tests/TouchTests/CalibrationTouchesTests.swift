// SPDX-License-Identifier: Apache-2.0
import Testing
import Touch

@Suite("Touches of a calibration")
struct CalibrationTouchesTests {
  private static let crosses = [(0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9)]

  /// Touches a cross at some positions, one report each; what the lift comes to.
  private func touch(
    _ touches: inout CalibrationTouches,
    cross: Int,
    at positions: [(Double, Double)],
    device: String? = "/dev/input/event1",
    contact: Int = 0
  ) -> CalibrationTouches.Verdict {
    let (shownX, shownY) = Self.crosses[cross]
    var verdict = CalibrationTouches.Verdict.none
    let phases = [TouchPhase.down] + positions.dropFirst().map { _ in .move } + [.up]
    for (phase, (x, y)) in zip(phases, positions + positions.suffix(1)) {
      #expect(verdict == .none)
      verdict = touches.take(
        phase,
        contact: contact,
        device: device,
        x: x,
        y: y,
        shownX: shownX,
        shownY: shownY
      )
    }
    return verdict
  }

  @Test("Of each touch the median counts, whatever is reported first and last")
  func median() {
    var touches = CalibrationTouches()
    let positions = [(0.7, 0.9)] + Array(repeating: (0.12, 0.13), count: 9) + [(0.4, 0.0)]
    #expect(touch(&touches, cross: 0, at: positions) == .taken)
    #expect(
      touches.pairs == [.init(shownX: 0.1, shownY: 0.1, reportedX: 0.12, reportedY: 0.13)]
    )
    #expect(touches.device == "/dev/input/event1")
  }

  @Test("A finger that slides, and one on a cross that had its turn, have to touch again")
  func implausible() {
    var touches = CalibrationTouches()
    let slide = (0...20).map { (0.1 + Double($0) * 0.01, 0.1) }
    guard case .implausible(let slid) = touch(&touches, cross: 0, at: slide) else {
      Issue.record("a slide of a fifth of the panel was taken")
      return
    }
    #expect(slid.contains("slid"))
    #expect(touch(&touches, cross: 0, at: [(0.1, 0.1)]) == .taken)
    guard case .implausible(let twice) = touch(&touches, cross: 1, at: [(0.15, 0.1)]) else {
      Issue.record("the first cross was taken for the second")
      return
    }
    #expect(twice.contains("cross 1") && twice.contains("cross 2"))
    #expect(touch(&touches, cross: 1, at: [(0.88, 0.1)]) == .taken)
    #expect(touches.pairs.map(\.reportedX) == [0.1, 0.88])
  }

  @Test("A touch that is cancelled, a second finger and another device count for nothing")
  func others() {
    var touches = CalibrationTouches()
    #expect(touch(&touches, cross: 0, at: [(0.1, 0.1)]) == .taken)
    #expect(touch(&touches, cross: 1, at: [(0.9, 0.1)], device: "/dev/input/event2") == .none)
    func take(_ phase: TouchPhase, _ contact: Int, _ x: Double) -> CalibrationTouches.Verdict {
      touches.take(
        phase,
        contact: contact,
        device: "/dev/input/event1",
        x: x,
        y: 0.1,
        shownX: 0.9,
        shownY: 0.1
      )
    }
    #expect(take(.down, 0, 0.9) == .none)
    #expect(take(.cancel, 0, 0.9) == .none)
    #expect(take(.up, 0, 0.9) == .none)
    #expect(take(.down, 0, 0.91) == .none)
    #expect(take(.down, 1, 0.5) == .none)
    #expect(take(.up, 1, 0.5) == .none)
    #expect(take(.up, 0, 0.91) == .taken)
    #expect(touches.pairs.map(\.reportedX) == [0.1, 0.91])
  }
}
