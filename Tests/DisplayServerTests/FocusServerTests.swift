// SPDX-License-Identifier: Apache-2.0
import Configuration
import Control
import Geometry
import JSON
import MonotonicTime
import Presentation
import TestSupport
import Testing
import Touch
import VirtualKiosk
import VirtualTime

@testable import DisplayServer
@testable import Widgets

private let focusScene = """
  [display]
  scale = 1
  [keyboard]
  [[button]]
  id = "help"
  order = 9
  frame = { x = 130, y = 100, width = 40, height = 20 }
  [[page]]
  id = "first"
  [[page.button]]
  id = "go"
  to = "second"
  frame = { x = 40, y = 30, width = 60, height = 30 }
  [[page.text]]
  id = "name"
  frame = { x = 40, y = 80, width = 60, height = 24 }
  [[page]]
  id = "second"
  turn = { kind = "none" }
  [[page.button]]
  id = "right"
  to = "third"
  frame = { x = 120, y = 30, width = 40, height = 30 }
  [[page.button]]
  id = "left"
  to = "first"
  frame = { x = 40, y = 30, width = 40, height = 30 }
  [[page]]
  id = "third"
  turn = { kind = "none" }
  [[page.button]]
  id = "return"
  to = "back"
  frame = { x = 40, y = 30, width = 40, height = 30 }
  [[button]]
  id = "cover"
  visible = false
  frame = { x = 45, y = 35, width = 60, height = 40 }
  """

@Suite("The focus in the daemon")
struct FocusServerTests {
  private static let (enter, space, escape): (UInt16, UInt16, UInt16) = (28, 57, 1)

  private let folder = TemporaryFolder()
  private let server: Server<VirtualOutput, NoTouchSource>

  init() throws { server = try startedServer(focusScene, of: folder, at: Self.at(0)) }

  private static func at(_ seconds: Double) -> MonotonicInstant {
    MonotonicInstant(seconds: seconds)
  }

  private func key(_ stroke: KeyStroke, _ seconds: Double) {
    server.handle([stroke], time: Self.at(seconds), at: Self.at(seconds))
    server.advance(to: Self.at(seconds))
  }

  private func press(_ stroke: KeyStroke, _ code: UInt16, _ phase: TouchPhase, _ seconds: Double) {
    server.press(stroke, code: code, phase: phase, time: Self.at(seconds), at: Self.at(seconds))
    server.advance(to: Self.at(seconds))
  }

  private func tap(_ stroke: KeyStroke, _ code: UInt16, _ seconds: Double) {
    press(stroke, code, .down, seconds)
    press(stroke, code, .up, seconds + 0.1)
  }

  private var page: String? { server.widgets.pages.page?.id }
  private var focus: String? { server.scene?.focus.map { server.widgets.names.ids[$0] } }

  private func swelling(of id: String, _ seconds: Double) throws -> Double {
    let index = try #require(server.widgets.names.index(of: id))
    let guide = server.scene?.guide(
      of: index,
      settings: server.widgets.inForce[index],
      at: Self.at(seconds)
    )
    return try #require(guide?.offset)
  }

  @Test(
    "Return and Space press what has the focus for as long as they are held",
    arguments: [28, 96]
  )
  func press(code: UInt16) throws {
    key(.nextField, 1)
    #expect(focus == "help")
    key(.nextField, 2)
    #expect(focus == "go")
    press(.enter, code, .down, 3)
    #expect(try swelling(of: "go", 3.5) > 1 && page == "first")
    #expect(try swelling(of: "go", 9) > 1)
    press(.enter, code, .up, 9)
    #expect(page == "second" && focus == "left")
    // The page's first widget as one reads, not what is on all pages.
    tap(.text(" "), Self.space, 11)
    #expect(page == "first" && focus == "go")
    press(.text(" "), Self.space, .down, 12)
    press(.text(" "), Self.space, .cancel, 13)
    #expect(page == "first")
  }

  @Test("A field that has the focus is typed into, and Up and Down leave it")
  func field() throws {
    key(.down, 1)
    key(.nextField, 2)
    key(.down, 3)
    #expect(focus == "name" && server.scene?.focusedField != nil)
    tap(.text(" "), Self.space, 4)
    key(.text("a"), 5)
    key(.left, 6)
    key(.text("b"), 6.5)
    let index = try #require(server.widgets.names.index(of: "name"))
    #expect(server.scene?.typedText(at: index) == " ba")
    tap(.enter, Self.enter, 7)
    #expect(focus == "name" && page == "first")
    key(.up, 8)
    #expect(focus == "go" && server.scene?.focusedField == nil)
  }

  @Test("Escape presses the page's way back, or goes the way that one has come")
  func escape() throws {
    tap(.escape, Self.escape, 1)
    #expect(page == "first")
    key(.nextField, 2)
    key(.nextField, 3)
    tap(.enter, Self.enter, 4)
    key(.nextField, 5)
    #expect(focus == "right")
    tap(.enter, Self.enter, 6)
    #expect(page == "third" && focus == "return")
    press(.escape, Self.escape, .down, 7)
    #expect(try page == "third" && swelling(of: "return", 7.5) > 1)
    press(.escape, Self.escape, .up, 8)
    #expect(page == "second")
    // There is no button for it here.
    press(.escape, Self.escape, .down, 9)
    #expect(page == "first")
    press(.escape, Self.escape, .up, 9.1)
  }

