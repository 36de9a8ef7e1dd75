// SPDX-License-Identifier: Apache-2.0

/// A command to the window by a key.
enum DeskCommand: Hashable {
  case help
  case turn
  /// A common panel, from 1 on.
  case panel(Int)
  case slower
  case hold
  case nextFrame
  case guides
  case keyboard
  /// The next language of the file.
  case language
  /// The next look of the file over the scene, or none.
  case look
  /// The page that stands so many further on in the file.
  case page(Int)
  case larger
  case smaller
  case fitting
  case reload
  case end

  /// The command of a key; `nil` for one that is the scene's.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - isTyping: True if a text field has the focus, which gets all but function keys and keys that are pressed with
  ///     Ctrl.
  init?(_ key: DeskWindow.Key, isTyping: Bool) {
    if let command = Self.functionKeys[key.scancode] {
      self = command
      return
    }
    guard key.control || !isTyping else { return nil }
    // The digits of a keyboard are where they are, whatever they type without Shift.
    let digit = key.scancode - 29
    if (1...9).contains(digit) {
      self = .panel(digit)
    } else if let letter = UInt8(exactly: key.symbol), let command = Self.letters[letter] {
      self = command
    } else if key.control, let letter = UInt8(exactly: key.symbol),
      let command = Self.withControl[letter]
    {
      self = command
    } else {
      return nil
    }
  }

  /// True if the command repeats while its key is held.
  var repeats: Bool { [.nextFrame, .larger, .smaller].contains(self) }

  /// F1 to F5, Page Up and Page Down.
  private static let functionKeys: [Int: Self] = [
    58: .help, 59: .keyboard, 60: .language, 61: .look, 62: .reload, 75: .page(-1), 78: .page(1),
  ]

  private static let letters: [UInt8: Self] = [
    UInt8(ascii: "r"): .turn, UInt8(ascii: "t"): .slower, UInt8(ascii: "p"): .hold,
    UInt8(ascii: "n"): .nextFrame, UInt8(ascii: "d"): .guides,
  ]

  private static let withControl: [UInt8: Self] = [
    UInt8(ascii: "+"): .larger, UInt8(ascii: "="): .larger, UInt8(ascii: "-"): .smaller,
    UInt8(ascii: "0"): .fitting, UInt8(ascii: "q"): .end,
  ]
}
