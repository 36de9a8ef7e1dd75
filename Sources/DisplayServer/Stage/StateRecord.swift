// SPDX-License-Identifier: Apache-2.0
internal import Control
internal import Configuration

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

  /// The widgets' states by id; only of widgets that requests have touched.
  var states: [String: WidgetState] = [:]

  /// Nothing has been set.
  package init() {}

  /// Reads a record from any bytes; `nil` when they are none.
  package init?(parsing bytes: [UInt8]) {
    guard let json = try? JSONValue(parsing: bytes), json["swell"]?.int == Self.format,
      let widgets = json["widgets"]?.object
    else { return nil }
    for member in widgets.members {
      guard let state = WidgetState(json: member.value) else { return nil }
      states[member.key] = state
    }
  }

  /// The record as bytes; equal records give equal bytes.
  package var bytes: [UInt8] {
    let widgets = states.filter { !$0.value.isUntouched }.sorted { $0.key < $1.key }
      .map { ($0.key, $0.value.json) }
    return JSONValue.object(
      JSONObject([
        ("swell", .number(Double(Self.format))), ("widgets", .object(JSONObject(widgets))),
      ])
    ).serialized
  }
}

extension WidgetState {
  fileprivate init?(json: JSONValue) {
    guard let object = json.object else { return nil }
    self.init()
    for member in object.members {
      switch member.key {
      case "percent":
        guard let value = member.value.double, (0...100).contains(value) else { return nil }
        percent = value
      case "label":
        guard let text = member.value.string else { return nil }
        label = text
      case "color":
        guard let text = member.value.string, let parsed = HexColor(text) else { return nil }
        color = parsed
      case "visible":
        guard let value = member.value.bool else { return nil }
        isVisible = value
      case "enabled":
        guard let value = member.value.bool else { return nil }
        isEnabled = value
      default:
        break
      }
    }
  }

  fileprivate var json: JSONValue {
    var members: [(String, JSONValue)] = []
    if let percent { members.append(("percent", .number(percent))) }
    if let label { members.append(("label", .string(label))) }
    if let color { members.append(("color", .string(color.text))) }
    if let isVisible { members.append(("visible", .bool(isVisible))) }
    if let isEnabled { members.append(("enabled", .bool(isEnabled))) }
    return .object(JSONObject(members))
  }
}

extension HexColor {
  /// The colour as `#RRGGBBAA`.
  fileprivate var text: String {
    let digits = Array("0123456789ABCDEF")
    return "#"
      + [red, green, blue, alpha].map { channel in
        "\(digits[Int(channel >> 4)])\(digits[Int(channel & 15)])"
      }.joined()
  }
}
