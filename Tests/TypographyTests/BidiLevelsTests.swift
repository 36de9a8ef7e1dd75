// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

@testable import Typography

@Suite("Bidirectional levels")
struct BidiLevelsTests {
  /// A line and its levels, as GNU FriBidi 1.0.8 gives them.
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
    let classes = scalars.map { BidiClass($0, script: TextScript(of: $0)) }
    #expect(BidiLevels(scalars, classes: classes).levels == line.levels)
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

  @Test("Any sequence of classes resolves to levels that fit its directions", arguments: 0..<300)
  func anySequence(_ seed: UInt64) {
    var random = SplitMix(seed: seed)
    let alphabet = Array("aא د1٣+%,()[]\u{0301}! \u{200D}".unicodeScalars)
    let scalars = (0..<random.below(40)).map { _ in alphabet[random.below(alphabet.count)] }
    let classes = scalars.map { BidiClass($0, script: TextScript(of: $0)) }
    let resolved = BidiLevels(scalars, classes: classes)
    #expect(resolved.levels.count == scalars.count)
    for (type, level) in zip(classes, resolved.levels) {
      #expect(level >= resolved.base && level <= 2)
      switch type {
      case .l: #expect(level & 1 == 0)
      case .r, .al: #expect(level == 1)
      case .an: #expect(level == 2)
      default: break
      }
    }
    let order = BidiLevels.visualOrder(of: resolved.levels)
    #expect(order.sorted() == Array(scalars.indices))
  }
}
