// SPDX-License-Identifier: Apache-2.0
import Raster
import TestSupport
import Testing

@testable import Typography

@Suite("Bidirectional levels")
struct BidiLevelsTests {
  /// A line and its levels, on which FriBidi and an implementation of another hand agree.
  struct Case: CustomTestStringConvertible {
    let text: String
    let levels: [UInt8]
    var testDescription: String { text }

    init(_ text: String, _ levels: [UInt8]) {
      self.text = text
      self.levels = levels
    }
  }

  static let cases = [
    Case("abc 12", [0, 0, 0, 0, 0, 0]),
    Case("אב", [1, 1]),
    Case("אב 12", [1, 1, 1, 2, 2]),
    Case("אב -12%", [1, 1, 1, 1, 2, 2, 2]),
    Case("בא 42%", [1, 1, 1, 2, 2, 2]),
    Case("دق 42%", [1, 1, 1, 2, 2, 1]),
    Case("دق 1,5", [1, 1, 1, 2, 2, 2]),
    Case("a אב b", [0, 0, 1, 1, 0, 0]),
    Case("א (ab) ב", [1, 1, 1, 2, 2, 1, 1, 1]),
    Case("א (ab) 42%", [1, 1, 1, 2, 2, 1, 1, 2, 2, 2]),
    Case("ab (א) 1", [0, 0, 0, 0, 1, 0, 0, 2]),
    Case("a (אb", [0, 0, 0, 1, 0]),
    Case("12:30", [0, 0, 0, 0, 0]),
    Case("ק12:30", [1, 2, 2, 2, 2, 2]),
    Case("د٣٫٥", [1, 2, 2, 2]),
    Case("\u{200F}ab!", [1, 2, 2, 1]),
    Case("!?", [0, 0]),
    Case("", []),
  ]

  @Test("Levels are those of the Unicode algorithm", arguments: cases)
  func levels(_ line: Case) {
    let scalars = Array(line.text.unicodeScalars)
    #expect(BidiLevels(scalars).levels(ofLine: scalars.indices) == line.levels)
  }

  /// A line whose levels follow by hand from the rule that it names; rule X9 leaves open which level
  /// an embedding's own characters have: they are nil.
  struct RuleCase: CustomTestStringConvertible {
    let rule: String
    let text: String
    let direction: TextDirection
    let levels: [UInt8?]
    var testDescription: String { rule }

    init(
      _ rule: String,
      _ text: String,
      _ levels: [UInt8?],
      _ direction: TextDirection = .automatic
    ) {
      self.rule = rule
      self.text = text
      self.direction = direction
      self.levels = levels
    }
  }

