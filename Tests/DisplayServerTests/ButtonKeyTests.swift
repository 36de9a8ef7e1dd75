// SPDX-License-Identifier: Apache-2.0
import Configuration
import Geometry
import JSON
import MonotonicTime
import Presentation
import TestSupport
import Testing
import Touch

@testable import DisplayServer
@testable import Widgets

/// A button that one key and another press, with a page that it leads to, where the same key presses another.
private let keyScene = """
  [display]
  scale = 1
  [[page]]
  id = "first"
  [[page.button]]
  id = "go"
  keys = ["F1", "KEY_VOLUMEUP"]
  to = "second"
  frame = { x = 40, y = 30, width = 60, height = 40 }
  [[page]]
  id = "second"
  turn = { kind = "none" }
  [[page.button]]
  id = "beneath"
  keys = ["F2"]
  to = "first"
  frame = { x = 40, y = 30, width = 60, height = 40 }
  [[page.button]]
  id = "back"
  keys = ["F1"]
  to = "first"
  frame = { x = 45, y = 30, width = 60, height = 40 }
  """

@Suite("Keys that press buttons")
struct ButtonKeyTests {
  private static let (f1, f2, volumeUp): (UInt16, UInt16, UInt16) = (59, 60, 115)

  private let folder = TemporaryFolder()
  private let server: Server<VirtualOutput, NoTouchSource>

  init() throws { server = try startedServer(keyScene, of: folder, at: Self.at(0)) }

  private static func at(_ seconds: Double) -> MonotonicInstant {
    MonotonicInstant(seconds: seconds)
  }

  private func press(_ code: UInt16, _ phase: TouchPhase, _ seconds: Double) {
    server.press(code, phase: phase, time: Self.at(seconds), at: Self.at(seconds))
    server.advance(to: Self.at(seconds))
  }

  private var page: String? { server.widgets.pages.page?.id }

  private func isPressed(_ id: String, _ seconds: Double) throws -> Bool {
    let index = try #require(server.widgets.names.index(of: id))
    let guide = server.scene?.guide(
      of: index,
      settings: server.widgets.inForce[index],
      at: Self.at(seconds)
    )
    return try #require(guide?.offset) > 1
  }

  @Test("A button swells as long as the key is held, and triggers when it comes up")
  func press() throws {
    for (key, begin) in [(Self.f1, 1.0), (Self.volumeUp, 5)] {
      press(key, .down, begin)
      #expect(try isPressed("go", begin + 0.3))
      #expect(page == "first")
      press(key, .up, begin + 1)
      #expect(page == "second")
      // There the same key presses another one.
      press(Self.f1, .down, begin + 2)
      press(Self.f1, .up, begin + 2.1)
      #expect(page == "first")
    }
  }

  @Test("A key does nothing where no button has it that a finger would reach, or its device goes")
  func nothing() throws {
    press(Self.f2, .down, 1)
    press(Self.f2, .up, 1.1)
    press(30, .down, 1.2)
    press(30, .up, 1.3)
    press(Self.f1, .down, 1.4)
    press(Self.f1, .cancel, 1.5)
    #expect(page == "first")
    press(Self.f1, .down, 2)
    press(Self.f1, .up, 2.1)
    #expect(page == "second")
    // Its middle lies under another one.
    press(Self.f2, .down, 3)
    press(Self.f2, .up, 3.1)
    #expect(page == "second")
  }
  @Test("A key presses its button on a page that the keyboard on the screen has moved up")
  func movedPage() throws {
    let server = try startedServer(
      """
      [display]
      scale = 1
      [[button]]
      id = "go"
      keys = ["F1"]
      frame = { x = "50%", y = "15%", width = 40, height = 12 }
      [[text]]
      id = "name"
      frame = { x = "50%", y = "85%", width = 60, height = 12 }
      [keyboard.screen]
      """,
      of: folder,
      at: Self.at(0)
    )
    var events = WidgetEvents()
    try server.scene?.setFocus(to: 1, isQuiet: true, at: Self.at(1), telling: &events)
    server.scene?.setKeyboard(isUp: true, at: Self.at(1))
    server.scene?.show(at: Self.at(3))
    #expect(server.scene?.keyboard?.liftInPoints ?? 0 > 20)
    server.press(Self.f1, phase: .down, time: Self.at(4), at: Self.at(4))
    let guide = server.scene?.guide(of: 0, settings: server.widgets.inForce[0], at: Self.at(4.3))
    #expect(try #require(guide?.offset) > 1)
  }

  @Test("On the page of crosses a key touches nothing")
  func calibrating() {
    server.stage.isCalibrating = true
    press(Self.f1, .down, 1)
    #expect(server.stage.keyPlaces.isEmpty)
    press(Self.f1, .up, 1.1)
    server.stage.isCalibrating = false
    #expect(page == "first")
  }
}
