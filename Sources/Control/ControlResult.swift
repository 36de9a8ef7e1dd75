// SPDX-License-Identifier: Apache-2.0

/// What a method answers: one case for each form of result in the contract's table.
package enum ControlResult: Hashable, Sendable {
  /// Of `progress.set`: the target, 0 … 100.
  case progressSet(id: String, percent: Double)
  /// Of `progress.get`: the target and what the screen shows now, 0 … 100.
  case progress(id: String, percent: Double, shown: Double)
  /// Of `widget.set` and `button.press`.
  case widget(id: String)
  /// Of `touch.send` and `reload`.
  case empty
  /// Of `subscribe`: what is subscribed to now.
  case subscribed(Set<ControlEventType>)
  /// Of `status`.
  case status(StatusReport)
  /// Of `screenshot`: extent in pixels and bytes from one row to the next.
  case screenshot(width: Int, height: Int, strideBytes: Int)

  /// The `result` member of the response.
  package var json: JSONValue {
    switch self {
    case .progressSet(let id, let percent):
      ["id": .string(id), "percent": .number(percent)]
    case .progress(let id, let percent, let shown):
      ["id": .string(id), "percent": .number(percent), "shown": .number(shown)]
    case .widget(let id):
      ["id": .string(id)]
    case .empty:
      .object(JSONObject())
    case .subscribed(let types):
      [
        "events": .array(
          ControlEventType.allCases.filter(types.contains).map { .string($0.rawValue) }
        )
      ]
    case .status(let report):
      report.json
    case .screenshot(let width, let height, let strideBytes):
      [
        "width": .number(Double(width)), "height": .number(Double(height)),
        "stride": .number(Double(strideBytes)), "format": "XRGB8888",
      ]
    }
  }
}
