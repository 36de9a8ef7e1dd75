// SPDX-License-Identifier: Apache-2.0
import Raster
import TOMLReading
import Testing
import Widgets

@testable import Configuration

@Suite("Circles from a file")
struct CircleSettingsTests {
  private func circle(_ text: String) throws -> CircleSettings? {
    let text = "[[circle]]\nid = \"c\"\n" + text
    let settings = try Settings(parsing: Array(text.utf8), fileName: "swell.toml")
    return settings.widgets.compactMap { if case .circle(let circle) = $0 { circle } else { nil } }
      .first
  }

  @Test("Everything in [[circle]] can be set")
  func keys() throws {
    let found = try circle(
      """
      frame = { x = 1, y = 2, width = 3, height = 4, anchor = "center" }
      centre = "fixed"
      resting = 50
      duration = 2
      tension = 0.5
      literal = true
      reach = 90
      inner = 10
      trigger_at = 100
      color = "#010203"
      armed_color = "#040506"
      label = "pull"
      label_color = "#070809"
      exec = ["true"]
      while_running = "queue"
      visible = false
      enabled = false
      """
    )
    var expected = CircleSettings(id: "c")
    expected.frame = FrameSettings(
      x: .points(1),
      y: .points(2),
      width: .points(3),
      height: .points(4)
    )
    expected.centre = .fixed
    expected.resting = 50
    expected.duration = 2
    expected.tension = 0.5
    expected.isLiteral = true
    expected.reach = 90
    expected.inner = 10
    expected.triggerRadius = 100
    expected.color = Color(rgb: 0x010203)
    expected.armedColor = Color(rgb: 0x040506)
    expected.label = "pull"
    expected.labelColor = Color(rgb: 0x070809)
    expected.command = ["true"]
    expected.whileRunning = .queue
    expected.isVisible = false
    expected.isEnabled = false
    #expect(found == expected)
  }

  @Test("With nothing but an id it has the defaults", arguments: ["", "exec = []"])
  func defaults(text: String) throws {
    #expect(try circle(text) == CircleSettings(id: "c"))
  }

  @Test(
    "What could never be reached is refused with its place",
    arguments: [
      ("reach = 50\ninner = 60", "3:1", "'reach'"), ("inner = 101", "3:1", "'resting'"),
      ("reach = 50\ntrigger_at = 101", "4:1", "'trigger_at'"),
      ("resting = -1", "3:11", "'resting'"), ("duration = 0", "3:12", "'duration'"),
      ("centre = \"middle\"", "3:10", "'centre'"), ("exec = [\"\"]", "3:9", "'exec'"),
    ]
  )
  func refuses(text: String, place: String, key: String) throws {
    let error = #expect(throws: ConfigurationError.self) { try circle(text) }
    #expect(error?.lines.count == 1)
    #expect(error?.lines.first?.contains("swell.toml:\(place)") == true)
    #expect(error?.lines.first?.contains(key) == true)
  }
}
