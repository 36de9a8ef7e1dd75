// SPDX-License-Identifier: Apache-2.0
import Geometry
import Testing
import Touch

@testable import Widgets

/// Where a finger is on a button: its frame and `hit_outset` around it, as long as nothing else is meant.
@Suite("Hits")
struct HitTests {
  /// A button of 100 × 80 points at (`x`, 100).
  private static func button(_ x: Double, outset: Double? = nil) -> WidgetSettings {
    var button = ButtonSettings(id: "button-\(Int(x))")
    button.frame = FrameSettings(
      x: .points(x),
      y: .points(100),
      width: .points(100),
      height: .points(80),
      anchor: .topLeft
    )
    if let outset { button.hitOutset = outset }
    return .button(button)
  }

  private static func names(
    _ widgets: [WidgetSettings],
    down: Point,
    up: Point
  ) -> [String] {
    var scene = SteeredScene(widgets)
    return SceneTests.names(
      SceneTests.play([(0, .down, down, 0), (0, .up, up, 0.2)], in: &scene)
    )
  }

  private static let middle = Point(x: 250, y: 140)
  private static let press = ["press 0", "release 0", "trigger 0"]

  /// Points of a button at 200 … 300 × 100 … 180, and whether they are at most 15 points beside it.
  static let places: [(Point, Bool)] = [
    (Point(x: 185, y: 140), true), (Point(x: 184.9, y: 140), false),
    (Point(x: 314.9, y: 140), true), (Point(x: 315, y: 140), false),
    (Point(x: 250, y: 85), true), (Point(x: 250, y: 84.9), false),
    (Point(x: 250, y: 194.9), true), (Point(x: 250, y: 195), false),
    (Point(x: 186, y: 86), true), (Point(x: 314, y: 194), true),
  ]

  @Test(
    "A finger that comes down beside a button, as far as it swells, presses it",
    arguments: places
  )
  func down(point: Point, isNear: Bool) {
    #expect(
      Self.names([Self.button(200)], down: point, up: Self.middle) == (isNear ? Self.press : [])
    )
  }

  @Test("Lifting on the bulge triggers, lifting further out only releases", arguments: places)
  func up(point: Point, isNear: Bool) {
    let expected = isNear ? Self.press : ["press 0", "release 0"]
    #expect(Self.names([Self.button(200)], down: Self.middle, up: point) == expected)
  }

  @Test("With an outset of 0 the frame is all there is")
  func noOutset() {
    let button = Self.button(200, outset: 0)
    #expect(Self.names([button], down: Point(x: 199.9, y: 140), up: Self.middle) == [])
    #expect(Self.names([button], down: Point(x: 200, y: 140), up: Self.middle) == Self.press)
  }

  @Test(
    "What stands in a button's outset has its own touches, wherever it lies",
    arguments: [0, 1]
  )
  func restWins(left: Int) {
    // 10 points between them, so that the outsets overlap and reach 5 points into the other frame.
    let pair =
      left == 0 ? [Self.button(100), Self.button(210)] : [Self.button(210), Self.button(100)]
    let right = 1 - left
    let inRight = Point(x: 212, y: 140)
    #expect(Self.names(pair, down: inRight, up: inRight).first == "press \(right)")
    // Held on the left one and lifted in the frame of the right one, it is not on the left one.
    let slid = Self.names(pair, down: Point(x: 150, y: 140), up: inRight)
    #expect(slid == ["press \(left)", "release \(left)"])
    // Between the frames either is near: the topmost has it, and lifting counts for the one held.
    let between = Point(x: 205, y: 140)
    #expect(Self.names(pair, down: between, up: between).first == "press 1")
    let lifted = Self.names(pair, down: Point(x: 150, y: 140), up: between)
    #expect(lifted.last == "trigger \(left)")
  }

  @Test("A circle that is pulled from anywhere leaves a button on it its bulge, and none below it")
  func ground() {
    var circle = CircleSettings(id: "pull")
    circle.frame = FrameSettings(
      x: .points(0),
      y: .points(0),
      width: .points(480),
      height: .points(320),
      anchor: .topLeft
    )
    let beside = Point(x: 190, y: 140)
    let above = Self.names([.circle(circle), Self.button(200)], down: beside, up: beside)
    #expect(above == ["press 1", "release 1", "trigger 1"])
    let below = Self.names([Self.button(200), .circle(circle)], down: beside, up: beside)
    #expect(below.first == "drag 1")
  }
}
