// SPDX-License-Identifier: Apache-2.0
import Configuration
import Control
import DisplayServer
import Geometry
import JSON
import MonotonicTime
import Presentation
import RequestWords
import TestSupport
import Testing
import Touch
import VirtualKiosk
import VirtualTime
import Widgets

@Suite("The language of texts")
struct LanguageServerTests {
  /// A label, a button that says what it does, and one that changes the language; `text` gives their texts.
  private static func scene(_ display: String, _ text: (String, String, String) -> String) -> String
  {
    """
    [display]
    scale = 1
    \(display)
    [[label]]
    id = "said"
    text = \(text("Guten Tag", "Hello", "مرحبا"))
    frame = { x = 4, y = 4, width = 100, height = 20, anchor = "top-left" }
    [[label]]
    id = "same"
    text = "42"
    frame = { x = 4, y = 30, width = 60, height = 20, anchor = "top-left" }
    [[button]]
    id = "start"
    label = \(text("Los", "Go", "ابدأ"))
    frame = { x = 20, y = 60, width = 50, height = 30, anchor = "top-left" }
    [[button]]
    id = "next"
    label = ">"
    style = "tap"
    \(display.isEmpty ? "" : "language = \"next\"")
    frame = { x = 80, y = 60, width = 50, height = 30, anchor = "top-left" }
    """
  }

  private static let tables = scene(#"languages = ["de", "en", "ar"]"#) {
    "{ de = \"\($0)\", en = \"\($1)\", ar = \"\($2)\" }"
  }

  /// The scene as it is written for one language.
  private static func plain(_ language: String) -> String {
    scene(language == "ar" ? #"direction = "rtl""# : "direction = \"ltr\"") {
      german,
      english,
      arabic in
      "\"\(["de": german, "en": english, "ar": arabic][language] ?? "")\""
    }.replacing("language = \"next\"", with: "")
  }

  private func kiosk(_ text: String, restoring record: StateRecord? = nil) throws -> VirtualRun {
    let run = try VirtualRun(
      settings: Settings(parsing: Array(text.utf8), fileName: "test.toml"),
      mode: smallMode(),
      hertz: 60,
      restoring: record
    )
    run.comeToRest()
    return run
  }

  private func language(_ run: VirtualRun) throws -> String? {
    try run.perform(.language).json["language"]?.string
  }

  @Test(
    "A change of language paints what a scene in that language paints",
    arguments: ["de", "en", "ar"]
  )
  func paints(language: String) throws {
    let run = try kiosk(Self.tables)
    try run.perform(.setLanguage("en"))
    run.comeToRest()
    try run.perform(.setLanguage(language))
    run.comeToRest()
    #expect(try self.language(run) == language)
    #expect(run.presentedPixels() == run.picture())
    let plain = try kiosk(Self.plain(language))
    #expect(run.presentedPixels() == plain.presentedPixels())
  }

  @Test("A text that a request has set stays as it is")
  func requestedText() throws {
    let run = try kiosk(Self.tables)
    try run.perform(.setWidget(WidgetSetting(id: "start", label: "Moin")))
    try run.perform(.setLanguage("en"))
    run.comeToRest()
    #expect(run.widget("start")?["label"] == "Moin")
    #expect(run.widget("said")?["label"] == "Hello")
  }

  @Test("A request may give a text as a table by languages, which a restart keeps")
  func requestedTable() throws {
    let run = try kiosk(Self.tables)
    let members: JSONObject = JSONObject([("label", ["de": "Halt", "ar": "قف"])])
    for id in ["start", "said"] {
      try run.perform(.setWidget(id: id, change: WidgetChange(members)))
    }
    var shown: [JSONValue?] = []
    for language in ["en", "ar", "de"] {
      try run.perform(.setLanguage(language))
      shown += [run.widget("start")?["label"], run.widget("said")?["label"]]
    }
    #expect(shown == ["Halt", "Halt", "قف", "قف", "Halt", "Halt"])
    try run.perform(.setLanguage("ar"))
    let record = try #require(StateRecord(parsing: run.stateRecord.bytes))
    #expect(try kiosk(Self.tables, restoring: record).widget("start")?["label"] == "قف")
    let french = try WidgetChange(JSONObject([("label", ["fr": "Stop"])]))
    let error = refusal { () throws(JSONRPCError) in
      try run.perform(.setWidget(id: "start", change: french))
    }
    #expect(error?.code == -32602 && error?.data?["parameter"] == "label")
  }

