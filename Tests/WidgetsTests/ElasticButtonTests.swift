// SPDX-License-Identifier: Apache-2.0
import MonotonicTime
import Motion
import Testing
import Widgets

@Suite("Elastic buttons")
struct ElasticButtonTests {
  static let start = MonotonicInstant(nanoseconds: 7_000_000_000)

  static func button(
    style: ElasticStyle = .hold,
    attract: Attract? = nil,
    pixelsPerPoint: Double = 1,
    isVisible: Bool = true
  ) -> ElasticButton {
    let settings = ElasticButton.Settings(
      elastic: ElasticMotion.Settings(style: style),
      attract: attract
    )
    return ElasticButton(
      settings: settings,
      pixelsPerPoint: pixelsPerPoint,
      at: start,
      isVisible: isVisible
    )
  }

  static func instant(_ seconds: Double) -> MonotonicInstant {
    start + MonotonicInterval(seconds: seconds)
  }

  @Test(
    "The offset under touches is what integrating the springs' equation gives",
    arguments: [
      [(0.0, true), (0.2, false)],
      [(0.0, true), (1.0, false)],
      [(0.0, true), (0.004, false)],
      [(0.0, true), (0.3, false), (0.42, true), (0.5, false)],
      [(0.1, true), (0.101, false), (0.102, true), (0.103, false), (0.2, true)],
    ]
  )
  func integratedReference(touches: [(time: Double, isDown: Bool)]) {
    var button = Self.button()
    var oscillator = Oscillator()
    var time = 0.0
    for touch in touches + [(2.0, true)] {
      // Sampled between this touch and the one before, the touch's own instant included.
      for fraction in [0.0, 0.25, 0.5, 1.0] where touch.time > time {
        let at = time + (touch.time - time) * fraction
        var probe = oscillator
        probe.advance(by: at - time)
        let instant = Self.instant(at)
        guard button.isMoving(at: instant) else { continue }
        #expect(abs(button.offset(at: instant) - probe.position) < 1e-5)
        #expect(abs(button.velocity(at: instant) - probe.velocity) < 1e-3)
      }
      oscillator.advance(by: touch.time - time)
      time = touch.time
      let instant = Self.instant(time)
      // At rest the button has landed, less than 0.1 px from the oscillator.
      let tolerance = button.isMoving(at: instant) ? 1e-5 : 0.1
      if touch.isDown { button.press(at: instant) } else { button.release(at: instant) }
      oscillator.retarget(isDown: touch.isDown)
      #expect(abs(button.offset(at: instant) - oscillator.position) < tolerance)
    }
  }

  @Test("A held button rests at its amplitude, a released one at zero", arguments: [1.0, 2.5])
  func rest(pixelsPerPoint: Double) {
    var button = Self.button(pixelsPerPoint: pixelsPerPoint)
    #expect(!button.isMoving(at: Self.start))
    button.press(at: Self.start)
    #expect(button.isMoving(at: Self.instant(0.2)))
    #expect(!button.isMoving(at: Self.instant(60)))
    #expect(button.offset(at: Self.instant(60)) == 15)
    button.release(at: Self.instant(60))
    #expect(button.isMoving(at: Self.instant(60.5)))
    #expect(button.offset(at: Self.instant(120)) == 0)
    #expect(!button.isMoving(at: Self.instant(120)))
  }

  @Test("A finer screen sees the wobble for longer, and nothing jumps by 0.1 px at the end")
  func threshold() {
    var ends: [Int] = []
    for scale in [1.0, 4.0] {
      var button = Self.button(pixelsPerPoint: scale)
      button.press(at: Self.start)
      button.release(at: Self.instant(1))
      let end = (1000...4000).first { !button.isMoving(at: Self.instant(Double($0) / 1000)) } ?? 0
      ends.append(end)
      let before = button.offset(at: Self.instant(Double(end) / 1000 - 0.001))
      #expect(abs(before) * scale < 0.1 * 1.01)
    }
    #expect(ends[0] > 1000 && ends[1] > ends[0] + 100)
  }

