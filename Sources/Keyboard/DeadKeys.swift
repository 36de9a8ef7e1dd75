// SPDX-License-Identifier: Apache-2.0

/// The signs by which dead keys are told apart.
enum DeadKeys {
  /// The sign of a dead key's symbol (`xkbcommon-keysyms.h`); nil for another symbol.
  static func sign(_ symbol: UInt32) -> String? {
    guard symbol >= first, symbol <= last else { return nil }
    let index = Int(symbol - first)
    return index < signs.count ? signs[index] : "\u{25CC}"
  }

  private static let first: UInt32 = 0xFE50
  private static let last: UInt32 = 0xFE93

  /// From `dead_grave` on; where there is no such character by itself, the mark on a circle of dots.
  private static let signs = [
    "`", "´", "^", "~", "¯", "˘", "˙", "¨", "˚", "˝", "ˇ", "¸", "˛", "ͺ", "゛", "゜",
    "\u{25CC}\u{0323}", "\u{25CC}\u{0309}", "\u{25CC}\u{031B}", "\u{25CC}\u{0335}",
    "\u{25CC}\u{0313}", "\u{25CC}\u{0314}", "\u{25CC}\u{030F}", "\u{25CC}\u{0325}",
    "\u{25CC}\u{0331}", "\u{25CC}\u{032D}", "\u{25CC}\u{0330}", "\u{25CC}\u{032E}",
    "\u{25CC}\u{0324}", "\u{25CC}\u{0311}", "\u{25CC}\u{0326}", "¤",
  ]
}
