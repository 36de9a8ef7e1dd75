// SPDX-License-Identifier: Apache-2.0
import Configuration
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

@testable import DisplayServer

@Suite("The picture's walk over the panel")
struct OrbitTests {
  /// ``plainScene`` with these keys of `care`.
  private static func scene(_ care: String, _ display: String = "") -> String {
    plainScene.replacing("scale = 1", with: "scale = 1\ncare = { \(care) }\n\(display)")
  }

  /// A picture of 160 × 120 pixels of four bytes, moved, on black.
  private static func moved(_ pixels: [UInt8], by shift: PixelPoint) -> [UInt8] {
    var moved = [UInt8](repeating: 0, count: pixels.count)
    for (x, y) in (0..<120).flatMap({ y in (0..<160).map { ($0, y) } }) {
      let (fromX, fromY) = (x - shift.x, y - shift.y)
      guard (0..<160).contains(fromX), (0..<120).contains(fromY) else { continue }
      for byte in 0..<4 {
        moved[(y * 160 + x) * 4 + byte] = pixels[(fromY * 160 + fromX) * 4 + byte]
      }
    }
    return moved
  }

  @Test(
    "Each step is one pixel to a side, and in a round trip each place is taken twice",
    arguments: [1, 2, 4, 16]
  )
  func walk(range: Int) {
    let start = MonotonicInstant(nanoseconds: 0)
    var orbit = Orbit(range: range, interval: .milliseconds(10_000), at: start)
    let count = (2 * range + 1) * (2 * range + 1)
    var place = PixelPoint.zero
    var visits: [PixelPoint: Int] = [:]
    var rests = 0
    for step in 1...2 * count {
      let due = start + .milliseconds(10_000) * Int64(step)
      #expect(orbit.deadline == due)
      let next = orbit.advance(to: due)
      let distance = abs(next.x - place.x) + abs(next.y - place.y)
      #expect(distance <= 1)
      rests += distance == 0 ? 1 : 0
      #expect(abs(next.x) <= range && abs(next.y) <= range)
      visits[next, default: 0] += 1
      place = next
    }
    #expect(visits.count == count)
    #expect(visits.values.allSatisfy { $0 == 2 })
    // Where it turns.
    #expect(rests == 2)
    #expect(place == .zero)
  }

  @Test(
    "The screen shows the same picture moved, a frame a step; pictures of the scene are not moved"
  )
  func steps() throws {
    let run = try VirtualRun(Self.scene("orbit = 10, range = 1"))
    run.pass(5)
    let picture = try #require(run.presentedPixels())
    #expect(run.status.output.shift == .zero)
    // (1, 0), then around the middle, against the clock.
    let places = [
      (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 1), (0, 1),
    ]
    for (x, y) in places {
      let presented = run.status.frames.presented
      run.pass(10)
      let place = PixelPoint(x: x, y: y)
      #expect(run.presentedPixels() == Self.moved(picture, by: place))
      #expect(run.picture() == picture)
      #expect(run.status.frames.presented == presented + 1)
      #expect(run.status.output.shift == place)
      #expect(run.status.json["output"]?["shift"] == [.number(Double(x)), .number(Double(y))])
    }
  }

  @Test("Without the key nothing moves, and status says nothing of it")
  func none() throws {
    for care in ["", "range = 3", "refresh = \"03:00\""] {
      let run = try VirtualRun(Self.scene(care))
      run.pass(5)
      let presented = run.status.frames.presented
      run.pass(3600)
      #expect(run.status.frames.presented == presented)
      #expect(run.status.output.shift == nil)
      #expect(run.status.json["output"]?["shift"] == nil)
    }
  }

  @Test("While the panel sleeps nothing moves; a touch wakes it, and the walk goes on")
  func sleep() throws {
    let run = try VirtualRun(Self.scene("orbit = 10", "blank_after = 15"))
    run.pass(5)
    let picture = try #require(run.presentedPixels())
    run.pass(8)
    #expect(run.status.output.shift == PixelPoint(x: 1, y: 0))
    run.pass(7)
    #expect(run.status.output.state == "asleep")
    let presented = run.status.frames.presented
    run.pass(3600)
    #expect(run.status.frames.presented == presented)
    #expect(run.status.output.shift == PixelPoint(x: 1, y: 0))
    run.finger(.down, onNothing)
    run.finger(.up, onNothing)
    run.pass(1)
    // One step, however many were missed.
    #expect(run.presentedPixels() == Self.moved(picture, by: PixelPoint(x: 1, y: -1)))
  }

