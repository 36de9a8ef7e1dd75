// SPDX-License-Identifier: Apache-2.0
import Raster
import TOMLReading
import Testing
import Touch
import Widgets

@testable import Configuration

@Suite("Looks")
struct LookTests {
  /// One widget of each kind, the first with more keys.
  private func scene(_ look: String, button: String = "") -> String {
    look + "\n[[button]]\nid = \"b\"\n" + button + "\n"
      + ["progress", "circle", "text", "chart", "label"].map { "[[\($0)]]\nid = \"\($0)\"\n" }
      .joined()
  }

  @Test(
    "Knobs are white beside a look's colours, until the look has a colour for them",
    arguments: [("", 0xFFFFFF), ("knob_color = \"#102030\"", 0x102030)] as [(String, UInt32)]
  )
  func knobs(line: String, rgb: UInt32) throws {
    let look = "[[look]]\ncolor = \"#F4F4F4\"\n\(line)\n"
    let widgets = "[[toggle]]\nid = \"t\"\n[[slider]]\nid = \"s\"\n"
    let found = try settings(look + widgets).widgets
    guard case .toggle(let toggle) = found.first, case .slider(let slider) = found.last else {
      Issue.record("there are a toggle and a slider")
      return
    }
    let (surface, knob) = (Color(rgb: 0xF4F4F4), Color(rgb: rgb))
    #expect(toggle.color == surface && slider.color == surface)
    #expect(toggle.knobColor == knob && slider.knobColor == knob)
  }

  @Test(
    "A colour wins over the gradient of a look that is further away, and a gradient over its look's colour",
    arguments: [
      ("", false), ("color = \"#102030\"", true), ("look = \"plain\"", true),
      ("look = \"both\"", false), ("look = \"both\"\ncolor = \"#102030\"", true),
      ("gradient = []", true),
    ]
  )
  func gradient(keys: String, isPlain: Bool) throws {
    let looks = """
      [[look]]
      gradient = ["#203040", "#101820"]
      [[look]]
      name = "plain"
      color = "#102030"
      [[look]]
      name = "both"
      color = "#102030"
      gradient = ["#304050", "#101820"]
      """
    guard case .button(let button) = try settings(scene(looks, button: keys)).widgets.first else {
      Issue.record("there is a button")
      return
    }
    #expect((button.gradient == nil) == isPlain)
  }

  @Test("Widgets begin with the look without a name, each by its own keys")
  func base() throws {
    let found = try settings(
      scene(
        """
        [[look]]
        font = "Inter"
        font_size = 20
        color = "#1C2229"
        text_color = "#F2F5F7"
        accent_color = "#2F7CF7"
        corner_radius = 14
        """
      )
    )
    let (surface, text, accent) = (
      Color(rgb: 0x1C2229), Color(rgb: 0xF2F5F7), Color(rgb: 0x2F7CF7)
    )
    for widget in found.widgets {
      switch widget {
      case .button(let button):
        #expect(button.color == surface && button.labelColor == text)
        #expect(button.font == "Inter" && button.fontSize == 20 && button.cornerRadius == 14)
      case .progress(let progress):
        #expect(progress.frontColor == accent && progress.figureColor == text)
        // Half transparent, as without a look.
        #expect(progress.backColor == Color(rgb: 0x2F7CF7, alpha: 0x80))
        #expect(progress.font == "Inter" && progress.fontSize == 20)
        #expect(progress.cornerRadius == 14)
      case .circle(let circle):
        #expect(circle.color == surface && circle.labelColor == text)
        #expect(circle.armedColor == accent && circle.font == "Inter" && circle.fontSize == 20)
      case .text(let field):
        #expect(field.color == surface && field.textColor == text && field.caretColor == accent)
        #expect(field.font == "Inter" && field.fontSize == 20 && field.cornerRadius == 14)
      case .chart(let chart):
        #expect(chart.background == surface && chart.labelColor == text)
        #expect(chart.font == "Inter" && chart.fontSize == 20)
      case .label(let label):
        // Its colour is a text's, not a surface's.
        #expect(label.color == text && label.font == "Inter" && label.fontSize == 20)
      default: break
      }
    }
    #expect(found.widgets.count == 6)
  }

