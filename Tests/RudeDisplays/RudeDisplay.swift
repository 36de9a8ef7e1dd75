// SPDX-License-Identifier: Apache-2.0
internal import MonotonicTime
internal import Presentation
internal import TestSupport

/// A display, a kernel and a loop around a frame clock, as rude as real ones are at times.
///
/// Time exists as numbers only. The vblanks that were missed are counted in two: those that a clock would
/// have made which knows the display and how late each wake-up comes, and those that no clock could have,
/// because the frame was asked for too late or an accident befell it: a driver or the program held up, one
/// frame a second that takes longer, a panel that is slow to wake, a flip that is lost.
package struct RudeDisplay {
  /// What came of a run.
  package struct Outcome: Sendable {
    /// Vblanks in motion without a new frame that could have been there.
    package var avoidable = 0
    /// Vblanks in motion without a new frame that no clock could have reached.
    package var unavoidable = 0
    /// Milliseconds from the beginning of a frame to its first line, beyond its drawing, on average while
    /// accidents happen.
    package var latency = 0.0
    /// The same of the middle frame, in the worst second of those from one second after the last accident.
    package var worstSecond = 0.0
    /// What the clock says that it has learned, in milliseconds, at the most.
    package var learned = 0.0
  }

  /// Frames of a run, and up to which of them accidents happen.
  package static let frameCount = 36_000
  package static let oddCount = 30_000

  private let oddities: Oddities
  private let hertz: Double
  private let blank: Double
  private let lead: Double
  private var clock: FrameClock
  private var random: SplitMix
  private var now = 5e9
  private var interval: Double
  private var origin = 4_991_234_567.0
  private var originNumber = 0
  private var last = -1
  private var isAfterRest = true
  /// Whether the next frame is the first of an output that is there anew.
  private var isAnew = false
  /// Whether the run is past its middle.
  private var isLater = false
  private var nextRest: Double
  private var nextSlow = 6e9
  private var second: [Double] = []
  private(set) var outcome = Outcome()

  /// A display at rest.
  ///
  /// - Parameters:
  ///   - hertz: What its mode says.
  ///   - blank: Milliseconds of each refresh outside the picture.
  ///   - lead: Milliseconds before the blank at which it latches.
  ///   - oddities: What is odd about it.
  ///   - seed: What chance follows from.
  package init(hertz: Double, blank: Double, lead: Double, _ oddities: Oddities, seed: Int = 1) {
    self.hertz = hertz
    self.blank = blank * 1e6
    self.lead = lead * 1e6
    self.oddities = oddities
    interval = 1e9 / (hertz * oddities.speed)
    random = SplitMix(seed: seed)
    nextRest = oddities.restsEach * 1e9
    clock = FrameClock(
      refreshInterval: MonotonicInterval(seconds: 1 / hertz),
      blankingInterval: MonotonicInterval(seconds: oddities.tellsOfBlank ? blank / 1000 : 0)
    )
    second.reserveCapacity(256)
  }

  /// Shows ``frameCount`` frames.
  package mutating func run() -> Outcome {
    var (sum, count) = (0.0, 0.0)
    let start = now
    var calmSince = Double.infinity
    for index in 0..<Self.frameCount {
      if index == Self.frameCount / 2 { change() }
      let isOdd = index < Self.oddCount
      if !isOdd, calmSince == .infinity { calmSince = now + 1e9 }
      if isOdd, oddities.restsEach > 0, now - start > nextRest { rest() }
      let latency = showFrame(index, isOdd: isOdd)
      outcome.learned = max(outcome.learned, Double(clock.learnedLead.nanoseconds) / 1e6)
      if now >= calmSince {
        second.append(latency)
        if Double(second.count) > hertz {
          second.sort()
          outcome.worstSecond = max(outcome.worstSecond, second[second.count / 2] / 1e6)
          second.removeAll(keepingCapacity: true)
        }
      } else if index > 1000 {
        (sum, count) = (sum + latency, count + 1)
      }
    }
    outcome.latency = sum / max(1, count) / 1e6
    return outcome
  }

  // MARK: - The display

  private func vblank(_ number: Int) -> Double {
    origin + Double(number - originNumber) * interval
  }

  private func number(after time: Double) -> Int {
    var number = originNumber + Int(((time - origin) / interval).rounded(.down))
    while vblank(number) <= time { number += 1 }
    return number
  }

  private mutating func chance(_ oneOf: Int) -> Bool {
    oneOf > 0 && Int.random(in: 0..<oneOf, using: &random) == 0
  }

  private mutating func exponential(_ mean: Double) -> Double {
    -mean * Double.random(in: Double.leastNonzeroMagnitude..<1, using: &random).logarithm
  }

  private mutating func wakeDelay() -> Double {
    let times = isLater ? oddities.laterWake : 1
    return switch oddities.wake {
    case .even(let most): Double.random(in: 0...most * 1000 * times, using: &random)
    case .exponential(let mean): exponential(mean * 1000 * times)
    }
  }

  private mutating func rest() {
    clock.rest()
    nextRest += oddities.restsEach * 1e9
    now += Double.random(in: 0.2e9...2e9, using: &random)
    isAfterRest = true
    if oddities.switchesTerminals { beginAnew() }
  }

  /// What is otherwise from the middle of the run on.
  private mutating func change() {
    isLater = true
    let number = number(after: now)
    (origin, originNumber) = (vblank(number), number)
    interval /= oddities.laterSpeed * oddities.laterRate
    if oddities.laterRate != 1 { beginAnew() }
  }

  /// The output is there anew, with a mode that is another one if the rate is.
  private mutating func beginAnew() {
    clock.reset(
      refreshInterval: MonotonicInterval(seconds: 1 / (hertz * (isLater ? oddities.laterRate : 1))),
      blankingInterval: MonotonicInterval(seconds: oddities.tellsOfBlank ? blank / 1e9 : 0)
    )
    isAfterRest = true
    isAnew = true
  }

  private mutating func wakeByModeset() {
    // The monitor begins anew, at a phase of its own.
    origin = now + Double.random(in: 0.1e9...0.35e9, using: &random)
    originNumber = last + 3
  }

  // MARK: - Frames

  private func instant(_ time: Double) -> MonotonicInstant {
    MonotonicInstant(nanoseconds: Int64(time))
  }

  /// Shows one frame.
  ///
  /// - Returns: Nanoseconds from its beginning to its first line, without its drawing.
  private mutating func showFrame(_ index: Int, isOdd: Bool) -> Double {
    let asked = now
    clock.requestFrame(at: instant(now))
    guard let deadline = clock.deadline else { return 0 }
    let due = Double(deadline.nanoseconds)
    var oversleep = 0.0
    if due > now {
      if isOdd, chance(oddities.oversleep.oneOf) {
        oversleep = Double.random(in: 0...oddities.oversleep.most * 1e6, using: &random)
      }
      now = due + wakeDelay() + oversleep
    }
    let begun = now
    guard clock.beginFrame(at: instant(now)) != nil else { return 0 }
    var drawing = oddities.drawing * 1e6
    if oddities.drawingJitter > 0 {
      drawing += Double.random(in: 0...oddities.drawingJitter * 1e6, using: &random)
    }
    let usual = drawing
    if isOdd, oddities.slowness > 1, now > nextSlow {
      nextSlow = now + oddities.slowEach * 1e9
      drawing *= oddities.slowness
    }
    now += drawing
    clock.frameQueued(at: instant(now))

    var lead = lead
    if isLater { lead += oddities.leadGrowth * 1e6 }
    if oddities.leadJitter > 0 {
      lead -= Double.random(in: 0...oddities.leadJitter * 1e6, using: &random)
    }
    let isModeset = isAnew || isAfterRest && oddities.sleeps && index > 0
    if isModeset { wakeByModeset() }
    var held = 0.0
    if isOdd, chance(oddities.heldUp.oneOf) {
      held = Double.random(in: 0...oddities.heldUp.most * 1e6, using: &random)
    }
    var shown = number(after: now + blank + lead + held - 1)
    if isAfterRest, oddities.refreshesItself { shown += 1 }
    let isLost = isOdd && !isAfterRest && chance(oddities.lostOneOf)
    if isLost { shown = number(after: now + 0.25e9) }

    count(
      shown,
      reachable: number(after: asked + usual + blank + lead - 1),
      withoutAccidents: number(after: begun - oversleep + usual + blank + lead - 1),
      isModeset: isModeset
    )
    let latency = vblank(shown) - begun - drawing
    last = shown
    present(shown, index, isOdd: isOdd, isModeset: isModeset)
    (isAfterRest, isAnew) = (false, false)
    return latency
  }

  private mutating func count(
    _ shown: Int,
    reachable: Int,
    withoutAccidents: Int,
    isModeset: Bool
  ) {
    guard !isModeset, last >= 0 else { return }
    let first = isAfterRest ? reachable : max(last + 1, reachable)
    let avoidable = max(0, withoutAccidents - first)
    outcome.avoidable += avoidable
    outcome.unavoidable += shown - (isAfterRest ? first : last + 1) - avoidable
  }

  private mutating func present(_ shown: Int, _ index: Int, isOdd: Bool, isModeset: Bool) {
    let line = vblank(shown)
    var arrival = line + 20_000 + exponential(30_000)
    let served = exponential(60_000)
    let isLate = isOdd && oddities.lateEvents.each > 0 && index % oddities.lateEvents.each == 7
    if isLate { arrival += oddities.lateEvents.by * 1e6 }
    var stamp: Double
    switch oddities.report {
    case .firstLine, .unnumbered: stamp = line + Double.random(in: -2000...2000, using: &random)
    case .interrupt: stamp = line + served
    case .blankInterrupt: stamp = line - blank + served
    case .arrival: stamp = arrival
    }
    if isLate, oddities.lateEvents.isStampLate { stamp = arrival - 20_000 }
    if isModeset, oddities.misstampsModesets {
      stamp += Double.random(in: 0..<interval, using: &random)
    }
    arrival = max(arrival, stamp + 1000)
    now = max(now, arrival)
    var isVblank = true
    switch oddities.report {
    case .arrival: (isVblank, stamp) = (false, now)
    case .unnumbered: isVblank = false
    default: break
    }
    var feedback = PresentationFeedback(
      time: instant(stamp),
      sequence: isVblank ? UInt32(truncatingIfNeeded: shown) : nil,
      isVblank: isVblank
    )
    if isModeset, isAnew || oddities.tellsOfModesets { feedback.isInterrupted = true }
    clock.presented(feedback)
  }
}

extension Double {
  /// The natural logarithm, of numbers in 0 ..< 1, to some eight digits.
  fileprivate var logarithm: Double {
    // ln x = ln significand + exponent · ln 2, and ln s = 2 artanh((s − 1) / (s + 1)).
    let ratio = (significand - 1) / (significand + 1)
    let square = ratio * ratio
    var (sum, power) = (0.0, ratio)
    for order in 0..<12 {
      sum += power / Double(2 * order + 1)
      power *= square
    }
    return 2 * sum + Double(exponent) * 0.693147180559945309
  }
}
