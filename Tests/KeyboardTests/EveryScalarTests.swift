// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

@testable import Keyboard

// Libraries that abort take the process with them: each is met in one of its own.

@Suite("Every character")
struct EveryScalarTests {
  @Test("xkbcommon tells the dead keys each scalar's symbol, and each symbol of X")
  func symbols() async {
    await #expect(processExitsWith: .success) {
      guard let keymap = CompiledKeymaps.keymap(KeyboardLayout(layout: "us", variant: "intl")),
        let state = XKBState(keymap)
      else { return }
      for symbol in 0...UInt32(0xFFFF) { _ = state.text(30, symbol: symbol) }
      for scalar in ScalarSamples.blocks(of: 0x11_0000).joined() {
        _ = state.text(30, symbol: 0x0100_0000 + scalar.value)
      }
    }
  }

  @Test("xkbcommon is told of each key there can be, in layouts of several scripts")
  func keys() async {
    await #expect(processExitsWith: .success) {
      let layouts = ["us", "de", "fr", "ara", "il", "in", "jp", "th", "us,ara,il"]
      for layout in layouts {
        let reader = KeyReader(KeyboardLayout(layout: layout), keymaps: Keymaps())
        for code in UInt16.min...UInt16.max {
          _ = reader.press(code)
          _ = reader.repeats(code)
          reader.release(code)
        }
      }
    }
  }

  @Test("xkbcommon is asked for layouts whose names have each scalar, and each pair of marks")
  func names() async {
    await #expect(processExitsWith: .success) {
      var names = ScalarSamples.blocks(of: 8192).map { block in
        var name = String.UnicodeScalarView()
        name.append(contentsOf: block)
        return String(name)
      }
      let marks = Array(",:+|()[]!%*/\" 0").map { String($0) }
      names += marks.flatMap { first in marks.map { "us\(first)\($0)" } }
      for name in names {
        _ = KeyboardLayout(layout: name).exists
        _ = KeyboardLayout(layout: "us", variant: name).exists
        _ = KeyboardLayout(layout: "us", options: name).exists
      }
    }
  }
}
