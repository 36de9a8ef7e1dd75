// SPDX-License-Identifier: Apache-2.0
package import Touch

/// Reads what the keys of one device say: each device has modifiers, locks and dead keys of its own.
package final class KeyReader {
  private let layout: KeyboardLayout
  /// nil where the layout cannot be had.
  private let state: XKBState?
  /// True while a shift key is held, where there is no description of layouts.
  private var isShifted = false

  /// An untouched device of this layout; the keymap is one of `keymaps`.
  package convenience init(_ layout: KeyboardLayout, keymaps: Keymaps) {
    self.init(layout, keymap: keymaps.keymap(layout))
  }

  /// An untouched device of this layout; `keymap` is nil where it cannot be had.
  init(_ layout: KeyboardLayout, keymap: Keymap?) {
    self.layout = layout
    state = keymap.flatMap { XKBState($0) }
    reset()
  }

  /// True if keys are read without the layout that was asked for.
  package var isFallback: Bool { state == nil }

  /// Forgets everything: no key is held, nothing is locked but the keypad.
  package func reset() {
    isShifted = false
    state?.reset()
    guard layout.hasNumLock, state?.has("Mod2") == false else { return }
    state?.note(Self.numLock, isDown: true)
    state?.note(Self.numLock, isDown: false)
  }

  /// `KEY_NUMLOCK`.
  private static let numLock: UInt16 = 69

  /// A key goes down.
  ///
  /// - Parameter code: Its evdev code.
  /// - Returns: Its meaning for a text field; nil for none.
  package func press(_ code: UInt16) -> KeyStroke? {
    guard state != nil else { return pressOfFallback(code) }
    // What a key says is said by how things stood before it.
    let stroke = stroke(code) ?? remoteStroke(code)
    state?.note(code, isDown: true)
    return stroke
  }

  /// A key comes up.
  package func release(_ code: UInt16) {
    if Self.shifts.contains(code) { isShifted = false }
    state?.note(code, isDown: false)
  }

  /// The lamps that are lit.
  package var lamps: KeyboardLamps {
    var lamps: KeyboardLamps = []
    guard let state else { return lamps }
    for lamp in KeyboardLamps.all where state.isLit(lamp.name) { lamps.insert(lamp.lamp) }
    return lamps
  }

  /// Tells if a key repeats while it is held.
  package func repeats(_ code: UInt16) -> Bool { state?.repeats(code) ?? true }

  /// The sign of the dead key that a key is at a level; nil where it is none.
  func deadSign(_ code: UInt16, level: Int) -> String? {
    guard let state else { return nil }
    state.reset()
    if level & 1 != 0 { state.note(Self.shifts[0], isDown: true) }
    if level & 2 != 0 { state.note(Self.thirdLevel, isDown: true) }
    defer { state.reset() }
    return DeadKeys.sign(state.symbol(code))
  }

  private func stroke(_ code: UInt16) -> KeyStroke? {
    guard let symbol = state?.symbol(code), symbol != 0 else { return nil }
    let hasControl = state?.has("Control") ?? false
    let hasOther = state?.has("Mod1") ?? false || state?.has("Mod4") ?? false
    if let key = Self.keys[symbol] {
      guard !hasControl, !hasOther else { return nil }
      return key == .nextField && state?.has("Shift") ?? false ? .previousField : key
    }
    guard !hasOther else { return nil }
    if hasControl {
      switch symbol {
      case 0x61, 0x41: return .selectAll
      case 0x75, 0x55: return .empty
      default: return nil
      }
    }
    return Self.typed(state?.text(code, symbol: symbol) ?? "")
  }

  /// The stroke of a remote control's key, which layouts have without a character or not at all.
  private func remoteStroke(_ code: UInt16) -> KeyStroke? {
    let isPlain = !["Control", "Mod1", "Mod4"].contains { state?.has($0) ?? false }
    return isPlain ? Self.remoteKeys[code] : nil
  }

  private static func typed(_ text: String) -> KeyStroke? {
    guard !text.isEmpty else { return nil }
    let isPrintable = text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    return isPrintable ? .text(text) : nil
  }

  /// The symbols of keys that type nothing (`xkbcommon-keysyms.h`).
  private static let keys: [UInt32: KeyStroke] = [
    0xFF08: .backspace, 0xFFFF: .delete, 0xFF9F: .delete, 0xFF51: .left, 0xFF96: .left,
    0xFF52: .up, 0xFF97: .up, 0xFF54: .down, 0xFF99: .down,
    0xFF53: .right, 0xFF98: .right, 0xFF50: .home, 0xFF95: .home, 0xFF57: .end, 0xFF9C: .end,
    0xFF1B: .escape, 0xFF0D: .enter, 0xFF8D: .enter, 0xFF09: .nextField, 0xFE20: .previousField,
  ]

  /// `KEY_OK` and `KEY_SELECT`, `KEY_BACK` and `KEY_EXIT`, and the digits from `KEY_NUMERIC_0` on.
  private static let remoteKeys: [UInt16: KeyStroke] = {
    var keys: [UInt16: KeyStroke] = [352: .enter, 353: .enter, 158: .escape, 174: .escape]
    for digit: UInt16 in 0...9 { keys[512 + digit] = .text("\(digit)") }
    return keys
  }()

  // MARK: - Without descriptions of layouts

  /// `KEY_LEFTSHIFT` and `KEY_RIGHTSHIFT`.
  static let shifts: [UInt16] = [42, 54]

  /// The key that every layout of XKB has for the third level, on whichever keyboard.
  static let thirdLevel: UInt16 = 84

  private func pressOfFallback(_ code: UInt16) -> KeyStroke? {
    if Self.shifts.contains(code) {
      isShifted = true
      return nil
    }
    if let key = Self.fallbackKeys[code] ?? Self.remoteKeys[code] {
      return key == .nextField && isShifted ? .previousField : key
    }
    for (first, characters) in Self.rows {
      let index = Int(code) - Int(first)
      guard characters.indices.contains(index) else { continue }
      let character = characters[index]
      // Digits have symbols above them that are not the same everywhere.
      guard character.isLetter || !isShifted else { return nil }
      return .text(isShifted ? character.uppercased() : String(character))
    }
    return nil
  }

  /// The characters of a keyboard of the United States, row by row from an evdev code on.
  private static let rows: [(UInt16, [Character])] = [
    (2, Array("1234567890")), (16, Array("qwertyuiop")), (30, Array("asdfghjkl")),
    (44, Array("zxcvbnm")), (57, [" "]), (71, Array("789")), (75, Array("456")),
    (79, Array("1230")),
  ]

  private static let fallbackKeys: [UInt16: KeyStroke] = [
    1: .escape, 14: .backspace, 15: .nextField, 28: .enter, 96: .enter, 102: .home, 103: .up,
    105: .left, 106: .right, 107: .end, 108: .down, 111: .delete,
  ]
}
