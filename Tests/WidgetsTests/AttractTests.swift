// SPDX-License-Identifier: Apache-2.0
import Geometry
import MonotonicTime
import Motion
import Testing
import Widgets

@Suite("Idle animations that ask to be touched")
struct AttractTests {
  static func button(_ attract: Attract?) -> ElasticButton {
    ElasticButtonTests.button(attract: attract)
  }

  static func instant(_ seconds: Double) -> MonotonicInstant {
    ElasticButtonTests.instant(seconds)
  }

  @Test("It waits for its delay, plays its keyframes there and back, and then rests")
  func course() throws {
    let attract = try #require(
      Attract(offsets: [0, 8], duration: 1, repeatCount: 2, autoreverses: true, delay: 5)
    )
    let button = Self.button(attract)
    #expect(!button.isMoving(at: Self.instant(4.9)))
    #expect(button.wakeInstant(after: Self.instant(1)) == Self.instant(5))
    #expect(button.wakeInstant(after: Self.instant(5)) == nil)
    let offsets = [5.0, 5.5, 6, 6.5, 7, 7.25, 9].map { button.offset(at: Self.instant($0)) }
    let expected = [0.0, 4, 8, 4, 0, 2, 0]
    for (offset, value) in zip(offsets, expected) { #expect(abs(offset - value) < 1e-6) }
    #expect(button.isMoving(at: Self.instant(8.5)))
    #expect(!button.isMoving(at: Self.instant(12)))
    #expect(button.offset(at: Self.instant(12)) == 0)
  }

  @Test("A touch takes it over without a jump in offset or velocity, and it waits anew")
  func touch() throws {
    let attract = try #require(
      Attract(offsets: [0, 8, 0], curves: [.easeOut, .easeIn], duration: 2, delay: 1)
    )
    var button = Self.button(attract)
    let touch = Self.instant(1.3)
    let offset = button.offset(at: touch)
    // The press adds its own 1.5 distances per second; the rest of the velocity is the animation's.
    let slope =
      (button.offset(at: Self.instant(1.3)) - button.offset(at: Self.instant(1.2995))) / 0.0005
    #expect(offset > 1)
    button.press(at: touch)
    #expect(abs(button.offset(at: touch) - offset) < 1e-9)
    #expect(abs(button.velocity(at: touch) - (slope + 1.5 * (15 - offset))) < 0.2)
    #expect(button.wakeInstant(after: touch) == nil)
    button.release(at: Self.instant(2))
    let wake = try #require(button.wakeInstant(after: Self.instant(2)))
    #expect(wake > Self.instant(3))
    #expect(!button.isMoving(at: wake - .milliseconds(1)))
    #expect(button.isMoving(at: wake + .milliseconds(1)))
  }

  @Test("A touch elsewhere ends it gently and starts its delay again")
  func touchElsewhere() throws {
    let attract = try #require(
      Attract(offsets: [0, 8], duration: 1, repeatCount: .infinity, autoreverses: true, delay: 1)
    )
    var button = Self.button(attract)
    #expect(button.isMoving(at: Self.instant(10_000)))
    let touch = Self.instant(1.6)
    let before = button.offset(at: touch)
    button.noteTouch(at: touch)
    #expect(abs(button.offset(at: touch) - before) < 1e-9)
    let wake = try #require(button.wakeInstant(after: touch))
    #expect(!button.isMoving(at: wake - .milliseconds(1)))
    #expect(button.offset(at: wake - .milliseconds(1)) == 0)
  }

  @Test("An animation that ends away from rest swings back from there")
  func openEnd() throws {
    let attract = try #require(Attract(offsets: [0, 6], duration: 0.5, delay: 0))
    let button = Self.button(attract)
    #expect(abs(button.offset(at: Self.instant(0.5)) - 6) < 1e-6)
    #expect(abs(button.offset(at: Self.instant(0.5 + 1e-6)) - 6) < 1e-3)
    #expect(button.isMoving(at: Self.instant(0.7)))
    #expect(!button.isMoving(at: Self.instant(5)))
  }

  @Test("Rounds come again after their interval, and the button is still in between")
  func rounds() throws {
    let attract = try #require(
      Attract(offsets: [0, 6, 0], duration: 2, delay: 1, interval: 3)
    )
    let button = Self.button(attract)
    // Rounds from 1 to 3, from 6 to 8, from 11 to 13.
    for round in [1.0, 6, 11, 501] {
      let middle = Self.instant(round + 1)
      #expect(abs(button.offset(at: middle) - 6) < 1e-6)
      #expect(button.isMoving(at: middle))
      #expect(!button.isMoving(at: Self.instant(round + 4.5)))
      let wake = try #require(button.wakeInstant(after: middle))
      #expect(abs((wake - Self.instant(round + 5)).seconds) < 1e-6)
      #expect(wake > middle)
    }
  }

  @Test("A first offset other than zero is faded in, so that nothing jumps")
  func fadeIn() throws {
    let attract = try #require(Attract(offsets: [9, 3], duration: 4, delay: 1))
    let button = Self.button(attract)
    let samples = (0...1000).map { button.offset(at: Self.instant(0.9 + Double($0) / 1000)) }
    let jumps = zip(samples, samples.dropFirst()).map { abs($1 - $0) }
    #expect((jumps.max() ?? 9) < 0.1)
    #expect(abs(button.offset(at: Self.instant(2)) - 7.5) < 1e-6)
  }

  @Test("A hidden or disabled button asks for nothing")
  func silence() throws {
    let attract = try #require(Attract(offsets: [0, 6, 0], duration: 0.5, delay: 1))
    var button = Self.button(attract)
    button.setEnabled(false, at: Self.instant(0.5))
    #expect(button.wakeInstant(after: Self.instant(0.6)) == nil)
    #expect(!button.isMoving(at: Self.instant(1.1)))
    button.setEnabled(true, at: Self.instant(2))
    #expect(button.wakeInstant(after: Self.instant(2)) == Self.instant(3))
  }

  @Test(
    "Settings that are no animation are refused",
    arguments: [[], [0.0], [0, .infinity], [0, .nan]]
  )
  func refusals(offsets: [Double]) {
    #expect(Attract(offsets: offsets, duration: 1, delay: 1) == nil)
  }
}
