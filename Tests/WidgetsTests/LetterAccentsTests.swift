// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing
import Touch

@testable import Widgets

@Suite("Letters with accents")
struct LetterAccentsTests {
  /// Letters that Unicode does not take apart.
  private static let whole = Set("æđðħıłŀŋøœßþŧςәґғђєҗҙіқљңњөҫүұһҳџҷћъ".unicodeScalars)
  /// The letters of a to z, α to ω, and а to і.
  static let letters = [0x61...0x7A, 0x3B1...0x3C9, 0x430...0x456].joined()
    .compactMap { Unicode.Scalar(UInt32($0)) }

  @Test("They are their letter with marks, as Unicode takes them apart", arguments: letters)
  func decompositions(letter: Unicode.Scalar) {
    let accents = LetterAccents.of(String(letter))
    // A row has room for ten keys.
    #expect(accents.count <= 10 && Set(accents).count == accents.count)
    let others = accents.filter { accent in
      String(accent).decomposedStringWithCanonicalMapping.unicodeScalars.first != letter
    }
    #expect(Self.whole.isSuperset(of: others))
  }

  @Test(
    "They have the letter's case",
    arguments: [
      ("e", "éèêëęėēě"), ("E", "ÉÈÊËĘĖĒĚ"), ("S", "ẞŚŠŞȘŜ"), ("I", "ÍÌÎÏĪĮĨİ"), ("Ι", "ΊΪ"),
      ("Σ", ""),
      ("Е", "ЁЄЀ"), ("ê", "ếềểễệ"), ("Ô", "ỐỒỔỖỘ"), ("ă", "ắằẳẵặ"), ("Ơ", "ỚỜỞỠỢ"), ("é", ""),
      ("b", ""), ("ch", ""), ("", ""), ("1", ""),
    ]
  )
  func cases(letter: String, accents: String) {
    #expect(LetterAccents.of(letter) == Array(accents.unicodeScalars))
  }

  @Test("Those that a layout has on its keys come first, in their order otherwise")
  func order() {
    func layout(_ letters: String) -> ScreenLayout {
      let faces = letters.map { ScreenLayout.Face(label: String($0), text: String($0)) }
      let keys = faces.map { ScreenLayout.Key(code: 30, faces: [nil, $0, nil, nil]) }
      return ScreenLayout(name: "test", rows: [[], keys], separator: ".")
    }
    let letters = Array("óòôöõ".unicodeScalars)
    let ordered = LetterAccents.ordered(letters, by: [layout("xõ"), layout("ö")])
    #expect(ordered == Array("öõóòô".unicodeScalars))
  }
}
