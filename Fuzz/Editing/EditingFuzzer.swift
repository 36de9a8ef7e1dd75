// SPDX-License-Identifier: Apache-2.0
import Widgets

/// Reads bytes as what is done to a text, and does the same to a list of characters.
///
/// Beyond not crashing: both say the same text, caret and selection after each step, and what is refused
/// changes nothing. What joins its neighbours is left to the unit tests: a list cannot know.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
  guard let first = bytes.first else { return 0 }
  var run = Editing(limit: [1, 3, 20, 256][Int(first) & 3])
  for byte in bytes.dropFirst() { run.step(byte) }
  return 0
}

private struct Editing {
  private static let words = [
    "a", "Ä", "ש", "👨‍👩‍👧‍👦", " ", "日本", "x", "سلام", "🇩🇪", "0123456789", "é", "नमस्ते", "น้ำ", "",
  ]
  private var text: EditableText
  private let limit: Int
  private var characters: [Character] = []
  private var caret = 0
  private var isSelected = false

  init(limit: Int) {
    self.limit = limit
    text = EditableText(maximumLength: limit, filter: .any)
  }

  mutating func step(_ byte: UInt8) {
    switch byte & 15 {
    case 0...5: insert(Self.words[Int(byte >> 4) % Self.words.count])
    case 6, 7: delete(forward: byte & 1 == 0)
    case 8: move(by: -1)
    case 9: move(by: 1)
    case 10:
      let place = Int(byte >> 4) * 3 - 4
      text.move(to: place)
      caret = min(max(place, 0), characters.count)
      isSelected = false
    case 11:
      text.selectAll()
      caret = characters.count
      isSelected = !characters.isEmpty
    case 12:
      text.clear()
      clear()
    default:
      let word = Self.words[Int(byte >> 4) % Self.words.count]
      let whole = String(repeating: word, count: Int(byte & 15))
      guard text.set(whole) == nil else { break }
      characters = Array(whole)
      caret = characters.count
      isSelected = false
    }
    precondition(text.length == characters.count, "as many characters")
    precondition(text.text == String(characters), "the same text")
    precondition(text.caret == caret && text.isSelected == isSelected, "the same place")
  }

  private mutating func insert(_ word: String) {
    let kept = isSelected ? [] : characters
    let place = isSelected ? 0 : caret
    let whole = kept[..<place] + Array(word) + kept[place...]
    // Flags and marks join what they come to stand beside.
    guard String(whole).count == whole.count else { return }
    let fits = whole.count <= limit && String(whole).utf8.count <= 1024
    precondition((text.insert(word) == nil) == fits, "what fits is taken")
    guard fits else { return }
    characters = Array(whole)
    caret = place + word.count
    isSelected = false
  }

  private mutating func delete(forward: Bool) {
    let index = forward ? caret : caret - 1
    if !isSelected, characters.indices.contains(index) {
      var rest = characters
      rest.remove(at: index)
      guard String(rest).count == rest.count else { return }
    }
    _ = text.delete(forward: forward)
    if isSelected { return clear() }
    guard characters.indices.contains(index) else { return }
    characters.remove(at: index)
    caret = index
  }

  private mutating func move(by step: Int) {
    text.step(forward: step > 0)
    caret = isSelected ? (step > 0 ? characters.count : 0) : caret + step
    caret = min(max(caret, 0), characters.count)
    isSelected = false
  }

  private mutating func clear() {
    characters = []
    caret = 0
    isSelected = false
  }
}
