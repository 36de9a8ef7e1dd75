// SPDX-License-Identifier: Apache-2.0
import TOMLReading
import Widgets
import Configuration
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
    let isName = ["id =", "label =", "exec =", "job.progress ="].contains(where: line.hasPrefix)
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

  @Test("Every value in it is the default: leaving a line out changes nothing", arguments: defaults)
  func equalsDefaults(omitted: Int) throws {
    var lines = Self.lines
    lines.remove(at: omitted)
    #expect(try settings(lines) == .builtIn)
  }

  @Test("Above a value of the scene's own stands the default, as without either line")
  func namesDefaults() throws {
    #expect(Self.own.map { Self.key(Self.lines[$0]) } == ["frame", "mask"])
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
    job.failed.label = "Failed"
    #expect(button.job == job)
  }

  @Test("The circle that is commented out in it has every key, with its default")
  func circleIsDefault() throws {
    let start = try #require(Self.lines.firstIndex(of: "# [[circle]]"))
    let lines = Self.lines[start...].prefix { $0.hasPrefix("# ") }.map { String($0.dropFirst(2)) }
    #expect(try settings(lines).widgets == [.circle(CircleSettings(id: "pull"))])
    #expect(Self.names(lines) == Self.names(of: "circle", without: ["font_size"]))
  }

  @Test("The text field that is commented out in it has every key, with its default")
  func textIsDefault() throws {
    let start = try #require(Self.lines.firstIndex(of: "# [[text]]"))
    let lines = Self.lines[start...].prefix { $0.hasPrefix("# ") }.map { String($0.dropFirst(2)) }
    #expect(try settings(lines).widgets == [.text(TextFieldSettings(id: "name"))])
    #expect(Self.names(lines) == Self.names(of: "text"))
  }

  @Test("The keyboard that is commented out in it has every key, with its default")
  func keyboardIsDefault() throws {
    let start = try #require(Self.lines.firstIndex(of: "# [keyboard]"))
    let lines = Self.lines[start...].prefix { $0.hasPrefix("# ") }.map { String($0.dropFirst(2)) }
    var expected = TypingSettings()
    expected.hasKeyboard = true
    #expect(try settings(lines).typing == expected)
    #expect(Self.names(lines) == Self.names(of: "keyboard"))
  }

  @Test("The scanner that is commented out in it has every key, with its default")
  func scannerIsDefault() throws {
    let start = try #require(Self.lines.firstIndex(of: "#  [[scanner]]"))
    let lines = Self.lines[start...].prefix { $0.hasPrefix("#  ") }.map { String($0.dropFirst(3)) }
    let device = "/dev/input/by-id/usb-Example_Scanner-event-kbd"
    #expect(try settings(lines).typing.scanners == [TypingSettings.Scanner(device: device)])
    #expect(Self.names(lines) == Self.names(of: "scanner"))
  }

  @Test("The chart that is commented out in it has every key but two, with its default")
  func chartIsDefault() throws {
    let start = try #require(Self.lines.firstIndex(of: "# [[chart]]"))
    let lines = Self.lines[start...].prefix { $0.hasPrefix("# ") }.map { String($0.dropFirst(2)) }
    #expect(try settings(lines).widgets == [.chart(ChartSettings(id: "week"))])
    #expect(Self.names(lines) == Self.names(of: "chart", without: ["elastic", "format"]))
  }

  @Test("The look that is commented out in it has every key of its own")
  func lookIsThere() throws {
    let start = try #require(Self.lines.firstIndex(of: "# [[look]]"))
    let lines = Self.lines[start...].prefix { $0.hasPrefix("# ") }.map { String($0.dropFirst(2)) }
    #expect(try settings(lines).widgets.isEmpty)
    #expect(Self.names(lines).subtracting(["corner_radius"]) == Self.names(of: "look"))
    #expect(Self.lines.contains { $0.hasPrefix("#look =") })
  }

  @Test("The label that is commented out in it has every key, with its default")
  func labelIsDefault() throws {
    let start = try #require(Self.lines.firstIndex(of: "# [[label]]"))
    let lines = Self.lines[start...].prefix { $0.hasPrefix("# ") }.map { String($0.dropFirst(2)) }
    #expect(try settings(lines).widgets == [.label(LabelSettings(id: "status"))])
    #expect(Self.names(lines) == Self.names(of: "label", without: ["elastic"]))
  }

  @Test("The image that is commented out in it has every key but one, with its default")
  func imageIsDefault() throws {
    let start = try #require(Self.lines.firstIndex(of: "# [[image]]"))
    let lines = Self.lines[start...].prefix { $0.hasPrefix("# ") && !$0.contains("Folders") }
      .map { String($0.dropFirst(2)) }
    var expected = ImageSettings(id: "photo")
    expected.directories = ["./"]
    #expect(try settings(lines).widgets == [.image(expected)])
    #expect(Self.names(lines) == Self.names(of: "image", without: ["elastic", "directories"]))
    #expect(Self.lines.contains { $0.hasPrefix("#directories =") })
  }

  @Test("The toggle that is commented out in it is that of the defaults, and has every key but one")
  func toggleIsDefault() throws {
    let start = try #require(Self.lines.firstIndex(of: "# [[toggle]]"))
    let lines = Self.lines[start...].prefix { $0.hasPrefix("# ") && !$0.contains("The size") }
      .map { String($0.dropFirst(2)) }
    #expect(try settings(lines).widgets == [.toggle(ToggleSettings(id: "fan"))])
    #expect(Self.names(lines) == Self.names(of: "toggle", without: ["font_size"]))
  }

  @Test("The slider that is commented out in it is that of the defaults, and has every key")
  func sliderIsDefault() throws {
    let start = try #require(Self.lines.firstIndex(of: "# [[slider]]"))
    let lines = Self.lines[start...].prefix { $0.hasPrefix("# ") }.map { String($0.dropFirst(2)) }
    #expect(try settings(lines).widgets == [.slider(SliderSettings(id: "level"))])
    #expect(Self.names(lines) == Self.names(of: "slider"))
  }

  @Test("The code that is commented out in it is that of the defaults, and has every key but one")
  func codeIsDefault() throws {
    let start = try #require(Self.lines.firstIndex(of: "# [[code]]"))
    let lines = Self.lines[start...].prefix { $0.hasPrefix("# ") }.map { String($0.dropFirst(2)) }
    #expect(try settings(lines).widgets == [.code(CodeSettings(id: "link"))])
    #expect(Self.names(lines) == Self.names(of: "code", without: ["elastic"]))
  }

  @Test("The grid that is commented out in it is that of the defaults")
  func gridIsDefault() throws {
    let start = try #require(Self.lines.firstIndex(of: "#  [[grid]]"))
    let lines = Self.lines[start...].prefix { $0.hasPrefix("#  ") }.map { String($0.dropFirst(3)) }
    func frame(_ grid: [String]) throws -> FrameSettings? {
      try settings(["[[button]]", "id = \"start\""] + grid).widgets.first?.frame
    }
    #expect(try frame(lines) == frame(["[[grid]]", "buttons = [\"start\"]"]))
    #expect(Self.names(lines) == Self.names(of: "grid"))
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
