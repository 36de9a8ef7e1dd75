// SPDX-License-Identifier: Apache-2.0
private import CHarfBuzz

/// A writing system, as the ISO 15924 tag that HarfBuzz uses.
struct TextScript: Hashable {
  /// Four ASCII letters, the first in the highest byte.
  let tag: UInt32

  /// The script of a character after the Unicode property `Script`.
  init(of scalar: Unicode.Scalar) {
    tag = unsafe hb_unicode_script(hb_unicode_funcs_get_default(), scalar.value).rawValue
  }

  private init(_ script: hb_script_t) {
    tag = script.rawValue
  }

  /// Characters that many scripts share: digits, spaces, punctuation.
  static let common = Self(HB_SCRIPT_COMMON)
  /// Marks that take the script of what they stand on.
  static let inherited = Self(HB_SCRIPT_INHERITED)
  /// Characters without a script: private use, noncharacters.
  static let unknown = Self(HB_SCRIPT_UNKNOWN)

  /// True if the character says something about the script around it.
  var isReal: Bool { self != .common && self != .inherited && self != .unknown }

  /// True if the glyphs fill an ideographic box.
  var isIdeographic: Bool {
    Self.ideographic.contains(self)
  }

  /// True if the script is one of those that ``TextParagraph/language`` tells apart.
  var isHan: Bool { self == Self(HB_SCRIPT_HAN) }
  /// True if the character is Japanese syllabic writing.
  var isKana: Bool { self == Self(HB_SCRIPT_HIRAGANA) || self == Self(HB_SCRIPT_KATAKANA) }
  /// True if the character is Korean.
  var isHangul: Bool { self == Self(HB_SCRIPT_HANGUL) }

  /// A letter whose ink from foot to top stands for the script's height, if one is known.
  var referenceLetter: Unicode.Scalar? {
    if self == Self(HB_SCRIPT_HANGUL) { return "\u{D55C}" }
    if isIdeographic { return "\u{56FD}" }
    return Self.referenceLetters[self]
  }

  private static let ideographic: Set<Self> = [
    Self(HB_SCRIPT_HAN), Self(HB_SCRIPT_HIRAGANA), Self(HB_SCRIPT_KATAKANA),
    Self(HB_SCRIPT_HANGUL), Self(HB_SCRIPT_BOPOMOFO), Self(HB_SCRIPT_YI),
  ]

  private static let referenceLetters: [Self: Unicode.Scalar] = [
    Self(HB_SCRIPT_COMMON): "H",
    Self(HB_SCRIPT_LATIN): "H",
    Self(HB_SCRIPT_GREEK): "\u{0397}",
    Self(HB_SCRIPT_CYRILLIC): "\u{041D}",
    Self(HB_SCRIPT_ARMENIAN): "\u{0531}",
    Self(HB_SCRIPT_GEORGIAN): "\u{10E1}",
    Self(HB_SCRIPT_HEBREW): "\u{05D4}",
    Self(HB_SCRIPT_ARABIC): "\u{0627}",
    Self(HB_SCRIPT_DEVANAGARI): "\u{0915}",
    Self(HB_SCRIPT_THAI): "\u{0E01}",
  ]
}
