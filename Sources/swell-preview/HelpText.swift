// SPDX-License-Identifier: Apache-2.0
import Configuration
import Geometry

/// The keys and their effects, for `--help` and for the window.
enum HelpText {
  private static let keys: [(String, String)] = [
    ("F1", "this help"),
    ("R", "turn the panel by a quarter"),
    (
      "1 ... 9",
      "panels: " + PanelFormat.common.map { "\($0.size.width)x\($0.size.height)" }.shortList
    ),
    ("T", "slow time down: 1/2, 1/5, 1/10, and back"),
    ("P", "hold time, and let it go on"),
    ("N", "one frame, while time is held"),
    ("F2", "the keyboard on the screen, up or away, for the field with the focus"),
    ("F3", "the next language of the file"),
    ("F4", "the next look of the file over the scene, and none after the last"),
    ("D", "frames, control points and damage"),
    ("Ctrl and a click", "prints the widget's line in the file; a drag, its new frame"),
    ("Ctrl and a right click", "opens that line in the editor that $VISUAL names"),
    ("Page Up  Page Down", "the page before, the page behind"),
    ("F5", "read the file again"),
    ("Ctrl +  Ctrl -  Ctrl 0", "larger, smaller, as fits"),
    ("Ctrl Q", "end"),
  ]

  /// A line a key.
  static let lines: [String] = keys.map { key, meaning in
    key + String(repeating: " ", count: max(1, 24 - key.count)) + meaning
  }

  /// The same for a window, whose letters have no equal widths, with what else there is to know.
  static let paragraphs: [String] =
    keys.map { key, meaning in "\(key)  —  \(meaning)" } + [
      "Shift and a click put down a second finger until Shift is let go.",
      "While a text field has the focus, letters and digits are for it: hold Ctrl.",
    ]
}

extension [String] {
  /// The first, the last, and that there are others.
  fileprivate var shortList: String {
    guard let first, let last, count > 2 else { return joined(separator: ", ") }
    return "\(first) ... \(last)"
  }
}
