// SPDX-License-Identifier: Apache-2.0
import Configuration
import Geometry
import TOMLReading
import Testing
import Widgets

@Suite("The texts of a file in its languages")
struct LanguageTests {
  /// Each text that a file may hold, as twelve keys of eight kinds, with `text` for a text of that number.
  private func file(_ languages: String, _ text: (Int) -> String) -> String {
    """
    [display]
    \(languages)
    [[button]]
    id = "go"
    label = \(text(0))
    exec = ["/bin/true"]
    job = { label = \(text(1)), done = { label = \(text(2)) }, texts = { lost = \(text(3)) } }
    [[circle]]
    id = "ring"
    label = \(text(4))
    [[label]]
    id = "said"
    text = \(text(5))
    [[text]]
    id = "field"
    placeholder = \(text(6))
    [[chart]]
    id = "week"
    labels = [\(text(7)), "2"]
    unit = \(text(8))
    values = []
    [[progress]]
    id = "word"
    mask = { text = \(text(9)) }
    [[toggle]]
    id = "lamp"
    label = \(text(10))
    [[slider]]
    id = "heat"
    unit = \(text(11))
    [[list]]
    id = "rooms"
    rows = [{ id = "a", label = \(text(12)), detail = \(text(13)) }]
    """
  }

  @Test(
    "A language is named by its letters, and by those and digits of its kinds",
    arguments: ["de", "gsw", "zh-Hant", "de-1996", "es-419", "sr-Latn-RS"]
  )
  func names(language: String) throws {
    let display = try settings("[display]\nlanguages = [\"\(language)\"]").display
    #expect(display.languages == [language])
  }

  @Test("Every text is that of the language which is spoken", arguments: ["de", "en", "ar"])
  func everyText(language: String) throws {
    let tables = try settings(
      file(#"languages = ["de", "en", "ar"]"#) {
        "{ de = \"de\($0)\", en = \"en\($0)\", ar = \"ar\($0)\" }"
      }
    )
    let plain = try settings(file("languages = [\"\(language)\"]") { "\"\(language)\($0)\"" })
    #expect(tables.language == "de")
    #expect(tables.speaking(language).language == language)
    #expect(tables.speaking(language).widgets == plain.widgets)
  }

