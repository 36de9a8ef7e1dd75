// SPDX-License-Identifier: Apache-2.0
import MonotonicTime
import Motion
import Testing

@Suite("Transitions")
struct TransitionTests {
  static let start = MonotonicInstant(nanoseconds: 3_000_000_000)

  @Test(
    "A change of its own starts from where the number is, and takes its time",
    arguments: Curve.names
  )
  func interruption(name: String) throws {
    let curve = try #require(Curve(named: name))
    var transition = Transition(restingAt: 10)
    transition.retarget(to: 90, over: 1, curve: curve, at: Self.start)
    let middle = Self.start + .milliseconds(370)
    let before = transition.value(at: middle)
    transition.retarget(to: 20, over: 0.4, curve: curve, at: middle, isAsked: true)
    #expect(transition.value(at: middle) == before)
    #expect(transition.value(at: middle + .milliseconds(400)) == 20)
    #expect(transition.isMoving(at: middle + .milliseconds(399)))
    #expect(!transition.isMoving(at: middle + .milliseconds(400)))
  }

  @Test(
    "It follows its curve: x to a power, from either end",
    arguments: [(Easing.easeInQuad, Easing.easeOutQuad, 2), (.easeInQuint, .easeOutQuint, 5)],
    [0, 100, 250, 380, 500, 620, 750, 900, 999] as [Int64]
  )
  func powers(easings: (in: Easing, out: Easing, exponent: Int), thousandths: Int64) {
    let x = Double(thousandths) / 1000
    func power(_ x: Double) -> Double { (0..<easings.exponent).reduce(1) { y, _ in y * x } }
    // Two seconds, so that a time is not taken for a fraction.
    let instant = Self.start + .milliseconds(2 * thousandths)
    var (rising, falling) = (Transition(restingAt: 10), Transition(restingAt: 10))
    rising.retarget(to: 90, over: 2, curve: .easing(easings.in), at: Self.start)
    falling.retarget(to: -30, over: 2, curve: .easing(easings.out), at: Self.start)
    #expect(abs(rising.value(at: instant) - (10 + 80 * power(x))) < 1e-12)
    #expect(abs(falling.value(at: instant) - (10 - 40 * (1 - power(1 - x)))) < 1e-12)
  }

  @Test("It follows its curve: a Bézier curve's points", arguments: [0.1, 0.3, 0.5, 0.7, 0.9])
  func bezier(t: Double) {
    // The points of cubic-bezier(0.42, 0, 1, 1), by its definition.
    let s = 1 - t
    let x = 3 * s * s * t * 0.42 + 3 * s * t * t + t * t * t
    let y = 3 * s * t * t + t * t * t
    var transition = Transition(restingAt: 0)
    transition.retarget(to: 100, over: 4, curve: .easeIn, at: Self.start)
    let value = transition.value(at: Self.start + MonotonicInterval(seconds: 4 * x))
    // Half a nanosecond of four seconds, at a slope of at most 3.
    #expect(abs(value - 100 * y) < 1e-7)
  }

  @Test("No time, or none that can be measured, means at once", arguments: [0, -1, Double.nan])
  func immediate(seconds: Double) {
    var transition = Transition(restingAt: 10)
    transition.retarget(to: 90, over: seconds, curve: .linear, at: Self.start)
    #expect(transition.value(at: Self.start) == 90)
    #expect(!transition.isMoving(at: Self.start))
  }

  @Test("Lengths beyond a day are a day")
  func longest() {
    var transition = Transition(restingAt: 0)
    transition.retarget(to: 100, over: 1e30, curve: .linear, at: Self.start)
    #expect(transition.end == Self.start + .milliseconds(86_400_000))
    #expect(abs(transition.value(at: Self.start + .milliseconds(21_600_000)) - 25) < 1e-9)
  }

  @Test("A target that is reached already needs no time")
  func alreadyThere() {
    var transition = Transition(restingAt: 10)
    transition.retarget(to: 10, over: 5, curve: .linear, at: Self.start)
    #expect(transition.target == 10)
    #expect(!transition.isMoving(at: Self.start))
    #expect(transition.end == Self.start)
  }

  @Test("Before its start it shows where it started", arguments: ["linear", "easeInBack"])
  func early(name: String) throws {
    var transition = Transition(restingAt: 10)
    let curve = try #require(Curve(named: name))
    transition.retarget(to: 90, over: 1, curve: curve, at: Self.start)
    for early in [1, 5, 500, 3000] as [Int64] {
      #expect(transition.value(at: Self.start - .milliseconds(early)) == 10)
    }
    #expect(transition.value(at: Self.start) == 10)
  }
}