  @Test("A touch of a button changes the language, after the last to the first")
  func touched() throws {
    let run = try kiosk(Self.tables)
    var shown: [String?] = []
    for _ in 0..<3 {
      // Arabic mirrors the screen of 160 points.
      let isArabic = try language(run) == "ar"
      let position = Point(x: isArabic ? 55 : 105, y: 75)
      for phase in [TouchPhase.down, .up] {
        run.finger(phase, position)
        run.pass(0.1)
      }
      run.comeToRest()
      shown.append(try language(run))
    }
    #expect(shown == ["en", "ar", "de"])
  }

  @Test("The language outlives the process, and nothing is written of the first")
  func restart() throws {
    let run = try kiosk(Self.tables)
    #expect(!String(decoding: run.stateRecord.bytes, as: UTF8.self).contains("language"))
    try run.perform(.setLanguage("ar"))
    run.comeToRest()
    let bytes = run.stateRecord.bytes
    let record = try #require(StateRecord(parsing: bytes))
    let again = try kiosk(Self.tables, restoring: record)
    #expect(try language(again) == "ar")
    #expect(again.presentedPixels() == run.presentedPixels())
    #expect(again.stateRecord.bytes == bytes)
  }

  @Test("The language stays over a reload, unless the file has it no more")
  func reload() throws {
    let folder = TemporaryFolder()
    folder.write(Array(Self.tables.utf8), to: "swell.toml")
    let source = ConfigurationSource(path: folder["swell.toml"])
    let run = try VirtualRun(
      settings: source.load().settings,
      mode: smallMode(),
      hertz: 60,
      configuration: source
    )
    try run.perform(.setLanguage("en"))
    folder.write(Array(Self.tables.replacing("Hello", with: "Hi").utf8), to: "swell.toml")
    try run.perform(.reload)
    #expect(run.widget("said")?["label"] == "Hi")
    // A file that is wrong by now is no obstacle.
    folder.write(Array("x = 1".utf8), to: "swell.toml")
    try run.perform(.setLanguage("ar"))
    #expect(run.widget("said")?["label"] == "مرحبا")
    folder.write(Array(Self.plain("de").utf8), to: "swell.toml")
    try run.perform(.reload)
    #expect(try language(run) == nil)
    #expect(run.widget("said")?["label"] == "Guten Tag")
  }

  @Test("A reload that brings languages lets requests give texts in them, and in no others")
  func reloadedLanguages() throws {
    let folder = TemporaryFolder()
    folder.write(Array(Self.plain("de").utf8), to: "swell.toml")
    let run = try VirtualRun(configuration: ConfigurationSource(path: folder["swell.toml"]))
    let texts = try WidgetChange(JSONObject([("label", ["de": "Halt", "ar": "قف"])]))
    let request = ControlRequest.setWidget(id: "start", change: texts)
    let error = refusal { () throws(JSONRPCError) in try run.perform(request) }
    #expect(error?.data?["parameter"] == "label")
    folder.write(Array(Self.tables.utf8), to: "swell.toml")
    try run.perform(.reload)
    try run.perform(request)
    try run.perform(.setLanguage("ar"))
    #expect(run.widget("start")?["label"] == "قف")
  }

  @Test(
    "A language that there is not is refused, and so is any where there is none",
    arguments: [true, false]
  )
  func refused(hasLanguages: Bool) throws {
    let run = try kiosk(hasLanguages ? Self.tables : Self.plain("de"))
    let before = run.presentedPixels()
    let error = refusal { () throws(JSONRPCError) in
      try run.perform(.setLanguage(hasLanguages ? "fr" : "next"))
    }
    #expect(error?.code == -32602)
    run.comeToRest()
    #expect(run.presentedPixels() == before)
  }
}
