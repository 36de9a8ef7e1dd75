// SPDX-License-Identifier: Apache-2.0
import MonotonicTime
import Presentation
import TestSupport

/// A display and a loop around a frame clock, in time that exists as numbers only.
///
/// The display scans out on a grid of its own, latches some time before each scanout, shows a frame at
/// the first scanout for which it was there in time, and says so with a timestamp that is a little off.
/// Drawing takes as long as it is told to.
struct SimulatedDisplay {
  /// One frame, as an onlooker with a perfect clock sees it.
  struct Frame {
    /// When drawing began, which is when touches were last looked at.
    var begun: MonotonicInstant
    /// What the clock said that the frame would be shown at.
    var target: MonotonicInstant
    /// When it was shown.
    var shown: MonotonicInstant
    /// The number of the scanout that showed it.
    var vblank: Int
    /// The first scanout that it could have reached, by when it was asked for, if that was after a rest.
    var firstVblank: Int?
  }

  var clock: FrameClock
  var now: MonotonicInstant
  /// Time between two scanouts in seconds.
  var interval: Double
  /// How far a timestamp may be off, in nanoseconds.
  var jitter: Int64 = 20_000
  /// How long the loop needs to wake up, at most, in nanoseconds.
  var wakeLatency: Int64 = 60_000
  /// Whether flips come with the number of their scanout.
  var countsVblanks = true
  /// How long before a scanout its blank begins, in milliseconds.
  var blank: Double
  /// How long before the blank a commit has to be there at most, in milliseconds.
  var leadTime = 0.0
  /// How much shorter than that it is at times, in milliseconds.
  var leadJitter = 0.0
  /// Whether flips complete at the display's scanouts, not at once.
  var hasVblank = true
  /// How long a flip takes where there are no vblanks, in milliseconds.
  var flipTime = 0.03
  private(set) var frames: [Frame] = []

  private var isResting = true
  private var random: SplitMix
  private var origin: MonotonicInstant
  private var originNumber = 0

  init(hertz: Double, nominalHertz: Double? = nil, blank: Double = 0, seed: Int = 1) {
    interval = 1 / hertz
    self.blank = blank
    clock = FrameClock(
      refreshInterval: MonotonicInterval(seconds: 1 / (nominalHertz ?? hertz)),
      blankingInterval: MonotonicInterval(seconds: blank / 1000)
    )
    now = MonotonicInstant(nanoseconds: 5_000_000_000)
    origin = MonotonicInstant(nanoseconds: 4_991_234_567)
    random = SplitMix(seed: seed)
  }

  /// The scanouts go on at another rate from here on.
  mutating func changeRate(hertz: Double) {
    originNumber = vblankNumber(after: now)
    origin = vblank(originNumber)
    interval = 1 / hertz
  }

  /// When the scanout of a number begins.
  func vblank(_ number: Int) -> MonotonicInstant {
    origin + MonotonicInterval(seconds: Double(number - originNumber) * interval)
  }

  /// The first scanout after an instant.
  func vblankNumber(after instant: MonotonicInstant) -> Int {
    var number = originNumber + Int(((instant - origin).seconds / interval).rounded(.down))
    while vblank(number) <= instant { number += 1 }
    while vblank(number - 1) > instant { number -= 1 }
    return number
  }

  /// Asks for a frame now and runs until it is on the screen.
  ///
  /// - Parameters:
  ///   - rendering: How long drawing takes, in milliseconds.
  ///   - oversleep: How much longer than usual the loop sleeps, in milliseconds.
  ///   - busy: For how long the loop is busy with something else before it reads the flip's event, in
  ///     milliseconds.
  ///   - isPainted: Whether anything is painted.
  mutating func showFrame(
    rendering: Double,
    oversleep: Double = 0,
    busy: Double = 0,
    isPainted: Bool = true
  ) {
    defer { isResting = false }
    let asked = now
    clock.requestFrame(at: now)
    guard let deadline = clock.deadline else { return }
    let latency = Int64.random(in: 0...wakeLatency, using: &random)
    now = max(now, deadline + MonotonicInterval(nanoseconds: latency))
    now = now + MonotonicInterval(seconds: oversleep / 1000)
    let begun = now
    guard let target = clock.beginFrame(at: now) else { return }
    now = now + MonotonicInterval(seconds: rendering / 1000)
    clock.frameQueued(at: now, isPainted: isPainted)
    guard hasVblank else {
      now = now + MonotonicInterval(seconds: flipTime / 1000)
      frames.append(
        Frame(begun: begun, target: target, shown: now, vblank: frames.count, firstVblank: nil)
      )
      let complete = now
      now = now + MonotonicInterval(seconds: busy / 1000)
      clock.presented(PresentationFeedback(time: complete, sequence: nil, isVblank: false))
      return
    }
    let lead = leadTime - (leadJitter > 0 ? .random(in: 0...leadJitter, using: &random) : 0)
    let number = vblankNumber(after: now + MonotonicInterval(seconds: (blank + lead) / 1000))
    let shown = vblank(number)
    let reach = MonotonicInterval(seconds: (rendering + blank + lead) / 1000)
    let first = isResting ? vblankNumber(after: asked + reach) : nil
    frames.append(
      Frame(begun: begun, target: target, shown: shown, vblank: number, firstVblank: first)
    )
    let error = jitter > 0 ? Int64.random(in: -jitter...jitter, using: &random) : 0
    // The event arrives a little after the scanout that it tells of.
    now = max(now, shown) + MonotonicInterval(seconds: 0.0001 + busy / 1000)
    clock.presented(
      PresentationFeedback(
        time: shown + MonotonicInterval(nanoseconds: error),
        sequence: countsVblanks ? UInt32(truncatingIfNeeded: number) : nil,
        isVblank: true
      )
    )
  }

  /// Lets time pass without a frame.
  mutating func rest(seconds: Double) {
    clock.rest()
    isResting = true
    now = now + MonotonicInterval(seconds: seconds)
  }

  mutating func forgetFrames() { frames = [] }

  /// Scanouts after the first frame at which something moved and no new frame came.
  var skippedVblanks: Int {
    zip(frames, frames.dropFirst()).reduce(0) { count, pair in
      count + pair.1.vblank - (pair.1.firstVblank ?? pair.0.vblank + 1)
    }
  }
}
