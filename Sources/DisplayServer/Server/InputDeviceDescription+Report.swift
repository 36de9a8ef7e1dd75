// SPDX-License-Identifier: Apache-2.0
internal import Geometry
internal import JSON
internal import Touch

extension InputDeviceDescription {
  /// What `status` tells of an input device.
  var report: JSONObject {
    var members = JSONObject([
      ("name", .string(name)), ("device", .string(path)), ("kind", .string(kind)),
    ])
    if let axes {
      members["calibration"] = .array(calibration.coefficients.map { .number($0) })
      members["axes"] = ["x": axes.horizontal.json, "y": axes.vertical.json]
    }
    guard let mismatch = rangeMismatch else { return members }
    var range = JSONObject([
      ("ignored", .number(Double(mismatch.count))), ("x", mismatch.horizontal.json),
      ("y", mismatch.vertical.json), ("text", .string(mismatch.finding)),
    ])
    if let remedy = mismatch.remedy { range["remedy"] = .string(remedy) }
    members["range"] = .object(range)
    return members
  }
}

extension RangeMismatch.Axis {
  fileprivate var json: JSONValue { ["declared": declared.json, "seen": seen.json] }
}

extension ClosedRange<Int32> {
  fileprivate var json: JSONValue {
    [.number(Double(lowerBound)), .number(Double(upperBound))]
  }
}
