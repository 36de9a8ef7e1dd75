// SPDX-License-Identifier: Apache-2.0
import TOMLReading
import Widgets
import Configuration
import Presentation
import TestSupport
import Testing

@Suite("The default file")
struct DefaultFileTests {
  /// The lines of config/swell.toml.
  static let lines: [String] = {
    (TestFile.text(TestFile.path("../../config/swell.toml")) ?? "").split(
      separator: "\n",
      omittingEmptySubsequences: false
    ).map(String.init)
  }()

  /// The key that a line gives a value, or would without its `#`.
  private static func key(_ line: String) -> Substring {
    line.drop { $0 == "#" }.prefix { $0 != " " }
  }

  /// The numbers of the lines of the scene's own, under a line with the default.
  static let own = lines.indices.dropFirst().filter { index in
    let (above, line) = (lines[index - 1], lines[index])
    return above.hasPrefix("#") && !line.hasPrefix("#") && line.contains(" = ")
      && key(above) == key(line)
  }

  /// The numbers of the lines that give a key its default value.
  static let defaults = lines.indices.filter { index in
    let line = lines[index]
    let isName = [
      "id =", "label =", "exec =", "job.", "design =", "corner_radius = 20", "font_size = 26",
    ].contains(where: line.hasPrefix)
    return line.contains(" = ") && !line.hasPrefix("#") && !isName && !own.contains(index)
  }

  /// The keys of lines that give them values.
  private static func names(_ lines: [String]) -> Set<String> {
    Set(lines.filter { $0.contains(" = ") && !$0.hasPrefix(" ") }.map { String(key($0)) })
  }

  /// The keys of a table.
  private static func names(of table: String, without others: Set<String> = []) -> Set<String> {
    let keys = Settings.tables.first { $0.name == table }?.keys ?? []
    // What widgets have by none, or what needs pages, is said once.
    return Set(keys.map(\.name)).subtracting(others).subtracting(["look", "to"])
  }

  private func settings(_ lines: [String]) throws -> Settings {
    try Settings(parsing: Array(lines.joined(separator: "\n").utf8), fileName: "swell.toml")
  }

  @Test("It says what the daemon does without any file")
  func equalsBuiltIn() throws {
    #expect(try settings(Self.lines) == .builtIn)
  }

  @Test("After deaths it runs nothing, and says a sentence above it")
  func runsNothing() throws {
    let settings = Settings.builtIn(saying: "It is \"broken\"; {main}")
    let ids = Settings.builtIn.widgets.map(\.table.id)
    #expect(settings.widgets.map(\.table.id) == ids + ["reason"])
    guard case .label(let label) = settings.widgets.last else {
      return #expect(Bool(false), "there is no sentence")
    }
    #expect(label.text == "It is \"broken\"; {main}")
    #expect(label.align == .center && label.lines == 0)
    #expect(settings.widgets.allSatisfy { $0.table.program == nil })
    #expect(Settings.builtIn.widgets.contains { $0.table.program != nil })
  }

  @Test("Every value in it is the default: leaving a line out changes nothing", arguments: defaults)
  func equalsDefaults(omitted: Int) throws {
    var lines = Self.lines
    lines.remove(at: omitted)
    #expect(try settings(lines) == .builtIn)
  }

