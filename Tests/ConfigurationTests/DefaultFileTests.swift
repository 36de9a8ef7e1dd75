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
    #expect(lines.count == 19)
  }

  @Test("The text field that is commented out in it has every key, with its default")
  func textIsDefault() throws {
    let start = try #require(Self.lines.firstIndex(of: "# [[text]]"))
    let lines = Self.lines[start...].prefix { $0.hasPrefix("# ") }.map { String($0.dropFirst(2)) }
    #expect(try settings(lines).widgets == [.text(TextFieldSettings(id: "name"))])
    #expect(lines.count == 32)
  }

  @Test("The keyboard that is commented out in it has every key, with its default")
  func keyboardIsDefault() throws {
    let start = try #require(Self.lines.firstIndex(of: "# [keyboard]"))
    let lines = Self.lines[start...].prefix { $0.hasPrefix("# ") }.map { String($0.dropFirst(2)) }
    var expected = TypingSettings()
    expected.hasKeyboard = true
    #expect(try settings(lines).typing == expected)
    #expect(lines.count == 8)
  }

  @Test("The scanner that is commented out in it has every key, with its default")
  func scannerIsDefault() throws {
    let start = try #require(Self.lines.firstIndex(of: "#  [[scanner]]"))
    let lines = Self.lines[start...].prefix { $0.hasPrefix("#  ") }.map { String($0.dropFirst(3)) }
    let device = "/dev/input/by-id/usb-Example_Scanner-event-kbd"
    #expect(try settings(lines).typing.scanners == [TypingSettings.Scanner(device: device)])
    #expect(lines.count == 6)
  }

  @Test("The chart that is commented out in it has every key, with its default")
  func chartIsDefault() throws {
    let start = try #require(Self.lines.firstIndex(of: "# [[chart]]"))
    let lines = Self.lines[start...].prefix { $0.hasPrefix("# ") }.map { String($0.dropFirst(2)) }
    #expect(try settings(lines).widgets == [.chart(ChartSettings(id: "week"))])
    #expect(lines.count == 26)
  }

  @Test("The label that is commented out in it has every key, with its default")
  func labelIsDefault() throws {
    let start = try #require(Self.lines.firstIndex(of: "# [[label]]"))
    let lines = Self.lines[start...].prefix { $0.hasPrefix("# ") }.map { String($0.dropFirst(2)) }
    #expect(try settings(lines).widgets == [.label(LabelSettings(id: "status"))])
    #expect(lines.count == 14)
  }

  @Test("The image that is commented out in it has every key but one, with its default")
  func imageIsDefault() throws {
    let start = try #require(Self.lines.firstIndex(of: "# [[image]]"))
    let lines = Self.lines[start...].prefix { $0.hasPrefix("# ") && !$0.contains("Folders") }
      .map { String($0.dropFirst(2)) }
    var expected = ImageSettings(id: "photo")
    expected.directories = ["./"]
    #expect(try settings(lines).widgets == [.image(expected)])
    #expect(lines.count == 10)
    #expect(Self.lines.contains { $0.hasPrefix("#directories =") })
  }

  @Test("The grid that is commented out in it is that of the defaults")
  func gridIsDefault() throws {
    let start = try #require(Self.lines.firstIndex(of: "#  [[grid]]"))
    let lines = Self.lines[start...].prefix { $0.hasPrefix("#  ") }.map { String($0.dropFirst(3)) }
    func frame(_ grid: [String]) throws -> FrameSettings? {
      try settings(["[[button]]", "id = \"start\""] + grid).widgets.first?.frame
    }
    #expect(try frame(lines) == frame(["[[grid]]", "buttons = [\"start\"]"]))
    #expect(lines.count == 5)
  }

  @Test(
    "Every known key is in it",
    arguments: [
      "connector", "force", "mode", "format", "api", "rotation", "scale", "background", "others",
      "properties",
      "mirror", "blank_after", "blank", "dim", "backlight", "brightness", "schedule", "on_blank",
      "on_wake",
      "devices",
      "calibration", "grab", "release_timeout", "least", "id", "label", "frame", "style",
      "amplitude",
      "corner_radius", "hit_outset", "front_image", "back_image",
      "color", "label_color", "press", "release", "exec", "input", "while_running", "attract",
      "visible",
      "enabled", "mask", "percent", "fill", "frequency", "speed", "front_color", "back_color",
      "outline_color", "show_percent", "over", "ease",
    ]
  )
  func namesEveryKey(key: String) {
    #expect(Self.lines.contains { $0.hasPrefix("\(key) =") || $0.hasPrefix("#\(key) =") })
  }

  @Test("Its lines are short enough to read, but for the one example")
  func isReadable() {
    #expect(Self.lines.filter { $0.count > 100 }.count == 1)
    #expect(Self.defaults.count == 46)
  }
}
