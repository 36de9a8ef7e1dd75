// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

@testable import PlainText

@Suite("How many characters a text may have")
struct CharacterLimitTests {
  /// Scalars that make and break characters: letters, marks, controls, joiners, flags, jamo, conjuncts.
  static let scalars: [Unicode.Scalar] = [
    "a", "W", " ", "\u{7E}", "\u{7F}", "\n", "\r", "\u{85}", "\u{A0}", "\u{AD}", "é", "\u{300}",
    "\u{316}",
    "\u{34F}", "\u{36F}", "\u{370}", "\u{483}", "\u{489}", "\u{48A}", "\u{590}", "\u{591}",
    "\u{5BD}",
    "\u{5BE}", "ש", "\u{600}", "\u{605}", "\u{610}", "\u{61A}", "\u{61B}", "\u{61C}", "ب",
    "\u{64A}",
    "\u{64B}", "\u{65F}", "\u{660}", "\u{6D5}", "\u{6D6}", "\u{6DC}", "\u{6DD}", "\u{70F}",
    "\u{711}",
    "\u{72F}", "\u{730}", "\u{74A}", "\u{74B}", "\u{7FD}", "\u{915}", "\u{94D}", "\u{93F}",
    "\u{1100}",
    "\u{1161}", "\u{11A8}", "\u{200B}", "\u{200D}", "\u{200E}", "\u{20E3}", "\u{FE0F}", "漢",
    "\u{1F1E6}", "\u{1F1FF}", "\u{1F468}", "\u{1F3FD}", "\u{E0041}",
  ]

  @Test("The bound is never below the number of characters, whatever is put together")
  func bound() {
    for first in Self.scalars {
      for second in Self.scalars {
        for third in Self.scalars {
          var text = ""
          text.unicodeScalars = .init([first, second, third])
          if text.characterBound < text.count {
            Issue.record("\(text.unicodeScalars.map(\.value)) has \(text.count) characters")
          }
        }
      }
    }
  }

  @Test("Every mark that is taken for one never begins a character after a letter")
  func marks() throws {
    for value in UInt32(0x80)...0x7FF {
      let scalar = try #require(Unicode.Scalar(value))
      var text = "a"
      text.unicodeScalars.append(scalar)
      #expect(text.characterBound >= text.count, "U+\(String(value, radix: 16))")
      text = ""
      text.unicodeScalars = .init([scalar, "\u{301}"])
      #expect(text.characterBound >= text.count, "after U+\(String(value, radix: 16))")
    }
  }

  @Test("The limit is one of characters, with and without marks")
  func limit() {
    var generator = SplitMix(seed: 11)
    for _ in 0..<2000 {
      var text = ""
      for _ in 0..<Int(generator.next() % 12) {
        text.unicodeScalars.append(Self.scalars[Int(generator.next() % UInt64(Self.scalars.count))])
      }
      for count in 0...12 { #expect(text.hasAtMost(characters: count) == (text.count <= count)) }
    }
  }

  @Test("Letters with many marks are counted without being taken apart")
  func stacked() {
    for base in ["W", "é", "ش", "ש"] as [Unicode.Scalar] {
      var text = ""
      for _ in 0..<64 {
        text.unicodeScalars.append(contentsOf: [base, "\u{301}", "\u{316}", "\u{323}"])
      }
      #expect(text.characterBound == 64)
    }
  }
}
