// SPDX-License-Identifier: Apache-2.0
import MonotonicTime
import Motion
import TestSupport
import Testing

@Suite("Streams of targets")
struct StreamTests {
  private static func instant(_ seconds: Double) -> MonotonicInstant {
    TransitionTests.start + MonotonicInterval(seconds: seconds)
  }

  private static func send(
    _ number: inout Transition,
    _ target: Double,
    at time: Double,
    over seconds: Double = 0.4
  ) {
    number.retarget(to: target, over: seconds, curve: .easeInEaseOut, at: instant(time))
  }

  @Test(
    "What is shown lies between the targets of the last tenth of a second and interval",
    arguments: TargetStream.all,
    [0.4, 0.6, 5]
  )
  func behind(stream: TargetStream, over seconds: Double) {
    var number = Transition(restingAt: stream.start)
    stream.play { time, target in
      Self.send(&number, target, at: time, over: seconds)
    } look: { time in
      // A stream that is slower than its length has ended in a single change, which takes its own.
      guard time <= (stream.targets.last?.time ?? 0) || seconds < 1 else { return }
      let shown = number.value(at: Self.instant(time))
      let allowed = stream.allowed(at: time)
      #expect(allowed.contains(shown), "\(shown) at \(time) s, not in \(allowed)")
    }
  }

  @Test(
    "What rises is never shown going back",
    arguments: TargetStream.all.filter { $0.course == .climbing || $0.course == .leaping }
  )
  func monotone(stream: TargetStream) {
    var number = Transition(restingAt: 0)
    var highest = 0.0
    stream.play(every: 0.001) { time, target in
      Self.send(&number, target, at: time)
    } look: { time in
      let shown = number.value(at: Self.instant(time))
      #expect(shown >= highest - 1e-12, "\(time) s")
      highest = max(highest, shown)
    }
  }

  /// Sends a target, which changes neither the value nor the velocity, the latter by `acceleration` at most.
  private static func expectSmooth(
    _ number: inout Transition,
    _ target: Double,
    at time: Double,
    over seconds: Double = 0.4,
    acceleration: Double
  ) {
    let moment = 1e-6
    let before = number.value(at: instant(time))
    let speed = (before - number.value(at: instant(time - moment))) / moment
    send(&number, target, at: time, over: seconds)
    #expect(abs(number.value(at: instant(time)) - before) < 1e-11)
    let newSpeed = (number.value(at: instant(time + moment)) - before) / moment
    #expect(abs(newSpeed - speed) <= acceleration * moment, "\(speed) → \(newSpeed) at \(time) s")
  }

  @Test("A target changes neither the value nor the velocity", arguments: TargetStream.all)
  func continuity(stream: TargetStream) {
    var number = Transition(restingAt: stream.start)
    for (time, target) in stream.targets {
      // 100 in a tenth of a second by a polynomial are accelerated by 6 · 100 / 0.1² at most, and up to a
      // dozen of them overlap; from rest a curve is as fast as it says.
      Self.expectSmooth(&number, target, at: time, acceleration: 12 * 60_000)
    }
  }

  @Test(
    "An even stream is the sum of its steps, each by 3s² − 2s³ in 0.1 s and ¾ of an interval",
    arguments: [5.0, 10, 20, 60, 100, 200],
    [false, true]
  )
  func formula(rate: Double, isRandom: Bool) {
    let stream = TargetStream(rate: rate, course: isRandom ? .random : .rising, jitter: 0)
    let length = 0.1 + 0.75 / rate
    func expected(_ time: Double) -> Double {
      var (sum, before) = (stream.start, stream.start)
      for (begin, target) in stream.targets where begin <= time {
        let s = min(max((time - begin) / length, 0), 1)
        sum += (target - before) * (3 * s * s - 2 * s * s * s)
        before = target
      }
      return sum
    }
    var number = Transition(restingAt: stream.start)
    stream.play { time, target in
      Self.send(&number, target, at: time)
    } look: { time in
      // The first change does not know yet that others follow.
      guard time > 0.1 + 2 / rate else { return }
      // Instants are whole nanoseconds.
      #expect(abs(number.value(at: Self.instant(time)) - expected(time)) < 1e-4, "\(time) s")
    }
    let last = stream.targets[stream.targets.count - 1]
    #expect(abs((number.end - Self.instant(last.time)).seconds - length) < 1e-8)
    #expect(number.value(at: number.end) == last.value)
  }

  /// A step is hurried once more, from where it was hurried to before: 100 in 30 ms are accelerated by
  /// 6 · 100 / 0.03² at most.
  @Test("Targets that leave less and less time change neither the value nor the velocity")
  func hurried() {
    var number = Transition(restingAt: 0)
    let changes = [
      (0.0, 20.0, 0.4), (0.02, 40, 0.4), (0.04, 60, 0.08), (0.06, 80, 0.05), (0.07, 100, 0.03),
    ]
    for (time, target, seconds) in changes {
      Self.expectSmooth(&number, target, at: time, over: seconds, acceleration: 2 * 670_000)
    }
  }