  @Test("After a touch nothing is pressed by Return until a key has shown the focus")
  func touched() {
    key(.nextField, 1)
    key(.nextField, 2)
    let finger = ContactID(device: 0, slot: 0)
    for phase in [TouchPhase.down, .up] {
      let position = Point(x: 5, y: 115)
      let event = TouchEvent(contact: finger, phase: phase, position: position, time: Self.at(3))
      server.handleTouch(event, at: Self.at(3))
    }
    tap(.enter, Self.enter, 4)
    #expect(page == "first" && server.scene?.isFocusShown == false)
    // With a page that a touch brings no widget has it.
    server.turnPage(to: "second", by: .touch, at: Self.at(5))
    #expect(focus == nil)
    key(.right, 6)
    #expect(focus == "help")
  }

  @Test("What another widget covers has the focus no more, and keys go on from there")
  func covered() throws {
    func cover(_ isVisible: Bool, _ seconds: Double) throws {
      let index = try #require(server.widgets.names.index(of: "cover"))
      let change = try WidgetChange(JSONObject([("visible", .bool(isVisible))]))
      server.change(index, by: change, at: Self.at(seconds))
      server.advance(to: Self.at(seconds + 1))
    }
    key(.nextField, 1)
    key(.nextField, 2)
    #expect(focus == "go" && server.scene?.isFocusShown == true)
    try cover(true, 3)
    #expect(focus == nil && server.scene?.isFocusShown == false)
    tap(.enter, Self.enter, 5)
    #expect(page == "first")
    key(.nextField, 6)
    #expect(focus == "cover")
    try cover(false, 7)
    #expect(focus == nil)
    key(.down, 9)
    #expect(focus == "name")
    // What is elsewhere takes no focus, and a field keeps it.
    try cover(true, 10)
    #expect(focus == "name" && server.scene?.isFocusShown == true)
  }

  @Test(
    "An arrow pulls a circle that Return holds until letting go triggers, and the opposite one back",
    arguments: [
      ([], false), ([KeyStroke.right], true), ([.up, .left], true), ([.up, .down], false),
      ([.right, .left], false), ([.right, .left, .left], true), ([.home], false),
    ] as [([KeyStroke], Bool)]
  )
  func circle(strokes: [KeyStroke], triggers: Bool) throws {
    let folder = TemporaryFolder()
    let server = try startedServer(
      """
      [display]
      scale = 1
      [keyboard]
      [[page]]
      id = "first"
      [[page.circle]]
      id = "pull"
      centre = "fixed"
      resting = 20
      trigger_at = 50
      to = "second"
      frame = { x = 80, y = 60, width = 100, height = 100 }
      [[page.button]]
      id = "beside"
      frame = { x = 150, y = 60, width = 20, height = 20 }
      [[page]]
      id = "second"
      turn = { kind = "none" }
      """,
      of: folder,
      at: Self.at(0)
    )
    func handle(_ seconds: Double, _ change: (MonotonicInstant) -> Void) {
      change(Self.at(seconds))
      server.advance(to: Self.at(seconds))
    }
    func isFocused() -> Bool { server.scene?.focus.map { server.widgets.names.ids[$0] } == "pull" }
    handle(1) { server.handle([.nextField], time: $0, at: $0) }
    handle(2) { server.press(.enter, code: Self.enter, phase: .down, time: $0, at: $0) }
    for (place, stroke) in strokes.enumerated() {
      handle(3 + Double(place)) { server.handle([stroke], time: $0, at: $0) }
    }
    #expect(isFocused())
    let radius = try #require(server.scene?.shelves.circles[0].motion.radius(at: Self.at(8)))
    #expect(abs(radius - (triggers ? 51 : 20)) < 1e-9)
    handle(9) { server.press(.enter, code: Self.enter, phase: .up, time: $0, at: $0) }
    #expect(server.widgets.pages.page?.id == (triggers ? "second" : "first"))
    guard !triggers else { return }
    // Let go it has the arrows no more.
    handle(10) { server.handle([.right], time: $0, at: $0) }
    #expect(!isFocused())
  }

  @Test("On the page of crosses keys neither lead nor press")
  func calibrating() {
    key(.nextField, 1)
    key(.nextField, 2)
    server.stage.isCalibrating = true
    key(.nextField, 3)
    tap(.enter, Self.enter, 4)
    tap(.escape, Self.escape, 5)
    server.stage.isCalibrating = false
    #expect(focus == "go" && page == "first")
  }

  @Test("Keys that a client sends do the same, and the frame shows the ring")
  func client() throws {
    let run = try VirtualRun(focusScene)
    run.comeToRest()
    for name in ["Tab", "Tab", "Return"] { try run.perform(.sendKeys(.key(name))) }
    run.comeToRest()
    #expect(run.presentedPixels() == run.picture())
    #expect(try run.perform(.getPage).json["id"] == "second")
    // The ring's outer edges are 3 + 3 points around what reaches from 20 to 60 and from 15 to 45.
    #expect(run.scene?.ring.look(at: run.now).frame == Rect(x: 14, y: 9, width: 52, height: 42))
  }
}