  @Test("A reload begins the walk anew only where it is another one")
  func reload() throws {
    let folder = TemporaryFolder()
    func write(_ text: String) { folder.write(Array(text.utf8), to: "swell.toml") }
    write(Self.scene("orbit = 10"))
    let run = try VirtualRun(
      Self.scene("orbit = 10"),
      configuration: ConfigurationSource(path: folder["swell.toml"])
    )
    run.pass(5)
    let picture = try #require(run.presentedPixels())
    run.pass(10)
    write(Self.scene("orbit = 10", "background = \"#101419\""))
    try run.perform(.reload)
    run.pass(1)
    #expect(run.status.output.shift == PixelPoint(x: 1, y: 0))
    write(Self.scene("orbit = 20, range = 16"))
    try run.perform(.reload)
    run.pass(19)
    #expect(run.presentedPixels() == picture)
    run.pass(1.1)
    #expect(run.presentedPixels() == Self.moved(picture, by: PixelPoint(x: 1, y: 0)))
    write(plainScene)
    try run.perform(.reload)
    run.pass(1)
    #expect(run.presentedPixels() == picture)
    #expect(run.status.output.shift == nil)
    write(Self.scene("orbit = 10"))
    try run.perform(.reload)
    run.pass(11)
    #expect(run.presentedPixels() == Self.moved(picture, by: PixelPoint(x: 1, y: 0)))
  }

  // MARK: - Touch

  /// A panel that is touched where a test says.
  private final class Finger: TouchSource {
    let descriptor: CInt? = nil
    let deadline: MonotonicInstant? = nil
    let devices: [InputDeviceDescription] = []
    private var events: [TouchSourceEvent] = []

    func touch(_ phase: TouchPhase, _ column: Double, _ row: Double, at now: MonotonicInstant) {
      events.append(
        .contact(
          PanelContact(
            contact: ContactID(device: 1, slot: 0),
            phase: phase,
            x: column / 160,
            y: row / 120,
            time: now
          )
        )
      )
    }

    func start(at now: MonotonicInstant) {}
    func processReadiness(at now: MonotonicInstant) {}
    func processDeadline(at now: MonotonicInstant) {}
    func nextEvent() -> TouchSourceEvent? { events.isEmpty ? nil : events.removeFirst() }
    func suspend(at now: MonotonicInstant) {}
    func resume(at now: MonotonicInstant) {}
    func stop() {}
  }

  @Test("A finger presses what is seen under it, before and after a step")
  func touch() throws {
    let finger = Finger()
    var now = MonotonicInstant(nanoseconds: 0)
    let server = try Server(
      settings: settings(Self.scene("orbit = 10")),
      configuration: .builtIn,
      output: VirtualOutput(mode: smallMode(), hertz: 60),
      touchSource: finger,
      wallClock: SceneClock(startingAt: 0),
      listener: nil,
      log: .none,
      at: now
    )
    server.start(at: now)
    func pass(_ seconds: Double) {
      let end = now + MonotonicInterval(seconds: seconds)
      while let due = server.deadline, due <= end {
        now = max(now, due)
        server.advance(to: now)
      }
      now = end
    }
    func presses(_ column: Double) -> Bool {
      finger.touch(.down, column, 95.5, at: now)
      server.touchIsReady(at: now)
      pass(0.02)
      let widgets = server.statusReport(at: now).widgets
      let isPressed = widgets.first { $0["id"] == "start" }?["pressed"] == true
      finger.touch(.up, column, 95.5, at: now)
      server.touchIsReady(at: now)
      pass(0.02)
      return isPressed
    }
    /// The first column from the left that presses the button, and the last.
    func pressed() -> [Int] {
      [(0..<40).first { presses(Double($0) + 0.5) }, (50..<100).last { presses(Double($0) + 0.5) }]
        .compactMap(\.self)
    }
    pass(1)
    let before = pressed()
    // The button's columns are 20 ..< 70, and somewhat more for a finger.
    #expect(before.count == 2 && before[0] <= 20 && before[1] >= 69)
    #expect(server.output.shift == .zero)
    pass(10.2 - (now - MonotonicInstant(nanoseconds: 0)).seconds)
    #expect(server.output.shift == PixelPoint(x: 1, y: 0))
    #expect(pressed() == before.map { $0 + 1 })
  }
}
