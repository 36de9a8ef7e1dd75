// SPDX-License-Identifier: Apache-2.0
internal import PlainText
/// Readings of single values; each throws what is wrong as a phrase that follows the key's name.
extension TOMLNode {
  /// The error "must be …, not …".
  package func mismatch(_ expectation: String) -> Diagnostic {
    Diagnostic(position, "must be \(expectation), not \(shown)")
  }

  /// The value as people would point to it.
  private var shown: String {
    switch value {
    case .string(let string): "\"\(Self.shortened(string))\""
    case .integer(let integer): "\(integer)"
    case .float(let number): "\(number)"
    case .bool(let bool): "\(bool)"
    case .table, .array, .date: kind
    }
  }

  /// The beginning of `text` without control characters, so that a message stays one short line.
  package static func shortened(_ text: String) -> String {
    var view = String.UnicodeScalarView()
    for scalar in text.unicodeScalars.prefix(40) {
      let isControl = scalar.properties.generalCategory == .control
      view.append(isControl ? "\u{FFFD}" : scalar)
    }
    return String(view) + (text.unicodeScalars.count > 40 ? "…" : "")
  }

  package func number(in range: ClosedRange<Double>) throws(Diagnostic) -> Double {
    guard let number, range.contains(number) else {
      throw mismatch(
        "a number from \(Self.text(range.lowerBound)) to \(Self.text(range.upperBound))"
      )
    }
    return number
  }

  /// A string of at most 1024 bytes without NUL.
  package func text() throws(Diagnostic) -> String {
    guard let string else { throw mismatch("a string") }
    guard string.utf8.count <= 1024 else {
      throw Diagnostic(position, "must have at most 1024 bytes")
    }
    guard !string.utf8.contains(0) else { throw Diagnostic(position, "must not contain NUL") }
    return string
  }

  /// The value of a plain decimal number such as "-12.5"; nil for anything else.
  package static func decimal(_ text: Substring) -> Double? {
    guard !text.isEmpty, text.utf8.count <= 32 else { return nil }
    let isPlain = text.utf8.allSatisfy { byte in
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: ".")
        || byte == UInt8(ascii: "-")
    }
    return isPlain ? Double(text) : nil
  }

  /// `"a", "b" or "c"`.
  package static func list(_ words: [String]) -> String {
    let quoted = words.map { "\"\($0)\"" }
    guard let last = quoted.last, quoted.count > 1 else { return quoted.first ?? "" }
    return quoted.dropLast().joined(separator: ", ") + " or " + last
  }

  /// A bound without a superfluous fraction.
  package static func text(_ bound: Double) -> String {
    Int(exactly: bound).map { "\($0)" } ?? "\(bound)"
  }
}
