// SPDX-License-Identifier: Apache-2.0
import Testing
import Touch

@testable import Keyboard
@testable import Widgets

/// The evdev codes of the letters' block.
private let codes: [UInt16] =
  [41] + Array(2...13) + Array(16...27) + Array(30...40) + [43, 86] + Array(44...53)

/// The symbols that type nothing by themselves: those of dead keys.
private let dead: ClosedRange<UInt32> = 0xFE50...0xFE93

@Suite("Layouts on the screen")
struct ScreenLayoutTests {
  /// Lam with each alef, as keys have them, and in letters.
  private static let ligatures = [
    "\u{FEFB}": "\u{644}\u{627}", "\u{FEF7}": "\u{644}\u{623}",
    "\u{FEF9}": "\u{644}\u{625}", "\u{FEF5}": "\u{644}\u{622}",
  ]

  static let layouts = [
    "us", "us(intl)", "gb", "de", "de(nodeadkeys)", "ch(fr)", "fr", "be", "es", "it", "pt", "cz",
    "pl", "tr",
    "gr", "ru", "ua", "il", "ara", "ir", "th", "vn", "in", "ge", "am", "jp", "kr", "se", "hu", "ro",
  ]

  /// From `xkbcommon-keysyms.h`: grave, diaeresis, the dot below on a circle of dots, currency; one beyond the table,
  /// and the symbols beside dead keys'.
  @Test(
    "A dead key shows its sign",
    arguments: zip(
      [0xFE50, 0xFE57, 0xFE60, 0xFE6F, 0xFE93, 0xFE4F, 0xFE94] as [UInt32],
      ["`", "¨", "\u{25CC}\u{323}", "¤", "\u{25CC}", nil, nil]
    )
  )
  func sign(symbol: UInt32, sign: String?) {
    #expect(DeadKeys.sign(symbol) == sign)
  }

  @Test(
    "A layout's variant stands in brackets",
    arguments: [("us", "us", ""), ("ch(fr)", "ch", "fr"), ("us(intl", "us(intl", "")]
  )
  func variant(name: String, layout: String, variant: String) {
    let named = KeyboardLayout(named: name)
    #expect(named.layout == layout)
    #expect(named.variant == variant)
  }

