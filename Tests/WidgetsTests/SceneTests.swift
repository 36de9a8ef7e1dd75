// SPDX-License-Identifier: Apache-2.0
import Geometry
import JSON
import MonotonicTime
import Motion
import Testing
import Touch

@testable import Widgets

@Suite("Scenes")
struct SceneTests {
  static let left = Point(x: 50, y: 40)
  static let right = Point(x: 350, y: 40)
  static let outside = Point(x: 200, y: 300)

  static func instant(_ seconds: Double) -> MonotonicInstant {
    MonotonicInstant(seconds: 10 + seconds)
  }

  static func button(
    x: Double,
    style: ElasticStyle = .hold,
    attract: AttractSettings? = nil,
    isVisible: Bool = true,
    isEnabled: Bool = true
  ) -> WidgetSettings {
    var button = ButtonSettings(id: "button-\(Int(x))", style: style)
    button.label = ""
    button.frame = FrameSettings(
      x: .points(x),
      y: .points(0),
      width: .points(100),
      height: .points(80),
      anchor: .topLeft
    )
    button.attract = attract
    button.isVisible = isVisible
    button.isEnabled = isEnabled
    return .button(button)
  }

  /// Two buttons apart: 0 on the left, 1 on the right.
  static func scene(style: ElasticStyle = .hold) -> SteeredScene {
    SteeredScene([button(x: 0, style: style), button(x: 300, style: style)])
  }

  /// What the events are, without their times: `press 0`.
  static func names(_ events: WidgetEvents) -> [String] { names(events.list) }

  static func names(_ events: [WidgetEvent]) -> [String] {
    events.map { "\($0.type.name) \($0.widget)" }
  }

  /// One step of a finger: slot, phase, place, seconds.
  typealias Step = (slot: Int, phase: TouchPhase, at: Point, time: Double)

  static func play(_ steps: [Step], in scene: inout SteeredScene) -> WidgetEvents {
    var events = WidgetEvents()
    play(steps, in: &scene, telling: &events)
    return events
  }

  static func play(
    _ steps: [Step],
    in scene: inout SteeredScene,
    telling events: inout WidgetEvents
  ) {
    for step in steps {
      scene.handle(
        TouchEvent(
          contact: ContactID(device: 3, slot: step.slot),
          phase: step.phase,
          position: step.at,
          time: instant(step.time)
        ),
        telling: &events
      )
    }
  }

