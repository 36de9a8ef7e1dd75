// SPDX-License-Identifier: Apache-2.0
internal import MonotonicTime

/// Takes the noise out of a panel that reports one finger, as resistive ones and their controllers do.
///
/// Their first and last samples, taken while the pressure rises or falls, may lie anywhere, single ones
/// in between too, and the contact chatters. Yet a press has to be shown with the first sample:
///
/// ```
///   sample    1st    2nd          3rd …                                              release
///   told      down   nothing      once two that follow each other agree: move to     up, 25 ms later
///                    yet          the median of the last three; or, if the 1st lies  and only if it
///                                 far from it: cancel, down                          stays released
/// ```
///
/// So a wild first sample shows a press but cannot trigger, and what comes last before the release is
/// outvoted by the two samples before it. Of three samples that contradict each other the second is
/// believed, as both ends of a tap may be wild, unless it lies between the others, as in a swipe.
/// Samples with less than half of the contact's usual pressure are left out; tslib's trace of a resistive
/// panel (libts/tslib issue 38) shows why.
struct SingleTouchFilter: Sendable {
  /// The meaning of a sample.
  enum Meaning: Hashable, Sendable {
    /// Nothing that could be told already.
    case nothing
    /// The finger is there now.
    case move(x: Int32, y: Int32)
    /// The finger came down there and not where it was said to.
    case restart(x: Int32, y: Int32)
  }

  /// The meaning of a release.
  enum Ending: Hashable, Sendable {
    /// The finger was lifted where it was told to be.
    case lift
    /// It came down there, not where it was said to, and was lifted there.
    case tap(x: Int32, y: Int32)
    /// It was lifted at an unknown place.
    case nowhere
  }

  /// Least duration of a release.
  static let releaseDelay = MonotonicInterval.milliseconds(25)

  /// Distance that a finger hardly covers in a report, in fractions of the panel.
  private static let reach = 0.05

  private struct Sample {
    var x: Int32 = 0
    var y: Int32 = 0
  }

  private var first = Sample()
  /// The last three samples that count, the newest last.
  private var samples: (Sample, Sample, Sample) = (Sample(), Sample(), Sample())
  private var count = 0
  /// True once two samples that followed each other agreed where the finger is or goes.
  private var isSettled = false
  /// The pressures of the last samples, counted or not.
  private var pressures = InlineArray<5, Int32>(repeating: 0)
  private var pressureCount = 0

  /// A contact begins with a sample; `pressure` is 0 where the panel does not tell.
  mutating func begin(x: Int32, y: Int32, pressure: Int32) {
    self = Self()
    count = 1
    first = Sample(x: x, y: y)
    samples.2 = first
    add(pressure)
  }

  /// The contact goes on with a sample.
  mutating func add(x: Int32, y: Int32, pressure: Int32, on mapping: PanelMapping) -> Meaning {
    let usual = usualPressure
    add(pressure)
    guard Int64(pressure) * 2 >= Int64(usual) else { return .nothing }
    count = min(count + 1, 5)
    samples = (samples.1, samples.2, Sample(x: x, y: y))
    guard isSettled else { return settle(on: mapping) }
    return .move(x: middle.x, y: middle.y)
  }

  /// The meaning of the contact's release.
  func ending(on mapping: PanelMapping) -> Ending {
    guard !isSettled, count > 1 else { return .lift }
    guard count == 3, !isSecondBetween else { return .nowhere }
    return .tap(x: samples.1.x, y: samples.1.y)
  }

  private mutating func settle(on mapping: PanelMapping) -> Meaning {
    let agree = !Self.areFar(samples.1, samples.2, on: mapping)
    let isMoving = count > 2 && isSecondBetween
    isSettled = agree || (count > 3 && isMoving)
    guard count > 2, isSettled || isMoving else { return .nothing }
    return agree && Self.areFar(first, middle, on: mapping)
      ? .restart(x: middle.x, y: middle.y) : .move(x: middle.x, y: middle.y)
  }

  /// The last three samples' median in each direction.
  private var middle: Sample {
    Sample(
      x: Self.median(samples.0.x, samples.1.x, samples.2.x),
      y: Self.median(samples.0.y, samples.1.y, samples.2.y)
    )
  }

  /// True if the last three samples lie in the order of a motion.
  private var isSecondBetween: Bool {
    middle.x == samples.1.x && middle.y == samples.1.y
  }

  private mutating func add(_ pressure: Int32) {
    pressures[pressureCount % 5] = pressure
    // Beyond ten only the place in the ring matters.
    pressureCount = pressureCount < 9 ? pressureCount + 1 : 5
  }

  /// The median of the last pressures; 0 before the first.
  private var usualPressure: Int32 {
    let known = min(pressureCount, 5)
    guard known > 0 else { return 0 }
    var sorted = pressures
    for index in 1..<max(1, known) {
      var position = index
      while position > 0, sorted[position - 1] > sorted[position] {
        (sorted[position - 1], sorted[position]) = (sorted[position], sorted[position - 1])
        position -= 1
      }
    }
    return sorted[known / 2]
  }

  private static func median(_ a: Int32, _ b: Int32, _ c: Int32) -> Int32 {
    max(min(a, b), min(max(a, b), c))
  }

  private static func areFar(_ one: Sample, _ other: Sample, on mapping: PanelMapping) -> Bool {
    let across = mapping.horizontal.fraction(ofDifference: Int64(one.x) - Int64(other.x))
    let down = mapping.vertical.fraction(ofDifference: Int64(one.y) - Int64(other.y))
    return max(abs(across), abs(down)) > reach
  }
}
