// SPDX-License-Identifier: Apache-2.0
import Motion
import TestSupport
import Testing

@Suite("Timing functions")
struct TimingFunctionTests {
  /// The point of a Bézier curve by de Casteljau's construction.
  private static func point(_ p: [Double], _ t: Double) -> (x: Double, y: Double) {
    func axis(_ a: Double, _ b: Double) -> Double {
      let level = [0, a, b, 1]
      let first = zip(level, level.dropFirst()).map { $0 + ($1 - $0) * t }
      let second = zip(first, first.dropFirst()).map { $0 + ($1 - $0) * t }
      return second[0] + (second[1] - second[0]) * t
    }
    return (axis(p[0], p[2]), axis(p[1], p[3]))
  }

  @Test("Points constructed on random curves are found again")
  func construction() {
    var random = SplitMix(seed: 8)
    for _ in 0..<5000 {
      let p = [
        random.double(in: 0...0.95), random.double(in: -2...3), random.double(in: 0.05...1),
        random.double(in: -2...3),
      ]
      let curve = TimingFunction(p[0], p[1], p[2], p[3])
      let expected = Self.point(p, random.double(in: 0...1))
      #expect(abs(curve.value(at: expected.x) - expected.y) < 1e-9)
    }
  }

  @Test(
    "A vertical tangent in the middle is exact on both sides of it",
    arguments: [(0.25, 0.5), (0, 1), (0.5, 0.5), (1, 0), (-2, 3)]
  )
  func verticalTangent(y1: Double, y2: Double) {
    // x1 = 1, x2 = 0 gives x − 1/2 = (2t − 1)³/2; with dyadic t both sides are exact doubles.
    let curve = TimingFunction(1, y1, 0, y2)
    #expect(abs(curve.value(at: 0.5) - (3 * y1 + 3 * y2 + 1) / 8) < 1e-15)
    for exponent in 1...16 {
      let w = Double(sign: .plus, exponent: -exponent, significand: 1)
      for side in [-w, w] {
        let x = 0.5 + side * side * side / 2
        let expected = Self.point([1, y1, 0, y2], (1 + side) / 2).y
        #expect(abs(curve.value(at: x) - expected) < 1e-12)
      }
    }
  }

  @Test("Zero slopes and vertical tangents at the ends keep all digits of tiny distances")
  func ends() {
    // x1 = x2 = 0: x = t³. Then y = 3t(1−t)²·y1 + 3t²(1−t)·y2 + t³ with t known exactly.
    let start = TimingFunction(0, 0.75, 0, 1.5)
    let finish = TimingFunction(1, 1 - 1.5, 1, 1 - 0.75)
    for exponent in stride(from: 1, through: 300, by: 7) {
      let t = Double(sign: .plus, exponent: -exponent, significand: 1)
      let expected = Self.point([0, 0.75, 0, 1.5], t).y
      #expect(abs(start.value(at: t * t * t) - expected) < 1e-15)
      guard exponent < 17 else { continue }
      #expect(abs(finish.value(at: 1 - t * t * t) - (1 - expected)) < 1e-15)
    }
  }

  // Where t = 1/2: x = (3x1 + 3x2 + 1)/8 and y likewise.
  private static let knownPoints: [(curve: TimingFunction, x: Double, y: Double)] = [
    (.easeIn, 0.6575, 0.5), (.easeOut, 0.3425, 0.5), (.easeInEaseOut, 0.5, 0.5),
    (.default, 0.3125, 0.5375), (.clockHand, 0.78125, 0.5), (.linear, 0.3, 0.3),
  ]

  @Test("The named curves pass through points that are known for them", arguments: knownPoints)
  func named(curve: TimingFunction, x: Double, y: Double) {
    #expect(abs(curve.value(at: x) - y) < 1e-14)
  }

  @Test("Every curve begins at 0, ends at 1 and stays there outside")
  func outside() {
    for curve in [TimingFunction.easeIn, .clockHand, TimingFunction(0, 5, 1, -5)] {
      for x in [Double.nan, 0, -1, -Double.infinity] { #expect(curve.value(at: x) == 0) }
      for x in [1, 7, Double.infinity] { #expect(curve.value(at: x) == 1) }
    }
  }

  @Test("Values beyond 0 … 1 are reached where the control points say so")
  func overshoot() {
    let curve = TimingFunction(0.3, -1, 0.6, 2)
    let values = (0...100).map { curve.value(at: Double($0) / 100) }
    #expect((values.min() ?? 0) < -0.1 && (values.max() ?? 0) > 1.1)
  }

  @Test("Without overshoot a curve never runs backwards")
  func monotone() {
    var random = SplitMix(seed: 9)
    for _ in 0..<200 {
      let curve = TimingFunction(
        random.double(in: 0...1),
        random.double(in: 0...1),
        random.double(in: 0...1),
        random.double(in: 0...1)
      )
      let values = (0...500).map { curve.value(at: Double($0) / 500) }
      #expect(zip(values, values.dropFirst()).allSatisfy { $1 >= $0 - 1e-13 })
    }
  }

  @Test("No input whatever gives NaN or takes long", arguments: awkwardNumbers)
  func awkward(number: Double) {
    for other in awkwardNumbers {
      let curves = [
        TimingFunction(number, other, 0.5, 0.5), TimingFunction(0.5, number, other, 0.5),
        TimingFunction(0.1, 0.2, number, other), TimingFunction(number, number, other, other),
      ]
      for curve in curves {
        for x in awkwardNumbers + [0.3, 0.9999] { #expect(curve.value(at: x).isFinite) }
      }
    }
  }
}
