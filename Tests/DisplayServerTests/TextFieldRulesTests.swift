// SPDX-License-Identifier: Apache-2.0
import Configuration
import Geometry
import JSON
import MonotonicTime
import Raster
import TestSupport
import Testing
import Touch
import VirtualKiosk
import Widgets

@testable import DisplayServer

@Suite("What text fields take, tell and let go")
struct TextFieldRulesTests {
  @Test(
    "What is too long is refused with an inward twitch of half the amplitude, and leaves no trace"
  )
  func refusal() throws {
    var stage = try FieldStage(FieldStage.field("max_length = 3"))
    stage.focus()
    stage.type("abc", at: 0)
    stage.look(0.5)
    let before = stage.pixels
    _ = stage.told()
    stage.type("d", at: 1)
    #expect(stage.told().contains("reject length"))
    #expect(stage.text == "abc")
    // Rows below the text's room: white above the lower edge, which is 322 at rest.
    var least = 0.0
    for step in 0...80 {
      stage.look(1 + Double(step) / 200)
      least = min(least, stage.area - 13_200)
    }
    stage.look(3)
    #expect(stage.pixels == before)
    // The ink takes the same area at any time.
    stage.look(0.5)
    let ink = stage.area - 13_200
    let deepest = (least - ink) / (2.0 * 344 / 3)
    #expect(abs(deepest / -5 - 1) <= 0.01, "\(deepest)")
  }

  @Test("Keys do to the text what their names say")
  func keys() throws {
    var stage = try FieldStage()
    stage.type("lost", at: 0)
    #expect(stage.text == "", "there is no focus")
    stage.focus()
    stage.type("abc", at: 0)
    stage.press(.home, at: 0)
    stage.press(.delete, at: 0)
    stage.press(.end, at: 0)
    stage.press(.backspace, at: 0)
    #expect(stage.text == "b")
    stage.press(.selectAll, at: 0)
    stage.press(.backspace, at: 0)
    #expect(stage.text == "")
    stage.type("xy", at: 0)
    stage.press(.empty, at: 0)
    #expect(stage.text == "")
    stage.type("xy", at: 0)
    _ = stage.told()
    stage.press(.escape, at: 0)
    #expect(stage.text == "" && stage.scene.focus == 0)
    stage.press(.escape, at: 0)
    #expect(stage.scene.focus == nil)
    #expect(stage.told().last == "blur")
  }

  static let afterSubmit: [(String, text: String, hasFocus: Bool)] = [
    ("keep", "ab", true), ("clear", "", true), ("blur", "ab", false), ("clear+blur", "", false),
  ]

  @Test("Return submits, and then the field does what it says", arguments: afterSubmit)
  func submit(mode: String, text: String, hasFocus: Bool) throws {
    var stage = try FieldStage(FieldStage.field("submit = \"\(mode)\""))
    stage.focus()
    stage.type("ab\n", at: 0)
    let told = stage.told()
    let place = try #require(told.firstIndex(of: "submit ab"))
    #expect(place > 0 && told[place - 1] == "change 2 2 ab")
    #expect(stage.text == text)
    #expect((stage.scene.focus == 0) == hasFocus)
  }

  @Test("Changes are told once a frame, the newest, and before what is submitted")
  func changes() throws {
    var stage = try FieldStage()
    stage.focus()
    stage.look(0)
    stage.advance(0)
    _ = stage.told()
    stage.type("abcd", at: 0.001)
    #expect(stage.told().count == 1)
    stage.advance(0.002)
    #expect(stage.told().isEmpty)
    stage.look(0.016)
    stage.advance(0.016)
    #expect(stage.told().map { String($0.prefix(10)) } == ["change 4 4"])
    stage.type("e", at: 0.017)
    #expect(stage.told().isEmpty)
    stage.press(.enter, at: 0.018)
    #expect(stage.told().map { String($0.prefix(8)) } == ["change 5", "submit a"])
  }

