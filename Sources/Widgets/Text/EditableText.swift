// SPDX-License-Identifier: Apache-2.0

/// A text that is edited by user-perceived characters, with a caret and all or nothing selected.
///
/// Caret and length count characters as Swift's `Character` does (UAX #29, extended grapheme clusters).
/// The text lies in memory of its own that never moves; what is not text any more is overwritten there
/// at once. Texts that are handed out are the caller's.
package struct EditableText: Sendable {
  /// The reason why a change is refused, after which the text is as it was.
  package enum Refusal: String, CaseIterable, Hashable, FactValue {
    /// There would be too many characters or bytes.
    case length
    /// The filter does not take it.
    case character
    /// A part of a scan did not arrive.
    case lost
  }

  /// Most bytes of UTF-8.
  package static let maximumByteCount = 1024
  /// Most characters that any text has.
  package static let maximumCharacterCount = 256

  /// Most characters of this text.
  package let maximumLength: Int
  /// The characters that the text takes.
  package let filter: CharacterFilter

  /// The memory in which the text lies: room for all of it, zeros behind it.
  private(set) var storage: [UInt8]
  private var byteCount = 0
  /// Byte offset of each character, and of the end of the last one.
  private var offsets = [0]

  /// The boundary at which the caret stands, 0 … ``length``.
  package private(set) var caret = 0
  /// True if everything is selected; never while there is no text.
  package private(set) var isSelected = false

  /// An empty text.
  package init(maximumLength: Int, filter: CharacterFilter) {
    self.maximumLength = min(max(maximumLength, 1), Self.maximumCharacterCount)
    self.filter = filter
    storage = Array(repeating: 0, count: Self.maximumByteCount)
  }

  /// Tells if the limits of `other` are the same, so that both take the same texts.
  func hasLimits(of other: Self) -> Bool {
    maximumLength == other.maximumLength && filter == other.filter
  }

  /// Number of characters.
  package var length: Int { offsets.count - 1 }

  /// True if there are no characters.
  package var isEmpty: Bool { byteCount == 0 }

  /// The text.
  package var text: String { part(0..<byteCount) }

  // MARK: - Changes

  /// Puts `added` in the place of what is selected, else at the caret; the caret comes to stand behind
  /// it.
  package mutating func insert(_ added: String) -> Refusal? {
    guard added.utf8.count <= Self.maximumByteCount else { return .length }
    let (start, end) = isSelected ? (0, byteCount) : (offset, offset)
    guard byteCount - (end - start) + added.utf8.count <= Self.maximumByteCount else {
      return filter.accepts(added) ? .length : .character
    }
    let whole = part(0..<start) + added + part(end..<byteCount)
    return replace(with: whole, caretAt: start + added.utf8.count)
  }

  /// Makes the text `whole`, with the caret at a boundary; nil for the end.
  package mutating func set(_ whole: String, caret: Int? = nil) -> Refusal? {
    guard whole.utf8.count <= Self.maximumByteCount else { return .length }
    if let refusal = replace(with: whole, caretAt: whole.utf8.count) { return refusal }
    if let caret { move(to: caret) }
    return nil
  }

  /// Deletes what is selected, else a character next to the caret.
  ///
  /// - Returns: True if there was something to delete.
  package mutating func delete(forward: Bool) -> Bool {
    if isSelected {
      clear()
      return true
    }
    guard forward ? caret < length : caret > 0 else { return false }
    let first = forward ? caret : caret - 1
    let (start, end) = (offsets[first], offsets[first + 1])
    for index in end..<byteCount { storage[start + index - end] = storage[index] }
    forget(from: byteCount - (end - start))
    measure(text)
    standBehind(start)
    return true
  }

  /// Deletes everything.
  package mutating func clear() {
    forget(from: 0)
    offsets = [0]
    caret = 0
    isSelected = false
  }

  private mutating func replace(with whole: String, caretAt position: Int) -> Refusal? {
    guard filter.accepts(whole) else { return .character }
    guard whole.count <= maximumLength else { return .length }
    let count = whole.utf8.count
    for (index, byte) in whole.utf8.enumerated() { storage[index] = byte }
    if count < byteCount { forget(from: count) }
    byteCount = count
    measure(whole)
    standBehind(position)
    isSelected = false
    return nil
  }

  private func part(_ range: Range<Int>) -> String {
    String(decoding: storage[range], as: UTF8.self)
  }

  /// Ends the text at a byte, and overwrites what lies behind.
  private mutating func forget(from position: Int) {
    for index in position..<byteCount { storage[index] = 0 }
    byteCount = position
  }

  /// Finds the characters of `whole`, which is the text.
  private mutating func measure(_ whole: String) {
    offsets.removeAll(keepingCapacity: true)
    offsets.append(0)
    var end = 0
    for character in whole {
      end += character.utf8.count
      offsets.append(end)
    }
  }

  /// Puts the caret at the first boundary that is not before a byte: marks join what lies before them.
  private mutating func standBehind(_ position: Int) {
    caret = offsets.firstIndex { $0 >= position } ?? length
  }

  /// The caret in bytes.
  private var offset: Int { offsets[caret] }

  // MARK: - Caret

  /// Puts the caret at a boundary, the nearest there is; nothing is selected then.
  package mutating func move(to boundary: Int) {
    caret = min(max(boundary, 0), length)
    isSelected = false
  }

  /// Leads the caret on or back by one character; from a selection to its end or beginning.
  package mutating func step(forward: Bool) {
    if isSelected {
      move(to: forward ? length : 0)
    } else {
      move(to: forward ? caret + 1 : caret - 1)
    }
  }

  /// Selects everything there is.
  package mutating func selectAll() {
    caret = length
    isSelected = !isEmpty
  }
}
