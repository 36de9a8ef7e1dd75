// SPDX-License-Identifier: Apache-2.0
import Geometry
import JSON
import LayerPainting
import MonotonicTime
import Raster
import Testing
import Touch

@testable import Widgets

@Suite("Elastic circles on the screen")
struct CircleTests {
  /// A scene of circles at one pixel a point, with what has been told.
  struct Stage {
    var scene: Scene
    var events = WidgetEvents()
    var settings: [WidgetSettings]
    private var bytes = [UInt8](repeating: 0, count: 1280 * 800 * 4)
    private let materials = NoMaterials()

    init(_ settings: [WidgetSettings]) {
      self.settings = settings
      scene = Scene(
        settings,
        transform: OutputTransform(
          bufferSize: PixelSize(width: 1280, height: 800),
          rotation: .none,
          scale: 1
        ),
        background: Color(rgb: 0),
        bufferCount: 1,
        materials: materials,
        at: SceneTests.instant(0)
      )
    }

    init(_ change: (inout CircleSettings) -> Void = { _ in }) {
      var circle = CircleSettings(id: "pull")
      circle.color = Color(rgb: 0x6666FF)
      change(&circle)
      self.init([.circle(circle)])
    }

    mutating func finger(_ phase: TouchPhase, _ x: Double, _ y: Double, at t: Double, slot: Int = 0)
    {
      scene.handle(
        TouchEvent(
          contact: ContactID(device: 0, slot: slot),
          phase: phase,
          position: Point(x: x, y: y),
          time: SceneTests.instant(t)
        ),
        telling: &events
      )
    }

    mutating func advance(_ t: Double) {
      scene.advance(to: SceneTests.instant(t), telling: &events)
    }

    mutating func frame(_ t: Double) {
      paint(t)
      advance(t)
    }

    private mutating func paint(_ t: Double) {
      var pixels = bytes
      bytes = []
      var span = pixels.mutableSpan
      var canvas = unsafe Canvas(
        span.mutableBytes,
        strideBytes: 1280 * 4,
        format: .xrgb8888,
        size: PixelSize(width: 1280, height: 800)
      )
      _ = scene.paint(into: &canvas, buffer: 0, at: SceneTests.instant(t))
      bytes = pixels
    }

    func blue(_ x: Int, _ y: Int) -> Int { Int(bytes[(y * 1280 + x) * 4]) }

    /// The colour of a pixel of the frame painted last.
    func color(_ x: Int, _ y: Int) -> UInt32 {
      let start = (y * 1280 + x) * 4
      let (blue, green, red) = (bytes[start], bytes[start + 1], bytes[start + 2])
      return UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
    }

    /// The coloured area of the frame painted last, in pixels.
    var area: Double {
      Double(stride(from: 0, to: bytes.count, by: 4).reduce(0) { $0 + Int(bytes[$1]) }) / 255
    }

    func radius(_ t: Double) -> Double {
      scene.shelves.circles[0].motion.radius(at: SceneTests.instant(t))
    }

    mutating func set(_ change: WidgetChange, at t: Double) {
      settings[0] = settings[0].applying(change)
      scene.update(0, to: settings[0], from: materials, at: SceneTests.instant(t), telling: &events)
    }

    mutating func ask(_ call: CircleCall, at t: Double) throws(WidgetFault) {
      try scene.perform(.circle(call), by: 0, at: SceneTests.instant(t), telling: &events)
    }

    func get(at t: Double) -> JSONObject {
      settings[0].result(
        of: .circle(.get(id: nil)),
        in: scene,
        at: 0,
        at: SceneTests.instant(t)
      )
    }

    /// What has been told, each as its type and phase or state.
    var told: [String] {
      events.list.map { event in
        let words = event.details.members.compactMap { member -> String? in
          member.0 == "phase" ? member.1.string : member.0 == "armed" ? member.1.text : nil
        }
        return ([event.type.name] + words).joined(separator: " ")
      }
    }
  }

