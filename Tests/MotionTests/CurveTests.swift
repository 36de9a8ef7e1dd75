// SPDX-License-Identifier: Apache-2.0
import Motion
import Testing

@Suite("Curves by name or numbers")
struct CurveTests {
  @Test("There are six curves, thirty easings and the article's bounce, all by name")
  func names() {
    #expect(Curve.names.count == 37)
    #expect(Set(Curve.names).count == 37)
    for name in Curve.names { #expect(Curve(named: name) != nil) }
    #expect(Curve(named: "clockHand") == .bezier(TimingFunction(1, 0, 0.75, 1)))
    #expect(Curve(named: "easeInEaseOut") == .bezier(.easeInEaseOut))
    #expect(Curve(named: "bounceEaseOut") == .easing(.bounceEaseOut))
    for name in ["", "EaseIn", "ease-in", " linear"] { #expect(Curve(named: name) == nil) }
  }

  @Test("Four numbers are a curve if both x lie in 0 … 1")
  func numbers() {
    #expect(Curve(controlPoints: [1, 0, 0.75, 1]) == .bezier(.clockHand))
    #expect(Curve(controlPoints: [0.5, -3, 0.5, 4]) != nil)
    #expect(Curve(controlPoints: [0, 0, 1, 1]) != nil)
    for bad in [
      [], [0, 0, 1], [0, 0, 1, 1, 1], [-0.1, 0, 1, 1], [0, 0, 1.1, 1], [0, .nan, 1, 1],
    ] {
      #expect(Curve(controlPoints: bad) == nil)
    }
  }
}