  @Test("A scan is taken whole or not at all: change, then submit; or a refusal")
  func scans() throws {
    var stage = try FieldStage()
    stage.focus()
    _ = stage.told()
    stage.scene.scan(
      "4006381333931",
      isTerminated: true,
      target: nil,
      at: FieldStage.instant(1),
      telling: &stage.events
    )
    #expect(stage.told().map { String($0.prefix(9)) } == ["change 13", "submit 40"])
    #expect(stage.text == "4006381333931")
    stage = try FieldStage(FieldStage.field("allow = \"digits\""))
    stage.scene.scan(
      "40A",
      isTerminated: true,
      target: 0,
      at: FieldStage.instant(1),
      telling: &stage.events
    )
    #expect(stage.told() == ["focus", "reject character"])
    #expect(stage.text == "")
    // Nobody has the focus, and the scan is for nobody: nothing happens.
    stage = try FieldStage()
    stage.scene.scan(
      "40",
      isTerminated: true,
      target: nil,
      at: FieldStage.instant(1),
      telling: &stage.events
    )
    #expect(stage.told().isEmpty && stage.text == "")
  }

  /// What happens to a field of digits with "12" in it, and what is told of it: type and source.
  static let sources: [(String, [String], @Sendable (inout FieldStage) throws -> Void)] = [
    ("a key", ["change key", "submit key"], { $0.type("3\n", at: 1) }),
    ("a wrong key", ["reject key"], { $0.type("x", at: 1) }),
    ("a key that deletes", ["change key"], { $0.press(.backspace, at: 1) }),
    ("the button that empties it", ["change touch"], { $0.tap(768, 300, at: 1) }),
    ("a button that types", ["change touch"], { $0.tap(100, 100, at: 1) }),
    ("a button that types what it does not take", ["reject touch"], { $0.tap(200, 100, at: 1) }),
    ("a request", ["change request"], { try $0.ask(.set(id: nil, text: "45", caret: nil), at: 1) }),
    ("a request to empty it", ["change request"], { try $0.ask(.clear(id: nil), at: 1) }),
    (
      "a scan", ["change scan", "submit scan"],
      {
        $0.scene.scan(
          "34",
          isTerminated: true,
          target: 0,
          at: FieldStage.instant(1),
          telling: &$0.events
        )
      }
    ),
    (
      "a wrong scan", ["reject scan"],
      {
        $0.scene.scan(
          "3x",
          isTerminated: true,
          target: 0,
          at: FieldStage.instant(1),
          telling: &$0.events
        )
      }
    ),
    (
      "a scan that is lost", ["reject scan"],
      { $0.scene.rejectScan(target: 0, at: FieldStage.instant(1), telling: &$0.events) }
    ),
    ("nobody for too long", ["change idle"], { $0.advance(40) }),
  ]

  @Test("What is told of a field says who did it", arguments: sources)
  func source(
    what: String,
    told: [String],
    does: @Sendable (inout FieldStage) throws -> Void
  ) throws {
    let keys = "allow = \"digits\"\nidle_clear = 30"
    let toml =
      FieldStage.field(keys).replacing("clear_button = false", with: "clear_button = true") + """

        [[button]]
        id = "seven"
        label = ""
        types = "7"
        frame = { x = 100, y = 100, width = 60, height = 60 }
        [[button]]
        id = "dash"
        label = ""
        types = "-"
        frame = { x = 200, y = 100, width = 60, height = 60 }
        """
    var stage = try FieldStage(toml)
    stage.focus()
    stage.type("12", at: 0)
    stage.look(0.5)
    stage.advance(0.5)
    stage.events.removeAll()
    try does(&stage)
    let sources = stage.events.list.compactMap { event in
      let source = event.details.members.first { $0.0 == "source" }?.1.string
      return source.map { "\(event.type.name) \($0)" }
    }
    #expect(sources == told)
  }

  static let three =
    FieldStage.field("autofocus = true") + """

      [[text]]
      id = "two"
      enabled = false
      frame = { x = 640, y = 400, width = 300, height = 44 }
      [[text]]
      id = "three"
      frame = { x = 640, y = 500, width = 300, height = 44 }
      [[button]]
      id = "seven"
      label = ""
      types = "7"
      frame = { x = 100, y = 100, width = 80, height = 60 }
      """

