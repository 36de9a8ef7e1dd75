// SPDX-License-Identifier: Apache-2.0
import MonotonicTime
import Motion
import Testing
import Widgets

@Suite("Transitions")
struct TransitionTests {
  static let start = MonotonicInstant(nanoseconds: 3_000_000_000)

  @Test("A new target starts from where the number is", arguments: Curve.names)
  func interruption(name: String) throws {
    let curve = try #require(Curve(named: name))
    var transition = Transition(restingAt: 10)
    transition.retarget(to: 90, over: 1, curve: curve, at: Self.start)
    let middle = Self.start + .milliseconds(370)
    let before = transition.value(at: middle)
    transition.retarget(to: 20, over: 0.4, curve: curve, at: middle)
    #expect(transition.value(at: middle) == before)
    #expect(transition.value(at: middle + .milliseconds(400)) == 20)
    #expect(transition.isMoving(at: middle + .milliseconds(399)))
    #expect(!transition.isMoving(at: middle + .milliseconds(400)))
  }

  @Test("No time, or none that can be measured, means at once", arguments: [0, -1, Double.nan])
  func immediate(seconds: Double) {
    var transition = Transition(restingAt: 10)
    transition.retarget(to: 90, over: seconds, curve: .linear, at: Self.start)
    #expect(transition.value(at: Self.start) == 90)
    #expect(!transition.isMoving(at: Self.start))
  }

  @Test("Before its start it shows where it started")
  func early() {
    var transition = Transition(restingAt: 10)
    transition.retarget(to: 90, over: 1, curve: .linear, at: Self.start)
    #expect(transition.value(at: Self.start - .milliseconds(5)) == 10)
  }
}