  @Test(
    "A language that a text lacks falls back to the first, and to any where that is missing too"
  )
  func fallback() throws {
    let tables = try settings(file(#"languages = ["de", "en"]"#) { "{ de = \"de\($0)\" }" })
    let plain = { (language: String) in
      try settings(file("languages = [\"\(language)\"]") { "\"de\($0)\"" })
    }
    #expect(try tables.speaking("en").widgets == plain("en").widgets)
    let second = try settings(file(#"languages = ["de", "en"]"#) { "{ en = \"de\($0)\" }" })
    #expect(try second.widgets == plain("de").widgets)
  }

  @Test("What a text lacks is a warning, once for each text")
  func gaps() throws {
    var warnings: [String] = []
    let text = """
      [display]
      languages = ["de", "en", "ar"]
      [[label]]
      id = "said"
      text = { de = "Ja" }
      [[button]]
      id = "go"
      label = { de = "Los", en = "Go" }
      """
    _ = try Settings(
      parsing: Array(text.utf8),
      fileName: "a.toml",
      warn: { found in
        warnings = found.map { "\($0.position.line):\($0.position.column) \($0.message)" }
      }
    )
    #expect(
      warnings.sorted() == [
        "5:8 'text' has no text in 'en', 'ar'", "8:9 'label' has no text in 'ar'",
      ]
    )
  }

  @Test(
    "What is wrong is told with its place, in a language that is not spoken too",
    arguments: [
      (
        #"languages = ["de", "en"]"#, #"{ de = "a", fr = "b" }"#,
        "a.toml:5:20: 'text' has a text in 'fr', which is none of the 'languages' in [display]"
      ),
      (
        #"languages = ["de", "en"]"#, "{}",
        "a.toml:5:8: 'text' must have a text in one of the 'languages' in [display]"
      ),
      (
        "", #"{ de = "a" }"#,
        "a.toml:5:8: 'text' must be a string, as [display] names no 'languages' for a table of texts"
      ),
      (
        #"languages = ["de", "en"]"#, #"{ de = "a", en = 3 }"#,
        "a.toml:5:25: 'text' must be a string, not 3"
      ),
      (
        #"languages = ["de", "de"]"#, #""a""#,
        "a.toml:2:13: 'languages' must name 'de' once"
      ),
      (
        #"languages = ["german"]"#, #""a""#,
        "a.toml:2:13: 'languages' must be a list of at most 16 languages such as [\"de\", \"en\"], not an array"
      ),
    ]
  )
  func errorsWithPlaces(languages: String, value: String, sentence: String) {
    let text = "[display]\n\(languages)\n[[label]]\nid = \"said\"\ntext = \(value)"
    do throws(ConfigurationError) {
      _ = try Settings(parsing: Array(text.utf8), fileName: "a.toml")
      Issue.record("no error")
    } catch {
      #expect(error.lines.map { $0.replacing("error: ", with: "") } == [sentence])
    }
  }

  @Test(
    "A button's language is \"next\" or one of the file's",
    arguments: [("de", true), ("next", true), ("fr", false)]
  )
  func button(language: String, isRight: Bool) {
    let text = """
      [display]
      languages = ["de", "en"]
      [[button]]
      id = "go"
      language = "\(language)"
      """
    let right = (try? Settings(parsing: Array(text.utf8), fileName: "a.toml")) != nil
    #expect(right == isRight)
  }

  @Test("The language after the last is the first")
  func next() {
    let languages = Languages(["de", "en", "ar"])
    #expect(languages.named("next", after: "de") == "en")
    #expect(languages.named("next", after: "ar") == "de")
    #expect(languages.named("ar", after: "de") == "ar")
    #expect(languages.named("fr", after: "de") == nil)
  }

  @Test(
    "Languages are written from the right by their script, or by what they are",
    arguments: [
      ("ar", true), ("he-IL", true), ("fa", true), ("ur", true), ("AR-EG", true), ("ckb", true),
      ("az-Arab", true), ("sd-Deva", false), ("de", false), ("en", false), ("arn", false),
      ("", false),
    ]
  )
  func rightToLeft(name: String, isRightToLeft: Bool) {
    #expect(Languages.isRightToLeft(name) == isRightToLeft)
  }

  /// Two buttons in a row, one by itself, one in a grid, one that stays.
  private static let places = """
    [[row]]
    frame = { x = 10, y = 10, width = 200, height = 40, anchor = "top-left" }
    widgets = ["a", "b"]
    [[button]]
    id = "a"
    frame = { width = 50, height = 40 }
    [[button]]
    id = "b"
    frame = { width = 70, height = 40 }
    [[button]]
    id = "c"
    frame = { x = "10%", y = 90, width = 60, height = 40, portrait = { x = 5 } }
    [[button]]
    id = "d"
    [[grid]]
    frame = { x = 200, y = 200, width = 90, height = 40 }
    buttons = ["", "d"]
    [[button]]
    id = "e"
    frame = { x = 40, y = 300, width = 60, height = 40, mirror = false }
    """

  @Test(
    "With a language from the right each frame lies at the width less its left edge and its width",
    arguments: [Size(width: 480, height: 320), Size(width: 720, height: 1280)],
    [("languages = [\"de\", \"ar\"]", "ar"), ("direction = \"rtl\"", "")]
  )
  func mirrored(screen: Size, spoken: (keys: String, language: String)) throws {
    let plain = try settings(Self.places).widgets
    let found = try settings("[display]\n\(spoken.keys)\n" + Self.places)
    for (there, here) in zip(plain, found.speaking(spoken.language).widgets) {
      let (old, new) = (there.frame.resolved(in: screen), here.frame.resolved(in: screen))
      let x = there.id == "e" ? old.minX : screen.width - old.minX - old.size.width
      #expect(new == Rect(x: x, y: old.minY, width: old.size.width, height: old.size.height))
    }
  }

  @Test(
    "What divides a frame with mirror = false stays where it is, with all that stands in it",
    arguments: [
      ("[[row]]", "widgets"), ("[[column]]", "widgets"), ("[[grid]]", "buttons"),
      ("[[column]]\nwidgets = [\"inner\"]\n[[row]]\nid = \"inner\"", "widgets"),
    ]
  )
  func heldLine(head: String, key: String) throws {
    let text = """
      \(head)
      frame = { width = 300, height = 100, mirror = false }
      \(key) = ["a", "b"]
      [[button]]
      id = "a"
      [[button]]
      id = "b"
      """
    let screen = Size(width: 480, height: 320)
    let plain = try settings(text).widgets
    for mirror in [false, true] {
      let file = "[display]\nlanguages = [\"de\", \"ar\"]\n" + text
      let found = try settings(file.replacing("mirror = false", with: "mirror = \(mirror)"))
      for (there, here) in zip(plain, found.speaking("ar").widgets) {
        let (old, new) = (there.frame.resolved(in: screen), here.frame.resolved(in: screen))
        let x = mirror ? screen.width - old.maxX : old.minX
        #expect(abs(new.minX - x) < 1e-9)
      }
    }
  }

  @Test("Frames stay where they are in a language from the left, or where the file says so")
  func notMirrored() throws {
    let plain = try settings(Self.places).widgets
    let german = try settings("[display]\nlanguages = [\"de\", \"ar\"]\n" + Self.places)
    #expect(german.widgets == plain)
    let held = try settings(
      "[display]\ndirection = \"ltr\"\nlanguages = [\"ar\"]\n" + Self.places
    )
    #expect(held.widgets == plain)
  }
}
