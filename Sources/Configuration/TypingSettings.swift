// SPDX-License-Identifier: Apache-2.0
package import PlainText
package import Keyboard
package import Widgets

/// The table `[keyboard]` and the tables `[[scanner]]`: what text fields are typed into with.
package struct TypingSettings: Hashable, Sendable {
  /// The keyboards that are used; `devices`.
  package var devices: TouchSettings.Devices = .automatic
  /// True if other programs are kept from receiving their keys; `grab`.
  package var isGrabbed = true
  /// Layout of their keys; `layout`, `variant`, `options`, `num_lock`.
  package var layout = KeyboardLayout()
  /// Seconds until a key that is held types again, 0.1 … 10; the first of `repeat`.
  package var repeatDelay = 0.5
  /// Seconds from then on, 0.01 … 10; the second of `repeat`.
  package var repeatInterval = 0.033
  /// The keyboard on the screen; nil for none; `screen`.
  package var screen: ScreenKeyboardSettings?
  /// Its layouts, as many as it shows.
  package var screenLayouts: [KeyboardLayout] = []
  /// The scanners.
  package var scanners: [Scanner] = []
  /// True if keyboards are read: there is a field to type into, or the table.
  package var hasKeyboard = false

  /// A table `[[scanner]]`.
  package struct Scanner: Hashable, Sendable {
    /// Its node, which may be a link; `device`.
    @Exact package var device: String
    /// Layout of its keys; `layout`.
    package var layout = KeyboardLayout()
    /// The end of a scan: a key, or silence alone; `terminator`.
    package var terminator: ScanCollector.Terminator = .enter
    /// Seconds of silence that end one, 0.01 … 10; `gap`.
    package var gap = 0.1
    /// The field that gets it; empty for the one that has the focus; `target`.
    @Exact package var target = ""

    /// The defaults for a scanner at this node.
    package init(device: String) { self.device = device }
  }

  /// The defaults.
  package init() {}

  /// Compiles the layouts, which takes tens of milliseconds, so that keyboards that come later find them ready.
  package func prepareLayouts() {
    if hasKeyboard { layout.prepare() }
    for scanner in scanners { scanner.layout.prepare() }
    for layout in screenLayouts { layout.prepare() }
  }

  /// The keyboard on the screen while the texts are in `language`; nil for none.
  package func screen(in language: String) -> ScreenKeyboardSettings? {
    guard var screen else { return nil }
    let usual = KeyboardLayout.usual(for: language).map { KeyboardLayout(named: $0) }
    screen.first = screenLayouts.firstIndex { $0.layout == usual?.layout } ?? 0
    return screen
  }
}