  @Test("What a key does to a button is told as a finger's, with its source")
  func keySource() {
    var scene = Self.scene()
    var events = WidgetEvents()
    for (phase, time) in [(TouchPhase.down, 0.0), (.up, 0.2), (.down, 1), (.cancel, 1.2)] {
      scene.handle(
        TouchEvent(
          contact: ContactID(key: 59),
          phase: phase,
          position: Self.left,
          time: Self.instant(time)
        ),
        telling: &events
      )
    }
    #expect(Self.names(events) == ["press 0", "release 0", "trigger 0", "press 0", "cancel 0"])
    for event in events.list { #expect(event.details.members.map(\.0) == ["source"]) }
    #expect(events.list.allSatisfy { $0.details.members.first?.1 == "key" })
    let touched = Self.play([(0, .down, Self.left, 2)], in: &scene)
    #expect(touched.list.first?.details.members.isEmpty == true)
  }

  @Test(
    "Fingers do to buttons what people mean by it",
    arguments: [
      (
        "a press", [(0, .down, left, 0), (0, .up, left, 0.2)],
        ["press 0", "release 0", "trigger 0"]
      ),
      (
        "lifting after sliding off",
        [(0, .down, left, 0), (0, .move, outside, 0.1), (0, .up, outside, 0.2)],
        ["press 0", "release 0"]
      ),
      (
        "sliding off and back",
        [
          (0, .down, left, 0), (0, .move, outside, 0.1), (0, .move, left, 0.2), (0, .up, left, 0.3),
        ],
        ["press 0", "release 0", "trigger 0"]
      ),
      (
        "sliding from one button to another",
        [(0, .down, left, 0), (0, .move, right, 0.1), (0, .up, right, 0.2)],
        ["press 0", "release 0"]
      ),
      (
        "coming down outside and sliding on",
        [(0, .down, outside, 0), (0, .move, left, 0.1), (0, .up, left, 0.2)], []
      ),
      (
        "a touch that is taken away",
        [(0, .down, left, 0), (0, .cancel, left, 0.2)], ["press 0", "cancel 0"]
      ),
      (
        "a second finger on the same button",
        [
          (0, .down, left, 0), (1, .down, left, 0.1), (1, .up, left, 0.2), (0, .up, left, 0.3),
        ],
        ["press 0", "release 0", "trigger 0"]
      ),
      (
        "the second finger staying longer",
        [
          (0, .down, left, 0), (1, .down, left, 0.1), (0, .up, left, 0.2), (1, .up, left, 0.3),
        ],
        ["press 0", "release 0", "trigger 0"]
      ),
      (
        "a finger on each of two buttons",
        [
          (0, .down, left, 0), (1, .down, right, 0.1), (1, .up, right, 0.2), (0, .up, left, 0.3),
        ],
        ["press 0", "press 1", "release 1", "trigger 1", "release 0", "trigger 0"]
      ),
      (
        "a lifting that was lost",
        [(0, .down, left, 0), (0, .down, left, 0.5), (0, .up, left, 0.6)],
        ["press 0", "release 0", "trigger 0"]
      ),
      (
        "a lifting that was lost, and the finger elsewhere",
        [(0, .down, left, 0), (0, .down, right, 0.5), (0, .up, right, 0.6)],
        ["press 0", "press 1", "cancel 0", "release 1", "trigger 1"]
      ),
      ("a lifting out of nowhere", [(0, .up, left, 0), (0, .cancel, left, 0.1)], []),
    ] as [(String, [Step], [String])]
  )
  func touches(what: String, steps: [Step], expected: [String]) {
    var scene = Self.scene()
    let events = Self.play(steps, in: &scene)
    #expect(Self.names(events).sorted() == expected.sorted(), "\(what)")
    // Of one button the order counts; that of different buttons at one instant does not.
    for button in 0...1 {
      let own = events.list.filter { $0.widget == button }
      #expect(Self.names(own) == expected.filter { $0.hasSuffix("\(button)") }, "\(what)")
    }
    #expect(scene.scene.shelves.buttons.allSatisfy { !$0.model.isPressed })
  }

  @Test("Events carry the time at which the finger did it")
  func eventTimes() {
    var scene = Self.scene()
    let events = Self.play([(0, .down, Self.left, 0.25), (0, .up, Self.left, 0.5)], in: &scene)
    #expect(events.list.map(\.time) == [Self.instant(0.25), Self.instant(0.5), Self.instant(0.5)])
  }

  @Test("Of buttons on top of one another the last one added takes the touch, alone")
  func overlap() {
    var scene = SteeredScene([Self.button(x: 0), Self.button(x: 40)])
    let shared = Point(x: 60, y: 40)
    let events = Self.play([(0, .down, shared, 0), (0, .up, shared, 0.1)], in: &scene)
    #expect(Self.names(events) == ["press 1", "release 1", "trigger 1"])
    let below = Self.play([(0, .down, Point(x: 20, y: 40), 1)], in: &scene)
    #expect(Self.names(below) == ["press 0"])
  }

  @Test(
    "A hidden or disabled button lets the touch through to the one below",
    arguments: [true, false]
  )
  func touchesFallThrough(isHidden: Bool) {
    var scene = SteeredScene([
      Self.button(x: 0), Self.button(x: 40, isVisible: !isHidden, isEnabled: isHidden),
    ])
    let events = Self.play([(0, .down, Point(x: 60, y: 40), 0)], in: &scene)
    #expect(Self.names(events) == ["press 0"])
  }

  @Test(
    "Hiding or disabling a held button cancels, and its finger is forgotten",
    arguments: [true, false]
  )
  func takenAwayWhileHeld(isHidden: Bool) {
    var scene = Self.scene()
    var events = Self.play([(0, .down, Self.left, 0)], in: &scene)
    if isHidden {
      scene.setButton(0, isVisible: false, at: Self.instant(0.1), telling: &events)
      scene.setButton(0, isVisible: true, at: Self.instant(0.2), telling: &events)
    } else {
      scene.setButton(0, isEnabled: false, at: Self.instant(0.1), telling: &events)
      scene.setButton(0, isEnabled: true, at: Self.instant(0.2), telling: &events)
    }
    Self.play([(0, .move, Self.left, 0.3), (0, .up, Self.left, 0.4)], in: &scene, telling: &events)
    #expect(Self.names(events) == ["press 0", "cancel 0"])
    #expect(events.list.last?.time == Self.instant(0.1))
    #expect(!scene.scene.shelves.buttons[0].model.isPressed)
    let again = Self.play([(0, .down, Self.left, 1), (0, .up, Self.left, 1.1)], in: &scene)
    #expect(Self.names(again) == ["press 0", "release 0", "trigger 0"])
  }

  @Test("Cancelling a press by request lets go without triggering, once")
  func cancelByRequest() {
    var scene = Self.scene()
    var events = Self.play([(0, .down, Self.left, 0)], in: &scene)
    scene.cancelTouches(at: Self.instant(0.1), telling: &events)
    scene.cancelTouches(at: Self.instant(0.2), telling: &events)
    scene.cancelTouches(at: Self.instant(0.2), telling: &events)
    #expect(Self.names(events) == ["press 0", "cancel 0"])
  }

  @Test("A played press lets go after the press spring's duration and triggers then")
  func played() throws {
    var scene = Self.scene()
    var events = WidgetEvents()
    let isPlaying = scene.play(button: 0, at: Self.instant(0), telling: &events)
    #expect(isPlaying)
    let end = try #require(scene.wakeInstant(after: Self.instant(0)))
    #expect(end == Self.instant(0.5))
    scene.advance(to: end - MonotonicInterval(nanoseconds: 1), telling: &events)
    #expect(Self.names(events) == ["press 0"])
    scene.advance(to: end, telling: &events)
    scene.advance(to: end + .milliseconds(1), telling: &events)
    #expect(Self.names(events) == ["press 0", "release 0", "trigger 0"])
    #expect(events.list.last?.time == end)
    #expect(scene.wakeInstant(after: end) == nil)
  }

  @Test("Playing a press that is still playing triggers the first one and starts anew")
  func playedTwice() {
    var scene = Self.scene()
    var events = WidgetEvents()
    _ = scene.play(button: 0, at: Self.instant(0), telling: &events)
    _ = scene.play(button: 0, at: Self.instant(0.2), telling: &events)
    scene.advance(to: Self.instant(2), telling: &events)
    #expect(
      Self.names(events) == [
        "press 0", "release 0", "trigger 0", "press 0", "release 0", "trigger 0",
      ]
    )
  }

