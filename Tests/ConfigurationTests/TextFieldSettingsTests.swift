// SPDX-License-Identifier: Apache-2.0
import Configuration
import TOMLReading
import Testing
import Touch
import Widgets

@Suite("Text fields in the configuration")
struct TextFieldSettingsTests {
  private func widget(_ lines: String) throws -> WidgetSettings? {
    try Settings(parsing: Array("[[text]]\nid = \"name\"\n\(lines)\n".utf8), fileName: "f").widgets
      .first
  }

  @Test("A field without keys is the one that the article describes")
  func defaults() throws {
    #expect(try widget("") == .text(TextFieldSettings(id: "name")))
  }

  @Test("Every key is taken over")
  func keys() throws {
    var field = TextFieldSettings(id: "name")
    field.text = "AB-1"
    field.amplitude = -6
    field.cornerRadius = 22
    field.insetX = 12
    field.insetY = 3
    field.align = .center
    field.direction = .rightToLeft
    field.maximumLength = 8
    field.allow = .set(["A"..."Z", "0"..."9", "-"..."-"])
    field.mode = .password
    field.reveal = 1.5
    field.hasClearButton = false
    field.submit = .clearAndBlur
    field.hasAutofocus = true
    field.idleClear = 30
    field.caretBlink = 0
    field.command = ["/usr/bin/true"]
    let lines = """
      text = "AB-1"
      amplitude = -6
      corner_radius = 22
      inset = [12, 3]
      align = "center"
      direction = "rtl"
      max_length = 8
      allow = "[A-Z0-9-]"
      mode = "password"
      reveal = 1.5
      clear_button = false
      submit = "clear+blur"
      autofocus = true
      idle_clear = 30
      caret_blink = 0
      exec = ["/usr/bin/true"]
      """
    #expect(try widget(lines) == .text(field))
  }

  @Test(
    "A mistake is named with line and column",
    arguments: [
      ("placeholer = 1", "3:1: error: unknown key"),
      ("max_length = 257", "3:14: error: 'max_length'"),
      ("max_length = 2.5", "3:14: error: 'max_length'"),
      ("allow = \"numbers\"", "3:9: error: 'allow' must be one of any"),
      ("text = \"abc\"\nmax_length = 2", "3:1: error: 'text' must be what"),
      ("inset = [1]", "3:9: error: 'inset'"),
      ("inset = [1, 2000]", "3:13: error: 'inset'"), ("submit = \"no\"", "3:10: error: 'submit'"),
    ]
  )
  func mistakes(lines: String, start: String) throws {
    do throws(ConfigurationError) {
      _ = try Settings(
        parsing: Array("[[text]]\nid = \"name\"\n\(lines)\n".utf8),
        fileName: "f"
      )
      Issue.record("nothing was wrong with \(lines)")
    } catch {
      #expect(error.lines.count == 1)
      #expect(error.lines.first?.hasPrefix("f:" + start) ?? false, "\(error.lines)")
    }
  }

  @Test("A button types a text or a key, and not both")
  func buttons() throws {
    func stroke(_ keys: String) throws(ConfigurationError) -> KeyStroke? {
      let text = "[[button]]\nid = \"b\"\n\(keys)\n"
      guard
        case .button(let button) = try Settings(parsing: Array(text.utf8), fileName: "f").widgets[0]
      else { return nil }
      return button.stroke
    }
    #expect(try stroke("types = \"7\"") == .text("7"))
    #expect(try stroke("key = \"BackSpace\"") == .backspace)
    #expect(try stroke("") == nil)
    for keys in ["types = \"\"", "key = \"F1\"", "types = \"a\"\nkey = \"Return\""] {
      #expect(throws: ConfigurationError.self, "\(keys)") { _ = try stroke(keys) }
    }
  }
}
