// SPDX-License-Identifier: Apache-2.0
import Motion
import Testing

@Suite("Curves by name or numbers")
struct CurveTests {
  @Test("There are five curves, thirty easings and the article's bounce, all by name")
  func names() {
    #expect(Curve.names.count == 36)
    #expect(Set(Curve.names).count == 36)
    for name in Curve.names { #expect(Curve(named: name) != nil) }
    #expect(Curve(named: "easeInEaseOut") == .bezier(.easeInEaseOut))
    #expect(Curve(named: "bounceEaseOut") == .easing(.bounceEaseOut))
    for name in ["", "EaseIn", "ease-in", " linear"] { #expect(Curve(named: name) == nil) }
  }

  @Test("Four numbers are a curve if both x lie in 0 … 1")
  func numbers() {
    #expect(Curve(controlPoints: [1, 0, 0.75, 1]) == .bezier(.clockHand))
    #expect(Curve(controlPoints: [0.5, -3, 0.5, 4]) != nil)
    for bad in [
      [], [0, 0, 1], [0, 0, 1, 1, 1], [-0.1, 0, 1, 1], [0, 0, 1.1, 1], [0, .nan, 1, 1],
    ] {
      #expect(Curve(controlPoints: bad) == nil)
    }
  }

  @Test(
    "A person writes a name, or four numbers with commas or spaces",
    arguments: [
      ("easeOutBack", Curve.easing(.easeOutBack)),
      (" linear ", .linear),
      ("1,0,0.75,1", .bezier(.clockHand)),
      ("0.42 0 1 1", .easeIn),
      (".42, 0, .58, 1.0", .easeInEaseOut),
    ]
  )
  func text(text: String, expected: Curve) {
    #expect(Curve(text: text) == expected)
  }

  @Test(
    "What is neither a name nor four numbers is refused",
    arguments: ["", "1,2", "a,b,c,d", "0,0,2,1", "ease"]
  )
  func refusals(text: String) {
    #expect(Curve(text: text) == nil)
  }
}