  @Test("The tap style wobbles by itself, whether the finger stays or not", arguments: [0.01, 5.0])
  func tapStyle(heldFor seconds: Double) {
    var button = Self.button(style: .tap)
    button.press(at: Self.start)
    let early = button.offset(at: Self.instant(0.005))
    button.release(at: Self.instant(seconds))
    #expect(early > 0)
    #expect(button.offset(at: Self.instant(0.24)) > 9)
    let swings = (250..<2000).map { button.offset(at: Self.instant(Double($0) / 1000)) }
    #expect((swings.min() ?? 0) < -3)
    #expect(button.offset(at: Self.instant(10)) == 0)
    #expect(!button.isMoving(at: Self.instant(10)))
  }

  @Test("A tap shorter than a frame is seen in the frames that follow")
  func shortTap() {
    var button = Self.button()
    button.press(at: Self.start)
    button.release(at: Self.instant(0.004))
    let seen = (1...12).map { abs(button.offset(at: Self.instant(Double($0) / 60))) }
    #expect((seen.max() ?? 0) > 0.5)
  }

  @Test("A hidden or disabled button ignores presses, and lets go of the finger that holds it")
  func appearance() {
    var hidden = Self.button(isVisible: false)
    hidden.press(at: Self.start)
    #expect(!hidden.isPressed && hidden.offset(at: Self.instant(0.3)) == 0)
    var button = Self.button()
    button.press(at: Self.start)
    button.setEnabled(false, at: Self.instant(0.5))
    #expect(!button.isPressed)
    #expect(!button.snapshot(at: Self.instant(0.5)).isEnabled)
    #expect(button.offset(at: Self.instant(5)) == 0)
    button.press(at: Self.instant(6))
    #expect(!button.isMoving(at: Self.instant(6.1)))
    button.setVisible(false, at: Self.instant(7))
    #expect(button.isMoving(at: Self.instant(7.1)))
    #expect(button.snapshot(at: Self.instant(7.1)).opacity < 1)
    #expect(!button.isMoving(at: Self.instant(7.3)))
    #expect(button.snapshot(at: Self.instant(7.3)).opacity == 0)
  }

  @Test("A press without a finger swells, lets go by itself and comes to rest")
  func play() {
    var button = Self.button()
    let end = button.play(at: Self.start)
    #expect(end == Self.instant(0.5))
    #expect(!button.isPressed)
    #expect(button.offset(at: Self.instant(0.49)) > 14)
    #expect(button.offset(at: Self.instant(0.6)) < 0)
    #expect(!button.isMoving(at: Self.instant(5)))
    button.press(at: Self.instant(6))
    #expect(button.play(at: Self.instant(6.1)) == nil)
  }
}

/// A mass on the springs of the default button, integrated by Runge and Kutta's method.
///
/// The frequencies are the published check values, not the module's.
private struct Oscillator {
  var position = 0.0
  var velocity = 0.0
  private var target = 0.0
  private var omega = 16.728467218787
  private var ratio = 0.9

  mutating func retarget(isDown: Bool) {
    target = isDown ? 15 : 0
    omega = isDown ? 16.728467218787 : 34.363062069200
    ratio = isDown ? 0.9 : 0.15
    velocity += (isDown ? 1.5 : 5.5) * (target - position)
  }

  mutating func advance(by seconds: Double) {
    let steps = max(Int(seconds * 5000), 1)
    let h = seconds / Double(steps)
    for _ in 0..<steps {
      let a1 = force(position, velocity)
      let v2 = velocity + h / 2 * a1
      let a2 = force(position + h / 2 * velocity, v2)
      let v3 = velocity + h / 2 * a2
      let a3 = force(position + h / 2 * v2, v3)
      let v4 = velocity + h * a3
      let a4 = force(position + h * v3, v4)
      position += h / 6 * (velocity + 2 * v2 + 2 * v3 + v4)
      velocity += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4)
    }
  }

  private func force(_ x: Double, _ v: Double) -> Double {
    -omega * omega * (x - target) - 2 * ratio * omega * v
  }
}