  private func reference(_ name: String) throws -> (ReferenceKeymap, KeyboardLayout) {
    let layout = KeyboardLayout(named: name)
    let reference = try #require(
      ReferenceKeymap(layout: layout.layout, variant: layout.variant)
    )
    return (reference, layout)
  }

  @Test("A key says at each level what xkbcommon says of it", arguments: layouts)
  func faces(name: String) throws {
    let (reference, layout) = try reference(name)
    let keys = Array(layout.screenLayout.rows.joined())
    #expect(keys.map(\.code) == codes)
    for key in keys {
      for level in 0..<ScreenLayout.levelCount {
        let said = reference.key(key.code, level: level)
        let face = key.faces[level]
        if dead.contains(said.symbol) {
          #expect(face?.text == "" && face?.label.isEmpty == false, "\(key.code) \(level)")
        } else if said.text.unicodeScalars.allSatisfy({ $0.properties.generalCategory == .control })
        {
          #expect(face == nil, "\(key.code) \(level)")
        } else {
          #expect(face?.text == said.text, "\(key.code) \(level)")
        }
      }
    }
  }

  @Test(
    "A key of the keyboard types what xkbcommon says, and each character is on some page",
    arguments: layouts
  )
  func plans(name: String) throws {
    let (reference, layout) = try reference(name)
    for hasDigits in [true, false] {
      let order = KeyboardPlan.Order(kind: .text, hasLayouts: true, hasDigits: hasDigits)
      let plan = KeyboardPlan(layout.screenLayout, order: order)
      var typed: Set<String> = []
      for face in plan.keys.flatMap(\.faces).compactMap({ $0 }) {
        guard case .type(let stroke) = face.act else { continue }
        switch stroke {
        case .stroke(.text(let text)): typed.insert(text)
        case .stroke: break
        case .key(let code, let level):
          let said = reference.key(code, level: level)
          let reader = KeyReader(layout, keymaps: Keymaps())
          if dead.contains(said.symbol) {
            #expect(reader.tap(code, level: level) == nil)
            typed.insert("dead \(said.symbol)")
          } else {
            // Where the locale has a table of compositions, that spells ligatures of Arabic.
            let spelled = Self.ligatures[said.text] ?? said.text
            let tapped = reader.tap(code, level: level)
            #expect(tapped == .text(said.text) || tapped == .text(spelled))
            typed.insert(said.text)
            let isSign =
              said.text.unicodeScalars.first.map {
                $0.properties.generalCategory == .nonspacingMark
                  || $0.properties.generalCategory == .spacingMark
              } ?? false
            let label = isSign ? "\u{25CC}" + said.text : said.text == " " ? "" : said.text
            #expect(face.label == .text(label))
          }
        }
      }
      for code in codes {
        for level in 0..<ScreenLayout.levelCount {
          let said = reference.key(code, level: level)
          if dead.contains(said.symbol) {
            #expect(
              typed.contains("dead \(said.symbol)")
                || DeadKeys.sign(said.symbol) == "\u{25CC}"
                || hasTwin(said.symbol, layout, reference),
              "\(name) \(code) \(level)"
            )
          } else if said.text.unicodeScalars.contains(where: {
            $0.properties.generalCategory != .control
          }) {
            #expect(typed.contains(said.text), "\(name) \(code) \(level) \(said.text)")
          }
        }
      }
    }
  }

  /// Whether another dead key of the layout has the same sign.
  private func hasTwin(_ symbol: UInt32, _ layout: KeyboardLayout, _ reference: ReferenceKeymap)
    -> Bool
  {
    codes.contains { code in
      (0..<4).contains { level in
        let other = reference.key(code, level: level).symbol
        return other != symbol && DeadKeys.sign(other) == DeadKeys.sign(symbol)
      }
    }
  }

  @Test(
    "No two keys of a page lie over each other, and all lie on the keyboard",
    arguments: layouts
  )
  func places(name: String) {
    for kind in [KeyboardPlan.Kind.text, .email, .digits, .decimal, .hex] {
      let layout = KeyboardLayout(named: name).screenLayout
      let plan = KeyboardPlan(layout, order: .init(kind: kind, hasLayouts: true))
      for page in 0..<plan.pageCount {
        let keys = plan.keys.filter { $0.faces[page] != nil }
        for (place, key) in keys.enumerated() {
          #expect(key.x >= -1e-9 && key.x + key.width <= plan.columns + 1e-9)
          #expect(key.row >= 0 && key.row + key.height <= plan.rows)
          for other in keys.dropFirst(place + 1) {
            let isBeside =
              key.x + key.width <= other.x + 1e-9 || other.x + other.width <= key.x + 1e-9
            let isAbove = key.row + key.height <= other.row || other.row + other.height <= key.row
            #expect(isBeside || isAbove, "\(name) \(kind) \(page): \(key) \(other)")
          }
        }
      }
    }
  }

  @Test(
    "A dead key and a letter after it are one character",
    arguments: [("fr", 26, 18, "ê"), ("de", 13, 18, "é"), ("es", 40, 30, "á"), ("gr", 39, 30, "ά")]
  )
  func deadKeys(layout: String, dead: UInt16, letter: UInt16, composed: String) {
    let reader = KeyReader(KeyboardLayout(layout: layout), keymaps: Keymaps())
    #expect(reader.tap(dead, level: 0) == nil)
    #expect(reader.tap(letter, level: 0) == .text(composed))
    #expect(reader.tap(letter, level: 0) != .text(composed))
  }

  @Test(
    "A language has the layout that its readers are used to",
    arguments: [("de", "de"), ("en-GB", "gb"), ("pt_BR.UTF-8", "br"), ("ar", "ara"), ("xx", nil)]
  )
  func languages(language: String, layout: String?) {
    #expect(KeyboardLayout.usual(for: language) == layout)
  }
}
