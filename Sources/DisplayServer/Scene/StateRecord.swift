// SPDX-License-Identifier: Apache-2.0
internal import PlainText
internal import JSON
internal import Widgets

/// The changes by requests, widget by widget, that outlive the process: a line of JSON.
///
/// ```
///   {"swell": 1, "widgets": {"main": {"percent": 42}, "start": {"enabled": false}}}
/// ```
/// `display` is there where something of it was set, or where the light behind the panel was lowered:
/// `{"brightness": 40, "light": {"name": "intel_backlight", "level": 937}}`; `page` where another page than
/// the first was shown: `"pay"`.
///
/// `language` is there where it is not the first of the file's, and `look` where one lies over the scene.
///
/// Members that are not known are passed over, so that a newer version's state can be read; anything
/// that is not as it should be is refused as a whole.
package struct StateRecord: Hashable, Sendable {
  /// The format's number.
  private static let format = 1

  /// A light behind the panel that was lowered, to be found again.
  struct Light: Hashable {
    /// The kernel's name of it.
    var name: String
    /// Its level while the panel is awake, 0 or more.
    var level: Int
  }

  /// Percent of the light while the panel is awake, 0 … 100, as a request has set it; nil for none.
  var brightness: Double?
  /// The light, while it is lowered.
  var light: Light?

  /// The page that was shown; nil for the first one.
  @Exact var page: String?
  /// The language of texts; nil for the first.
  @Exact var language: String?
  /// The look over the scene; nil for none.
  @Exact var look: String?

  /// The members that are words, in the order in which they are written.
  private static var words: [(name: String, member: WritableKeyPath<Self, String?>)] {
    [("page", \.page), ("language", \.language), ("look", \.look)]
  }

  /// The changes by requests, by the widget's id.
  private var changes: [ExactText: WidgetChange] = [:]

  /// Nothing has been set.
  package init() {}

  /// Reads a record from any bytes; `nil` when they are none.
  package init?(parsing bytes: [UInt8]) {
    guard let json = try? JSONValue(parsing: bytes), json["swell"]?.int == Self.format,
      let widgets = json["widgets"]?.object
    else { return nil }
    guard readDisplay(json["display"]) else { return nil }
    for (name, member) in Self.words {
      guard let value = json[name] else { continue }
      guard let word = value.string else { return nil }
      self[keyPath: member] = word
    }
    for member in widgets.members {
      guard let members = member.value.object, let change = try? WidgetChange(members) else {
        return nil
      }
      self[member.key] = change
    }
  }

  /// Reads the member `display`.
  ///
  /// - Returns: True if the member is valid, or absent.
  private mutating func readDisplay(_ json: JSONValue?) -> Bool {
    guard let json else { return true }
    guard json.object != nil else { return false }
    if let value = json["brightness"] {
      guard let percent = value.double, (0...100).contains(percent) else { return false }
      brightness = percent
    }
    guard let value = json["light"] else { return true }
    guard let name = value["name"]?.string, let level = value["level"]?.int, level >= 0 else {
      return false
    }
    light = Light(name: name, level: level)
    return true
  }

  private var display: JSONObject {
    var members = JSONObject()
    members["brightness"] = brightness.map { .number($0) }
    members["light"] = light.map {
      ["name": .string($0.name), "level": .number(Double($0.level))]
    }
    return members
  }

  /// The changes by requests to the widget with this id; no member is left out.
  subscript(id: String) -> WidgetChange {
    get { changes[ExactText(id)] ?? WidgetChange() }
    set { changes[ExactText(id)] = newValue.isEmpty ? nil : newValue }
  }

  /// Tells if the record is longer than `length` bytes of texts and values of lists, widgets counted as ten; no more of
  /// it is looked at.
  func isLongerThan(_ length: Int) -> Bool {
    var left = length
    for change in changes.values where left >= 0 { left -= 10 + change.length }
    return left < 0
  }

  /// The record as bytes; equal records give equal bytes.
  package var bytes: [UInt8] {
    let widgets =
      changes.sorted { $0.key.text.hasLesserBytes(than: $1.key.text) }
      .map { ($0.key.text, JSONValue.object($0.value.kept)) }
    var members: [(String, JSONValue)] = [("swell", .number(Double(Self.format)))]
    if !display.members.isEmpty { members.append(("display", .object(display))) }
    for (name, member) in Self.words {
      if let word = self[keyPath: member] { members.append((name, .string(word))) }
    }
    members.append(("widgets", .object(JSONObject(widgets))))
    return JSONValue.object(JSONObject(members)).serialized
  }
}
