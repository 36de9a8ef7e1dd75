// SPDX-License-Identifier: Apache-2.0
package import JSON

/// What a method answers: one case for each form of result in the contract's table.
package enum ControlResult: Hashable, Sendable {
  /// Of the methods of widgets, and of `widget.set`: members that the kind names.
  case widget(JSONObject)
  /// Of `job.start`, `job.cancel` and `job.get`: the job of the widget `id` as it is.
  case job(id: String, JobStatus)
  /// Of `job.report`: whether the program is to be ended.
  case reported(isCancelled: Bool)
  /// Of `touch.send`, `reload`, and of the end of `touch.calibrate`.
  case empty
  /// Of `touch.calibrate` for a cross: its middle in fractions of the unrotated panel, and the panel in pixels.
  case cross(x: Double, y: Double, width: Int, height: Int)
  /// Of `display.set`: percent of the light behind the panel while it is awake, nil without one, and
  /// whether it is awake.
  case display(brightness: Double?, isAwake: Bool)
  /// Of `page.show` and `page.get`: the page that is shown, nil where there are none, and since when, in seconds
  /// on CLOCK_MONOTONIC.
  case page(id: String?, since: Double)
  /// Of `language.set` and `language.get`: the language that is shown, nil where there is one only, and all.
  case language(String?, of: [String])
  /// Of `subscribe`: what is subscribed to now.
  case subscribed(Set<ControlEventType>)
  /// Of `status`.
  case status(StatusReport)
  /// Of `rpc.discover`: the description of the socket.
  case description(JSONValue)
  /// Of `screenshot`: extent in pixels and bytes from one row to the next.
  case screenshot(width: Int, height: Int, strideBytes: Int)

  /// The `result` member of the response.
  package var json: JSONValue {
    switch self {
    case .widget(let members):
      .object(members)
    case .job(let id, let status):
      .object(JSONObject([("id", .string(id))] + status.members))
    case .reported(let isCancelled):
      ["cancel": .bool(isCancelled)]
    case .empty:
      .object(JSONObject())
    case .cross(let x, let y, let width, let height):
      [
        "x": .number(x), "y": .number(y), "width": .number(Double(width)),
        "height": .number(Double(height)),
      ]
    case .display(let brightness, let isAwake):
      ["brightness": brightness.map { .number($0) } ?? .null, "awake": .bool(isAwake)]
    case .page(let id, let since):
      ["id": id.map { .string($0) } ?? .null, "since": .number(since)]
    case .language(let name, let names):
      [
        "language": name.map { .string($0) } ?? .null,
        "languages": .array(names.map { .string($0) }),
      ]
    case .subscribed(let types):
      [
        "events": .array(
          ControlEventType.allCases.filter(types.contains).map { .string($0.name) }
        )
      ]
    case .status(let report):
      report.json
    case .description(let document):
      document
    case .screenshot(let width, let height, let strideBytes):
      [
        "width": .number(Double(width)), "height": .number(Double(height)),
        "stride": .number(Double(strideBytes)), "format": "XRGB8888",
      ]
    }
  }
}