  @Test("However often targets come, few steps are under way", arguments: [250.0, 1000, 20_000])
  func stepCount(rate: Double) throws {
    var number = Transition(restingAt: 0)
    var most = 0
    for step in 0..<Int(rate) {
      Self.send(&number, Double(step), at: Double(step) / rate)
      let steps = try #require(Mirror(reflecting: number).descendant("earlier") as? [Any])
      most = max(most, steps.count)
    }
    #expect((20...26).contains(most), "\(most) and the last one")
  }

  @Test("A stall of any length lands right", arguments: TargetStream.some)
  func stall(stream: TargetStream) {
    var number = Transition(restingAt: stream.start)
    for (time, target) in stream.targets { Self.send(&number, target, at: time) }
    #expect(number.value(at: Self.instant(3600)) == stream.targets.last?.value)
  }

  @Test("Of targets at one instant only the last is seen")
  func oneInstant() {
    var (number, single) = (Transition(restingAt: 10), Transition(restingAt: 10))
    Self.send(&number, 90, at: 0)
    Self.send(&number, 50, at: 0)
    Self.send(&single, 50, at: 0)
    #expect(number == single)
  }

  @Test("A change from rest goes by its curve, soon after another too", arguments: [0.8, 1, 9])
  func fromRest(pause: Double) {
    var number = Transition(restingAt: 0)
    Self.send(&number, 50, at: 0, over: 0.2)
    Self.send(&number, 100, at: pause, over: 2)
    for part in [0.1, 0.25, 0.5, 0.9] {
      let expected = 50 + 50 * Curve.easeInEaseOut.value(at: part)
      #expect(abs(number.value(at: Self.instant(pause + 2 * part)) - expected) < 1e-6, "\(part)")
    }
  }

  @Test("A length that was asked for is kept by an interruption, and in a stream from a second on")
  func lengths() {
    var number = Transition(restingAt: 0)
    number.retarget(to: 50, over: 2, curve: .linear, at: Self.instant(0))
    number.retarget(to: 100, over: 4, curve: .linear, at: Self.instant(0.5), isAsked: true)
    // The first fourth second has still something of the former velocity.
    for time in [0.76, 1, 2.5, 4.4] {
      let expected = 12.5 + 87.5 * (time - 0.5) / 4
      #expect(abs(number.value(at: Self.instant(time)) - expected) < 1e-6, "\(time) s")
    }
    #expect(number.end == Self.instant(4.5))
    // The third in a row.
    var long = number
    long.retarget(to: 50, over: 1, curve: .linear, at: Self.instant(0.7), isAsked: true)
    #expect(long.end == Self.instant(1.7))
    number.retarget(to: 50, over: 0.9, curve: .linear, at: Self.instant(0.7), isAsked: true)
    #expect(number.end == Self.instant(0.7 + 0.1 + 0.75 * 0.2))
  }

  @Test(
    "An interruption takes the velocity over and carries the number past nothing that was aimed at",
    arguments: [Curve.linear, .easeInEaseOut, .easeOut, .easeIn, .default],
    [-20.0, 10, 30, 45, 60, 80, 200]
  )
  func interruption(curve: Curve, target: Double) {
    for time in [0.2, 0.5, 0.9] {
      var number = Transition(restingAt: 0)
      number.retarget(to: 60, over: 1, curve: curve, at: Self.instant(0))
      let (value, speed) = (
        number.value(at: Self.instant(time)), number.velocity(at: Self.instant(time))
      )
      number.retarget(to: target, over: 2, curve: curve, at: Self.instant(time), isAsked: true)
      #expect(number.value(at: Self.instant(time)) == value)
      #expect(abs(number.velocity(at: Self.instant(time)) - speed) < 0.01, "at \(time) s")
      let range = (min(value, target) - 1e-9)...(max(60, target) + 1e-9)
      for step in 0...200 {
        let shown = number.value(at: Self.instant(time + Double(step) / 100))
        #expect(range.contains(shown), "\(shown) at \(time) s + \(step)")
      }
      #expect(number.value(at: Self.instant(time + 2)) == target)
    }
  }

  @Test(
    "A velocity from elsewhere dies away on the way to the target",
    arguments: [-300.0, 0, 300]
  )
  func foreignVelocity(velocity: Double) {
    var number = Transition(at: 50, velocity: velocity, at: Self.instant(0))
    #expect(number.value(at: Self.instant(0)) == 50)
    #expect(abs(number.velocity(at: Self.instant(0)) - velocity) < 1e-9)
    Self.send(&number, 80, at: 0)
    #expect(abs(number.velocity(at: Self.instant(0)) - velocity) < 1e-3)
    #expect(number.value(at: Self.instant(0.4)) == 80)
  }
}
