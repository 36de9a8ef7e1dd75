// SPDX-License-Identifier: Apache-2.0
import Geometry
import Presentation
import JSON
import VirtualTime
import Widgets
import RequestWords
import Configuration
import Control
import DisplayServer
import Geometry
import MonotonicTime
import Presentation
import TestSupport
import Testing
import Touch
import VirtualKiosk

/// A configuration file that a test rewrites.
private final class ConfigurationFile {
  private let folder = TemporaryFolder()

  init(_ text: String) { write(text) }

  var path: String { folder["swell.toml"] }

  func write(_ text: String) { folder.write(Array(text.utf8), to: "swell.toml") }
}

@Suite("Reloading the configuration")
struct ReloadTests {
  private let file = ConfigurationFile(plainScene)

  private func kiosk() throws -> VirtualRun {
    let run = try VirtualRun(configuration: ConfigurationSource(path: file.path))
    run.comeToRest()
    return run
  }

  @Test("What was set stays with widgets that keep their id and kind; others begin anew")
  func keepsState() throws {
    let run = try kiosk()
    try run.perform(.setProgress(ProgressChange(percent: 100, duration: 0)))
    try run.perform(.setWidget(WidgetSetting(id: "start", color: "#F00", isEnabled: false)))
    try run.perform(.setWidget(WidgetSetting(id: "stop", isVisible: false)))
    run.comeToRest()
    let before = run.presentedPixels()
    try run.perform(.reload)
    run.comeToRest()
    #expect(run.presentedPixels() == before)
    file.write(plainScene.replacing("id = \"stop\"", with: "id = \"other\""))
    try run.perform(.reload)
    run.comeToRest()
    #expect(run.status.widgets.map { $0["id"] } == ["start", "other", "main"])
    #expect(run.widget("start")?["enabled"] == false)
    #expect(run.widget("other")?["visible"] == true)
    #expect(run.widget("main")?["percent"] == 100)
    #expect(run.presentedPixels() == run.picture())
  }

  @Test(
    "A page has what it says for the screen on which it is, after a reload too",
    arguments: [(160, 120, [0xFF, 0]), (120, 160, [0, 0xFF])]
  )
  func pageOfScreen(width: Int, height: Int, blueAndGreen: [UInt8]) throws {
    let text = """
      [display]
      scale = 1
      [[page]]
      id = "a"
      background = "#0000FF"
      portrait.background = "#00FF00"
      """
    file.write(text + "\n[[page]]\nid = \"b\"\n")
    let run = try VirtualRun(
      text,
      mode: smallMode(width, height),
      configuration: ConfigurationSource(path: file.path)
    )
    run.comeToRest()
    #expect(run.presentedPixels()?.prefix(2).map(\.self) == blueAndGreen)
    try run.perform(.reload)
    run.comeToRest()
    #expect(run.presentedPixels()?.prefix(2).map(\.self) == blueAndGreen)
    #expect(run.status.page == "a")
  }

  @Test("A file with errors is told line by line, and the running scene goes on")
  func badFile() throws {
    let run = try kiosk()
    let before = run.presentedPixels()
    file.write("[display]\nrotation = 45\nscal = 2\n")
    let error = refusal { () throws(JSONRPCError) in try run.perform(.reload) }
    #expect(error?.code == -32004)
    let lines = error?.data?["errors"]?.array?.compactMap(\.string) ?? []
    #expect(lines.count == 2)
    #expect(lines.allSatisfy { $0.hasPrefix(file.path) })
    run.pass(1)
    #expect(run.presentedPixels() == before)
    try run.perform(.pressButton(id: "start"))
  }

  @Test("A new look is on the screen at once, rotation and background included")
  func newLook() throws {
    let run = try kiosk()
    let before = run.presentedPixels()
    file.write(plainScene.replacing("scale = 1", with: "scale = 1\nrotation = 180"))
    try run.perform(.reload)
    run.pass(0.1)
    #expect(run.status.output.rotation == 180)
    #expect(run.presentedPixels() == run.picture())
    #expect(run.presentedPixels() != before)
    // Touch turns with the picture: the same place of the panel is another place of the view.
    file.write(plainScene)
    try run.perform(.reload)
    run.comeToRest()
    #expect(run.presentedPixels() == before)
  }

  @Test(
    "The picture stands upright on a panel mounted sideways, unless a number says otherwise",
    arguments: [("\"auto\"", 90), ("0", 0), ("180", 180)]
  )
  func panelRotation(rotation: String, expected: Int) throws {
    let toml = plainScene.replacing("scale = 1", with: "scale = 1\nrotation = \(rotation)")
    var mode = smallMode(120, 160)
    mode.panelRotation = .quarter
    let run = try VirtualRun(toml, mode: mode)
    run.pass(0.1)
    #expect(run.status.output.rotation == expected)
    #expect(run.presentedPixels() == run.picture())
    // The same as with the number itself, on a panel mounted upright.
    let number = plainScene.replacing("scale = 1", with: "scale = 1\nrotation = \(expected)")
    let upright = try VirtualRun(number, mode: smallMode(120, 160))
    upright.pass(0.1)
    #expect(run.presentedPixels() == upright.presentedPixels())
  }

  @Test("A finger on a button while the scene is built anew neither sticks nor triggers")
  func heldWhileReloading() throws {
    let run = try kiosk()
    run.finger(.down, onStart)
    #expect(run.widget("start")?["pressed"] == true)
    try run.perform(.reload)
    #expect(run.widget("start")?["pressed"] == false)
    run.finger(.up, onStart)
    run.finger(.down, onStart)
    #expect(run.widget("start")?["pressed"] == true)
    run.finger(.up, onStart)
    run.comeToRest()
    #expect(run.isAtRest)
  }
}
