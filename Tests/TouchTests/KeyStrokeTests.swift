// SPDX-License-Identifier: Apache-2.0
import Testing
import Touch

@Suite("What keys say")
struct KeyStrokeTests {
  @Test("Text is typed by the characters that people see, and control characters are nothing")
  func text() {
    let family = "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}"
    let text = "e\u{301}\r\n\ta\u{1}\u{301}b\u{7F}\u{85}\n\r\u{200B}\(family)"
    #expect(
      KeyStroke.strokes(for: text) == [
        .text("e\u{301}"), .enter, .nextField, .text("a"), .text("\u{301}"), .text("b"), .enter,
        .enter, .text("\u{200B}"), .text(family),
      ]
    )
    #expect(KeyStroke.strokes(for: text.dropFirst(2).prefix(2)) == [.nextField, .text("a")])
  }

  @Test(
    "Keys are named as X11 names them, in capitals or not",
    arguments: [
      ("Return", KeyStroke.enter), ("KP_Enter", .enter), ("BACKSPACE", .backspace),
      ("shift+Tab", .previousField), ("ctrl+a", .selectAll), ("space", .text(" ")), ("Up", .up),
    ]
  )
  func names(name: String, stroke: KeyStroke) {
    #expect(KeyStroke(named: name) == stroke)
  }

  @Test("Other names are no keys", arguments: ["", "F1", "Return ", "ctrl+A\u{301}", "ЅPACE"])
  func unknown(name: String) {
    #expect(KeyStroke(named: name) == nil)
  }
}
