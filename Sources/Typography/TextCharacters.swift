// SPDX-License-Identifier: Apache-2.0

/// The user-perceived characters of a text, in bounded number, with their places in its UTF-8.
///
/// A character is what Swift's `Character` is (UAX #29, extended grapheme clusters). Nothing is
/// compared or normalised, so that text that is made to cost time costs none.
struct TextCharacters {
  /// The scalars; what has no meaning on a screen is a space.
  let scalars: [Unicode.Scalar]
  /// The scalars of each character, as ranges of ``scalars``.
  let clusters: [Range<Int>]
  /// Offset of each character in bytes from the start of the text.
  let byteOffsets: [Int]
  /// Number of bytes of all of them.
  let byteCount: Int
  /// True if there is more text than was looked at.
  let isCut: Bool

  /// Looks at the beginning of `text`: as many whole characters as the limits allow, and the first
  /// scalars of a first character that exceeds them alone.
  ///
  /// - Parameters:
  ///   - text: Any string.
  ///   - maximumByteCount: Most bytes of UTF-8.
  ///   - maximumCharacterCount: Most characters.
  ///   - keepsBreaks: True if line breaks stay what they are.
  init(
    _ text: String,
    maximumByteCount: Int,
    maximumCharacterCount: Int,
    keepsBreaks: Bool = false
  ) {
    var start = String.UnicodeScalarView()
    var length = 0
    var isLonger = false
    for scalar in text.unicodeScalars {
      length += UTF8.width(scalar)
      if length > maximumByteCount {
        isLonger = true
        break
      }
      start.append(scalar)
    }
    var scalars: [Unicode.Scalar] = []
    var clusters: [Range<Int>] = []
    var byteOffsets: [Int] = []
    var byteCount = 0
    var characters = String(start)[...]
    // The last one may go on behind the cut.
    if isLonger, characters.count > 1 { characters.removeLast() }
    for character in characters {
      if clusters.count == maximumCharacterCount {
        isLonger = true
        break
      }
      let first = scalars.count
      byteOffsets.append(byteCount)
      for scalar in character.unicodeScalars {
        byteCount += UTF8.width(scalar)
        let isSpace = Self.isControl(scalar) && !(keepsBreaks && Self.isBreak(scalar))
        scalars.append(isSpace ? " " : scalar)
      }
      clusters.append(first..<scalars.count)
    }
    self.scalars = scalars
    self.clusters = clusters
    self.byteOffsets = byteOffsets
    self.byteCount = byteCount
    isCut = isLonger
  }

  /// Tells if the character would move to another line or has no meaning on a screen.
  static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }

  /// Tells if the character ends a line wherever it stands (UAX #14: BK, CR, LF, NL).
  static func isBreak(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0A...0x0D, 0x85, 0x2028, 0x2029: true
    default: false
    }
  }
}