  @Test("Above a value of the scene's own stands the default, as without either line")
  func namesDefaults() throws {
    #expect(
      Self.own.map { Self.key(Self.lines[$0]) } == [
        "frame", "color", "frame", "mask", "front_color",
      ]
    )
    for index in Self.own {
      var (named, omitted) = (Self.lines, Self.lines)
      named[index] = String(named[index - 1].dropFirst())
      omitted[index] = ""
      #expect(try settings(named) == settings(omitted), "\(Self.lines[index])")
      #expect(try settings(omitted) != .builtIn)
    }
  }

  @Test("What is commented out in it is valid, and says what it says")
  func examplesAreValid() throws {
    let lines = Self.lines.map { line in
      ["#input", "#job", "#attract", "#properties", "#on_"].contains(where: line.hasPrefix)
        ? String(line.dropFirst()) : line
    }
    #expect(try settings(lines).display.properties.map(\.name) == ["Broadcast RGB", "max bpc"])
    #expect(try settings(lines).display.onBlank.last == "4")
    #expect(try settings(lines).display.onWake.last == "1")
    let button = try #require(try settings(lines).buttons.first)
    #expect(button.attract == AttractSettings())
    var job = JobSettings()
    job.progress = "main"
    job.label = "Working"
    job.done.label = "Done"
    job.done.percent = 0
    job.failed.label = "Failed"
    #expect(button.job == job)
  }

  @Test(
    "A widget that is commented out in it is that of the defaults, with every key that has one",
    arguments: WidgetKind.allCases.map(\.name).filter { lines.contains("# [[\($0)]]") }
  )
  func widgetIsDefault(kind: String) throws {
    let start = try #require(Self.lines.firstIndex(of: "# [[\(kind)]]"))
    let lines = Self.lines[start...].prefix { $0.hasPrefix("# ") }.map { String($0.dropFirst(2)) }
      .filter { $0.contains(" = ") || $0.hasPrefix("[[") }
    #expect(try settings(lines).widgets == settings(Array(lines.prefix(2))).widgets)
    let keys = Settings.tables.first { $0.name == kind }?.keys ?? []
    let usual = keys.filter { $0.standard != nil || $0.isRequired }.map(\.name)
    #expect(Self.names(lines).isSuperset(of: usual))
    #expect(Self.names(lines).isSubset(of: keys.map(\.name)))
  }

  @Test("Every kind is in it", arguments: WidgetKind.allCases.map(\.name))
  func hasEveryKind(kind: String) {
    #expect(Self.lines.contains("# [[\(kind)]]") || Self.lines.contains("[[\(kind)]]"))
  }

  @Test("The keyboard that is commented out in it has every key, with its default")
  func keyboardIsDefault() throws {
    let start = try #require(Self.lines.firstIndex(of: "# [keyboard]"))
    let lines = Self.lines[start...].prefix { $0.hasPrefix("# ") }.map { String($0.dropFirst(2)) }
    var expected = TypingSettings()
    expected.hasKeyboard = true
    #expect(try settings(lines).typing == expected)
    #expect(Self.names(lines) == Self.names(of: "keyboard").subtracting(["screen"]))
    let screen = Self.lines.filter { $0.hasPrefix("#screen.") }.map { String($0.dropFirst(8)) }
    #expect(Self.names(screen) == Set(ScreenKeyboardSettings.keys.map(\.name)))
  }

  @Test("The scanner that is commented out in it has every key, with its default")
  func scannerIsDefault() throws {
    let start = try #require(Self.lines.firstIndex(of: "#  [[scanner]]"))
    let lines = Self.lines[start...].prefix { $0.hasPrefix("#  ") }.map { String($0.dropFirst(3)) }
    let device = "/dev/input/by-id/usb-Example_Scanner-event-kbd"
    #expect(try settings(lines).typing.scanners == [TypingSettings.Scanner(device: device)])
    #expect(Self.names(lines) == Self.names(of: "scanner"))
  }

  @Test("The look that is commented out in it has every key of its own")
  func lookIsThere() throws {
    let start = try #require(Self.lines.firstIndex(of: "# [[look]]"))
    let lines = Self.lines[start...].prefix { $0.hasPrefix("# ") }.map { String($0.dropFirst(2)) }
    #expect(try settings(lines).widgets.isEmpty)
    #expect(Self.names(lines).subtracting(["corner_radius"]) == Self.names(of: "look"))
    #expect(Self.lines.contains { $0.hasPrefix("#look =") })
  }

  @Test("The grid that is commented out in it is that of the defaults")
  func gridIsDefault() throws {
    let start = try #require(Self.lines.firstIndex(of: "#  [[grid]]"))
    let lines = Self.lines[start...].prefix { $0.hasPrefix("#  ") }.map { String($0.dropFirst(3)) }
    func frame(_ grid: [String]) throws -> FrameSettings? {
      try settings(["[[button]]", "id = \"start\""] + grid).widgets.first?.frame
    }
    #expect(try frame(lines) == frame(["[[grid]]", "buttons = [\"start\"]"]))
    // These are said with rows.
    let others: Set = ["portrait", "landscape"]
    #expect(Self.names(lines) == Self.names(of: "grid", without: others))
  }

  @Test("Every known key is in it", arguments: Set(Settings.tables.flatMap { names(of: $0.name) }))
  func namesEveryKey(key: String) {
    let isThere = Self.lines.contains { line in
      let line = line.drop { $0 == "#" || $0 == " " }
      return line.hasPrefix("\(key) =") || line.hasPrefix("\(key).")
    }
    #expect(isThere)
  }

  @Test("Its lines are short enough to read, but for the one example")
  func isReadable() {
    #expect(Self.lines.filter { $0.count > 100 }.count == 1)
    #expect(Self.defaults.count > 40)
  }
}
