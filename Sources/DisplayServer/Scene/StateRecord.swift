// SPDX-License-Identifier: Apache-2.0
internal import PlainText
internal import JSON
internal import Widgets

/// What requests have set, by widget, as it outlives the process: a line of JSON.
///
/// ```
///   {"swell": 1, "widgets": {"main": {"percent": 42}, "start": {"enabled": false}}}
/// ```
/// Members that are not known are passed over, so that a newer version's state can be read; anything
/// that is not as it should be is refused as a whole.
package struct StateRecord: Hashable, Sendable {
  /// The format's number.
  private static let format = 1

  /// What requests have set, by the widget's id.
  private var changes: [ExactText: WidgetChange] = [:]

  /// Nothing has been set.
  package init() {}

  /// Reads a record from any bytes; `nil` when they are none.
  package init?(parsing bytes: [UInt8]) {
    guard let json = try? JSONValue(parsing: bytes), json["swell"]?.int == Self.format,
      let widgets = json["widgets"]?.object
    else { return nil }
    for member in widgets.members {
      guard let members = member.value.object, let change = try? WidgetChange(members) else {
        return nil
      }
      self[member.key] = change
    }
  }

  /// What requests have set of the widget with this id; nothing is left out.
  subscript(id: String) -> WidgetChange {
    get { changes[ExactText(id)] ?? WidgetChange() }
    set { changes[ExactText(id)] = newValue.isEmpty ? nil : newValue }
  }

  /// The record as bytes; equal records give equal bytes.
  package var bytes: [UInt8] {
    let widgets =
      changes.sorted { $0.key.text.hasLesserBytes(than: $1.key.text) }
      .map { ($0.key.text, JSONValue.object($0.value.members)) }
    return JSONValue.object(
      JSONObject([
        ("swell", .number(Double(Self.format))), ("widgets", .object(JSONObject(widgets))),
      ])
    ).serialized
  }
}
