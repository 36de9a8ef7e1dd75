// SPDX-License-Identifier: Apache-2.0
import Configuration
import Control
import Geometry
import MonotonicTime
import Presentation
import TestSupport
import Testing
import Touch

@testable import DisplayServer
@testable import Widgets

/// Two fields, and a pad of keys that a remote control leads over.
private let padScene = """
  [display]
  scale = 1
  [keyboard]
  [[page]]
  id = "pad"
  [[page.text]]
  id = "pin"
  next = "name"
  frame = { x = 40, y = 20, width = 60, height = 24 }
  [[page.text]]
  id = "name"
  frame = { x = 120, y = 20, width = 60, height = 24 }
  [[page.button]]
  id = "one"
  types = "1"
  keys = ["F1"]
  frame = { x = 30, y = 70, width = 40, height = 30 }
  [[page.button]]
  id = "erase"
  key = "BackSpace"
  frame = { x = 80, y = 70, width = 40, height = 30 }
  [[page.button]]
  id = "enter"
  key = "Return"
  frame = { x = 130, y = 70, width = 40, height = 30 }
  [[page]]
  id = "other"
  turn = { kind = "none" }
  """

@Suite("Buttons that type, under keys that lead the focus")
struct LedTypingTests {
  private let folder = TemporaryFolder()
  private let server: Server<VirtualOutput, NoTouchSource>

  init() throws { server = try startedServer(padScene, of: folder, at: Self.at(0)) }

  private static func at(_ seconds: Double) -> MonotonicInstant {
    MonotonicInstant(seconds: seconds)
  }

  private func key(_ stroke: KeyStroke, _ seconds: Double) {
    server.handle([stroke], time: Self.at(seconds), at: Self.at(seconds))
    server.advance(to: Self.at(seconds))
  }

  /// Presses what has the focus.
  private func tap(_ seconds: Double) {
    for (phase, time) in [(TouchPhase.down, seconds), (.up, seconds + 0.1)] {
      server.press(.enter, code: 28, phase: phase, time: Self.at(time), at: Self.at(time))
      server.advance(to: Self.at(time))
    }
  }

  /// Presses the key that is bound to the button "one".
  private func tapBound(_ seconds: Double) {
    for (phase, time) in [(TouchPhase.down, seconds), (.up, seconds + 0.1)] {
      server.press(59, phase: phase, time: Self.at(time), at: Self.at(time))
      server.advance(to: Self.at(time))
    }
  }

  private func text(_ id: String) -> String? {
    server.widgets.names.index(of: id).flatMap { server.scene?.typedText(at: $0) }
  }

  private var focus: String? { server.scene?.focus.map { server.widgets.names.ids[$0] } }

  @Test("They type into the field that keys have led the focus off, and keep the focus")
  func types() {
    key(.nextField, 1)
    key(.text("7"), 2)
    key(.down, 3)
    #expect(focus == "one")
    tap(4)
    tap(5)
    #expect(text("pin") == "711" && focus == "one")
    key(.right, 6)
    #expect(focus == "erase")
    tap(7)
    #expect(text("pin") == "71" && text("name") == "")
    // What a keyboard types is for a field with the focus alone.
    key(.text("9"), 8)
    #expect(text("pin") == "71")
    // Return leads from that field to the next, which is typed into from now on.
    key(.right, 9)
    tap(10)
    #expect(focus == "name")
    key(.down, 11)
    #expect(focus == "enter")
    tapBound(12)
    #expect(text("pin") == "71" && text("name") == "1")
  }

  @Test("Once no widget has the focus they type nowhere")
  func nowhere() {
    key(.nextField, 1)
    key(.down, 2)
    tapBound(3)
    #expect(text("pin") == "1" && focus == "one")
    let finger = ContactID(device: 0, slot: 0)
    for phase in [TouchPhase.down, .up] {
      let position = Point(x: 5, y: 115)
      let event = TouchEvent(contact: finger, phase: phase, position: position, time: Self.at(4))
      server.handleTouch(event, at: Self.at(4))
    }
    tapBound(5)
    #expect(focus == nil && text("pin") == "1")
  }

  @Test("A page that comes again has forgotten the field")
  func pages() {
    key(.nextField, 1)
    key(.down, 2)
    tapBound(3)
    for (page, time) in [("other", 30.0), ("pad", 40)] {
      server.advance(to: Self.at(time))
      server.turnPage(to: page, by: .request, at: Self.at(time))
      // A frame may have been due first.
      server.advance(to: Self.at(time + 1))
      #expect(server.widgets.pages.page?.id == page)
    }
    #expect(focus == "pin" && server.scene?.leftField == nil)
  }
}
