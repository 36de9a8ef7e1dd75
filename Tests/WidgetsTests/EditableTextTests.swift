// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

@testable import Widgets

@Suite("Editing a text")
struct EditableTextTests {
  /// The simplest editor there is: a list of characters.
  private struct Model {
    var characters: [Character] = []
    var caret = 0
    var isSelected = false

    mutating func insert(_ text: String, limit: Int) -> Bool {
      let added = Array(text)
      let kept = isSelected ? 0 : characters.count
      let bytes = String((isSelected ? [] : characters) + added).utf8.count
      guard kept + added.count <= limit, bytes <= 1024 else { return false }
      if isSelected { clear() }
      characters.insert(contentsOf: added, at: caret)
      caret += added.count
      return true
    }

    mutating func delete(forward: Bool) {
      if isSelected { return clear() }
      let index = forward ? caret : caret - 1
      guard characters.indices.contains(index) else { return }
      characters.remove(at: index)
      caret = index
    }

    mutating func clear() {
      characters = []
      caret = 0
      isSelected = false
    }

    mutating func step(_ by: Int) {
      caret =
        isSelected ? (by > 0 ? characters.count : 0) : min(max(caret + by, 0), characters.count)
      isSelected = false
    }
  }

  @Test(
    "It does what a list of characters does, whatever is typed in whatever order",
    arguments: 0..<40
  )
  func random(seed: Int) {
    var random = SplitMix(seed: seed)
    let limit = [3, 20, 256][random.below(3)]
    let words = ["a", "Ä", "שלום", "👨‍👩‍👧‍👦", " ", "日本", "x", "سلام", "🇩🇪", "0123456789"]
    var text = EditableText(maximumLength: limit, filter: .any)
    var model = Model()
    for step in 0..<600 {
      switch random.below(10) {
      case 0...3:
        // Flags side by side join each other; that is another test's.
        let word = words[random.below(8)]
        let isTaken = text.insert(word) == nil
        #expect(model.insert(word, limit: limit) == isTaken)
      case 4: _ = text.delete(forward: false); model.delete(forward: false)
      case 5: _ = text.delete(forward: true); model.delete(forward: true)
      case 6: text.step(forward: false); model.step(-1)
      case 7: text.step(forward: true); model.step(1)
      case 8:
        let place = random.below(30) - 4
        text.move(to: place)
        model.caret = min(max(place, 0), model.characters.count)
        model.isSelected = false
      default:
        guard random.below(6) == 0 else { continue }
        text.selectAll()
        model.caret = model.characters.count
        model.isSelected = !model.characters.isEmpty
      }
      let told = "step \(step)"
      #expect(text.text == String(model.characters), "\(told)")
      #expect(text.caret == model.caret && text.length == model.characters.count, "\(told)")
      #expect(text.isSelected == model.isSelected, "\(told)")
    }
  }

  @Test("A mark joins the character before it, and the caret stands behind both")
  func marks() {
    var text = EditableText(maximumLength: 2, filter: .any)
    #expect(text.insert("e") == nil)
    #expect(text.insert("\u{301}") == nil)
    #expect(text.length == 1 && text.caret == 1)
    #expect(text.insert("f") == nil)
    #expect(text.insert("\u{301}\u{302}") == nil)
    #expect(text.length == 2 && text.caret == 2)
    _ = text.delete(forward: false)
    #expect(text.text == "e\u{301}" && text.caret == 1)
    text.clear()
    // Without a base it is a character of its own, and a base before it takes it over.
    #expect(text.insert("\u{301}") == nil)
    #expect(text.length == 1)
    text.move(to: 0)
    #expect(text.insert("a") == nil)
    #expect(text.length == 1 && text.caret == 1)
  }

  @Test("A family of four is deleted as the one character that it is")
  func families() {
    var text = EditableText(maximumLength: 8, filter: .any)
    #expect(text.insert("a👨‍👩‍👧‍👦b") == nil)
    #expect(text.length == 3)
    text.move(to: 2)
    _ = text.delete(forward: false)
    #expect(text.text == "ab")
  }

  @Test("What is refused leaves everything as it was")
  func refusals() {
    var text = EditableText(maximumLength: 3, filter: .digits)
    #expect(text.insert("12") == nil)
    text.move(to: 1)
    #expect(text.insert("345") == .length)
    #expect(text.insert("x") == .character)
    #expect(text.insert("3\n") == .character)
    #expect(text.set("1234") == .length)
    #expect(text.set("abc") == .character)
    #expect(text.text == "12" && text.caret == 1)
    text.selectAll()
    #expect(text.insert("x") == .character)
    #expect(text.isSelected)
    #expect(text.insert("987") == nil)
    #expect(text.text == "987")
    var long = EditableText(maximumLength: 256, filter: .any)
    #expect(long.insert(String(repeating: "👍", count: 256)) == nil)
    #expect(long.insert("a") == .length)
    #expect(long.set(String(repeating: "a", count: 1_000_000)) == .length)
    #expect(long.length == 256)
  }

  @Test("What is text no more is overwritten in memory")
  func memory() {
    var text = EditableText(maximumLength: 64, filter: .any)
    _ = text.insert("secret")
    _ = text.delete(forward: false)
    #expect(Array(text.storage.prefix(7)) == Array("secre".utf8) + [0, 0])
    _ = text.set("ab")
    #expect(text.storage.prefix(8).dropFirst(2).allSatisfy { $0 == 0 })
    text.clear()
    #expect(text.storage.allSatisfy { $0 == 0 } && text.storage.count == 1024)
  }

  static let filters: [(String, yes: [String], no: [String])] = [
    ("any", ["aé日👍 ", ""], ["a\nb", "\u{7}", "\u{2028}"]),
    ("digits", ["0123456789"], ["-1", "1.5", "٣", "a"]),
    ("decimal", ["-1.5", "2,5", "", "-"], ["1.2.3", "1-", "1,2.3", "e"]),
    ("letters", ["aéÄ日", "e\u{301}"], ["a b", "a1", "👍"]),
    ("alphanumeric", ["a1é٣"], ["a-b", " "]),
    ("hex", ["09afAF"], ["g", "x"]),
    ("email", ["a.b+c@d-e.org"], ["a@b@c", "a b", "é@b", "a,b"]),
    ("ascii", [" ~aZ"], ["é"]),
    ("[A-Z0-9-]", ["A-9"], ["a", "_"]),
    ("[-.]", ["-."], ["a"]),
  ]

  @Test("A filter takes what it says and nothing else", arguments: filters)
  func filter(name: String, yes: [String], no: [String]) throws {
    let filter = try #require(CharacterFilter(name))
    for text in yes { #expect(filter.accepts(text), "\(text)") }
    for text in no { #expect(!filter.accepts(text), "\(text)") }
  }

  @Test("What is no filter is none", arguments: ["", "[]", "A-Z", "[Z-A]", "number", "[a\n]"])
  func noFilter(name: String) { #expect(CharacterFilter(name) == nil) }
}