  @Test("A button that is hidden, disabled or held cannot be played", arguments: 0...2)
  func refusesToPlay(reason: Int) {
    var scene = SteeredScene([Self.button(x: 0, isVisible: reason != 0, isEnabled: reason != 1)])
    var events = WidgetEvents()
    if reason == 2 { events = Self.play([(0, .down, Self.left, 0)], in: &scene) }
    let isPlaying = scene.play(button: 0, at: Self.instant(0.1), telling: &events)
    #expect(!isPlaying)
    #expect(events.list.count == (reason == 2 ? 1 : 0))
  }

  @Test("A finger takes over from a played press, and each of them triggers once")
  func fingerTakesOver() {
    var scene = Self.scene()
    var events = WidgetEvents()
    _ = scene.play(button: 0, at: Self.instant(0), telling: &events)
    Self.play([(0, .down, Self.left, 0.2)], in: &scene, telling: &events)
    scene.advance(to: Self.instant(1), telling: &events)
    #expect(scene.scene.shelves.buttons[0].model.isPressed)
    Self.play([(0, .up, Self.left, 1.2)], in: &scene, telling: &events)
    #expect(Self.names(events).filter { $0 == "trigger 0" }.count == 2)
    #expect(Self.names(events).filter { $0 == "press 0" }.count == 2)
  }

  @Test("Hiding a button while it plays cancels instead of triggering")
  func hiddenWhilePlaying() {
    var scene = Self.scene()
    var events = WidgetEvents()
    _ = scene.play(button: 0, at: Self.instant(0), telling: &events)
    scene.setButton(0, isVisible: false, at: Self.instant(0.1), telling: &events)
    scene.advance(to: Self.instant(3), telling: &events)
    #expect(Self.names(events) == ["press 0", "cancel 0"])
  }

  @Test("A scene moves while any widget does and then rests for good")
  func comesToRest() {
    var progress = ProgressSettings(id: "progress")
    progress.mask = .shape(.circle)
    var scene = SteeredScene([
      Self.button(x: 0), Self.button(x: 300), .progress(progress),
    ])
    #expect(!scene.isMoving(at: Self.instant(0)))
    var events = Self.play([(0, .down, Self.left, 0), (0, .up, Self.left, 0.1)], in: &scene)
    #expect(scene.isMoving(at: Self.instant(0.3)))
    #expect(!scene.isMoving(at: Self.instant(30)))
    scene.setProgress(2, percent: 40, over: 0.4, at: Self.instant(40))
    #expect(scene.isMoving(at: Self.instant(100)))
    #expect(scene.scene.shelves.progresses[0].model.target == 40)
    scene.setProgress(2, isVisible: false, at: Self.instant(101))
    #expect(!scene.isMoving(at: Self.instant(102)))
    scene.setButton(1, isVisible: false, at: Self.instant(103), telling: &events)
    #expect(scene.isMoving(at: Self.instant(103.1)))
    #expect(!scene.isMoving(at: Self.instant(104)))
    #expect(scene.wakeInstant(after: Self.instant(104)) == nil)
  }

  @Test("An idle animation is a reason to wake, and a touch anywhere puts it off")
  func attracts() throws {
    var attract = AttractSettings()
    attract.values = [0, 5, 0]
    attract.duration = 1
    attract.delay = 3
    attract.interval = 2
    attract.repeatCount = 1
    var scene = SteeredScene([Self.button(x: 0, attract: attract), Self.button(x: 300)])
    let first = try #require(scene.wakeInstant(after: Self.instant(0)))
    #expect(abs((first - Self.instant(3)).seconds) < 1e-6)
    _ = Self.play(
      [(0, .down, Self.outside, 2), (0, .up, Self.outside, 2.1)],
      in: &scene
    )
    let later = try #require(scene.wakeInstant(after: Self.instant(2.1)))
    #expect(abs((later - Self.instant(5)).seconds) < 1e-6)
    #expect(!scene.isMoving(at: Self.instant(4)))
    #expect(scene.isMoving(at: Self.instant(5.5)))
  }
}