  @Test("It is as large as the finger is away from where it came down")
  func drags() {
    var stage = Stage()
    stage.frame(0)
    #expect(stage.area == 0)
    stage.finger(.down, 640, 400, at: 1)
    stage.frame(1)
    #expect(stage.told == ["drag began"])
    #expect(stage.area == 0)
    stage.events.removeAll()
    stage.finger(.move, 800, 400, at: 1.1)
    #expect(stage.events.needsFrame)
    stage.frame(1.1)
    #expect(abs(stage.area / 80_425 - 1) < 0.002)
    #expect(stage.blue(799, 400) > 200 && stage.blue(801, 400) == 0)
    stage.finger(.move, 640, 640, at: 1.2)
    #expect(stage.radius(1.2) == 240)
  }

  static let radiiAfter: [(Double, [(Double, Double)])] = [
    (
      160,
      [
        (0, 160), (0.05, 121.213), (0.075, 100), (0.1, 85), (0.15, 78.787), (0.2, 92.5),
        (0.225, 100), (0.3, 107.5), (0.5, 99.0625), (0.75, 99.669), (0.1347, 77.614),
      ]
    ),
    (
      40,
      [
        (0, 40), (0.05, 78.787), (0.075, 100), (0.1, 115), (0.15, 121.213), (0.2, 107.5),
        (0.225, 100), (0.3, 92.5), (0.5, 100.9375),
      ]
    ),
  ]

  /// Reports of 500 points a second each 8 ms: 12 ms after the newest one the finger is expected 6 points on.
  @Test("It is shown where the finger is expected, and told and dropped where it was reported")
  func leads() {
    var stage = Stage()
    stage.frame(0)
    stage.finger(.down, 640, 400, at: 0)
    for report in 1...10 {
      stage.finger(.move, 640 + 4 * Double(report), 400, at: 0.008 * Double(report))
    }
    stage.frame(0.092)
    #expect(abs(stage.area / (.pi * 46 * 46) - 1) < 0.004)
    #expect(stage.radius(0.092) == 40)
    // 1.2 intervals and 5 ms after the newest report the finger has stopped.
    #expect(stage.scene.isMoving(at: SceneTests.instant(0.0945)))
    #expect(!stage.scene.isMoving(at: SceneTests.instant(0.0947)))
    stage.frame(0.109)
    #expect(abs(stage.area / (.pi * 40 * 40) - 1) < 0.004)
    stage.events.removeAll()
    stage.finger(.move, 690, 400, at: 0.116)
    stage.finger(.up, 690, 400, at: 0.117)
    let drop = stage.events.list.last?.details.members
    #expect(drop?.first { $0.0 == "radius" }?.1 == 50)
    #expect(stage.radius(0.117) == 50)
  }

  @Test("Let go it swings back from where it was, and rests exactly", arguments: radiiAfter)
  func swings(pull: Double, radii: [(Double, Double)]) {
    var stage = Stage()
    stage.finger(.down, 640, 400, at: 0)
    stage.finger(.move, 640 + pull, 400, at: 0.5)
    stage.events.removeAll()
    stage.finger(.up, 640 + pull, 400, at: 1)
    #expect(stage.told == ["drag ended", "drop"])
    for (time, radius) in radii {
      #expect(abs(stage.radius(1 + time) - radius) < 0.001, "after \(time) s")
    }
    stage.events.removeAll()
    #expect(stage.scene.deadline == SceneTests.instant(2))
    #expect(stage.scene.isMoving(at: SceneTests.instant(1.99)))
    #expect(!stage.scene.isMoving(at: SceneTests.instant(2)))
    // A stall of any length lands right.
    stage.frame(7)
    #expect(stage.radius(7) == 100)
    #expect(abs(stage.area / 31_416 - 1) < 0.002)
    #expect(stage.told == ["settle"])
    #expect(!stage.events.needsFrame)
    #expect(stage.scene.deadline == nil)
  }

  @Test("The article's own circle jumps when it is let go")
  func literal() {
    var stage = Stage { $0.isLiteral = true }
    stage.finger(.down, 640, 400, at: 0)
    stage.finger(.up, 800, 400, at: 1)
    #expect(abs(stage.radius(1) - 40) < 1e-9)
  }

