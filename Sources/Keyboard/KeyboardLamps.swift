// SPDX-License-Identifier: Apache-2.0

/// The lamps of a keyboard that tell what is locked.
package struct KeyboardLamps: OptionSet, Hashable, Sendable {
  /// Bit n is the kernel's LED n (`LED_NUML`, `LED_CAPSL`, `LED_SCROLLL`).
  package let rawValue: UInt8

  /// The lamps of these bits.
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The keypad types digits.
  package static let numLock = Self(rawValue: 1 << 0)
  /// Letters are capital letters.
  package static let capsLock = Self(rawValue: 1 << 1)
  /// The layout's own use.
  package static let scrollLock = Self(rawValue: 1 << 2)

  /// Number of lamps; their codes count from 0.
  package static let count = 3

  /// Each lamp by its XKB name.
  static let all: [(lamp: Self, name: String)] = [
    (.numLock, "Num Lock"), (.capsLock, "Caps Lock"), (.scrollLock, "Scroll Lock"),
  ]
}
