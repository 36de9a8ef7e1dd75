// SPDX-License-Identifier: Apache-2.0
import Testing
import Touch

@testable import Keyboard

/// Keys by their evdev codes.
private enum Key {
  static let (escape, one, backspace, tab): (UInt16, UInt16, UInt16, UInt16) = (1, 2, 14, 15)
  static let (e, y, u, control, a): (UInt16, UInt16, UInt16, UInt16, UInt16) = (18, 21, 22, 29, 30)
  static let (semicolon, shift, alt, space): (UInt16, UInt16, UInt16, UInt16) = (39, 42, 56, 57)
  static let (capsLock, f1, numLock, keypad7): (UInt16, UInt16, UInt16, UInt16) = (58, 59, 69, 71)
  static let (keypadEnter, meta, apostrophe): (UInt16, UInt16, UInt16) = (96, 125, 40)
}

@Suite("Keys")
struct KeyReaderTests {
  private func tap(_ reader: KeyReader, _ code: UInt16) -> KeyStroke? {
    defer { reader.release(code) }
    return reader.press(code)
  }

  @Test(
    "A key says what its layout has",
    arguments: [
      ("us", Key.a, "a"), ("us", Key.y, "y"), ("de", Key.y, "z"), ("de", Key.semicolon, "ö"),
      ("fr", Key.a, "q"), ("ara", Key.a, "ش"), ("il", Key.a, "ש"), ("us", Key.space, " "),
      ("us", Key.keypad7, "7"),
    ]
  )
  func layouts(layout: String, code: UInt16, text: String) {
    let reader = KeyReader(KeyboardLayout(layout: layout), keymaps: Keymaps())
    #expect(!reader.isFallback)
    #expect(tap(reader, code) == .text(text))
  }

  static let keys: [(UInt16, KeyStroke)] = [
    (Key.escape, .escape), (Key.backspace, .backspace), (Key.tab, .nextField), (28, .enter),
    (Key.keypadEnter, .enter), (102, .home), (103, .up), (105, .left), (106, .right), (107, .end),
    (108, .down), (111, .delete),
  ]

  @Test("Keys that type nothing say what they do, with and without a layout", arguments: keys)
  func named(code: UInt16, stroke: KeyStroke) {
    for layout in ["us", "no-such-layout"] {
      #expect(tap(KeyReader(KeyboardLayout(layout: layout), keymaps: Keymaps()), code) == stroke)
    }
  }

  static let remoteKeys: [(UInt16, KeyStroke)] = [
    (352, .enter), (353, .enter), (158, .escape), (174, .escape), (512, .text("0")),
    (521, .text("9")),
  ]

  @Test(
    "A remote control's keys press, go back and type digits, with and without a layout",
    arguments: remoteKeys
  )
  func remoteControl(code: UInt16, stroke: KeyStroke) {
    for layout in ["us", "ara", "no-such-layout"] {
      #expect(tap(KeyReader(KeyboardLayout(layout: layout), keymaps: Keymaps()), code) == stroke)
    }
    // With Alt it is a shortcut of others.
    let reader = KeyReader(KeyboardLayout(), keymaps: Keymaps())
    #expect(reader.press(Key.alt) == nil)
    #expect(tap(reader, code) == nil)
  }

  @Test("Shift and Caps Lock count for the device that they are on, and no other")
  func modifiers() {
    // Devices of one layout share its keymap, and nothing else.
    let keymaps = Keymaps()
    let (one, other) = (
      KeyReader(KeyboardLayout(), keymaps: keymaps), KeyReader(KeyboardLayout(), keymaps: keymaps)
    )
    #expect(one.press(Key.shift) == nil)
    #expect(tap(one, Key.a) == .text("A"))
    #expect(tap(one, Key.tab) == .previousField)
    #expect(tap(other, Key.a) == .text("a"))
    one.release(Key.shift)
    #expect(tap(one, Key.a) == .text("a"))
    #expect(tap(one, Key.capsLock) == nil)
    #expect(tap(one, Key.a) == .text("A"))
    #expect(tap(other, Key.a) == .text("a"))
  }

  @Test("Control selects and empties; with other modifiers a key is nothing")
  func control() {
    let reader = KeyReader(KeyboardLayout(), keymaps: Keymaps())
    _ = reader.press(Key.control)
    #expect(tap(reader, Key.a) == .selectAll)
    #expect(tap(reader, Key.u) == .empty)
    #expect(tap(reader, Key.e) == nil)
    #expect(tap(reader, Key.backspace) == nil)
    reader.release(Key.control)
    for modifier in [Key.alt, Key.meta] {
      _ = reader.press(modifier)
      #expect(tap(reader, Key.a) == nil)
      reader.release(modifier)
    }
    #expect(tap(reader, Key.f1) == nil)
    #expect(tap(reader, 0x2FF) == nil)
  }

