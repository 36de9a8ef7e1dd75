// SPDX-License-Identifier: Apache-2.0
internal import JSON
internal import Touch

extension InputDeviceDescription {
  /// What `status` tells of an input device.
  var report: JSONObject {
    var members = JSONObject([
      ("name", .string(name)), ("device", .string(path)), ("kind", .string(kind)),
    ])
    guard let mismatch = rangeMismatch else { return members }
    members["range"] = [
      "ignored": .number(Double(mismatch.count)), "x": mismatch.horizontal.json,
      "y": mismatch.vertical.json, "text": .string(mismatch.finding),
      "remedy": .string(mismatch.remedy),
    ]
    return members
  }
}

extension RangeMismatch.Axis {
  fileprivate var json: JSONValue {
    func numbers(_ range: ClosedRange<Int32>) -> JSONValue {
      [.number(Double(range.lowerBound)), .number(Double(range.upperBound))]
    }
    return ["declared": numbers(declared), "seen": numbers(seen)]
  }
}
