// SPDX-License-Identifier: Apache-2.0
import JSON
import Raster
import TOMLReading
import Testing

@testable import Widgets

@Suite("Settings of borders")
struct BorderSettingsTests {
  @Test("What a request says of a border is kept, and what it leaves out is the usual one")
  func change() throws {
    let said = JSONObject([("border", .object(JSONObject([("width", .number(5))])))])
    let change = try WidgetChange(said)
    var expected = BorderSettings(width: 5)
    let told: [(String, JSONValue)] = [("width", .number(5)), ("color", .string("#9AA0A6FF"))]
    #expect(change["border"] == .object(JSONObject(told)))
    #expect(change.applied(to: ButtonSettings(id: "a")).border == expected)
    #expect(change.applied(to: TextFieldSettings(id: "a")).border == expected)
    expected.width = BorderSettings.usual.width
    expected.color = Color(rgb: 0x010203, alpha: 4)
    let colored = try WidgetChange(
      JSONObject([("border", .object(JSONObject([("color", .string("#01020304"))])))])
    )
    #expect(colored.applied(to: ButtonSettings(id: "a")).border == expected)
    // It is no text in languages.
    #expect(change.stranger(among: Languages()) == nil)
  }

  @Test("Without a word of it there is none")
  func none() {
    #expect(ButtonSettings(id: "a").border.width == 0)
    #expect(TextFieldSettings(id: "a").border.width == 0)
  }
}