  @Test("A second finger changes nothing")
  func secondFinger() {
    var stage = Stage()
    stage.finger(.down, 640, 400, at: 0)
    stage.finger(.move, 700, 400, at: 0.1)
    let before = (stage.told, stage.radius(0.1))
    stage.finger(.down, 100, 100, at: 0.2, slot: 1)
    stage.finger(.move, 300, 100, at: 0.3, slot: 1)
    stage.finger(.up, 300, 100, at: 0.4, slot: 1)
    #expect(stage.told == before.0)
    #expect(stage.radius(0.4) == before.1)
  }

  /// Ways to lose the finger that drags.
  enum Loss: CaseIterable {
    case unplugged, panelAsleep, hidden, disabled
  }

  @Test("Whoever loses the finger springs back and is cancelled", arguments: Loss.allCases)
  func cancels(loss: Loss) {
    var stage = Stage { $0.triggerRadius = 50 }
    stage.finger(.down, 640, 400, at: 0)
    stage.finger(.move, 700, 400, at: 0.1)
    stage.events.removeAll()
    var change = WidgetChange()
    switch loss {
    case .unplugged: stage.finger(.cancel, 700, 400, at: 1)
    case .panelAsleep: stage.scene.cancelTouches(at: SceneTests.instant(1), telling: &stage.events)
    case .hidden:
      change["visible"] = .bool(false)
      stage.set(change, at: 1)
    case .disabled:
      change["enabled"] = .bool(false)
      stage.set(change, at: 1)
    }
    #expect(stage.told == ["cancel"])
    #expect(abs(stage.radius(1) - 60) < 1e-9)
    #expect(stage.radius(2) == 100)
    // The finger has no further effect.
    stage.finger(.move, 900, 400, at: 1.1)
    stage.finger(.up, 900, 400, at: 1.2)
    #expect(stage.told == ["cancel"])
  }

  @Test("A fixed circle is caught where it swings, without a jump")
  func caught() {
    var stage = Stage { $0.centre = .fixed }
    stage.frame(0)
    #expect(stage.radius(0) == 100)
    stage.finger(.down, 640 + 90, 400, at: 0.1)
    stage.finger(.move, 640 + 150, 400, at: 0.2)
    #expect(abs(stage.radius(0.2) - 160) < 1e-9)
    stage.finger(.up, 640 + 150, 400, at: 0.2)
    stage.frame(0.3)
    let swinging = stage.radius(0.3)
    #expect(abs(swinging - 85) < 0.001)
    stage.finger(.down, 640, 400 - 60, at: 0.3)
    #expect(abs(stage.radius(0.3) - swinging) < 1e-9)
    // Far away it is not to be caught.
    var other = Stage { $0.centre = .fixed }
    other.frame(0)
    other.finger(.down, 640 + 111, 400, at: 0.1)
    #expect(other.told.isEmpty)
  }

  @Test(
    "Caught beyond its reach it stays where it is, and follows from there",
    arguments: [100.0, 200, 320, 1000]
  )
  func caughtBeyondReach(distance: Double) throws {
    var stage = Stage {
      $0.centre = .fixed
      $0.reach = 160
    }
    stage.frame(0)
    var settings = CircleSettings(id: "a")
    settings.reach = 160
    let radius = settings.held(distance)
    try stage.ask(.set(id: nil, .radius(radius), over: 0, ease: nil), at: 0.1)
    stage.frame(0.2)
    stage.finger(.down, 640 + 90, 400, at: 0.3)
    stage.finger(.move, 640 + 90, 400, at: 0.4)
    #expect(abs(stage.radius(0.4) - radius) < 1e-6)
    stage.finger(.move, 640 + 100, 400, at: 0.5)
    #expect(abs(stage.radius(0.5) - settings.held(distance + 10)) < 1e-6)
  }

