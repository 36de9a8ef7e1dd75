// SPDX-License-Identifier: Apache-2.0

/// Maps usages of USB's keyboard page to keys of Linux, as the kernel's usbkbd.c has them.
enum ScancodeTable {
  /// The usages of the shift keys.
  static let shifts = [225, 229]

  /// The evdev code of a key; `nil` for one that Linux has no code for.
  static func evdevCode(_ usage: Int) -> UInt16? {
    if let code = remoteKeys[usage] { return code }
    let code: UInt8 =
      if codes.indices.contains(usage) {
        codes[usage]
      } else if modifiers.indices.contains(usage - 224) {
        modifiers[usage - 224]
      } else {
        0
      }
    return code == 0 ? nil : UInt16(code)
  }

  /// SDL's own numbers (`SDL_scancode.h`) of the keys that lead the focus on a remote control: Select and AC Back.
  private static let remoteKeys: [Int: UInt16] = [119: 353, 270: 158]

  private static let codes: [UInt8] = [
    0, 0, 0, 0, 30, 48, 46, 32, 18, 33, 34, 35, 23, 36, 37, 38,
    50, 49, 24, 25, 16, 19, 31, 20, 22, 47, 17, 45, 21, 44, 2, 3,
    4, 5, 6, 7, 8, 9, 10, 11, 28, 1, 14, 15, 57, 12, 13, 26,
    27, 43, 43, 39, 40, 41, 51, 52, 53, 58, 59, 60, 61, 62, 63, 64,
    65, 66, 67, 68, 87, 88, 99, 70, 119, 110, 102, 104, 111, 107, 109, 106,
    105, 108, 103, 69, 98, 55, 74, 78, 96, 79, 80, 81, 75, 76, 77, 71,
    72, 73, 82, 83, 86, 127, 116, 117,
  ]

  /// Control, Shift, Alt and the logo's key on the left, then on the right.
  private static let modifiers: [UInt8] = [29, 42, 56, 125, 97, 54, 100, 126]
}