  @Test(
    "The first field that wants the focus at first and can have it has it",
    arguments: [0, 1, 2]
  )
  func autofocus(chosen: Int) throws {
    func field(_ index: Int) -> String {
      let keys =
        index < chosen
        ? ["enabled = false\nautofocus = true", "autofocus = false"][index] : "autofocus = true"
      return "[[text]]\nid = \"f\(index)\"\n\(keys)\n"
        + "frame = { x = 640, y = \(100 + 100 * index), width = 300, height = 44 }\n"
    }
    var stage = try FieldStage((0..<3).map(field).joined())
    stage.scene.autofocus(at: FieldStage.instant(0), telling: &stage.events)
    #expect(stage.scene.focus == chosen)
  }

  @Test(
    "One widget at most has the focus: by Tab in order and round, by touch, and none on the ground"
  )
  func focus() throws {
    var stage = try FieldStage(Self.three)
    stage.scene.autofocus(at: FieldStage.instant(0), telling: &stage.events)
    #expect(stage.told() == ["focus"])
    #expect(stage.scene.isMoving(at: FieldStage.instant(0.1)), "the focus is seen to come")
    stage.press(.nextField, at: 2)
    #expect(stage.scene.focus == 2)
    #expect(stage.told() == ["blur", "focus"])
    stage.press(.nextField, at: 2)
    #expect(stage.scene.focus == 3 && stage.scene.focusedField == nil, "a button can have it too")
    stage.press(.nextField, at: 2)
    #expect(stage.scene.focus == 0)
    stage.press(.previousField, at: 2)
    stage.press(.previousField, at: 2)
    #expect(stage.scene.focus == 2)
    stage.tap(640, 300, at: 3)
    #expect(stage.scene.focus == 0)
    stage.tap(100, 100, at: 4)
    #expect(stage.scene.focus == 0, "a button does not take it")
    #expect(stage.text == "7")
    stage.tap(640, 400, at: 5)
    #expect(stage.scene.focus == nil, "a disabled field is ground")
    _ = stage.told()
    #expect(throws: WidgetFault.self) {
      try stage.scene.setFocus(
        to: 1,
        isQuiet: false,
        at: FieldStage.instant(6),
        telling: &stage.events
      )
    }
    stage.focus(0, at: 7)
    stage.widgets[0] = stage.widgets[0].applying(try WidgetChange(JSONObject([("visible", false)])))
    stage.scene.update(
      0,
      to: stage.widgets[0],
      from: SceneMaterials(),
      at: FieldStage.instant(8),
      telling: &stage.events
    )
    #expect(stage.scene.focus == nil && stage.told() == ["focus", "blur"])
  }

  @Test("A button that types does so again while it is held, after half a second")
  func repetition() throws {
    var stage = try FieldStage(Self.three)
    stage.focus()
    stage.finger(.down, 100, 100, at: 1)
    #expect(stage.text == "7")
    stage.advance(1.49)
    #expect(stage.text == "7")
    for step in 0..<4 { stage.advance(1.5001 + 0.033 * Double(step)) }
    #expect(stage.text == "77777")
    // After a stall it goes on with one.
    stage.advance(9)
    #expect(stage.text == "777777")
    stage.finger(.up, 100, 100, at: 9.01)
    stage.advance(12)
    #expect(stage.text == "777777")
  }

  @Test(
    "A button that submits, leads on or empties does so once, however long it is held",
    arguments: ["Return", "Tab", "Escape"]
  )
  func singleKeys(key: String) throws {
    let toml = Self.three.replacing("types = \"7\"", with: "key = \"\(key)\"")
    var stage = try FieldStage(toml)
    stage.focus()
    stage.type("ab", at: 0.5)
    _ = stage.told()
    stage.finger(.down, 100, 100, at: 1)
    let once = stage.told()
    for step in 0..<40 { stage.advance(1.2 + 0.05 * Double(step)) }
    #expect(!once.isEmpty && stage.told().allSatisfy { $0.hasPrefix("change") })
  }

  @Test("Who stays away too long finds an empty field")
  func idleClear() throws {
    var stage = try FieldStage(FieldStage.field("idle_clear = 30"))
    stage.focus()
    stage.type("ab", at: 1)
    stage.type("c", at: 20)
    stage.advance(49.9)
    #expect(stage.text == "abc")
    stage.look(49.9)
    stage.advance(50)
    #expect(stage.text == "" && stage.told().last == "change 0 0 ")
    stage.advance(200)
    #expect(stage.scene.deadline == nil)
  }
}