  @Test("A reset takes it out of a hand, which is told")
  func resetInHand() throws {
    var stage = Stage()
    stage.finger(.down, 300, 300, at: 0)
    stage.finger(.move, 400, 300, at: 0.1)
    try stage.ask(.reset(id: nil), at: 0.2)
    #expect(stage.get(at: 0.2)["state"] == "empty")
    stage.finger(.move, 500, 300, at: 0.3)
    stage.finger(.up, 500, 300, at: 0.4)
    stage.advance(9)
    #expect(stage.told == ["drag began", "drag changed", "cancel"])
    #expect(stage.radius(9) == 0)
  }

  @Test("A button above it takes its touches")
  func below() {
    var circle = CircleSettings(id: "pull")
    circle.color = Color(rgb: 0x6666FF)
    var button = ButtonSettings(id: "b")
    button.label = ""
    button.frame = FrameSettings(
      x: .points(0),
      y: .points(0),
      width: .points(200),
      height: .points(100),
      anchor: .topLeft
    )
    var stage = Stage([.circle(circle), .button(button)])
    stage.finger(.down, 50, 50, at: 0)
    stage.finger(.move, 500, 50, at: 0.1)
    stage.finger(.up, 500, 50, at: 0.2)
    #expect(stage.told == ["press", "release"])
    #expect(stage.radius(0.2) == 0)
  }

  @Test("A thousand reports a second are told once a frame, the last one exactly")
  func coalesces() {
    var stage = Stage()
    stage.frame(0)
    stage.finger(.down, 100, 400, at: 0)
    var frames = 0
    for report in 1...1000 {
      let time = Double(report) / 1000
      stage.finger(.move, 100 + Double(report), 400, at: time)
      guard report % 16 == 0 else { continue }
      stage.frame(time)
      frames += 1
    }
    let changed = stage.told.filter { $0 == "drag changed" }.count
    #expect((frames / 2...frames + 1).contains(changed))
    stage.events.removeAll()
    stage.finger(.up, 1103.5, 400, at: 1.01)
    #expect(stage.told == ["drag ended", "drop"])
    let drop = stage.events.list.last?.details.members
    #expect(drop?.first { $0.0 == "x" }?.1 == 1103.5)
    #expect(drop?.first { $0.0 == "radius" }?.1 == 1003.5)
  }

  @Test("The newest move is told after the frame that shows it, without another report")
  func tellsNewest() {
    var stage = Stage()
    stage.frame(0)
    stage.finger(.down, 100, 400, at: 0)
    for x in [110.0, 120, 130] { stage.finger(.move, x, 400, at: x / 1000) }
    #expect(stage.told == ["drag began", "drag changed"])
    #expect(stage.scene.deadline == nil)
    stage.frame(0.14)
    #expect(stage.told == ["drag began", "drag changed", "drag changed"])
    #expect(stage.events.list.last?.details.members.first { $0.0 == "x" }?.1 == 130)
  }

  @Test(
    "It triggers when let go beyond `trigger_at`, and not when pulled back",
    arguments: [
      (198.0, ["arm true", "arm false", "drag ended", "drop"], 190.0),
      (197, ["arm true", "drag ended", "drop", "trigger"], 197),
    ]
  )
  func arms(back: Double, told: [String], end: Double) {
    var stage = Stage { $0.triggerRadius = 200 }
    stage.finger(.down, 100, 400, at: 0)
    stage.finger(.move, 310, 400, at: 0.1)
    stage.finger(.move, 100 + back, 400, at: 0.2)
    stage.finger(.move, 100 + end, 400, at: 0.3)
    stage.finger(.up, 100 + end, 400, at: 0.4)
    #expect(stage.told.filter { $0 != "drag began" && $0 != "drag changed" } == told)
  }