  @Test("The keypad types digits unless it is told otherwise, and what is pressed can change that")
  func keypad() {
    let digits = KeyReader(KeyboardLayout(), keymaps: Keymaps())
    #expect(tap(digits, Key.keypad7) == .text("7"))
    _ = tap(digits, Key.numLock)
    #expect(tap(digits, Key.keypad7) == .home)
    #expect(
      tap(KeyReader(KeyboardLayout(hasNumLock: false), keymaps: Keymaps()), Key.keypad7) == .home
    )
  }

  @Test(
    "The keypad's other faces lead the caret as their own keys do",
    arguments: [
      (71, KeyStroke.home), (75, .left), (77, .right), (79, .end), (83, .delete), (72, .up),
      (80, .down), (76, nil),
    ] as [(UInt16, KeyStroke?)]
  )
  func keypadFaces(code: UInt16, stroke: KeyStroke?) {
    #expect(tap(KeyReader(KeyboardLayout(hasNumLock: false), keymaps: Keymaps()), code) == stroke)
  }

  @Test("A text that has not fitted whole is none", arguments: [(63, 63), (64, 0), (70, 0)])
  func cutText(needed: Int, typed: Int) {
    // As xkbcommon leaves it: cut, a zero behind it, and the length that it would have had.
    var bytes = [CChar](repeating: 97, count: 64)
    bytes[63] = 0
    #expect(XKBState.string(bytes, count: CInt(needed)) == String(repeating: "a", count: typed))
  }

  @Test("After a reset no key is held and nothing is locked but the keypad")
  func reset() {
    for layout in ["us", "no-such-layout"] {
      let reader = KeyReader(KeyboardLayout(layout: layout), keymaps: Keymaps())
      _ = reader.press(Key.shift)
      _ = tap(reader, Key.numLock)
      reader.reset()
      #expect(tap(reader, Key.a) == .text("a"))
      #expect(tap(reader, Key.keypad7) == .text("7"))
      // The key comes up that was held before.
      reader.release(Key.shift)
      #expect(tap(reader, Key.a) == .text("a"))
    }
  }

  @Test("A dead key waits for the next one, and is nothing if that does not go with it")
  func deadKeys() {
    // On the key of the apostrophe this layout has the acute accent.
    let reader = KeyReader(KeyboardLayout(layout: "us", variant: "intl"), keymaps: Keymaps())
    #expect(tap(reader, Key.apostrophe) == nil)
    #expect(tap(reader, Key.e) == .text("é"))
    #expect(tap(reader, Key.e) == .text("e"))
    #expect(tap(reader, Key.apostrophe) == nil)
    #expect(tap(reader, Key.one) == nil)
    #expect(tap(reader, Key.e) == .text("e"))
    // What waits is forgotten with the rest.
    #expect(tap(reader, Key.apostrophe) == nil)
    reader.reset()
    #expect(tap(reader, Key.e) == .text("e"))
  }

  @Test("The lamps are those of what is locked on this device")
  func lamps() {
    let reader = KeyReader(KeyboardLayout(), keymaps: Keymaps())
    #expect(reader.lamps == .numLock)
    _ = tap(reader, Key.capsLock)
    #expect(reader.lamps == [.numLock, .capsLock])
    _ = tap(reader, Key.numLock)
    #expect(reader.lamps == .capsLock)
    reader.reset()
    #expect(reader.lamps == .numLock)
    #expect(KeyReader(KeyboardLayout(layout: "no-such-layout"), keymaps: Keymaps()).lamps.isEmpty)
  }

  @Test("A layout that was looked for before its device came is not compiled again; few are kept")
  func compiledBefore() throws {
    let layout = KeyboardLayout(layout: "fr", variant: "bepo")
    #expect(layout.exists)
    let kept = try #require(CompiledKeymaps.keymap(layout))
    #expect(Keymaps().keymap(layout) === kept)
    layout.prepare()
    #expect(CompiledKeymaps.keymap(layout) === kept)
    for number in 0..<CompiledKeymaps.mostKept {
      // Other tests have none without digits on the keypad.
      let layouts = [
        "de", "it", "es", "pt", "se", "no", "dk", "fi", "pl", "cz", "hu", "ro", "si", "hr", "is",
        "ee",
        "lv", "lt", "sk", "bg", "ua", "rs", "gr", "tr",
      ]
      KeyboardLayout(layout: layouts[number], hasNumLock: false).prepare()
    }
    #expect(CompiledKeymaps.keymap(layout) !== kept)
  }

  @Test("Without a layout keys are those of the United States, without symbols")
  func fallback() {
    let reader = KeyReader(KeyboardLayout(layout: "no-such-layout"), keymaps: Keymaps())
    #expect(reader.isFallback)
    #expect(tap(reader, Key.one) == .text("1"))
    #expect(tap(reader, Key.a) == .text("a"))
    _ = reader.press(Key.shift)
    #expect(tap(reader, Key.a) == .text("A"))
    #expect(tap(reader, Key.one) == nil)
    reader.release(Key.shift)
    #expect(tap(reader, Key.f1) == nil)
    #expect(!KeyboardLayout(layout: "no-such-layout").exists)
    #expect(!KeyboardLayout(layout: "de", variant: "none-such").exists)
    #expect(KeyboardLayout(layout: "us,ara", options: "grp:alt_shift_toggle").exists)
  }
}
