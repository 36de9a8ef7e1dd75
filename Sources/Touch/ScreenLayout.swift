// SPDX-License-Identifier: Apache-2.0
package import PlainText

/// What the keys of a layout type, for a keyboard on the screen.
package struct ScreenLayout: Hashable, Sendable {
  /// What is written on a key, and what it types, while some of shift and the third level are held.
  package struct Face: Hashable, Sendable {
    /// What is written on it.
    @Exact package var label: String
    /// What it types by itself; empty for a dead key.
    @Exact package var text: String

    /// A face; a dead key's without text.
    package init(label: String, text: String) {
      self.label = label
      self.text = text
    }
  }

  /// A key of the letters' block.
  package struct Key: Hashable, Sendable {
    /// Its evdev code.
    package let code: UInt16
    /// Its faces by level: with nothing held, with shift, with the third level's key, with both; nil where it types
    /// nothing.
    package let faces: [Face?]

    /// A key of four faces.
    package init(code: UInt16, faces: [Face?]) {
      self.code = code
      self.faces = faces
    }
  }

  /// How many levels a key has.
  package static let levelCount = 4

  /// Its name, as XKB has it.
  @Exact package var name: String
  /// The keys, from the row of the digits to that above the space bar.
  package let rows: [[Key]]
  /// What the keypad types between the digits of a number.
  @Exact package var separator: String

  /// A layout of these rows.
  package init(name: String, rows: [[Key]], separator: String) {
    self.name = name
    self.rows = rows
    self.separator = separator
  }
}