  @Test("As long as letting go would trigger it has another colour")
  func armedColor() {
    var stage = Stage {
      $0.triggerRadius = 200
      $0.armedColor = Color(rgb: 0xF25A5A)
    }
    stage.frame(0)
    stage.finger(.down, 640, 400, at: 0.1)
    // Armed from 200 on and until it is 4 below that.
    for (radius, color) in [
      (199.0, 0x6666FF), (200, 0xF25A5A), (310, 0xF25A5A), (197, 0xF25A5A), (196, 0x6666FF),
      (199, 0x6666FF), (201, 0xF25A5A),
    ] as [(Double, UInt32)] {
      stage.finger(.move, 640 + radius, 400, at: 0.2)
      stage.frame(0.2)
      #expect(stage.color(700, 400) == color, "\(radius)")
      #expect(stage.color(639, 401) == color, "\(radius)")
    }
    // Set meanwhile, the colour is what it has when it is not armed.
    var change = WidgetChange()
    change["color"] = "#22AA44"
    stage.set(change, at: 0.3)
    stage.frame(0.3)
    #expect(stage.color(700, 400) == 0xF25A5A)
    stage.finger(.up, 841, 400, at: 1)
    stage.frame(1)
    #expect(stage.color(700, 400) == 0x22AA44, "let go it is not armed any more")
    // Cancelled neither.
    stage.finger(.down, 640, 400, at: 3)
    stage.finger(.move, 940, 400, at: 3.1)
    stage.frame(3.1)
    #expect(stage.color(700, 400) == 0xF25A5A)
    stage.finger(.cancel, 940, 400, at: 3.2)
    stage.frame(3.2)
    #expect(stage.color(700, 400) == 0x22AA44)
  }

  @Test(
    "The rubber band holds back beyond `reach`",
    arguments: [(100.0, 100.0), (160, 160), (200, 179.34), (320, 216.77), (1000, 278.84)]
  )
  func rubberBand(distance: Double, radius: Double) {
    var settings = CircleSettings(id: "a")
    settings.reach = 160
    #expect(abs(settings.held(distance) - radius) < 0.005)
  }

  @Test(
    "Before there is a display it is as it will be at first",
    arguments: [
      (CircleSettings.Centre.touch, "empty", 0.0), (.fixed, "resting", 40),
    ]
  )
  func withoutDisplay(centre: CircleSettings.Centre, state: String, radius: Double) {
    var settings = CircleSettings(id: "pull")
    settings.centre = centre
    settings.resting = 40
    let report = WidgetSettings.circle(settings).report(in: nil, at: 0, at: SceneTests.instant(0))
    #expect(report["state"] == .string(state))
    #expect(report["radius"] == .number(radius))
  }

  @Test("Requests send it, tell it and reset it, but not out of a hand")
  func requests() throws {
    var stage = Stage {
      $0.centre = .fixed
      $0.reach = 120
      $0.inner = 20
    }
    try stage.ask(.set(id: nil, .value(0.5), over: 1, ease: .name("linear")), at: 0)
    #expect(abs(stage.radius(0.5) - 85) < 1e-9)
    #expect(stage.get(at: 0.5)["state"] == "moving")
    #expect(stage.get(at: 2)["radius"] == 70)
    #expect(stage.get(at: 2)["value"] == 0.5)
    #expect(stage.get(at: 2)["x"] == 640)
    stage.finger(.down, 640, 400, at: 3)
    let fault = #expect(throws: WidgetFault.self) {
      try stage.ask(.set(id: nil, .radius(5), over: 0, ease: nil), at: 3)
    }
    #expect(
      fault == .badParameter("id", must: "must name a circle that no finger holds")
    )
    stage.finger(.up, 640, 400, at: 3.1)
    try stage.ask(.reset(id: nil), at: 3.2)
    #expect(stage.radius(3.2) == 100)
    stage.advance(9)
    #expect(!stage.told.contains("settle"))
    var touched = Stage()
    touched.finger(.down, 300, 300, at: 0)
    touched.finger(.up, 300, 300, at: 0.1)
    // A tap: it grows from nothing.
    #expect(touched.radius(0.1) == 0)
    #expect(abs(touched.radius(0.25) - 135.355) < 0.001)
    try touched.ask(.reset(id: nil), at: 0.3)
    #expect(touched.get(at: 0.3)["state"] == "empty")
    #expect(touched.get(at: 0.3)["x"] == .null)
  }
}
