// SPDX-License-Identifier: Apache-2.0

/// The characters that a text field takes.
package enum CharacterFilter: Hashable, Sendable {
  /// Whatever is no control character.
  case any
  /// 0 … 9.
  case digits
  /// A decimal number: digits, one point or comma, a minus in front.
  case decimal
  /// Letters and the marks on them.
  case letters
  /// Letters, the marks on them, and digits.
  case alphanumeric
  /// 0 … 9, a … f, A … F.
  case hex
  /// The characters that an address may have in ASCII, with one @.
  case email
  /// Printable ASCII and the space.
  case ascii
  /// The characters in brackets, with ranges: `[A-Z0-9-]`.
  case set([ClosedRange<Unicode.Scalar>])

  /// The names as they are listed for people.
  package static let nameList =
    "any, digits, decimal, letters, alphanumeric, hex, email, ascii, or characters in brackets such "
    + "as [A-Z0-9-]"

  /// The filter of this name or in these brackets; nil where it is none.
  package init?(_ text: String) {
    switch text {
    case "any": self = .any
    case "digits": self = .digits
    case "decimal": self = .decimal
    case "letters": self = .letters
    case "alphanumeric": self = .alphanumeric
    case "hex": self = .hex
    case "email": self = .email
    case "ascii": self = .ascii
    default:
      guard let ranges = Self.ranges(text) else { return nil }
      self = .set(ranges)
    }
  }

  /// The ranges between brackets: a hyphen at either end stands for itself.
  private static func ranges(_ text: String) -> [ClosedRange<Unicode.Scalar>]? {
    var scalars = Array(text.unicodeScalars.prefix(258))
    guard scalars.count <= 257, scalars.count >= 3, scalars.first == "[", scalars.last == "]" else {
      return nil
    }
    scalars = Array(scalars.dropFirst().dropLast())
    var ranges: [ClosedRange<Unicode.Scalar>] = []
    var index = 0
    while index < scalars.count {
      let first = scalars[index]
      guard first.properties.generalCategory != .control else { return nil }
      if index + 2 < scalars.count, scalars[index + 1] == "-" {
        guard first <= scalars[index + 2] else { return nil }
        ranges.append(first...scalars[index + 2])
        index += 3
      } else {
        ranges.append(first...first)
        index += 1
      }
    }
    return ranges
  }

  /// Tells if a field may hold `text`, or take it as an input.
  package func accepts(_ text: String) -> Bool {
    guard text.unicodeScalars.allSatisfy(accepts) else { return false }
    let scalars = text.unicodeScalars
    switch self {
    case .decimal:
      let points = scalars.count { $0 == "." || $0 == "," }
      return points <= 1 && !scalars.dropFirst().contains("-")
    case .email: return scalars.count { $0 == "@" } <= 1
    default: return true
    }
  }

  private func accepts(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate: return false
    default: break
    }
    let isDigit = ("0"..."9").contains(scalar)
    switch self {
    case .any: return true
    case .digits: return isDigit
    case .decimal: return isDigit || scalar == "." || scalar == "," || scalar == "-"
    case .letters: return Self.isLetter(scalar)
    case .alphanumeric:
      return Self.isLetter(scalar) || scalar.properties.generalCategory == .decimalNumber
    case .hex: return isDigit || ("a"..."f").contains(scalar) || ("A"..."F").contains(scalar)
    case .email:
      return ("!"..."~").contains(scalar) && !"\"(),:;<>[\\]".unicodeScalars.contains(scalar)
    case .ascii: return (" "..."~").contains(scalar)
    case .set(let ranges): return ranges.contains { $0.contains(scalar) }
    }
  }

  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .nonspacingMark, .spacingMark:
      true
    default: false
    }
  }
}
