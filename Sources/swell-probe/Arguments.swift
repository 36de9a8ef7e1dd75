// SPDX-License-Identifier: Apache-2.0
import JSON
import Control
import Motion

/// A question's members, read with their types.
struct Arguments {
  private let object: JSONObject
  /// Text before a key in error messages.
  private let path: String

  /// The members of `object`, called `path` in messages.
  init(_ object: JSONObject, path: String = "") {
    self.object = object
    self.path = path
  }

  /// Tells if the key is there, with anything but null.
  func has(_ key: String) -> Bool {
    object[key].map { $0 != .null } ?? false
  }

  /// All that are not null, in their order.
  var members: [(key: String, value: JSONValue)] {
    object.members.compactMap { $0.value == .null ? nil : ($0.key, $0.value) }
  }

  /// The value of `key`; nil where it is missing or null.
  func value(_ key: String) -> JSONValue? {
    has(key) ? object[key] : nil
  }

  /// A number, or `fallback` where it is missing.
  func number(_ key: String, or fallback: Double? = nil) throws(ProbeError) -> Double {
    guard let value = value(key) else {
      if let fallback { return fallback }
      throw ProbeError("\(path)\(key) is missing")
    }
    guard let number = Self.number(value) else {
      throw ProbeError("\(path)\(key) is not a number")
    }
    return number
  }

  /// A list of numbers; one number counts as a list of one, nothing as an empty list.
  func numbers(_ key: String) throws(ProbeError) -> [Double] {
    guard let value = value(key) else { return [] }
    if let single = Self.number(value) { return [single] }
    guard let list = Self.numbers(value) else {
      throw ProbeError("\(path)\(key) is not a list of numbers")
    }
    return list
  }

  /// A string, or `fallback` where it is missing.
  func string(_ key: String, or fallback: String? = nil) throws(ProbeError) -> String {
    guard let value = value(key) else {
      if let fallback { return fallback }
      throw ProbeError("\(path)\(key) is missing")
    }
    guard let string = value.string else { throw ProbeError("\(path)\(key) is not a string") }
    return string
  }

  /// A truth value; false where it is missing.
  func flag(_ key: String) throws(ProbeError) -> Bool {
    guard let value = value(key) else { return false }
    guard let flag = value.bool else { throw ProbeError("\(path)\(key) is not true or false") }
    return flag
  }

  /// A list; empty where it is missing.
  func list(_ key: String) throws(ProbeError) -> [JSONValue] {
    guard let value = value(key) else { return [] }
    guard let list = value.array else { throw ProbeError("\(path)\(key) is not a list") }
    return list
  }

  /// An object; an empty one where it is missing.
  func arguments(_ key: String) throws(ProbeError) -> Arguments {
    guard let value = value(key) else { return Arguments(JSONObject(), path: "\(path)\(key).") }
    return try Self.arguments(value, path: "\(path)\(key)")
  }

  /// The members of `value`, which has to be an object.
  static func arguments(_ value: JSONValue, path: String) throws(ProbeError) -> Arguments {
    guard let object = value.object else { throw ProbeError("\(path) is not an object") }
    return Arguments(object, path: "\(path).")
  }

  /// The number that a value stands for; infinities and NaN come as strings.
  static func number(_ value: JSONValue) -> Double? {
    if let number = value.double { return number }
    switch value.string?.lowercased() {
    case "inf", "+inf", "infinity", "+infinity": return .infinity
    case "-inf", "-infinity": return -.infinity
    case "nan", "-nan", "+nan": return .nan
    default: return nil
    }
  }

  /// The numbers of a list; nil where one is none.
  static func numbers(_ value: JSONValue) -> [Double]? {
    guard let elements = value.array else { return nil }
    let numbers = elements.compactMap(number)
    return numbers.count == elements.count ? numbers : nil
  }

  /// The curve that a value stands for: a name or four numbers.
  static func curve(_ value: JSONValue) throws(ProbeError) -> Curve {
    if let name = value.string {
      guard let curve = Curve(named: name) else {
        throw ProbeError(
          "unknown curve \(name); known: \(Curve.names.joined(separator: ", "))"
        )
      }
      return curve
    }
    guard let points = numbers(value), points.count == 4 else {
      throw ProbeError("a curve is a name or four numbers")
    }
    return .bezier(TimingFunction(points[0], points[1], points[2], points[3]))
  }
}

extension JSONValue {
  /// The value that stands for a number in answers: infinities and NaN travel as strings.
  init(exactly number: Double) {
    if number.isFinite {
      self = .number(number)
    } else if number.isNaN {
      self = .string("nan")
    } else {
      self = .string(number > 0 ? "inf" : "-inf")
    }
  }

  /// The list that stands for numbers in answers.
  init(exactly numbers: [Double]) {
    self = .array(numbers.map { JSONValue(exactly: $0) })
  }
}
