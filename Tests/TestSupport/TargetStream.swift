// SPDX-License-Identifier: Apache-2.0

/// Targets that a program reports one after another, and what may be shown of them.
package struct TargetStream: Sendable, CustomStringConvertible {
  /// How the targets go.
  package enum Course: CaseIterable, Sendable {
    case rising
    case falling
    /// Upward by ever other steps.
    case climbing
    /// Everywhere between 0 and 100.
    case random
    /// Upward slowly but for one leap.
    case leaping
  }

  /// Targets a second.
  package let rate: Double
  /// How the targets go.
  package let course: Course
  /// The part of an interval by which a target may be early or late.
  package let jitter: Double
  /// When each target comes, in seconds, and what it is.
  package let targets: [(time: Double, value: Double)]

  /// What is shown at first.
  package var start: Double { course == .falling ? 100 : 0 }
  /// The longest time from one target to the next, in seconds.
  package let interval: Double

  package var description: String { "\(course) at \(rate) Hz, jitter \(jitter)" }

  /// Four seconds of targets between 0 and 100.
  package init(rate: Double, course: Course, jitter: Double) {
    (self.rate, self.course, self.jitter) = (rate, course, jitter)
    var random = SplitMix(seed: Int(rate) * 100 + Int(jitter * 10))
    var targets: [(time: Double, value: Double)] = []
    var value = course == .falling ? 100.0 : 0
    for index in 0..<Int(4 * rate) {
      let early = index == 0 ? 0 : jitter * Double.random(in: -1...1, using: &random)
      let time = (Double(index) + early) / rate
      switch course {
      case .rising: value = 100 * Double(index + 1) / (4 * rate)
      case .falling: value = 100 - 100 * Double(index + 1) / (4 * rate)
      case .climbing: value += (100 - value) * Double.random(in: 0...1, using: &random) / rate
      case .random: value = Double.random(in: 0...100, using: &random)
      case .leaping: value = Double(index) / (100 * rate) + (time < 1 ? 0 : 90)
      }
      targets.append((time, value))
    }
    self.targets = targets
    interval = zip(targets, targets.dropFirst()).reduce(0) { max($0, $1.1.time - $1.0.time) }
  }

  /// Streams of every course at 2 to 1000 targets a second, evenly and not.
  package static let all = Course.allCases.flatMap { course in
    [2.0, 3, 5, 10, 20, 60, 100, 200, 1000].flatMap { rate in
      [0, 0.15, 0.3].map { Self(rate: rate, course: course, jitter: $0) }
    }
  }

  /// Streams for what has been proved of numbers, asked of something that consists of them.
  package static let some = [2.0, 5, 10, 20, 60, 100, 200].flatMap { rate in
    [Self(rate: rate, course: .rising, jitter: 0), Self(rate: rate, course: .random, jitter: 0.15)]
  }

  /// What may be shown at `time`: nothing but between the targets of the last 0.1 s and interval.
  package func allowed(at time: Double) -> ClosedRange<Double> {
    let slack = 1e-9 * 100
    let first = time - 0.1 - interval - 1e-9
    let before = targets.last { $0.time <= first }?.value ?? start
    let within = targets.filter { $0.time > first && $0.time <= time }.map(\.value) + [before]
    return ((within.min() ?? before) - slack)...((within.max() ?? before) + slack)
  }

  /// Calls `send` with each target in its turn, and `look` every few milliseconds between them, up to a
  /// second after the last.
  package func play(
    every step: Double = 0.004,
    send: (_ time: Double, _ value: Double) -> Void,
    look: (_ time: Double) -> Void
  ) {
    var next = 0
    for tick in 0...Int(5 / step) {
      let time = Double(tick) * step
      while next < targets.count, targets[next].time <= time {
        send(targets[next].time, targets[next].value)
        next += 1
      }
      look(time)
    }
  }
}
