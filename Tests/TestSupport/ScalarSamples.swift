// SPDX-License-Identifier: Apache-2.0

/// Unicode scalars for sweeps of libraries that take text: all of them, and samples of the classes that
/// such libraries tell apart.
package enum ScalarSamples {
  /// Every scalar of `planes` of 65,536 each, in blocks of at most `size`.
  package static func blocks(
    of size: Int,
    in planes: ClosedRange<Int> = 0...16
  ) -> [[Unicode.Scalar]] {
    let end = (planes.upperBound + 1) << 16
    return stride(from: planes.lowerBound << 16, to: end, by: size).map { first in
      (UInt32(first)..<UInt32(min(first + size, end))).compactMap { Unicode.Scalar($0) }
    }
  }

  /// Scalars of each class of line breaks (UAX #14), direction (UAX #9), joining and emoji (UTS #51), a
  /// few of some, and those that belong nowhere.
  package static let classes: [Unicode.Scalar] = lineBreaks + directions + joining + emoji + odd

  /// Each ordered pair of ``classes``.
  package static var pairs: [[Unicode.Scalar]] {
    classes.flatMap { first in classes.map { [first, $0] } }
  }

  /// BK CR LF CM NL WJ ZW GL SP ZWJ, B2 BA BB HY HH CB, CL CP EX IN NS OP QU IS NU PO PR SY, AI AL CJ EB EM
  /// H2 H3 HL ID JL JV JT RI SA XX, AK AP AS VF VI.
  private static let lineBreaks: [Unicode.Scalar] = [
    "\u{0C}", "\r", "\n", "\u{301}", "\u{85}", "\u{2060}", "\u{200B}", "\u{A0}", " ", "\u{200D}",
    "—", "\u{AD}", "´", "-", "\u{2010}", "\u{FFFC}", "、", ")", "!", "…", "々", "(", "\"", ",", "0",
    "%", "$", "/", "①", "a", "ぁ", "\u{261D}", "\u{1F3FB}", "가", "각", "\u{5D0}", "日", "\u{1100}",
    "\u{1161}", "\u{11A8}", "\u{1F1E6}", "\u{E01}", "\u{E000}", "\u{1B05}", "\u{11003}", "\u{1BC0}",
    "\u{1BF2}", "\u{1B44}",
  ]

  /// R AL AN ES CS BN B S, the embeddings, overrides and isolates with their ends, and brackets.
  private static let directions: [Unicode.Scalar] = [
    "\u{5D1}", "\u{627}", "\u{661}", "+", ":", "\u{1}", "\u{2029}", "\t", "\u{202A}", "\u{202B}",
    "\u{202C}", "\u{202D}", "\u{202E}", "\u{2066}", "\u{2067}", "\u{2068}", "\u{2069}", "[", "]",
    "\u{2329}", "\u{3009}",
  ]

  /// U R D L C T of several scripts, and what shapers join or reorder.
  private static let joining: [Unicode.Scalar] = [
    "\u{621}", "\u{631}", "\u{628}", "\u{A872}", "\u{640}", "\u{64B}", "\u{200C}", "\u{710}",
    "\u{70F}", "\u{7CA}", "\u{1820}", "\u{180B}", "\u{915}", "\u{930}", "\u{94D}", "\u{93F}",
    "\u{1780}", "\u{17D2}", "\u{1000}", "\u{1039}", "\u{F40}", "\u{F71}", "\u{E33}", "\u{E31}",
  ]

  /// A person, a heart, variation selectors, a keycap, a black flag with a tag and its end, the last
  /// regional indicator.
  private static let emoji: [Unicode.Scalar] = [
    "\u{1F468}", "\u{2764}", "\u{FE0E}", "\u{FE0F}", "\u{20E3}", "\u{1F3F4}", "\u{E0067}",
    "\u{E007F}", "\u{1F1FF}",
  ]

  /// Noncharacters, controls, fillers, the ends of planes.
  private static let odd: [Unicode.Scalar] = [
    0, 0x7F, 0x34F, 0x3164, 0xD7FF, 0xFDD0, 0xFEFF, 0xFFFD, 0xFFFE, 0xFFFF, 0x1_0000, 0x1_FFFF,
    0xE_0001, 0xE_0100, 0x10_FFFF,
  ].compactMap { Unicode.Scalar(UInt32($0)) }
}
