// SPDX-License-Identifier: Apache-2.0
import Configuration
import Control
import DisplayServer
import Geometry
import JSON
import MonotonicTime
import Presentation
import TestSupport
import Testing
import Touch
import VirtualKiosk
import VirtualTime
import Widgets

/// A small screen that is one circle, which needs no font.
private func circleScene(_ keys: String = "", display: String = "") -> String {
  """
  [display]
  scale = 1
  \(display)
  [[circle]]
  id = "pull"
  frame = { x = 0, y = 0, width = "100%", height = "100%", anchor = "top-left" }
  resting = 30
  \(keys)
  """
}

@Suite("Circles in the daemon")
struct CircleServerTests {
  private func circle(_ run: VirtualRun) throws -> JSONValue {
    try run.perform(.widget(.circle(.get(id: nil)))).json
  }

  @Test(
    "Painting changes leaves what painting everything would, pulled, let go, caught and at rest",
    arguments: [0, 90, 180, 270],
    [1, 1.25]
  )
  func incremental(rotation: Int, scale: Double) throws {
    let toml = circleScene().replacing(
      "scale = 1",
      with: "scale = \(scale)\nrotation = \(rotation)\nbackground = \"#204060\""
    )
    let run = try VirtualRun(toml, mode: smallMode(200, 160))
    let steps: [(TouchPhase, Double, Double)] = [
      (.down, 60, 50), (.move, 75, 55), (.move, 110, 70), (.move, 150, 120), (.move, 64, 52),
      (.up, 90, 60), (.down, 100, 80), (.move, 130, 80), (.up, 130, 80),
    ]
    for (phase, x, y) in steps {
      run.finger(phase, Point(x: x, y: y))
      run.pass(0.07)
      let isSame = run.presentedPixels() == run.picture()
      #expect(isSame, "after \(phase) at (\(x), \(y))")
    }
    run.comeToRest()
    #expect(run.presentedPixels() == run.picture())
    #expect(try circle(run)["radius"] == 30)
  }

  @Test(
    "Turned it looks as it does upright, and tells the view's positions",
    arguments: [90, 180, 270]
  )
  func turned(rotation: Int) throws {
    func pulled(_ rotation: Int, _ width: Int, _ height: Int) throws -> VirtualRun {
      let toml = circleScene(display: "rotation = \(rotation)")
      let run = try VirtualRun(toml, mode: smallMode(width, height))
      run.finger(.down, Point(x: 70, y: 40))
      run.finger(.move, Point(x: 94, y: 50))
      run.pass(0.1)
      return run
    }
    let upright = try pulled(0, 200, 160)
    let turned = try rotation == 180 ? pulled(180, 200, 160) : pulled(rotation, 160, 200)
    #expect(try circle(turned) == circle(upright))
    #expect(try circle(turned)["x"] == 70 && circle(turned)["radius"] == 26)
    let one = try #require(upright.presentedPixels())
    let other = try #require(turned.presentedPixels())
    let transform = OutputTransform(
      bufferSize: try #require(turned.output.mode).size,
      rotation: try #require(Rotation(rawValue: rotation)),
      scale: 1
    )
    for y in 0..<160 {
      for x in 0..<200 {
        let view = PixelRect(left: x, top: y, right: x + 1, bottom: y + 1)
        let place = transform.bufferRect(ofView: view)
        let start = (place.top * transform.bufferSize.width + place.left) * 4
        let isSame = one[(y * 200 + x) * 4..<(y * 200 + x) * 4 + 3] == other[start..<start + 3]
        #expect(isSame, "(\(x), \(y))")
      }
    }
  }

  @Test("The touch that wakes the panel pulls nothing")
  func waking() throws {
    let run = try VirtualRun(circleScene(display: "blank_after = 5"))
    run.pass(20)
    #expect(run.status.output.state == "asleep")
    for (phase, x) in [(TouchPhase.down, 40.0), (.move, 90), (.up, 90)] {
      run.finger(phase, Point(x: x, y: 60))
    }
    run.pass(0.5)
    #expect(run.status.output.state != "asleep")
    #expect(try circle(run)["state"] == "empty")
    run.finger(.down, Point(x: 40, y: 60))
    #expect(try circle(run)["state"] == "dragging")
  }

  @Test("A reload in mid-swing shows the circle at rest")
  func reload() throws {
    let folder = TemporaryFolder()
    let path = folder["swell.toml"]
    folder.write(Array(circleScene("centre = \"fixed\"").utf8), to: "swell.toml")
    let run = try VirtualRun(
      circleScene("centre = \"fixed\""),
      configuration: ConfigurationSource(path: path)
    )
    run.finger(.down, Point(x: 90, y: 60))
    run.finger(.move, Point(x: 130, y: 60))
    run.finger(.up, Point(x: 130, y: 60))
    run.pass(0.1)
    #expect(try circle(run)["state"] == "springing")
    folder.write(
      Array(circleScene("centre = \"fixed\"\ncolor = \"#FF0000\"").utf8),
      to: "swell.toml"
    )
    try run.perform(.reload)
    run.pass(0.05)
    #expect(try circle(run)["state"] == "resting" && circle(run)["radius"] == 30)
    #expect(run.presentedPixels() == run.picture())
  }

  @Test(
    "A finger may leave the screen as far as it likes, and a circle may rest as nothing",
    arguments: [(5000.0, 60.0), (-900, 60), (80, 4000)]
  )
  func outside(x: Double, y: Double) throws {
    let run = try VirtualRun(circleScene("resting = 0").replacing("resting = 30\n", with: ""))
    run.finger(.down, Point(x: 80, y: 60))
    run.finger(.move, Point(x: x, y: y))
    run.pass(0.1)
    let distance = Point(x: 80, y: 60).distance(to: Point(x: x, y: y))
    #expect(try circle(run)["radius"] == .number(distance))
    #expect(run.presentedPixels() == run.picture())
    run.finger(.up, Point(x: x, y: y))
    run.comeToRest()
    #expect(try circle(run)["radius"] == 0)
    #expect(run.presentedPixels() == run.picture())
  }
}
