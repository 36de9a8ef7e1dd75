// SPDX-License-Identifier: Apache-2.0
import JSON
import Testing

@testable import Widgets

@Suite("What a record says of fields")
struct TextRecordTests {
  @Test("A long text is read back by a field that has room for it, and by no other")
  func longText() throws {
    let text = String(repeating: "é", count: 200)
    let change = try WidgetChange(JSONObject([("text", .string(text))]))
    var settings = TextFieldSettings(id: "field")
    settings.maximumLength = 256
    #expect(change.applied(to: settings).text == text)
    settings.maximumLength = 199
    #expect(change.applied(to: settings).text.isEmpty)
  }

  @Test("A text beyond the field's filter is as if it had not been set")
  func filtered() throws {
    let change = try WidgetChange(JSONObject([("text", .string("abc"))]))
    var settings = TextFieldSettings(id: "field")
    settings.allow = .digits
    #expect(change.applied(to: settings).text.isEmpty)
  }
}
