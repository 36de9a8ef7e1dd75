// SPDX-License-Identifier: Apache-2.0

/// Robert Penner's thirty easing functions as easings.net writes them, and the article's bounce.
///
/// The raw value is the name that the configuration, the socket and the probe use.
package enum Easing: String, Hashable, Sendable, CaseIterable {
  case easeInSine, easeOutSine, easeInOutSine
  case easeInQuad, easeOutQuad, easeInOutQuad
  case easeInCubic, easeOutCubic, easeInOutCubic
  case easeInQuart, easeOutQuart, easeInOutQuart
  case easeInQuint, easeOutQuint, easeInOutQuint
  case easeInExpo, easeOutExpo, easeInOutExpo
  case easeInCirc, easeOutCirc, easeInOutCirc
  case easeInBack, easeOutBack, easeInOutBack
  case easeInElastic, easeOutElastic, easeInOutElastic
  case easeInBounce, easeOutBounce, easeInOutBounce
  /// The bouncing ball of the article: four parabolas of other heights than `easeOutBounce`.
  case bounceEaseOut

  /// The eased fraction at the fraction `x` of the time.
  ///
  /// 0 for x ≤ 0 and NaN, 1 for x ≥ 1. Between them it may leave 0 … 1 (back and elastic ones).
  /// Does not allocate.
  package func value(at x: Double) -> Double {
    guard x > 0 else { return 0 }
    guard x < 1 else { return 1 }
    switch self {
    case .easeInSine: return Self.sineIn(x)
    case .easeOutSine: return sine(x * .pi / 2)
    case .easeInOutSine: return Self.sineIn(2 * x) / 2
    case .easeInQuad: return Self.power(x, exponent: 2)
    case .easeOutQuad: return 1 - Self.power(1 - x, exponent: 2)
    case .easeInOutQuad: return Self.powerBoth(x, exponent: 2)
    case .easeInCubic: return Self.power(x, exponent: 3)
    case .easeOutCubic: return 1 - Self.power(1 - x, exponent: 3)
    case .easeInOutCubic: return Self.powerBoth(x, exponent: 3)
    case .easeInQuart: return Self.power(x, exponent: 4)
    case .easeOutQuart: return 1 - Self.power(1 - x, exponent: 4)
    case .easeInOutQuart: return Self.powerBoth(x, exponent: 4)
    case .easeInQuint: return Self.power(x, exponent: 5)
    case .easeOutQuint: return 1 - Self.power(1 - x, exponent: 5)
    case .easeInOutQuint: return Self.powerBoth(x, exponent: 5)
    case .easeInExpo: return powerOfTwo(10 * x - 10)
    case .easeOutExpo: return 1 - powerOfTwo(-10 * x)
    case .easeInOutExpo:
      return x < 0.5 ? powerOfTwo(20 * x - 10) / 2 : (2 - powerOfTwo(10 - 20 * x)) / 2
    case .easeInCirc: return Self.circleIn(x)
    case .easeOutCirc: return (x * (2 - x)).squareRoot()
    case .easeInOutCirc:
      return x < 0.5 ? Self.circleIn(2 * x) / 2 : 1 - Self.circleIn(2 - 2 * x) / 2
    case .easeInBack: return Self.backIn(x, overshoot: 1.70158)
    case .easeOutBack: return 1 - Self.backIn(1 - x, overshoot: 1.70158)
    case .easeInOutBack:
      let overshoot = 1.70158 * 1.525
      return x < 0.5
        ? Self.backIn(2 * x, overshoot: overshoot) / 2
        : 1 - Self.backIn(2 - 2 * x, overshoot: overshoot) / 2
    case .easeInElastic: return Self.elasticIn(x)
    case .easeOutElastic: return 1 - Self.elasticIn(1 - x)
    case .easeInOutElastic: return Self.elasticBoth(x)
    case .easeInBounce: return 1 - Self.bounceOut(1 - x)
    case .easeOutBounce: return Self.bounceOut(x)
    case .easeInOutBounce:
      return x < 0.5 ? (1 - Self.bounceOut(1 - 2 * x)) / 2 : (1 + Self.bounceOut(2 * x - 1)) / 2
    case .bounceEaseOut: return Self.articleBounce(x)
    }
  }
}

extension Easing {
  /// 1 − cos(πx/2), without cancellation.
  private static func sineIn(_ x: Double) -> Double {
    let half = sine(x * .pi / 4)
    return 2 * half * half
  }

  private static func power(_ x: Double, exponent: Int) -> Double {
    let square = x * x
    switch exponent {
    case 2: return square
    case 3: return square * x
    case 4: return square * square
    default: return square * square * x
    }
  }

  private static func powerBoth(_ x: Double, exponent: Int) -> Double {
    x < 0.5 ? power(2 * x, exponent: exponent) / 2 : 1 - power(2 - 2 * x, exponent: exponent) / 2
  }

  /// 1 − √(1 − x²), without cancellation.
  private static func circleIn(_ x: Double) -> Double {
    x * x / (1 + ((1 - x) * (1 + x)).squareRoot())
  }

  private static func backIn(_ x: Double, overshoot: Double) -> Double {
    x * x * ((overshoot + 1) * x - overshoot)
  }

  private static func elasticIn(_ x: Double) -> Double {
    -powerOfTwo(10 * x - 10) * sine((10 * x - 10.75) * (2 * .pi / 3))
  }

  private static func elasticBoth(_ x: Double) -> Double {
    let wave = sine((20 * x - 11.125) * (2 * .pi / 4.5))
    return x < 0.5
      ? -powerOfTwo(20 * x - 10) * wave / 2 : powerOfTwo(10 - 20 * x) * wave / 2 + 1
  }

  private static func bounceOut(_ x: Double) -> Double {
    let n = 7.5625
    let d = 2.75
    if x < 1 / d { return n * x * x }
    if x < 2 / d { return n * (x - 1.5 / d) * (x - 1.5 / d) + 0.75 }
    if x < 2.5 / d { return n * (x - 2.25 / d) * (x - 2.25 / d) + 0.9375 }
    return n * (x - 2.625 / d) * (x - 2.625 / d) + 0.984375
  }

  private static func articleBounce(_ x: Double) -> Double {
    if x < 4.0 / 11 { return 121 * x * x / 16 }
    if x < 8.0 / 11 { return 363.0 / 40 * x * x - 99.0 / 10 * x + 17.0 / 5 }
    if x < 9.0 / 10 { return 4356.0 / 361 * x * x - 35442.0 / 1805 * x + 16061.0 / 1805 }
    return 54.0 / 5 * x * x - 513.0 / 25 * x + 268.0 / 25
  }
}
