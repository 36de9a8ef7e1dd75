// SPDX-License-Identifier: Apache-2.0
import Geometry
import JSON
import LayerPainting
import MonotonicTime
import Raster
import Testing
import Touch

@testable import Widgets

private func frame(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> FrameSettings {
  var frame = FrameSettings(
    x: .points(x),
    y: .points(y),
    width: .points(width),
    height: .points(height)
  )
  frame.anchor = .topLeft
  return frame
}

@Suite("What keys do to the widget with the focus")
struct SteeringTests {
  /// A scene of 480 × 320 points, whose changes by keys are put in force as a server does.
  private struct Stage {
    var scene: Scene
    var settings: [WidgetSettings]
    var events = WidgetEvents()
    var time = 0.0

    init(_ settings: [WidgetSettings]) {
      self.settings = settings
      scene = Scene(
        settings,
        transform: OutputTransform(
          bufferSize: PixelSize(width: 480, height: 320),
          rotation: .none,
          scale: 1
        ),
        background: Color(rgb: 0),
        bufferCount: 2,
        materials: NoMaterials(),
        at: SceneTests.instant(0)
      )
    }

    mutating func press(_ stroke: KeyStroke) {
      time += 1
      scene.handle(stroke, by: .key, at: SceneTests.instant(time), telling: &events)
      keep()
    }

    private mutating func keep() {
      while let (index, change) = events.takeKept() {
        settings[index] = settings[index].applying(change)
        scene.update(
          index,
          to: settings[index],
          from: NoMaterials(),
          at: SceneTests.instant(time),
          telling: &events
        )
      }
    }

    /// Holds Return for half a second.
    mutating func hold() {
      for phase in [TouchPhase.down, .up] {
        time += 0.5
        let instant = SceneTests.instant(time)
        let place = scene.pressPlace(at: instant) ?? Point(x: -1, y: -1)
        let contact = ContactID(key: 28)
        scene.handle(
          TouchEvent(contact: contact, phase: phase, position: place, time: instant),
          telling: &events
        )
        scene.show(at: instant)
        keep()
      }
    }

    /// What has been told, with its values, since this was asked last.
    mutating func told() -> [String] {
      defer { events.removeAll() }
      return events.list.map { event in
        ([event.type.name] + event.details.members.map { $0.1.text }).joined(separator: " ")
      }
    }
  }

  private func slider(_ change: (inout SliderSettings) -> Void) -> WidgetSettings {
    var slider = SliderSettings(id: "level")
    slider.frame = frame(100, 100, 200, 40)
    change(&slider)
    return .slider(slider)
  }

  private func button(_ id: String, _ x: Double, _ y: Double) -> WidgetSettings {
    var button = ButtonSettings(id: id)
    button.label = ""
    button.frame = frame(x, y, 60, 30)
    return .button(button)
  }

  @Test("Left and Right set a slider by its step, Home and End to its ends, Up and Down leave it")
  func slider() {
    var stage = Stage([
      slider {
        $0.maximum = 10
        $0.step = 3
        $0.value = 3
      }, button("above", 150, 20), button("below", 150, 200),
    ])
    stage.press(.nextField)
    stage.press(.nextField)
    #expect(stage.scene.focus == 0 && stage.told() == [])
    stage.press(.right)
    stage.press(.right)
    // The last step that is within the ends.
    stage.press(.right)
    stage.press(.home)
    stage.press(.left)
    stage.press(.end)
    stage.press(.left)
    #expect(
      stage.told() == [6, 9, 0, 9, 6].map { "slid \($0) \"key\"" }
    )
    #expect(stage.scene.focus == 0)
    stage.press(.up)
    #expect(stage.scene.focus == 1)
    stage.press(.down)
    stage.press(.down)
    #expect(stage.scene.focus == 2)
  }

  @Test("Without a step it is set by a twentieth of its way, an upright one by Up and Down")
  func freeSlider() {
    var stage = Stage([
      slider {
        $0.minimum = -1
        $0.maximum = 1
        $0.value = 0.95
        $0.isVertical = true
        $0.frame = frame(100, 60, 40, 200)
      }, button("beside", 300, 140),
    ])
    stage.press(.nextField)
    stage.press(.up)
    stage.press(.up)
    stage.press(.down)
    #expect(stage.told() == ["slid 1 \"key\"", "slid 0.9 \"key\""])
    stage.press(.right)
    #expect(stage.scene.focus == 1)
  }

  @Test("A key holds a slider at its knob, which stays where it is")
  func heldSlider() {
    var stage = Stage([slider { $0.value = 25 }])
    stage.press(.nextField)
    // The knob's middle goes from 115 to 285.
    #expect(stage.scene.pressPlace(at: SceneTests.instant(2)) == Point(x: 157.5, y: 120))
    stage.hold()
    #expect(stage.told() == [])
  }

  @Test("A key flips a toggle, and is its source")
  func toggle() {
    var toggle = ToggleSettings(id: "fan")
    toggle.frame = frame(100, 100, 80, 40)
    var stage = Stage([.toggle(toggle)])
    stage.press(.nextField)
    stage.hold()
    stage.hold()
    #expect(stage.told() == ["toggle true \"key\"", "toggle false \"key\""])
  }

  /// A list of rows of 20 points, 5 apart, of which four are seen as a whole, between two buttons.
  private func list(_ count: Int, _ selection: ListSettings.Selection) -> [WidgetSettings] {
    var list = ListSettings(id: "places")
    list.frame = frame(100, 60, 200, 95)
    list.rowHeight = 20
    list.gap = 5
    list.selection = selection
    for row in 0..<count { _ = list.rows.append(ListRow(id: "r\(row)")) }
    return [.list(list), button("above", 150, 10), button("below", 150, 200)]
  }

  @Test("Up and Down lead from row to row, which is scrolled to, and beyond the ends out of them")
  func rows() {
    var stage = Stage(list(6, .none))
    stage.press(.nextField)
    stage.press(.down)
    func ring() -> Rect { stage.scene.ring.look(at: SceneTests.instant(stage.time + 0.95)).frame }
    #expect(stage.scene.focus == 0 && ring() == Rect(x: 94, y: 54, width: 212, height: 32))
    for row in 1..<6 {
      stage.press(.down)
      // From the fourth row on the list is scrolled so that the row is at its bottom.
      #expect(ring().minY == 54 + 25 * Double(min(row, 3)))
    }
    let end = SceneTests.instant(stage.time + 0.5)
    #expect(stage.scene.shelves.lists[0].motion.place(at: end).offset == 50)
    stage.hold()
    #expect(stage.told() == ["trigger \"r5\" \"key\""])
    stage.press(.up)
    stage.hold()
    #expect(stage.told() == ["trigger \"r4\" \"key\""])
    stage.press(.end)
    stage.press(.down)
    #expect(stage.scene.focus == 2)
    stage.press(.up)
    stage.press(.home)
    stage.press(.up)
    #expect(stage.scene.focus == 1)
  }

  @Test("A key chooses a row, and is its source, while the list still scrolls to it")
  func choosing() {
    var stage = Stage(list(30, .many))
    stage.press(.nextField)
    stage.press(.down)
    stage.press(.end)
    stage.time -= 0.45
    stage.hold()
    stage.press(.home)
    stage.hold()
    #expect(
      stage.told() == [
        "select [\"r29\"] \"key\"", "trigger \"r29\" \"key\"",
        "select [\"r0\",\"r29\"] \"key\"", "trigger \"r0\" \"key\"",
      ]
    )
  }
}
