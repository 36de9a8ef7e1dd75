// SPDX-License-Identifier: Apache-2.0
import DisplayServer
import MonotonicTime
import Testing

@Suite("The time of a loop")
struct LoopTimeTests {
  /// A clock that a test sets.
  private final class Clock {
    var milliseconds: Int64 = 1000
    var now: MonotonicInstant { .init(nanoseconds: milliseconds * 1_000_000) }
  }

  private static func instant(_ milliseconds: Int64) -> MonotonicInstant {
    MonotonicInstant(nanoseconds: milliseconds * 1_000_000)
  }

  private static func make() -> (Clock, LoopTime) {
    let clock = Clock()
    return (clock, LoopTime { clock.now })
  }

  @Test("It is the clock's, and waits as long as the clock does")
  func real() {
    let (clock, time) = Self.make()
    clock.milliseconds = 1234
    #expect(time.now() == clock.now)
    #expect(time.timeout(until: Self.instant(1250)) == .milliseconds(16))
    #expect(time.timeout(until: Self.instant(1200)) == .zero)
    #expect(time.timeout(until: nil) == nil)
    time.step(by: .milliseconds(50))
    #expect(time.now() == clock.now)
  }

  @Test("A slow one passes by its part of the clock's and waits as many times as long")
  func slow() {
    let (clock, time) = Self.make()
    time.setRate(0.25)
    clock.milliseconds += 400
    #expect(time.now() == Self.instant(1100))
    #expect(time.timeout(until: Self.instant(1110)) == .milliseconds(40))
    // What has passed has passed, whatever the rate is from now on.
    time.setRate(0.5)
    #expect(time.now() == Self.instant(1100))
    clock.milliseconds += 100
    #expect(time.now() == Self.instant(1150))
    time.setRate(1)
    clock.milliseconds += 7
    #expect(time.now() == Self.instant(1157))
    #expect(time.timeout(until: Self.instant(1160)) == .milliseconds(3))
  }

  @Test("One that is held waits for nothing that is to come, and for nothing that is due")
  func held() {
    let (clock, time) = Self.make()
    time.setRate(0)
    clock.milliseconds += 5000
    #expect(time.isHeld)
    #expect(time.now() == Self.instant(1000))
    #expect(time.timeout(until: Self.instant(1001)) == nil)
    #expect(time.timeout(until: nil) == nil)
    #expect(time.timeout(until: Self.instant(1000)) == .zero)
    #expect(time.now() == Self.instant(1000))
    time.setRate(1)
    clock.milliseconds += 3
    #expect(time.now() == Self.instant(1003))
  }

  @Test("A step goes from one deadline to the next, and to its end where there is none")
  func step() {
    let (_, time) = Self.make()
    time.setRate(0)
    time.step(by: .milliseconds(16))
    #expect(time.now() == Self.instant(1000))
    #expect(time.timeout(until: Self.instant(1004)) == .zero)
    #expect(time.now() == Self.instant(1004))
    #expect(time.timeout(until: Self.instant(1016)) == .zero)
    #expect(time.now() == Self.instant(1016))
    #expect(time.timeout(until: Self.instant(1017)) == nil)
    #expect(time.now() == Self.instant(1016))
    time.step(by: .milliseconds(16))
    #expect(time.timeout(until: nil) == nil)
    #expect(time.now() == Self.instant(1032))
  }
}
