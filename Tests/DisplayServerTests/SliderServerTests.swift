// SPDX-License-Identifier: Apache-2.0
import Control
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

@testable import DisplayServer

/// A small screen with a slider that lies and one that stands, which need no font.
private let sliderScene = """
  [display]
  scale = 1
  [[slider]]
  id = "level"
  value = 20
  step = 5
  knob_size = 20
  exec = ["/bin/true"]
  frame = { x = 10, y = 10, width = 120, height = 40, anchor = "top-left" }
  [[slider]]
  id = "blind"
  vertical = true
  knob_size = 20
  frame = { x = 140, y = 10, width = 40, height = 120, anchor = "top-left" }
  """

@Suite("Sliders in the daemon")
struct SliderServerTests {
  private func request(_ method: String, _ params: String) throws -> ControlRequest {
    try ControlRequest(
      JSONRPCRequest(method: method, params: JSONValue(parsing: Array(params.utf8)))
    )
  }

  private func value(_ id: String, _ run: VirtualRun) throws -> JSONValue? {
    try run.perform(request("slider.get", "{\"id\":\"\(id)\"}")).json["value"]
  }

  private func drag(_ run: VirtualRun, _ points: [(Double, Double)]) {
    for (index, point) in points.enumerated() {
      let (x, y) = point
      run.finger(index == 0 ? .down : .move, Point(x: x, y: y))
      run.pass(0.05)
    }
    run.finger(.up, points.last.map { Point(x: $0.0, y: $0.1) } ?? .zero)
    run.comeToRest()
  }

  @Test("A touch on the line moves there: along the knob's way lying, and upward standing")
  func touched() throws {
    let run = try VirtualRun(sliderScene, mode: smallMode(200, 160))
    // The knob's middle goes from 20 to 120: a point a percent.
    drag(run, [(93, 30)])
    #expect(try value("level", run) == 75)
    // From 120 below to 20 above.
    drag(run, [(160, 45)])
    #expect(try value("blind", run) == 75)
    drag(run, [(160, 45), (160, 80)])
    #expect(try value("blind", run) == 40)
    let picture = run.presentedPixels()
    #expect(picture == run.picture())
  }

  @Test(
    "In a scene from right to left its least value is at the right, unless it stands or is not mirrored",
    arguments: ["", ", mirror = false"]
  )
  func mirrored(mirror: String) throws {
    let toml =
      sliderScene.replacing("scale = 1", with: "scale = 1\ndirection = \"rtl\"")
      .replacing("\"top-left\"", with: "\"top-left\"\(mirror)") + "\n[keyboard]"
    let run = try VirtualRun(toml, mode: smallMode(200, 160))
    // As above, from the other side: the knob's middle goes from 180 to 80.
    let isMirrored = mirror.isEmpty
    drag(run, [(isMirrored ? 107 : 93, 30)])
    #expect(try value("level", run) == 75)
    drag(run, [(isMirrored ? 105 : 95, 30), (isMirrored ? 125 : 75, 30)])
    #expect(try value("level", run) == 55)
    drag(run, [(isMirrored ? 40 : 160, 45)])
    #expect(try value("blind", run) == 75)
    #expect(run.presentedPixels() == run.picture())
    for (key, expected) in [("Tab", 55.0), ("Left", isMirrored ? 60 : 50), ("Right", 55)] {
      try run.perform(.sendKeys(.key(key)))
      run.comeToRest()
      #expect(try value("level", run) == .number(expected))
    }
    for (key, expected) in [("End", 100.0), ("Home", 0)] {
      try run.perform(.sendKeys(.key(key)))
      #expect(try value("level", run) == .number(expected))
    }
  }

  @Test("A slider that goes to the left looks as one that goes to the right does in a mirror")
  func seenInMirror() throws {
    let toml = sliderScene.replacing("x = 140", with: "x = 150")
    let (one, other) = (
      try VirtualRun(toml, mode: smallMode(200, 160)),
      try VirtualRun(
        toml.replacing("scale = 1", with: "scale = 1\ndirection = \"rtl\""),
        mode: smallMode(200, 160)
      )
    )
    one.finger(.down, Point(x: 70, y: 30))
    other.finger(.down, Point(x: 130, y: 30))
    for _ in 0..<4 {
      one.pass(0.1)
      other.pass(0.1)
      let (left, right) = try (
        #require(one.presentedPixels()), #require(other.presentedPixels())
      )
      var most = 0
      for y in 0..<60 {
        for x in 0..<140 {
          for part in 0..<4 {
            let (here, there) = (4 * (y * 200 + x) + part, 4 * (y * 200 + 199 - x) + part)
            most = max(most, abs(Int(left[here]) - Int(right[there])))
          }
        }
      }
      // Areas are rounded from another side.
      #expect(most <= 3)
      #expect(other.presentedPixels() == other.picture())
    }
  }

