// SPDX-License-Identifier: Apache-2.0

/// The characters of a device's keys, in the words of XKB.
package struct KeyboardLayout: Hashable, Sendable {
  /// One or several layouts, such as `de` or `us,ara`.
  package var layout: String
  /// Their variants; empty for none.
  package var variant: String
  /// Options such as `grp:alt_shift_toggle`; empty for none.
  package var options: String
  /// True if the keypad types digits at first; the console does not see to that for others.
  package var hasNumLock: Bool

  /// A layout; by default that of the United States with the keypad's digits.
  package init(
    layout: String = "us",
    variant: String = "",
    options: String = "",
    hasNumLock: Bool = true
  ) {
    self.layout = layout
    self.variant = variant
    self.options = options
    self.hasNumLock = hasNumLock
  }

  /// True if the descriptions of layouts are installed (`xkb-data`) and the library that reads them; without both keys
  /// are those of the United States.
  package static var isInstalled: Bool { CompiledKeymaps.keymap(Self()) != nil }

  /// True if there is such a layout; also where none is installed, as it cannot be told.
  ///
  /// It is compiled for that, so that its devices need not wait for it when they come.
  package var exists: Bool {
    CompiledKeymaps.keymap(self) != nil || !Self.isInstalled
  }

  /// Compiles it for devices that come later, in milliseconds that are not theirs.
  package func prepare() { _ = CompiledKeymaps.keymap(self) }
}