  static let ruleCases = [
    RuleCase("P2: what stands inside an isolate says nothing", "\u{2068}א\u{2069}a", [0, 1, 0, 0]),
    RuleCase("P2: numbers say nothing", "1א", [2, 1]),
    RuleCase("P3: left to right without a strong character", "1-2!", [0, 0, 0, 0]),
    RuleCase("HL1: Latin in a paragraph from right to left", "ab 1", [2, 2, 2, 2], .rightToLeft),
    RuleCase("HL1: Hebrew in a paragraph from left to right", "א!", [1, 0], .leftToRight),
    RuleCase("X2: embedding to the right", "\u{202B}ab\u{202C}", [nil, 2, 2, nil]),
    RuleCase("X3: embedding to the left", "א\u{202A}ב!\u{202C}", [1, nil, 3, 2, nil]),
    RuleCase("X4: override to the right", "\u{202E}ab\u{202C}", [nil, 1, 1, nil]),
    RuleCase("X5: override to the left", "א\u{202D}ב\u{202C}", [1, nil, 2, nil]),
    RuleCase("X5a: isolate to the right", "a\u{2067}b\u{2069}c", [0, 0, 2, 0, 0]),
    RuleCase("X5b: isolate to the left", "א\u{2066}1 א\u{2069}ב", [1, 1, 2, 2, 3, 1, 1]),
    RuleCase("X5c: isolate by its first letter", "א\u{2068}a\u{2069}", [1, 1, 2, 1]),
    RuleCase("X6a: an end without a beginning is neutral", "a\u{2069}א", [0, 0, 1]),
    RuleCase("W1: a mark goes with its letter", "א\u{5B0}", [1, 1]),
    RuleCase("W1: a mark at the start goes with the paragraph", "\u{301}א", [1, 1]),
    RuleCase("W2: digits behind Arabic are Arabic", "د1$", [1, 2, 1]),
    RuleCase("W4: one separator belongs to the number", "א1,2", [1, 2, 2, 2]),
    RuleCase("W4: two separators do not", "א1,,2", [1, 2, 1, 1, 2]),
    RuleCase("W4: Arabic digits take a comma, no plus", "د١,٢+٣", [1, 2, 2, 2, 1, 2]),
    RuleCase("W5: a currency sign before the number", "א$1", [1, 2, 2]),
    RuleCase("W5: percents behind the number", "א1%%", [1, 2, 2, 2]),
    RuleCase("W6: a sign without a number is neutral", "a-א", [0, 0, 1]),
    RuleCase("W7: digits behind Latin are Latin", "א a1", [1, 1, 2, 2]),
    RuleCase("N0: brackets around the paragraph's own direction", "אa[ב]1", [1, 2, 1, 1, 1, 2]),
    RuleCase("N0: brackets around the other direction only", "א(a)", [1, 1, 2, 1]),
    RuleCase("N0: brackets around it behind the same", "b א(ג)", [0, 0, 1, 1, 1, 1]),
    RuleCase("N0: brackets around both", "a א(b)ג", [0, 0, 1, 0, 0, 0, 1]),
    RuleCase("N1: a space between equals", "a א ב b", [0, 0, 1, 1, 1, 0, 0]),
    RuleCase("N1: Arabic digits count as right to left", "a ٣ ٣", [0, 0, 2, 1, 2]),
    RuleCase("N2: a space between different ones", "א a", [1, 1, 2]),
    RuleCase("I1: numbers in a paragraph from left to right", "a א1٢", [0, 0, 1, 2, 2]),
    RuleCase("L1: spaces at the end", "a א  ", [0, 0, 1, 0, 0]),
  ]

  @Test("Levels follow from the rules of UAX #9", arguments: ruleCases)
  func rules(_ line: RuleCase) {
    let scalars = Array(line.text.unicodeScalars)
    let levels = BidiLevels(scalars, direction: line.direction).levels(ofLine: scalars.indices)
    #expect(levels.count == line.levels.count)
    for (level, expected) in zip(levels, line.levels) where expected != nil {
      #expect(level == expected)
    }
  }

  @Test("A line that ends at a space gives the space to the paragraph (L1)")
  func brokenLine() {
    let paragraph = BidiLevels(Array("a אב גד".unicodeScalars))
    #expect(paragraph.levels(ofLine: 0..<7) == [0, 0, 1, 1, 1, 1, 1])
    #expect(paragraph.levels(ofLine: 2..<5) == [1, 1, 0])
    #expect(paragraph.levels(ofLine: 5..<7) == [1, 1])
    #expect(paragraph.levels(ofLine: 7..<7) == [])
  }

  @Test(
    "Runs are reordered from the highest level down",
    arguments: [
      ([0, 1, 0], [0, 1, 2]),
      ([1, 2, 1], [2, 1, 0]),
      ([0, 1, 2, 1, 0], [0, 3, 2, 1, 4]),
      ([1, 2, 2, 1], [3, 1, 2, 0]),
      ([2, 1], [1, 0]),
      ([], []),
    ] as [([UInt8], [Int])]
  )
  func visualOrder(_ levels: [UInt8], _ order: [Int]) {
    #expect(BidiLevels.visualOrder(of: levels) == order)
  }

  @Test("Any sequence of characters resolves to levels that fit its directions", arguments: 0..<300)
  func anySequence(_ seed: UInt64) {
    var random = SplitMix(seed: seed)
    let alphabet = Array("aא د1٣+%,()[]\u{0301}! \u{200D}".unicodeScalars)
    let scalars = (0..<random.below(40)).map { _ in alphabet[random.below(alphabet.count)] }
    let paragraph = BidiLevels(scalars)
    let levels = paragraph.levels(ofLine: scalars.indices)
    #expect(levels.count == scalars.count)
    for (scalar, level) in zip(scalars, levels) {
      #expect(level >= paragraph.base && level <= 2)
      switch scalar {
      case "a": #expect(level & 1 == 0)
      case "א", "د": #expect(level == 1)
      case "٣": #expect(level == 2)
      default: break
      }
    }
    let order = BidiLevels.visualOrder(of: levels)
    #expect(order.sorted() == Array(scalars.indices))
  }
}
