// SPDX-License-Identifier: Apache-2.0
import Configuration
import PlainText
import Testing

@Suite("Another spelling of the same letters is another setting")
struct ExactSettingsTests {
  /// A file in which `TEXT` stands for a text.
  private func settings(_ toml: String, _ text: String) throws -> Settings {
    let file = toml.replacing("TEXT", with: text)
    return try Settings(parsing: Array(file.utf8), fileName: "a.toml")
  }

  @Test(
    "In each text that a file may have",
    arguments: [
      "[[button]]\nid = \"a\"\nlabel = \"TEXT\"",
      "[[button]]\nid = \"a\"\nexec = [\"/bin/true\", \"TEXT\"]",
      "[[button]]\nid = \"a\"\nexec = [\"/bin/true\"]\njob = { label = \"TEXT\" }",
      "[[button]]\nid = \"a\"\nexec = [\"/bin/true\"]\njob = { failed = { label = \"TEXT\" } }",
      "[[circle]]\nid = \"a\"\nlabel = \"TEXT\"",
      "[[circle]]\nid = \"a\"\nexec = [\"/bin/true\", \"TEXT\"]",
      "[[label]]\nid = \"a\"\ntext = \"TEXT\"",
      "[[label]]\nid = \"a\"\nfont = \"TEXT\"",
      "[[text]]\nid = \"a\"\nplaceholder = \"TEXT\"",
      "[[text]]\nid = \"a\"\ntext = \"TEXT\"",
      "[[text]]\nid = \"a\"\nfont = \"TEXT\"",
      "[[text]]\nid = \"a\"\nexec = [\"/bin/true\", \"TEXT\"]",
      "[[chart]]\nid = \"a\"\nlabels = [\"TEXT\"]",
      "[[chart]]\nid = \"a\"\nunit = \"TEXT\"",
      "[[image]]\nid = \"a\"\nfile = \"/TEXT.png\"",
      "[[image]]\nid = \"a\"\nfile = \"/a.png\"\ndirectories = [\"/TEXT/\"]",
      "[[progress]]\nid = \"a\"\nmask = { text = \"TEXT\" }",
      "[[progress]]\nid = \"a\"\nmask = { text = \"du\", font = \"TEXT\" }",
      "[[progress]]\nid = \"a\"\nmask = { image = \"/TEXT.png\" }",
      "[[progress]]\nid = \"a\"\nfront_image = \"/TEXT.png\"",
      "[[progress]]\nid = \"a\"\nback_image = \"/TEXT.png\"",
      "[display]\non_blank = [\"/bin/TEXT\"]",
      "[display]\non_wake = [\"/bin/TEXT\"]",
      "[display]\nbacklight = \"TEXT\"",
      "[touch]\ndevices = [\"/dev/TEXT\"]",
      "[[scanner]]\ndevice = \"/dev/TEXT\"",
    ]
  )
  func everyText(toml: String) throws {
    let (composed, decomposed) = (try settings(toml, "\u{E9}"), try settings(toml, "e\u{301}"))
    #expect(composed != decomposed)
    #expect(composed.hashValue != decomposed.hashValue)
    let again = try settings(toml, "\u{E9}")
    #expect(composed == again)
    #expect(composed.hashValue == again.hashValue)
  }
}
