// SPDX-License-Identifier: Apache-2.0
package import PlainText

/// The keys of a layout with their characters, for a keyboard on the screen.
package struct ScreenLayout: Hashable, Sendable {
  /// The label of a key and the text that it types, while some of shift and the third level are held.
  package struct Face: Hashable, Sendable {
    /// Label of the key.
    @Exact package var label: String
    /// Text that it types by itself; empty for a dead key.
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

  /// Number of levels of a key.
  package static let levelCount = 4

  /// Its name, as XKB has it.
  @Exact package var name: String
  /// The keys, from the row of the digits to that above the space bar.
  package let rows: [[Key]]
  /// Text that the keypad types between the digits of a number.
  @Exact package var separator: String

  /// A layout of these rows.
  package init(name: String, rows: [[Key]], separator: String) {
    self.name = name
    self.rows = rows
    self.separator = separator
  }
}
