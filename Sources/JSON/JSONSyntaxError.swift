// SPDX-License-Identifier: Apache-2.0

/// The reason why bytes are not a JSON text, and the place.
package struct JSONSyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of mistake.
  package enum Reason: Hashable, Sendable {
    /// The text ends inside a value.
    case unexpectedEnd
    /// A byte that cannot stand here.
    case unexpectedByte
    /// Something follows the value.
    case trailingBytes
    /// A number that breaks RFC 8259 section 6.
    case malformedNumber
    /// An unknown escape, or a surrogate without its partner.
    case malformedEscape
    /// A control character inside a string.
    case controlCharacter
    /// Bytes that are not UTF-8.
    case invalidUTF8
    /// Arrays and objects nested deeper than ``JSONParser/maximumDepth``.
    case tooDeep
  }

  /// The kind of mistake.
  package let reason: Reason
  /// Offset of the offending byte from the start of the text.
  package let offset: Int

  /// One phrase, such as "unexpected byte at offset 7".
  package var description: String {
    let what =
      switch reason {
      case .unexpectedEnd: "the text ends too early"
      case .unexpectedByte: "unexpected byte"
      case .trailingBytes: "something follows the value"
      case .malformedNumber: "malformed number"
      case .malformedEscape: "malformed escape"
      case .controlCharacter: "control character in a string"
      case .invalidUTF8: "bytes that are not UTF-8"
      case .tooDeep: "nested too deeply"
      }
    return "\(what) at offset \(offset)"
  }
}