  @Test("A widget's own key wins, then its look's, then that of the look without a name")
  func order() throws {
    let text = scene(
      """
      [[look]]
      color = "#111111"
      corner_radius = 1
      amplitude = 3
      label_color = "#010101"
      [[look]]
      name = "key"
      color = "#222222"
      corner_radius = 2
      text_color = "#020202"
      """,
      button: "look = \"key\"\ncolor = \"#333333\""
    )
    guard case .button(let button) = try settings(text).widgets.first else {
      return #expect(Bool(false))
    }
    #expect(button.color == Color(rgb: 0x333333))
    #expect(button.cornerRadius == 2)
    #expect(button.amplitude == 3 && button.hitOutset == 3)
    // The nearer look's text colour is nearer than the other one's label colour.
    #expect(button.labelColor == Color(rgb: 0x020202))
    guard case .text(let field) = try settings(text).widgets[3] else { return #expect(Bool(false)) }
    #expect(field.color == Color(rgb: 0x111111) && field.cornerRadius == 1)
  }

  @Test("A key of one look is set by its exact name before a general one")
  func exactness() throws {
    let look = "[[look]]\ntext_color = \"#010101\"\nlabel_color = \"#020202\""
    guard case .button(let button) = try settings(scene(look)).widgets.first else {
      return #expect(Bool(false))
    }
    #expect(button.labelColor == Color(rgb: 0x020202))
  }

  @Test("A table of a widget takes the place of a look's as a whole")
  func tables() throws {
    let look = "[[look]]\npress = { duration = 0.3, damping = 0.4 }"
    guard
      case .button(let button) = try settings(scene(look, button: "press.duration = 0.2")).widgets
        .first
    else { return #expect(Bool(false)) }
    #expect(button.press.duration == 0.2 && button.press.damping == 0.9)
  }

  @Test("What a look says of programs is for buttons that have one")
  func programs() throws {
    let look = "[[look]]\njob = { label = \"Busy\" }\nkey = \"enter\""
    guard
      case .button(let plain) = try settings(scene(look, button: "types = \"x\"")).widgets.first,
      case .button(let starter) =
        try settings(scene(look, button: "exec = [\"/bin/true\"]")).widgets.first
    else { return #expect(Bool(false)) }
    #expect(plain.job == nil && plain.stroke == .text("x"))
    #expect(starter.job?.label == "Busy")
  }

  @Test(
    "What is wrong with a look is told once, with its place",
    arguments: [
      (
        "colour = 1",
        "2:1: error: unknown key 'colour' in [[look]]; the nearest known key is 'color'"
      ),
      ("frame = {}", "2:1: error: 'frame' must stand in the widget, not in a [[look]]"),
      ("exec = [\"/bin/true\"]", "2:1: error: 'exec' must stand in the widget, not in a [[look]]"),
      (
        "corner_radius = -1", "2:17: error: 'corner_radius' must be a number from 0 to 1000, not -1"
      ),
      ("font_size = 900", "2:13: error: 'font_size' must be a number from 4 to 500, not 900"),
      ("text_color = \"red\"", "2:14: error: 'text_color' must be"),
      ("[[look]]", "2:1: error: the name of a [[look]] needs a name, as another [[look]] has none"),
      (
        "name = \"a\"\n[[look]]\nname = \"a\"",
        "4:1: error: the name of a [[look]] is taken already"
      ),
      ("name = \"a b\"", "2:8: error: 'name' must be 1 to 64 of the characters A-Z a-z 0-9 _ . -"),
    ]
  )
  func faults(line: String, sentence: String) {
    let found = errors(scene("[[look]]\n" + line))
    #expect(found.count == 1)
    #expect(found.first?.hasPrefix("swell.toml:" + sentence) == true, "\(found)")
  }

  @Test("A value that some kinds take is wrong where another one has it")
  func rangesOfKinds() {
    let look = "[[look]]\nname = \"bowed\"\namplitude = -5\n"
    #expect(errors(scene(look, button: "look = \"bowed\"")).isEmpty)
    let indicators = ["p", "q"].map { "[[progress]]\nid = \"\($0)\"\nlook = \"bowed\"\n" }
    let found = errors(look + indicators.joined())
    let sentence = "error: 'amplitude' must be a number from 0 to 1000, not -5"
    #expect(found == ["swell.toml:3:13: " + sentence])
  }

  @Test("A file has at most 64 looks")
  func count() {
    let looks = (1...65).map { "[[look]]\nname = \"l\($0)\"\n" }.joined()
    #expect(errors(looks) == ["swell.toml:129:1: error: a scene has at most 64 looks"])
  }

  @Test("A look that is not there is told, with the nearest")
  func missing() {
    let found = errors(scene("[[look]]\nname = \"quiet\"", button: "look = \"quite\""))
    let sentence = "error: 'look' must name a [[look]], not 'quite'; the nearest is 'quiet'"
    #expect(found == ["swell.toml:5:1: " + sentence])
  }

  @Test("A look over the scene comes after a widget's own keys and look")
  func overScene() throws {
    let text = """
      [display]
      background = "#010203"
      [[look]]
      color = "#111111"
      corner_radius = 1
      font_size = 11
      accent_color = "#AAAAAA"
      [[look]]
      name = "key"
      color = "#222222"
      corner_radius = 2
      [[look]]
      name = "night"
      color = "#333333"
      corner_radius = 3
      font_size = 13
      accent_color = "#BBBBBB"
      screen_background = "#040506"
      [[look]]
      name = "night.key"
      color = "#444444"
      [[button]]
      id = "plain"
      [[button]]
      id = "key"
      look = "key"
      [[button]]
      id = "own"
      color = "#555555"
      """
    let day = try settings(text)
    #expect(day.looks == ["key", "night", "night.key"] && day.look.isEmpty)
    let night = try day.wearing("night")
    func buttons(_ settings: Settings) -> [[Int]] {
      settings.widgets.map { widget in
        guard case .button(let button) = widget else { return [] }
        return [Int(button.color.red), Int(button.cornerRadius), Int(button.fontSize ?? 0)]
      }
    }
    #expect(buttons(day) == [[0x11, 1, 11], [0x22, 2, 11], [0x55, 1, 11]])
    #expect(buttons(night) == [[0x33, 3, 13], [0x44, 2, 13], [0x55, 3, 13]])
    #expect(night.accent == Color(rgb: 0xBBBBBB) && day.accent == Color(rgb: 0xAAAAAA))
    #expect(night.display.background == Color(rgb: 0x040506))
    #expect(night.look == "night")
    #expect(try night.wearing("") == day)
    // One that there is not is none.
    #expect(try buttons(day.wearing("dusk")) == buttons(day))
    #expect(try day.wearing("dusk").look.isEmpty)
  }

  @Test(
    "The colour of the screen is opaque, and of a look with a name",
    arguments: [
      (
        "name = \"night\"\nscreen_background = \"#08101880\"",
        "must be opaque: there is nothing behind it"
      ),
      (
        "screen_background = \"#081018\"",
        "is of a [[look]] with a name; [display] has its own 'background'"
      ),
    ]
  )
  func screenBackground(keys: String, message: String) {
    let error = #expect(throws: ConfigurationError.self) { try settings("[[look]]\n\(keys)") }
    #expect(error?.diagnostics.map(\.message) == ["'screen_background' \(message)"])
  }

  @Test("A look that does not go with a widget is refused when it is put over the scene")
  func conflict() throws {
    let day = try settings(
      """
      [[look]]
      name = "tight"
      reach = 10
      [[circle]]
      id = "pull"
      trigger_at = 30
      """
    )
    let error = #expect(throws: ConfigurationError.self) { try day.wearing("tight") }
    #expect(error?.diagnostics.map(\.message).count == 1)
    #expect(error?.diagnostics.first?.message.hasPrefix("'trigger_at' must") == true)
  }
}
