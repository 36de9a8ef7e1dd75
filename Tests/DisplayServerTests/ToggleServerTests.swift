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

/// A small screen with two toggles, which need no font.
private let toggleScene = """
  [display]
  scale = 1
  [[toggle]]
  id = "fan"
  frame = { x = 20, y = 20, width = 70, height = 40, anchor = "top-left" }
  [[toggle]]
  id = "light"
  value = true
  exec = ["/bin/true"]
  frame = { x = 20, y = 80, width = 70, height = 40, anchor = "top-left" }
  """

private let (onFan, onLight) = (Point(x: 40, y: 40), Point(x: 40, y: 100))

@Suite("Toggles in the daemon")
struct ToggleServerTests {
  private func request(_ method: String, _ params: String) throws -> ControlRequest {
    try ControlRequest(
      JSONRPCRequest(method: method, params: JSONValue(parsing: Array(params.utf8)))
    )
  }

  private func tap(_ run: VirtualRun, _ point: Point) {
    run.finger(.down, point)
    run.pass(0.05)
    run.finger(.up, point)
    run.comeToRest()
  }

  private func value(_ id: String, _ run: VirtualRun) throws -> JSONValue? {
    try run.perform(request("toggle.get", "{\"id\":\"\(id)\"}")).json["value"]
  }

  @Test("A finger's value and a request's survive a reload, and another process")
  func survives() throws {
    let folder = TemporaryFolder()
    folder.write(Array(toggleScene.utf8), to: "swell.toml")
    let run = try VirtualRun(
      toggleScene,
      configuration: ConfigurationSource(path: folder["swell.toml"])
    )
    tap(run, onFan)
    try run.perform(request("toggle.set", "{\"id\":\"light\",\"value\":false}"))
    run.comeToRest()
    let before = run.presentedPixels()
    folder.write(
      Array(toggleScene.replacing("scale = 1", with: "scale = 1\nbackground = \"#102030\"").utf8),
      to: "swell.toml"
    )
    try run.perform(.reload)
    run.comeToRest()
    #expect(try value("fan", run) == true && value("light", run) == false)
    #expect(run.presentedPixels() == run.picture())
    let record = try #require(StateRecord(parsing: run.stateRecord.bytes))
    let later = try VirtualRun(
      settings: settings(toggleScene),
      mode: smallMode(),
      hertz: 60,
      restoring: record
    )
    later.pass(0.1)
    #expect(try value("fan", later) == true && value("light", later) == false)
    #expect(later.isAtRest && later.presentedPixels() == before)
  }

  @Test("What is set by a finger looks as what is set by a request does")
  func alike() throws {
    let (one, other) = (try VirtualRun(toggleScene), try VirtualRun(toggleScene))
    one.comeToRest()
    let off = one.presentedPixels()
    tap(one, onFan)
    try other.perform(request("toggle.set", "{\"id\":\"fan\",\"value\":true}"))
    other.comeToRest()
    #expect(one.presentedPixels() == other.presentedPixels())
    #expect(one.stateRecord == other.stateRecord)
    #expect(one.presentedPixels() != off)
    tap(one, onFan)
    #expect(one.presentedPixels() == off)
  }

  @Test(
    "Painting changes leaves what painting everything would, held, dragged and on its way",
    arguments: [0, 90, 180, 270],
    [1, 1.25]
  )
  func incremental(rotation: Int, scale: Double) throws {
    let toml = toggleScene.replacing(
      "scale = 1",
      with: "scale = \(scale)\nrotation = \(rotation)\nbackground = \"#204060\""
    )
    let run = try VirtualRun(toml, mode: smallMode(200, 180))
    let steps: [(TouchPhase, Double)] = [
      (.down, 40), (.move, 44), (.move, 52), (.move, 63.5), (.up, 70), (.down, 70), (.move, 60),
      (.cancel, 60), (.down, 70), (.up, 70),
    ]
    for (phase, x) in steps {
      run.finger(phase, Point(x: x, y: 40))
      run.pass(0.07)
      let isSame = run.presentedPixels() == run.picture()
      #expect(isSame, "after \(phase) at \(x)")
    }
    run.comeToRest()
    #expect(run.presentedPixels() == run.picture())
    try run.perform(request("widget.set", "{\"id\":\"fan\",\"enabled\":false,\"color\":\"#A00\"}"))
    run.comeToRest()
    #expect(run.presentedPixels() == run.picture())
  }

  @Test(
    "A finger that slides off has not tapped, and one that drags sets it wherever it lets go",
    arguments: [
      (0.0, 300.0, false), (4, -40, false), (-5, 15, true), (300, 0, true), (60, 25, true),
    ]
  )
  func slidesOff(dx: Double, dy: Double, sets: Bool) throws {
    let run = try VirtualRun(toggleScene)
    run.finger(.down, onFan)
    for step in 1...5 {
      run.pass(0.02)
      let share = Double(step) / 5
      run.finger(.move, Point(x: onFan.x + dx * share, y: onFan.y + dy * share))
    }
    run.finger(.up, Point(x: onFan.x + dx, y: onFan.y + dy))
    run.comeToRest()
    #expect(try value("fan", run) == .bool(sets))
    // It takes the next tap.
    tap(run, onFan)
    #expect(try value("fan", run) == .bool(!sets))
  }

