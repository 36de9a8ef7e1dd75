// SPDX-License-Identifier: Apache-2.0
import Geometry
import JSON
import LayerPainting
import Raster
import Testing

@testable import Widgets

/// Labels whose letters are half an em wide each; and the sizes that were asked for.
private final class HalfEms: BareMaterials {
  /// The latest size in view pixels of each text, and the least one.
  private(set) var sizes: [String: Double] = [:]
  private(set) var least: [String: Double] = [:]
  /// True while no label is measured.
  var isBusy = false

  func label(
    _ text: String,
    font: String,
    pixelSize: Double,
    least: Double?,
    maximumWidth: Double
  ) throws(MaterialFault) -> PlacedMask {
    sizes[text] = pixelSize
    self.least[text] = least
    return PlacedMask(
      mask: CoverageMask(size: PixelSize(width: 1, height: 1), bytes: [255]),
      origin: PixelPoint(x: 0, y: 0)
    )
  }

  func labelWidth(_ text: String, font: String) throws(MaterialFault) -> Double {
    if isBusy { throw MaterialFault("it is being made") }
    return Double(text.split(separator: "\n").map(\.utf8.count).max() ?? 0) / 2
  }

  func forget() { (sizes, least) = ([:], [:]) }
}

@Suite("Letters of one size")
struct LetterGroupTests {
  private let materials = HalfEms()

  /// A button with 100 points of room for a label of 28 points.
  private func button(
    _ label: String,
    _ change: (inout ButtonSettings) -> Void = { _ in }
  ) -> WidgetSettings {
    var button = ButtonSettings(id: "b")
    button.label = label
    button.frame = FrameSettings(
      x: .points(0),
      y: .points(0),
      width: .points(116),
      height: .points(80),
      anchor: .topLeft
    )
    change(&button)
    return .button(button)
  }

  private func scene(_ buttons: [WidgetSettings], pages: [Int?] = [], scale: Double = 1) -> Scene {
    Scene(
      buttons,
      transform: OutputTransform(
        bufferSize: PixelSize(width: 400, height: 200),
        rotation: .none,
        scale: scale
      ),
      background: Color(rgb: 0),
      pages: pages,
      bufferCount: 1,
      materials: materials,
      at: SceneTests.instant(0)
    )
  }

  private func size(_ text: String) -> Double? {
    materials.sizes[text].map { ($0 * 1000).rounded() / 1000 }
  }

  @Test("Labels that fit have their own size, and so has one that is alone", arguments: [1.0, 2])
  func own(scale: Double) {
    // 14 points a letter: seven fit into 100.
    _ = scene([button("seven77"), button("a")], scale: scale)
    #expect(size("seven77") == 28 * scale && size("a") == 28 * scale)
    _ = scene([button("ten letter")], scale: scale)
    #expect(size("ten letter") == 28 * scale)
    #expect(materials.least["ten letter"] == 12 * scale)
  }

  @Test("Where one does not fit all are as large as it can be", arguments: [1.0, 2])
  func shared(scale: Double) {
    // 100 points for five ems, and for eight.
    _ = scene([button("a"), button("ten letter"), button("nine lett")], scale: scale)
    for text in ["a", "ten letter", "nine lett"] { #expect(size(text) == 20 * scale) }
    _ = scene([button("a"), button("sixteen letters.")], scale: scale)
    #expect(size("a") == 12.5 * scale && size("sixteen letters.") == 12.5 * scale)
  }

  @Test("None is smaller than 12 points, but for what asks for it")
  func least() {
    let long = String(repeating: "x", count: 30)
    _ = scene([button("a"), button(long)])
    #expect(size("a") == 12 && size(long) == 12)
    #expect(materials.least[long] == 12)
    _ = scene([button("a") { $0.fontSize = 10 }, button(long) { $0.fontSize = 10 }])
    #expect(size("a") == 10 && size(long) == 10)
  }

  @Test("A label of many lines, which have no room, has the others be smaller too")
  func lines() {
    // 80 · 0.76 / 4.
    _ = scene([button("a"), button("1\n2\n3\n4")])
    #expect(size("a") == 15.2 && size("1\n2\n3\n4") == 15.2)
    // What is too high at 12 points is smaller alone: 80 · 0.76 / 8.
    _ = scene([button("a"), button("1\n2\n3\n4\n5\n6\n7\n8")])
    #expect(size("a") == 12 && size("1\n2\n3\n4\n5\n6\n7\n8") == 7.6)
  }

  @Test("Those of another look, font, size or page keep their own")
  func others() {
    let long = button("ten letter")
    let changes: [(inout ButtonSettings) -> Void] = [
      { $0.look = "key" }, { $0.font = "Serif" }, { $0.fontSize = 27 },
      { $0.frame.height = .points(60) },
    ]
    for change in changes {
      _ = scene([button("a", change), long, button("b")])
      #expect(size("b") == 20)
      #expect(size("a") != 20)
      materials.forget()
    }
    _ = scene([button("a"), button("b"), long, button("c")], pages: [0, nil, 1, 1])
    #expect(size("a") == 28 && size("b") == 28 && size("c") == 20)
  }

  @Test("Another label has all labels of its group be made anew where their size changes")
  func change() throws {
    var widgets = [button("a"), button("b"), button("c") { $0.look = "key" }]
    var scene = self.scene(widgets)
    var events = WidgetEvents()
    func change(_ label: String, in scene: inout Scene) throws -> Bool {
      materials.forget()
      var change = WidgetChange()
      change["label"] = .string(label)
      widgets[1] = widgets[1].applying(change)
      let isOther = try scene.ask(1, for: widgets[1], from: materials)
      let asked = materials.sizes
      scene.update(1, to: widgets[1], from: materials, at: SceneTests.instant(1), telling: &events)
      #expect(materials.sizes == asked, "all that is shown was asked for")
      return isOther
    }
    var isOther = try change("ten letter", in: &scene)
    #expect(isOther)
    #expect(materials.sizes == ["a": 20, "ten letter": 20])
    // The same size: the other one stays as it is.
    isOther = try change("letter ten", in: &scene)
    #expect(isOther)
    #expect(materials.sizes == ["letter ten": 20])
    isOther = try change("letter ten", in: &scene)
    #expect(!isOther)
    #expect(materials.sizes.isEmpty)
    isOther = try change("b", in: &scene)
    #expect(isOther)
    #expect(materials.sizes == ["a": 28, "b": 28])
  }

  @Test("A label that is still being measured is asked for with the others when it is")
  func measuring() throws {
    let scene = self.scene([button("a"), button("b")])
    materials.forget()
    materials.isBusy = true
    #expect(try scene.ask(1, for: button("ten letter"), from: materials))
    #expect(materials.sizes.isEmpty)
    materials.isBusy = false
    #expect(try scene.ask(1, for: button("ten letter"), from: materials))
    #expect(materials.sizes == ["a": 20, "ten letter": 20])
  }

  @Test("Letters that a held back label has be smaller wait with it")
  func heldBack() {
    var scene = self.scene([button("a"), button("b")])
    var events = WidgetEvents()
    scene.show(at: SceneTests.instant(0))
    scene.holdBack(1, until: SceneTests.instant(2))
    scene.update(
      1,
      to: button("ten letter"),
      from: materials,
      at: SceneTests.instant(1),
      telling: &events
    )
    let starts = scene.shelves.buttons.map { $0.labelStart(at: SceneTests.instant(1)) }
    #expect(starts == [SceneTests.instant(2), SceneTests.instant(2)])
  }
}