  @Test("A finger's value and a request's survive a reload, and another process")
  func survives() throws {
    let folder = TemporaryFolder()
    folder.write(Array(sliderScene.utf8), to: "swell.toml")
    let run = try VirtualRun(
      sliderScene,
      mode: smallMode(200, 160),
      configuration: ConfigurationSource(path: folder["swell.toml"])
    )
    drag(run, [(60, 30), (81, 30)])
    try run.perform(request("slider.set", "{\"id\":\"blind\",\"value\":33.5}"))
    run.comeToRest()
    let before = run.presentedPixels()
    folder.write(
      Array(sliderScene.replacing("scale = 1", with: "scale = 1\nbackground = \"#102030\"").utf8),
      to: "swell.toml"
    )
    try run.perform(.reload)
    run.comeToRest()
    #expect(try value("level", run) == 60 && value("blind", run) == 33.5)
    let record = try #require(StateRecord(parsing: run.stateRecord.bytes))
    let later = try VirtualRun(
      settings: settings(sliderScene),
      mode: smallMode(200, 160),
      hertz: 60,
      restoring: record
    )
    later.pass(0.1)
    #expect(try value("level", later) == 60 && value("blind", later) == 33.5)
    #expect(later.isAtRest && later.presentedPixels() == before)
    // A file with other ends has the nearest value that it can have.
    let narrow = try VirtualRun(
      settings: settings(sliderScene.replacing("value = 20", with: "value = 20\nmax = 42")),
      mode: smallMode(200, 160),
      hertz: 60,
      restoring: record
    )
    #expect(try value("level", narrow) == 40)
  }

  @Test(
    "Painting changes leaves what painting everything would, pulled, let go and sent",
    arguments: [0, 90, 180, 270],
    [1, 1.25]
  )
  func incremental(rotation: Int, scale: Double) throws {
    let toml = sliderScene.replacing(
      "scale = 1",
      with: "scale = \(scale)\nrotation = \(rotation)\nbackground = \"#204060\""
    )
    let run = try VirtualRun(toml, mode: smallMode(240, 240))
    let steps: [(TouchPhase, Double, Double)] = [
      (.down, 30, 30), (.move, 61.5, 30), (.move, 118, 20), (.up, 118, 20), (.down, 150, 100),
      (.move, 150, 70), (.move, 150, 33.3), (.cancel, 150, 33), (.down, 150, 60), (.up, 150, 60),
    ]
    for (phase, x, y) in steps {
      run.finger(phase, Point(x: x, y: y))
      run.pass(0.07)
      let isSame = run.presentedPixels() == run.picture()
      #expect(isSame, "after \(phase) at \(x), \(y)")
    }
    try run.perform(request("slider.set", "{\"id\":\"level\",\"value\":5,\"over\":0.2}"))
    run.pass(0.1)
    #expect(run.presentedPixels() == run.picture())
    run.comeToRest()
    #expect(run.presentedPixels() == run.picture())
    try run.perform(request("widget.set", "{\"id\":\"level\",\"enabled\":false}"))
    run.comeToRest()
    #expect(run.presentedPixels() == run.picture())
  }

  @Test("A slider that stands looks as one that lies, turned by a quarter")
  func standing() throws {
    func scene(_ keys: String) -> String {
      "[display]\nscale = 1\n[[slider]]\nid = \"a\"\nvalue = 30\n\(keys)"
    }
    let lies = try VirtualRun(
      scene("frame = { x = 10, y = 20, width = 130, height = 40, anchor = \"top-left\" }"),
      mode: smallMode(160, 120)
    )
    let stands = try VirtualRun(
      scene(
        "vertical = true\nframe = { x = 20, y = 20, width = 40, height = 130, anchor = \"top-left\" }"
      ),
      mode: smallMode(120, 160)
    )
    lies.finger(.down, Point(x: 80, y: 40))
    stands.finger(.down, Point(x: 40, y: 80))
    lies.pass(0.3)
    stands.pass(0.3)
    let (one, other) = try (
      #require(lies.presentedPixels()), #require(stands.presentedPixels())
    )
    var differing = 0
    for y in 0..<120 {
      for x in 0..<160 where one[4 * (y * 160 + x)] != other[4 * ((159 - x) * 120 + y)] {
        differing += 1
      }
    }
    #expect(differing == 0)
  }

  @Test("Its program gets the value at which a finger lets go, once; slide is told of each frame")
  func program() throws {
    var now = MonotonicInstant(seconds: 1)
    let folder = TemporaryFolder()
    let server = try startedServer(sliderScene, of: folder, at: now)
    var started: [String] = []
    server.host.jobLauncher = JobLauncher { id, input in
      started.append("\(id) \(String(decoding: input ?? [], as: UTF8.self))")
    }
    _ = try server.perform(.slider(.set(id: "level", value: 90, over: 0, ease: nil)), at: now)
    for (phase, x) in [(TouchPhase.down, 50.0), (.move, 70), (.move, 82), (.up, 82)] {
      now = now + .milliseconds(50)
      server.handleTouch(
        TouchEvent(
          contact: ContactID(device: 1, slot: 0),
          phase: phase,
          position: Point(x: x, y: 30),
          time: now
        ),
        at: now
      )
      server.runProgramDue(at: now)
    }
    #expect(started == ["level 60\n"])
  }

  @Test(
    "Bad parameters are refused by name",
    arguments: [
      ("{\"id\":\"level\"}", "value"), ("{\"id\":\"level\",\"value\":101}", "value"),
      ("{\"id\":\"level\",\"value\":\"a\"}", "value"), ("{\"value\":1}", "id"),
      ("{\"id\":\"level\",\"value\":1,\"over\":-1}", "over"),
    ]
  )
  func refused(params: String, parameter: String) throws {
    let run = try VirtualRun(sliderScene, mode: smallMode(200, 160))
    let error = #expect(throws: JSONRPCError.self) {
      try run.perform(request("slider.set", params))
    }
    #expect(error?.data?["parameter"] == .string(parameter))
    #expect(try value("level", run) == 20)
  }
}
