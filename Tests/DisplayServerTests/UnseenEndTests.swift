// SPDX-License-Identifier: Apache-2.0
import Configuration
import Control
import DisplayServer
import Geometry
import JSON
import MonotonicTime
import Presentation
import RequestWords
import TestSupport
import Testing
import Touch
import VirtualKiosk
import VirtualTime
import Widgets

/// A circle, a chart and an indicator on a small screen, none of which needs a font.
private func scene(_ circle: String = "", _ rest: String = "") -> String {
  """
  [display]
  scale = 1
  [[circle]]
  id = "pull"
  frame = { x = 0, y = 0, width = 160, height = 60, anchor = "top-left" }
  resting = 20
  \(circle)
  [[chart]]
  id = "week"
  frame = { x = 0, y = 60, width = 80, height = 60, anchor = "top-left" }
  padding = 10
  bubble = false
  labels = ["", "", ""]
  [[progress]]
  id = "main"
  frame = { x = 100, y = 70, width = 40, height = 40, anchor = "top-left" }
  mask = { shape = "circle" }
  show_percent = false
  \(rest)
  """
}

private func field(_ keys: String = "") -> String {
  """
  [[text]]
  id = "name"
  frame = { x = 0, y = 0, width = 60, height = 20, anchor = "top-left" }
  \(keys)
  """
}

/// A kiosk with a file that a test rewrites, and a client that is told all that happens.
private struct Stage {
  let kiosk: SocketKiosk
  let client: SocketClient
  private let folder = TemporaryFolder()

  init(_ toml: String = scene()) throws {
    folder.write(Array(toml.utf8), to: "swell.toml")
    kiosk = try SocketKiosk(toml, configuration: ConfigurationSource(path: folder["swell.toml"]))
    client = try kiosk.connect()
    _ = kiosk.ask(client, #"{"jsonrpc":"2.0","method":"subscribe","id":1}"#)
  }

  var run: VirtualRun { kiosk.run }

  /// Reads `toml` anew; the file as it is where that is nil.
  func reload(_ toml: String? = nil) throws {
    if let toml { folder.write(Array(toml.utf8), to: "swell.toml") }
    try run.perform(.reload)
  }

  /// Pulls the circle by 40 points to the right and lets it go.
  func pull(from point: Point) {
    run.finger(.down, point)
    run.finger(.move, Point(x: point.x + 40, y: point.y))
    run.finger(.up, Point(x: point.x + 40, y: point.y))
    run.pass(0.05)
  }

  func draw() throws {
    let parameters = try JSONValue(parsing: Array(#"{"values":[10,40,20]}"#.utf8))
    try run.perform(ControlRequest(JSONRPCRequest(method: "chart.set", params: parameters)))
    run.pass(0.5)
  }

  func circle() throws -> JSONValue { try run.perform(.widget(.circle(.get(id: nil)))).json }

  /// What has been told since, each as its type with the id.
  func told() -> [String] {
    // What is told is on its way by then: each turn serves all that is due.
    var turns = 0
    _ = kiosk.serve {
      client.receive()
      turns += 1
      return turns > 100
    }
    var told: [String] = []
    while let event = client.nextLine()?["params"] {
      told.append("\(event["type"]?.string ?? "") \(event["id"]?.string ?? "")")
    }
    return told
  }
}

@Suite("What ends because nobody sees it any more")
struct UnseenEndTests {
  /// What makes a scene unseen.
  enum Reason: CaseIterable {
    case reload
    case otherScene
    case sleep
  }

  @Test(
    "A circle that swings rests at once and a line that is drawn is whole, and both say so once",
    arguments: Reason.allCases
  )
  func ends(reason: Reason) throws {
    let stage = try Stage()
    try stage.draw()
    stage.pull(from: Point(x: 50, y: 30))
    #expect(try stage.circle()["state"] == "springing")
    #expect((stage.run.widget("week")?["shown"]?.double ?? 1) < 1)
    switch reason {
    case .reload: try stage.reload()
    case .otherScene: try stage.reload(scene("color = \"#FF0000\""))
    case .sleep: try stage.run.perform(.setDisplay(brightness: nil, isAwake: false))
    }
    #expect(try stage.circle()["state"] == "resting" && stage.circle()["radius"] == 20)
    #expect(stage.run.widget("week")?["shown"] == 1)
    let told = stage.told()
    #expect(told.filter { $0 == "settle pull" }.count == 1)
    #expect(told.filter { $0 == "drawn week" }.count == 1)
    if reason == .sleep { try stage.run.perform(.setDisplay(brightness: nil, isAwake: true)) }
    stage.run.pass(5)
    #expect(stage.run.presentedPixels() == stage.run.picture())
    #expect(stage.told().allSatisfy { $0.hasPrefix("output") })
  }

  @Test("A reload that changes nothing leaves an indicator on its way, and a circle that was sent")
  func goesOn() throws {
    let stage = try Stage()
    try stage.run.perform(
      .widget(.circle(.set(id: nil, .radius(30), over: 10, ease: .name("linear"))))
    )
    try stage.run.perform(.setProgress(ProgressChange(percent: 100, duration: 10)))
    stage.run.pass(5)
    try stage.reload()
    stage.run.pass(1 / 60)
    #expect(try stage.circle()["state"] == "moving")
    let shown = try #require(stage.run.widget("main")?["shown"]?.double)
    #expect(shown > 30 && shown < 70)
  }

  @Test("Another scene has the circle where the finger put it, or on its way to where it was sent")
  func circleStays() throws {
    let stage = try Stage()
    stage.pull(from: Point(x: 50, y: 30))
    try stage.reload(scene("resting = 25").replacing("resting = 20\n", with: ""))
    let rested = try stage.circle()
    #expect(rested["state"] == "resting" && rested["radius"] == 25)
    #expect(rested["x"] == 50 && rested["y"] == 30)
    let going = CircleCall.set(id: nil, .radius(45), over: 10, ease: .name("linear"))
    try stage.run.perform(.widget(.circle(going)))
    stage.run.pass(5)
    let before = try #require(stage.circle()["radius"]?.double)
    try stage.reload(scene("color = \"#00FF00\""))
    let radius = try #require(stage.circle()["radius"]?.double)
    #expect(abs(radius - before) < 0.2)
    stage.run.pass(10)
    #expect(try stage.circle()["radius"] == 45 && stage.circle()["x"] == 50)
    #expect(stage.run.presentedPixels() == stage.run.picture())
    // Where it could not be touched it does not stay.
    let small = scene().replacing("x = 0, y = 0, width = 160", with: "x = 100, y = 0, width = 60")
    try stage.reload(small)
    #expect(try stage.circle()["state"] == "empty")
  }

  @Test("A circle that nobody has touched is not there after a reload either")
  func staysEmpty() throws {
    let stage = try Stage()
    try stage.reload(scene("color = \"#00FF00\""))
    #expect(try stage.circle()["state"] == "empty")
  }

  @Test(
    "A field that loses the focus by a reload says so; one that keeps it says nothing",
    arguments: [
      ("", false), ("color = \"#EEEEEE\"", false), ("enabled = false", true),
      ("visible = false", true), (nil, true),
    ]
  )
  func blur(keys: String?, isBlurred: Bool) throws {
    let stage = try Stage(scene("", field()))
    try stage.run.perform(.setFocus(id: "name", isQuiet: true))
    _ = stage.told()
    try stage.reload(scene("", keys.map { field($0) } ?? ""))
    #expect(stage.told() == (isBlurred ? ["blur name", "reload "] : ["reload "]))
  }
}
