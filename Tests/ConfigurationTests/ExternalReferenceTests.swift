// SPDX-License-Identifier: Apache-2.0
import TOMLReading
import Configuration
import Testing

@Suite("What a configuration names outside of itself")
struct ExternalReferenceTests {
  @Test("Programs, images, fonts and texts are found with their places, wherever they stand")
  func finds() {
    let text = """
      [[progress]]
      id = "p"
      mask = { image = "logo.png", font = "Nowhere Sans" }
      front_image = "/srv/water.png"
      back_image = "deep.svg"
      [[image]]
      file = "dial.png"
      [[button]]
      exec = ["/bin/true", "image"]
      icon = "pay.svg"
      [button.later]
      image = "/srv/a.png"
      exec = ["eject"]
      label = { de = "Auf", en = "Open" }
      [[chart]]
      source = ["/bin/date"]
      labels = ["Mo", ""]
      """
    let found = ExternalReference.all(in: Array(text.utf8), fileName: "/etc/swell/s.toml")
    #expect(
      found.map { "\($0.kind) \($0.name) \($0.position.line):\($0.position.column)" } == [
        "image /etc/swell/logo.png 3:18", "font Nowhere Sans 3:37", "image /srv/water.png 4:15",
        "image /etc/swell/deep.svg 5:14", "image /etc/swell/dial.png 7:8",
        "program /bin/true 9:9", "image /etc/swell/pay.svg 10:8", "image /srv/a.png 12:9",
        "program eject 13:9", "letters Auf 14:16", "letters Open 14:28",
        "program /bin/date 16:11", "letters Mo 17:11",
      ]
    )
  }

  @Test("What is named is known with its widget, on a page, in a list's rows and in languages too")
  func widgets() {
    let text = """
      [display]
      on_wake = ["wake"]
      [[label]]
      id = "said"
      text = { id = "Halo", en = "Hello" }
      [[page]]
      id = "choose"
      button = [{ id = "go", label = "Go" }, { label = "No" }]
      [[page.list]]
      id = "rows"
      rows = [{ id = "first", label = "One" }]
      """
    let found = ExternalReference.all(in: Array(text.utf8), fileName: "s.toml")
    #expect(
      found.map { "\($0.name) \($0.widget ?? "-")" } == [
        "wake -", "Halo said", "Hello said", "Go go", "No -", "One rows",
      ]
    )
  }

  @Test("The warning about letters names widget, writing system and package, and is found again")
  func letters() {
    let sets = [
      (letters: "שלו", script: "Hebr", package: "fonts-noto-core"),
      (letters: "漢", script: "Hani", package: "fonts-noto-cjk"),
    ]
    let list = "שלו (Hebr; fonts-noto-core has them), 漢 (Hani; fonts-noto-cjk has them)"
    let sentence = LettersWarning.sentence(sets, of: "quit")
    #expect(sentence == "'quit' shows letters that no installed font has: \(list)")
    let other = LettersWarning.sentence(sets, of: nil)
    #expect(other == "there are letters that no installed font has: \(list)")
    let lines = ["a.toml:3:9: warning: \(sentence)", "a.toml:5:1: warning: \(other)"]
    let output = "a.toml:1:1: warning: the font 'X' is not installed\n\(lines[0])\n\(lines[1])\n"
    #expect(LettersWarning.lines(of: output) == lines)
    #expect(LettersWarning.lines(of: "").isEmpty)
  }

  @Test(
    "What names nothing has no references",
    arguments: ["", "image = 5", "exec = []", "exec = [\"\"]", "exec = \"no\"", "font = ", "\u{0}"]
  )
  func findsNothing(text: String) {
    #expect(ExternalReference.all(in: Array(text.utf8), fileName: "s.toml").isEmpty)
  }
}
