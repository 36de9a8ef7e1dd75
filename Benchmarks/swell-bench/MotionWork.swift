// SPDX-License-Identifier: Apache-2.0
import Motion

/// What evaluating motion costs: each function does its work `iterations` times.
///
/// The results are sums over all evaluations, so that nothing can be optimised away. None of the
/// functions allocates inside its loop.
enum MotionWork {
  /// One kind of evaluation.
  struct Work: Sendable {
    let bench: String
    let mode: String
    let run: @Sendable (Int) -> Double

    init(_ bench: String, _ mode: String, _ run: @escaping @Sendable (Int) -> Double) {
      (self.bench, self.mode, self.run) = (bench, mode, run)
    }
  }

  /// Evaluations between two looks at the clock.
  static let iterations = 20_000

  static let all = [
    Work("spring", "under-damped, position") { position(of: release, iterations: $0) },
    Work("spring", "critically damped, position") { position(of: critical, iterations: $0) },
    Work("spring", "over-damped, position") { position(of: overdamped, iterations: $0) },
    Work("spring", "under-damped, with velocity") { positionAndVelocity(iterations: $0) },
    Work("spring", "from its duration, 12 Newton steps") { fromDuration(iterations: $0) },
    Work("elastic", "edges' offset in mid-wobble") { edges(iterations: $0) },
    Work("elastic", "press and release") { pressAndRelease(iterations: $0) },
    Work("curve", "easeInEaseOut") { curve(.easeInEaseOut, iterations: $0) },
    Work("curve", "clock hand") { curve(.bezier(.clockHand), iterations: $0) },
    Work("curve", "at a vertical tangent") { verticalTangent(iterations: $0) },
    Work("easing", "easeOutBounce") { curve(.easing(.easeOutBounce), iterations: $0) },
    Work("easing", "easeOutElastic") { curve(.easing(.easeOutElastic), iterations: $0) },
    Work("keyframes", "bouncing ball") { keyframes(iterations: $0) },
    Work("timing", "autoreversing") { timing(iterations: $0) },
    Work("wave", "both at one x") { wave(iterations: $0) },
  ]

  /// The C library's sine, to compare with.
  static func sine(iterations: Int) -> Double {
    var sum = 0.0
    for index in 0..<iterations { sum += Angle.sine(Double(index & 1023) * 0.006) }
    return sum
  }

  private static let release = Spring(duration: 0.45, dampingRatio: 0.15, initialVelocity: 5.5)
  private static let critical = Spring(duration: 0.5, dampingRatio: 1, initialVelocity: 0)
  private static let overdamped = Spring(mass: 1, stiffness: 100, damping: 30)

  private static func position(of spring: Spring, iterations: Int) -> Double {
    var sum = 0.0
    for index in 0..<iterations { sum += spring.position(at: Double(index & 1023) * 0.001) }
    return sum
  }

  private static func positionAndVelocity(iterations: Int) -> Double {
    let spring = release
    var sum = 0.0
    for index in 0..<iterations {
      let time = Double(index & 1023) * 0.001
      sum += spring.position(at: time) + spring.velocity(at: time)
    }
    return sum
  }

  private static func fromDuration(iterations: Int) -> Double {
    var sum = 0.0
    for index in 0..<iterations {
      let duration = 0.3 + Double(index & 255) * 0.001
      sum +=
        Spring(duration: duration, dampingRatio: 0.15, initialVelocity: 5.5).angularFrequency
    }
    return sum
  }

  private static func edges(iterations: Int) -> Double {
    var motion = ElasticMotion(settings: ElasticMotion.Settings(style: .hold))
    motion.press(at: 0)
    motion.release(at: 0.3)
    var sum = 0.0
    for index in 0..<iterations { sum += motion.offset(at: 0.3 + Double(index & 511) * 0.001) }
    return sum
  }

  private static func pressAndRelease(iterations: Int) -> Double {
    var motion = ElasticMotion(settings: ElasticMotion.Settings(style: .hold))
    for index in 0..<iterations {
      let time = Double(index) * 0.3
      motion.press(at: time)
      motion.release(at: time + 0.1)
    }
    return motion.restTime
  }

  private static func curve(_ curve: Curve, iterations: Int) -> Double {
    var sum = 0.0
    for index in 0..<iterations { sum += curve.value(at: Double(index & 1023) / 1024) }
    return sum
  }

  private static func verticalTangent(iterations: Int) -> Double {
    let curve = TimingFunction(1, 0.25, 0, 0.5)
    var sum = 0.0
    for index in 0..<iterations { sum += curve.value(at: 0.5 + Double(index & 1023) * 1e-12) }
    return sum
  }

  private static func keyframes(iterations: Int) -> Double {
    let ball = Keyframes(
      values: [32.0, 268, 140, 268, 220, 268, 250, 268],
      keyTimes: [0, 0.3, 0.5, 0.7, 0.8, 0.9, 0.95, 1],
      curves: [.easeIn, .easeOut, .easeIn, .easeOut, .easeIn, .easeOut, .easeIn]
    )
    guard let ball else { return 0 }
    var sum = 0.0
    for index in 0..<iterations { sum += ball.value(at: Double(index & 1023) / 1024) }
    return sum
  }

  private static func timing(iterations: Int) -> Double {
    let timing = MediaTiming(duration: 0.7, repeatCount: .infinity, autoreverses: true)
    var sum = 0.0
    for index in 0..<iterations { sum += timing.progress(at: Double(index) * 0.001) ?? 0 }
    return sum
  }

  private static func wave(iterations: Int) -> Double {
    let wave = Wave(width: 240, amplitude: 6, frequency: 1.5)
    var sum = 0.0
    for index in 0..<iterations {
      let x = Double(index & 255)
      sum += wave.front(at: x, phase: 30) + wave.back(at: x, phase: 30)
    }
    return sum
  }
}