  @Test(
    "In a scene from right to left it is seen as in a mirror, and is on at the left",
    arguments: [0, 90, 180]
  )
  func mirrored(rotation: Int) throws {
    let toml = toggleScene.replacing("scale = 1", with: "scale = 1\nrotation = \(rotation)")
    let (one, other) = (
      try VirtualRun(toml, mode: smallMode(160, 160)),
      try VirtualRun(
        toml.replacing("scale = 1", with: "scale = 1\ndirection = \"rtl\""),
        mode: smallMode(160, 160)
      )
    )
    func expectMirrored(_ place: SourceLocation = #_sourceLocation) throws {
      let (left, right) = try (
        #require(one.presentedPixels()), #require(other.presentedPixels())
      )
      let isTurned = rotation == 90
      var most = 0
      for y in 0..<160 {
        for x in 0..<640 {
          let (column, part) = (x / 4, x % 4)
          let mirror = isTurned ? (159 - y) * 640 + x : y * 640 + 4 * (159 - column) + part
          most = max(most, abs(Int(left[y * 640 + x]) - Int(right[mirror])))
        }
      }
      // Areas are rounded from another side.
      #expect(most <= 3, sourceLocation: place)
      #expect(other.presentedPixels() == other.picture(), sourceLocation: place)
    }
    one.comeToRest()
    other.comeToRest()
    try expectMirrored()
    for (phase, x) in [(TouchPhase.down, 40.0), (.move, 50), (.move, 62), (.up, 62)] {
      one.finger(phase, Point(x: x, y: 40))
      other.finger(phase, Point(x: 160 - x, y: 40))
      one.pass(0.1)
      other.pass(0.1)
      try expectMirrored()
    }
    #expect(try value("fan", one) == true && value("fan", other) == true)
  }

  @Test(
    "Its label stands at the beginning of the frame, from which it is written",
    arguments: [("ltr", ""), ("rtl", ""), ("rtl", ", mirror = false")]
  )
  func label(direction: String, mirror: String) throws {
    let run = try VirtualRun(
      """
      [display]
      scale = 1
      direction = "\(direction)"
      [[toggle]]
      id = "fan"
      label = "II"
      frame = { x = 80, y = 60, width = 120, height = 28\(mirror) }
      """
    )
    run.comeToRest()
    let pixels = try #require(run.presentedPixels())
    let ground = pixels[0]
    let columns = (0..<160).filter { x in
      (40..<80).contains { y in pixels[4 * (y * 160 + x)] != ground }
    }
    // The track is 49 wide, at the frame's end: of columns 20 to 139 the last ones, or the first ones.
    let isMirrored = direction == "rtl" && mirror.isEmpty
    #expect(columns.allSatisfy { (20..<140).contains($0) })
    let (label, track) = isMirrored ? (81..<140, 20..<69) : (20..<79, 91..<140)
    let (ink, rest) = (columns.filter(label.contains), columns.filter(track.contains))
    #expect(ink.count + rest.count == columns.count && rest.count >= 48)
    let outermost = isMirrored ? ink.last.map { 139 - $0 } : ink.first.map { $0 - 20 }
    #expect(try #require(outermost) <= 3)
  }

  @Test("A disabled toggle and a hidden one take no finger")
  func refuses() throws {
    let run = try VirtualRun(toggleScene)
    for member in ["enabled", "visible"] {
      try run.perform(request("widget.set", "{\"id\":\"fan\",\"\(member)\":false}"))
      tap(run, onFan)
      #expect(try value("fan", run) == false)
      try run.perform(request("widget.set", "{\"id\":\"fan\",\"\(member)\":true}"))
    }
  }

  @Test("Its program gets a finger's value, and does not run for a request's")
  func program() throws {
    var now = MonotonicInstant(seconds: 1)
    let folder = TemporaryFolder()
    let server = try startedServer(toggleScene, of: folder, at: now)
    var started: [String] = []
    server.host.jobLauncher = JobLauncher { id, input in
      started.append("\(id) \(String(decoding: input ?? [], as: UTF8.self))")
    }
    _ = try server.perform(.toggle(.set(id: "light", value: true)), at: now)
    for phase in [TouchPhase.down, .up] {
      now = now + .milliseconds(50)
      server.handleTouch(
        TouchEvent(
          contact: ContactID(device: 1, slot: 0),
          phase: phase,
          position: onLight,
          time: now
        ),
        at: now
      )
      server.runProgramDue(at: now)
    }
    #expect(started == ["light false\n"])
  }

  @Test(
    "Bad parameters are refused by name",
    arguments: [
      ("{}", "value"), ("{\"value\":1}", "value"), ("{\"value\":null}", "value"),
      ("{\"value\":true,\"id\":7}", "id"), ("{\"value\":true}", "id"),
    ]
  )
  func refused(params: String, parameter: String) throws {
    let run = try VirtualRun(toggleScene)
    let error = #expect(throws: JSONRPCError.self) {
      try run.perform(request("toggle.set", params))
    }
    #expect(error?.data?["parameter"] == .string(parameter))
  }
}
