// SPDX-License-Identifier: Apache-2.0
import Geometry
import JSON
import LayerPainting
import MonotonicTime
import Raster
import TOMLReading
import Testing

@testable import Widgets

@Suite("Settings and layers of shadows")
struct ShadowSettingsTests {
  private func change(_ members: [(String, JSONValue)]) throws -> WidgetChange {
    try WidgetChange(JSONObject([("shadow", .object(JSONObject(members)))]))
  }

  @Test("What a request says of a shadow is kept, and what it leaves out is as in a table")
  func kept() throws {
    let change = try change([
      ("x", .number(-3)), ("blur", .number(24)), ("color", .string("#01020304")),
    ])
    var expected = ShadowSettings()
    expected.x = -3
    expected.blur = 24
    expected.color = Color(rgb: 0x010203, alpha: 4)
    #expect(expected.y == 4)
    let told: [(String, JSONValue)] = [
      ("x", .number(-3)), ("y", .number(4)), ("blur", .number(24)),
      ("color", .string("#01020304")),
    ]
    #expect(change["shadow"] == .object(JSONObject(told)))
    #expect(change.applied(to: ButtonSettings(id: "a")).shadow == expected)
    #expect(change.applied(to: TextFieldSettings(id: "a")).shadow == expected)
    #expect(change.stranger(among: Languages()) == nil)
  }

  @Test("A widget without one refuses it, and nothing else")
  func refused() throws {
    let shadow = try change([("y", .number(2))])
    let color = try WidgetChange(JSONObject([("color", .string("#010203"))]))
    var (button, field) = (ButtonSettings(id: "a"), TextFieldSettings(id: "a"))
    #expect(throws: WidgetFault.self) { try button.check(shadow) }
    #expect(throws: WidgetFault.self) { try field.check(shadow) }
    try button.check(color)
    try field.check(color)
    (button.shadow, field.shadow) = (ShadowSettings(), ShadowSettings())
    try button.check(shadow)
    try field.check(shadow)
  }

  @Test("It counts among the pictures with the largest blur that requests can give it")
  func pictures() {
    let size = Size(width: 100, height: 50)
    var (button, field) = (ButtonSettings(id: "a"), TextFieldSettings(id: "a"))
    let counts = (button.pictures(in: size).count, field.pictures(in: size).count)
    (button.shadow, field.shadow) = (ShadowSettings(), ShadowSettings())
    for (pictures, count) in [
      (button.pictures(in: size), counts.0), (field.pictures(in: size), counts.1),
    ] {
      #expect(pictures.count == count + 1)
      #expect(pictures.contains(.shadow(blur: 24)))
    }
  }

  @Test("It is one layer, the lowest, where there is one, and none otherwise")
  func layers() {
    let transform = OutputTransform(
      bufferSize: PixelSize(width: 160, height: 120),
      rotation: .none,
      scale: 1
    )
    let place = WidgetPlace(
      frame: Rect(x: 20, y: 20, width: 100, height: 60),
      transform: transform,
      background: Color(rgb: 0)
    )
    let instant = MonotonicInstant(nanoseconds: 0)
    func bounds(_ shadow: ShadowSettings?, isButton: Bool) -> [PixelRect] {
      var stack = LayerStack(transform: transform, background: Color(rgb: 0), bufferCount: 1)
      if isButton {
        var settings = ButtonSettings(id: "a")
        settings.shadow = shadow
        var button = Button(settings, in: place, from: NoMaterials(), on: &stack, at: instant)
        button.show(at: instant, in: &stack)
      } else {
        var settings = TextFieldSettings(id: "a")
        settings.shadow = shadow
        var field = TextField(settings, in: place, from: NoMaterials(), on: &stack, at: instant)
        field.show(at: instant, in: &stack)
      }
      return stack.bounds
    }
    var shadow = ShadowSettings()
    (shadow.x, shadow.y, shadow.blur) = (3, -5, 6)
    for isButton in [true, false] {
      let without = bounds(nil, isButton: isButton)
      let with = bounds(shadow, isButton: isButton)
      #expect(without.count == (isButton ? 1 : 6))
      #expect(Array(with.dropFirst()) == without)
      #expect(with[0] == PixelRect(left: 17, top: 9, right: 129, bottom: 81))
    }
  }
}
