// SPDX-License-Identifier: Apache-2.0
import Motion
import MonotonicTime
import Testing

@testable import Widgets

@Suite("How a list is scrolled")
struct ListMotionTests {
  private func instant(_ seconds: Double) -> MonotonicInstant { SceneTests.instant(seconds) }

  /// A list of 1000 points in a frame of 200, scrolled to `offset` by a finger that holds it.
  private func held(at offset: Double) -> ListMotion {
    var motion = ListMotion(length: 200, end: 800, pixelsPerPoint: 1, at: instant(0))
    motion.grab(at: instant(0))
    motion.drag(by: offset)
    return motion
  }

  @Test("What is flung glides by its velocity times the time constant, and rests exactly there")
  func fling() {
    var motion = held(at: 100)
    motion.release(velocity: 1000, at: instant(1))
    let target = 100 + 1000 * ListMotion.timeConstant
    for time in [0.05, 0.2, 0.7] {
      let left = exponential(-time / ListMotion.timeConstant)
      let expected = target - 1000 * ListMotion.timeConstant * left
      #expect(abs(motion.place(at: instant(1 + time)).offset - expected) < 1e-9)
    }
    #expect(motion.place(at: instant(60)) == ListMotion.Place(offset: target, beyond: 0))
    #expect(!motion.isMoving(at: instant(60)))
  }

  /// e^x by its series, as a reference of its own.
  private func exponential(_ x: Double) -> Double {
    var (sum, term) = (1.0, 1.0)
    for index in 1..<40 {
      term *= x / Double(index)
      sum += term
    }
    return sum
  }

  @Test("A finger stops it where it is, without a jump, and lets it go at rest")
  func caught() {
    var motion = held(at: 100)
    motion.release(velocity: 2000, at: instant(1))
    let place = motion.place(at: instant(1.1))
    motion.grab(at: instant(1.1))
    #expect(motion.place(at: instant(1.1)) == place && motion.place(at: instant(5)) == place)
    #expect(!motion.isMoving(at: instant(1.2)))
    motion.drag(by: -30)
    #expect(abs(motion.place(at: instant(2)).offset - place.offset + 30) < 1e-12)
    motion.release(velocity: 0, at: instant(3))
    #expect(motion.place(at: instant(9)).offset == motion.place(at: instant(3)).offset)
  }

  @Test(
    "It swings beyond the end that a fling reaches, with the velocity that it has there, and back",
    arguments: [(700.0, 3000.0), (60, -3000)]
  )
  func reaches(offset: Double, velocity: Double) {
    var motion = held(at: offset)
    motion.release(velocity: velocity, at: instant(1))
    let end = velocity > 0 ? 800.0 : 0
    let way = velocity * ListMotion.timeConstant
    // x(t) = end where e^(−t/τ) = 1 − (end − x₀)/(v₀ τ), and there v = v₀ − (end − x₀)/τ.
    let speed = velocity - (end - offset) / ListMotion.timeConstant
    var reached: Double?
    for step in 0..<4000 where reached == nil {
      let time = 1 + Double(step) / 4000
      if motion.place(at: instant(time)).beyond != 0 { reached = time }
    }
    guard let reached else {
      Issue.record("it stays within its ends")
      return
    }
    let left = 1 - (end - offset) / way
    #expect(abs(exponential(-(reached - 1) / ListMotion.timeConstant) - left) < 2e-3)
    // A critical spring from its rest: v t e^(−ωt), at most v / (e ω) beyond.
    let omega = ListMotion.spring.angularFrequency
    for time in [0.02, 1 / omega, 0.2] {
      let expected = speed * time * exponential(-omega * time)
      let found = motion.place(at: instant(reached + time))
      #expect(found.offset == end)
      #expect(abs(found.beyond - expected) < 0.01 * abs(speed) / omega)
    }
    #expect(motion.place(at: instant(9)) == ListMotion.Place(offset: end, beyond: 0))
    #expect(!motion.isMoving(at: instant(9)))
  }

