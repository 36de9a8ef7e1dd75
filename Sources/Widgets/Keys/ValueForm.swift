// SPDX-License-Identifier: Apache-2.0
package import JSON
package import Motion
internal import PlainText
package import Raster
internal import TOMLReading

/// The form of the values of a key of the configuration or of a parameter of a request.
package indirect enum ValueForm: Sendable {
  /// A number of the range.
  case number(ClosedRange<Double>)
  /// A whole number of the range, with what is counted by it.
  case whole(ClosedRange<Int>, of: String? = nil)
  /// True or false.
  case flag
  /// A text of at most 1024 bytes.
  case text
  /// A text of at most so many characters that people read, in one language or a table by languages.
  case words(Int)
  /// One of the words.
  case choice([String])
  /// A colour.
  case color
  /// A curve's name or its four numbers.
  case curve
  /// Points in the range, or a percentage of the screen.
  case length(ClosedRange<Double>)
  /// A text that the regular expression matches; read by code of its own, as all forms below.
  case pattern(String)
  /// So many values of the form.
  case list(Self, ClosedRange<Int>)
  /// An object of members of these forms.
  case object([(String, Self)])
  /// Either of the forms.
  case either(Self, Self)
  /// Any value that the JSON Schema describes.
  case schema(String)
}

/// A value of one of the forms that are read without code of their own.
package enum FormValue: Sendable {
  /// A number.
  case number(Double)
  /// A whole number.
  case whole(Int)
  /// A truth value.
  case flag(Bool)
  /// A text, or one of the words.
  case text(String)
  /// A colour.
  case color(Color)
  /// A curve.
  case curve(Curve)
  /// A length.
  case length(FrameSettings.Length)
}

extension ValueForm {
  /// The value that stands in a file.
  ///
  /// - Throws: The fault of the value, as a phrase that follows the key's name.
  func value(of node: TOMLNode) throws(Diagnostic) -> FormValue {
    switch self {
    case .number(let range): return .number(try node.number(in: range))
    case .whole(let range, let things):
      let number = try node.number(in: Double(range.lowerBound)...Double(range.upperBound))
      guard let whole = Int(exactly: number) else {
        throw node.mismatch("a whole number" + (things.map { " of \($0)" } ?? ""))
      }
      return .whole(whole)
    case .flag:
      guard case .bool(let value) = node.value else { throw node.mismatch("true or false") }
      return .flag(value)
    case .text, .words: return .text(try node.text())
    case .choice(let words):
      guard let string = node.string, words.contains(where: string.hasSameBytes) else {
        throw node.mismatch(TOMLNode.list(words))
      }
      return .text(string)
    case .color: return .color(try node.color())
    case .curve: return .curve(try node.curve())
    case .length(let range): return .length(try node.length(in: range))
    case .pattern, .list, .object, .either, .schema: return .text(try node.text())
    }
  }
}

extension ValueForm {
  /// The value of the member or parameter `name`.
  ///
  /// - Throws: ``WidgetFault/badParameter(_:must:)``.
  func value(of json: JSONValue, _ name: String) throws(WidgetFault) -> FormValue {
    switch self {
    case .number(let range):
      guard let number = json.double, range.contains(number) else {
        throw .badParameter(
          name,
          must: "must be a number from \(JSONValue.number(range.lowerBound).text) to "
            + JSONValue.number(range.upperBound).text
        )
      }
      return .number(number)
    case .whole(let range, _):
      guard let whole = json.int, range.contains(whole) else {
        throw .badParameter(
          name,
          must: "must be an integer from \(range.lowerBound) to \(range.upperBound)"
        )
      }
      return .whole(whole)
    case .flag:
      guard let flag = json.bool else { throw .badParameter(name, must: "must be true or false") }
      return .flag(flag)
    case .color:
      guard let text = json.string else { throw .badParameter(name, must: "must be a string") }
      guard let color = Color(hex: text) else {
        throw .badParameter(name, must: "must be #RGB, #RRGGBB or #RRGGBBAA")
      }
      return .color(color)
    case .choice(let words):
      guard let word = json.string, words.contains(where: word.hasSameBytes) else {
        throw .badParameter(name, must: "must be \(TOMLNode.list(words))")
      }
      return .text(word)
    case .text, .words, .curve, .length, .pattern, .list, .object, .either, .schema:
      guard let text = json.string else { throw .badParameter(name, must: "must be a string") }
      guard text.utf8.count <= 1024 else {
        throw .badParameter(name, must: "must have at most 1024 bytes")
      }
      return .text(text)
    }
  }
}

extension FormValue {
  /// The value as requests, states and schemas write it.
  package var json: JSONValue {
    switch self {
    case .number(let number): .number(number)
    case .whole(let number): .number(Double(number))
    case .flag(let flag): .bool(flag)
    case .text(let text): .string(text)
    case .color(let color): .string(color.hexText)
    case .curve(let curve):
      .string(Curve.names.first { Curve(named: $0) == curve } ?? "")
    case .length(.points(let points)): .number(points)
    case .length(.percent(let percent)): .string("\(TOMLNode.text(percent))%")
    }
  }
}
