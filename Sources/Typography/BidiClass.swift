// SPDX-License-Identifier: Apache-2.0

/// A character's class in the bidirectional algorithm (UAX #9, table 4).
///
/// Swift has no table of the property, so it is derived from general category and script. That
/// differs from the real table for some symbols, which does no harm in labels. Explicit embeddings
/// and isolates do not occur: ``TextParagraph`` drops them.
enum BidiClass: Hashable {
  /// Left to right.
  case l
  /// Right to left.
  case r
  /// Right to left, Arabic.
  case al
  /// European digit.
  case en
  /// Sign beside European digits.
  case es
  /// Currency, percent and the like.
  case et
  /// Arabic digit.
  case an
  /// Separator inside numbers.
  case cs
  /// Mark on the character before it.
  case nsm
  /// Invisible.
  case bn
  /// Everything without a direction.
  case on

  /// The class of `scalar`, whose script is `script`.
  init(_ scalar: Unicode.Scalar, script: TextScript) {
    if let exception = Self.exception(scalar) {
      self = exception
      return
    }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark:
      self = .nsm
    case .format, .control, .surrogate:
      self = .bn
    case .currencySymbol:
      self = .et
    case .spaceSeparator, .lineSeparator, .paragraphSeparator:
      self = .on
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .spacingMark, .letterNumber, .decimalNumber, .privateUse:
      self = Self.strong(script)
    case .otherNumber, .otherPunctuation, .dashPunctuation, .otherSymbol:
      // Those of one script alone go with its letters; shared ones are neutral.
      self = script.isReal ? Self.strong(script) : .on
    default:
      self = .on
    }
  }

  /// The direction of a letter.
  private static func strong(_ script: TextScript) -> Self {
    if script.isArabicLike { return .al }
    return script.isRightToLeft ? .r : .l
  }

  /// Characters whose class does not follow from category and script.
  private static func exception(_ scalar: Unicode.Scalar) -> Self? {
    switch scalar.value {
    case 0x30...0x39, 0xB2, 0xB3, 0xB9, 0x6F0...0x6F9, 0x2070...0x2079, 0x2080...0x2089,
      0xFF10...0xFF19:
      .en
    case 0x2B, 0x2D, 0x207A, 0x207B, 0x208A, 0x208B, 0x2212, 0xFB29, 0xFF0B, 0xFF0D:
      .es
    case 0x23, 0x25, 0xB0, 0xB1, 0x609, 0x60A, 0x66A, 0x2030...0x2034, 0xFF03, 0xFF05:
      .et
    case 0x2C, 0x2E, 0x2F, 0x3A, 0xA0, 0x60C, 0x202F, 0x2044, 0xFF0C, 0xFF0E, 0xFF0F, 0xFF1A:
      .cs
    case 0x660...0x669, 0x66B, 0x66C, 0x600...0x605, 0x6DD:
      .an
    case 0x61B, 0x61C, 0x61D...0x61F, 0x640:
      .al
    case 0x200E:
      .l
    case 0x200F:
      .r
    default:
      nil
    }
  }
}