  @Test(
    "Beyond an end the finger draws a rubber band, and a second one takes it over without a jump"
  )
  func band() {
    var motion = held(at: -100)
    let shown = RubberBand.shown(of: 100, length: 200)
    #expect(motion.place(at: instant(1)) == ListMotion.Place(offset: 0, beyond: -shown))
    motion.release(velocity: 0, at: instant(1))
    #expect(abs(motion.place(at: instant(1)).beyond + shown) < 1e-9)
    let place = motion.place(at: instant(1.05))
    #expect(place.beyond < 0 && place.beyond > -shown)
    motion.grab(at: instant(1.05))
    #expect(abs(motion.place(at: instant(2)).beyond - place.beyond) < 1e-9)
    // Let go with a velocity back it never swings past its end.
    motion.release(velocity: 5000, at: instant(2))
    for step in 0..<200 { #expect(motion.place(at: instant(2 + Double(step) / 100)).beyond <= 0) }
    #expect(motion.place(at: instant(9)) == ListMotion.Place(offset: 0, beyond: 0))
  }

  @Test("A list that becomes shorter while it is flung ends where it ends now")
  func shorter() {
    var motion = held(at: 100)
    motion.release(velocity: 1500, at: instant(1))
    motion.setEnd(300, at: instant(1.05))
    #expect(motion.isMoving(at: instant(1.1)))
    #expect(motion.place(at: instant(9)) == ListMotion.Place(offset: 300, beyond: 0))
    motion.setEnd(0, at: instant(9))
    #expect(motion.place(at: instant(9)) == ListMotion.Place(offset: 0, beyond: 0))
    var longer = held(at: 700)
    longer.release(velocity: 1500, at: instant(1))
    let before = longer.place(at: instant(1.02))
    longer.setEnd(5000, at: instant(1.02))
    #expect(longer.place(at: instant(1.02)) == before)
    #expect(longer.place(at: instant(9)).offset > 1000)
  }

  @Test(
    "Another end under a finger moves nothing that is still there, and the finger drags on from there",
    arguments: [
      (300.0, 5000.0, 300.0), (300, 400, 300), (300, 200, 200), (300, 0, 0), (-60, 900, nil),
    ]
  )
  func endsUnderFinger(offset: Double, end: Double, left: Double?) {
    var motion = held(at: offset)
    let place = motion.place(at: instant(1))
    motion.setEnd(end, at: instant(1))
    let found = motion.place(at: instant(1))
    #expect(abs(found.offset - (left ?? 0)) < 1e-9)
    #expect(abs(found.beyond - (left == nil ? place.beyond : 0)) < 1e-9)
    // Ten points back.
    motion.drag(by: offset - 10)
    let expected = left.map { max($0 - 10, 0) } ?? 0
    #expect(abs(motion.place(at: instant(1)).offset - expected) < 1e-9)
    if left == nil { #expect(motion.place(at: instant(1)).beyond < place.beyond) }
  }

  @Test("A band under a finger becomes rows that have come below, where it was drawn")
  func rowsBelowBand() {
    var motion = held(at: 860)
    let beyond = RubberBand.shown(of: 60, length: 200)
    motion.setEnd(2000, at: instant(1))
    let place = motion.place(at: instant(1))
    #expect(abs(place.offset - 800 - beyond) < 1e-9 && place.beyond == 0)
    motion.drag(by: 870)
    #expect(abs(motion.place(at: instant(1)).offset - 810 - beyond) < 1e-9)
  }

  @Test("A request sends it there and a finger keeps what it holds")
  func sent() {
    var motion = ListMotion(length: 200, end: 800, pixelsPerPoint: 1, at: instant(0))
    motion.send(to: 500, over: 1, curve: .linear, at: instant(1))
    #expect(abs(motion.place(at: instant(1.5)).offset - 250) < 1e-9)
    #expect(motion.place(at: instant(2)).offset == 500 && !motion.isMoving(at: instant(2)))
    motion.send(to: 5000, over: 1, curve: .linear, at: instant(2))
    #expect(motion.place(at: instant(4)).offset == 800)
    motion.grab(at: instant(4))
    motion.send(to: 0, over: 0, curve: .linear, at: instant(4))
    #expect(motion.place(at: instant(5)).offset == 800)
  }
}
