// SPDX-License-Identifier: Apache-2.0
import Motion
import TestSupport
import Testing

@Suite("Easings")
struct EasingTests {
  @Test("Every easing has the values of its definition", arguments: Easing.allCases)
  func values(easing: Easing) throws {
    let expected = try #require(easingReference[easing])
    let x = [0.125, 0.375, 0.5, 0.8125, 0.953125]
    for (x, y) in zip(x, expected) { #expect(abs(easing.value(at: x) - y) < 1e-14) }
  }

  @Test("Every easing begins at 0, ends at 1 and stays there outside", arguments: Easing.allCases)
  func ends(easing: Easing) {
    for x in [Double.nan, 0, -1, -Double.infinity] { #expect(easing.value(at: x) == 0) }
    for x in [1, 2, Double.infinity] { #expect(easing.value(at: x) == 1) }
    #expect(abs(easing.value(at: 1e-12)) < 1e-3)
    #expect(abs(easing.value(at: 1 - 1e-12) - 1) < 1e-3)
  }

  @Test("No easing jumps", arguments: Easing.allCases)
  func continuity(easing: Easing) {
    // The steepest ones, circles at their ends, move by the root of the step; the exponential
    // ones begin with a jump of 2^−10 by their definition.
    let steps = 20_000
    let values = (0...steps).map { easing.value(at: Double($0) / Double(steps)) }
    let jumps = zip(values, values.dropFirst()).map { abs($1 - $0) }
    #expect((jumps.max() ?? 1) < 0.011)
  }

  @Test(
    "An out easing is its in easing turned round",
    arguments: [
      "Sine", "Quad", "Cubic", "Quart", "Quint", "Expo", "Circ", "Back", "Elastic", "Bounce",
    ]
  )
  func symmetry(family: String) throws {
    let easeIn = try #require(Easing(rawValue: "easeIn" + family))
    let easeOut = try #require(Easing(rawValue: "easeOut" + family))
    let both = try #require(Easing(rawValue: "easeInOut" + family))
    var random = SplitMix(seed: 2)
    for _ in 0..<100 {
      let x = random.double(in: 0...1)
      #expect(abs(easeOut.value(at: x) - (1 - easeIn.value(at: 1 - x))) < 1e-13)
      #expect(abs(both.value(at: x) - (1 - both.value(at: 1 - x))) < 1e-13)
    }
  }

  @Test("The article's ball touches the ground at 4/11, 8/11, 9/10 and the end")
  func articleBounce() {
    for x in [4.0 / 11, 8.0 / 11, 9.0 / 10] {
      #expect(abs(Easing.bounceEaseOut.value(at: x) - 1) < 1e-12)
      #expect(Easing.bounceEaseOut.value(at: x - 0.01) < 1)
      #expect(Easing.bounceEaseOut.value(at: x + 0.01) < 1)
    }
  }

  @Test("No input whatever gives NaN", arguments: awkwardNumbers)
  func awkward(x: Double) {
    for easing in Easing.allCases { #expect(easing.value(at: x).isFinite) }
  }
}
