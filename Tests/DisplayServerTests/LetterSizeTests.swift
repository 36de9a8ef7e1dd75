// SPDX-License-Identifier: Apache-2.0
import Configuration
import Control
import JSON
import RequestWords
import TestSupport
import Testing
import VirtualKiosk
import VirtualTime
import Widgets

@Suite("Letters of buttons on a page")
struct LetterSizeTests {
  /// Two buttons with 64 points of room each, and one of another look.
  private func kiosk(_ label: String, _ display: String = "") throws -> VirtualRun {
    let text = """
      [display]
      scale = 1
      \(display)
      [[look]]
      name = "key"
      [[button]]
      id = "a"
      label = "Go"
      frame = { x = 10, y = 10, width = 80, height = 60, anchor = "top-left" }
      [[button]]
      id = "b"
      label = \(label)
      frame = { x = 110, y = 10, width = 80, height = 60, anchor = "top-left" }
      [[button]]
      id = "c"
      label = "Key"
      look = "key"
      frame = { x = 210, y = 10, width = 80, height = 60, anchor = "top-left" }
      """
    let run = try VirtualRun(
      settings: Settings(parsing: Array(text.utf8), fileName: "test.toml"),
      mode: smallMode(300, 80),
      hertz: 60
    )
    run.comeToRest()
    return run
  }

  /// The pixels of the button whose frame begins at `x`.
  private func pixels(_ run: VirtualRun, from x: Int) throws -> [UInt8] {
    let picture = try #require(run.picture())
    return (10..<70).flatMap { row -> ArraySlice<UInt8> in
      let start = (row * 300 + x) * 4
      return picture[start..<start + 80 * 4]
    }
  }

  @Test("A label that is set has the others change, as in a scene that is made with it")
  func set() throws {
    let (run, long) = (try kiosk("\"No\""), try kiosk("\"Continue\""))
    let before = try [10, 210].map { try pixels(run, from: $0) }
    let change = try WidgetChange(JSONObject([("label", "Continue")]))
    _ = try run.perform(.setWidgets(ids: ["b"], change))
    run.comeToRest()
    #expect(run.picture() == long.picture())
    #expect(try pixels(run, from: 10) != before[0])
    #expect(try pixels(run, from: 210) == before[1])
    let back = try WidgetChange(JSONObject([("label", "No")]))
    _ = try run.perform(.setWidgets(ids: ["b"], back))
    run.comeToRest()
    #expect(try pixels(run, from: 10) == before[0])
  }

  @Test("Another language has letters of the size that its own labels need")
  func language() throws {
    let run = try kiosk(
      "{ en = \"No\", de = \"Continue\" }",
      "languages = [\"en\", \"de\"]"
    )
    let english = try pixels(run, from: 10)
    _ = try run.perform(.setLanguage("de"))
    run.comeToRest()
    let long = try kiosk("\"Continue\"")
    #expect(try pixels(run, from: 10) == pixels(long, from: 10))
    #expect(try pixels(run, from: 10) != english)
  }
}
