// SPDX-License-Identifier: Apache-2.0

/// The meaning of a key for the widget that has the focus, or for what leads the focus on.
///
/// Keys that mean nothing there are none of these: they are ignored, without an event.
package enum KeyStroke: Hashable, Sendable {
  /// Printable text, usually of one character.
  case text(String)
  /// Deletes what is selected, else the character before the caret.
  case backspace
  /// Deletes what is selected, else the character behind the caret.
  case delete
  /// Leads up.
  case up
  /// Leads down.
  case down
  /// Leads the caret to the left.
  case left
  /// Leads the caret to the right.
  case right
  /// Leads the caret to the beginning.
  case home
  /// Leads the caret to the end.
  case end
  /// Selects everything.
  case selectAll
  /// Empties the field.
  case empty
  /// Empties the field; an empty one lets go of the focus.
  case escape
  /// Submits.
  case enter
  /// Leads to the next widget.
  case nextField
  /// Leads to the widget before.
  case previousField

  /// True for a key that repeats while it is held.
  package var repeats: Bool {
    switch self {
    case .text, .backspace, .delete, .up, .down, .left, .right: true
    case .home, .end, .selectAll, .empty, .escape, .enter, .nextField, .previousField: false
    }
  }

  /// True if it can press a widget, for as long as its key is held.
  package var presses: Bool {
    switch self {
    case .enter, .escape, .text(" "): true
    default: false
    }
  }

  /// Most bytes of what a scanner reads at once; more than any code has.
  package static let maximumScanBytes = 4096

  private static let names: [(String, Self)] = [
    ("return", .enter), ("kp_enter", .enter), ("enter", .enter), ("backspace", .backspace),
    ("delete", .delete), ("up", .up), ("down", .down), ("left", .left), ("right", .right),
    ("home", .home), ("end", .end),
    ("escape", .escape), ("tab", .nextField), ("shift+tab", .previousField),
    ("iso_left_tab", .previousField), ("ctrl+a", .selectAll), ("ctrl+u", .empty),
    ("space", .text(" ")),
  ]

  /// The keys that can be named, as they are listed for people.
  package static let listedNames = [
    "Return", "BackSpace", "Delete", "Up", "Down", "Left", "Right", "Home", "End", "Escape", "Tab",
    "shift+Tab",
    "ctrl+a", "ctrl+u",
  ]

  /// ``listedNames`` as they stand in a sentence.
  package static let nameList = listedNames.joined(separator: ", ")

  /// The key of this name, as X11 names keysyms, in capitals or not; nil where it means nothing here.
  package init?(named name: String) {
    guard name.utf8.count <= 16, name.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    let lower = name.lowercased()
    guard let known = Self.names.first(where: { $0.0 == lower }) else { return nil }
    self = known.1
  }

  /// The stroke that types a character: a line end submits, a tab leads on; nil for other control characters.
  package init?(_ character: Character) {
    switch character {
    case "\n", "\r", "\r\n": self = .enter
    case "\t": self = .nextField
    default:
      // A control character stands alone in its cluster: rules GB4 and GB5 of Unicode's annex 29.
      guard character.unicodeScalars.first?.properties.generalCategory != .control else {
        return nil
      }
      self = .text(String(character))
    }
  }

  /// The strokes that type `text`.
  package static func strokes(for text: some StringProtocol) -> [Self] {
    text.compactMap { Self($0) }
  }
}
