// SPDX-License-Identifier: Apache-2.0

/// The direction in which a paragraph runs, against which numbers, punctuation and text of the
/// other direction are laid out.
package enum TextDirection: Hashable, Sendable, CaseIterable {
  /// That of the first strong character, left to right when there is none (UAX #9, P2 and P3).
  case automatic
  /// From left to right, whatever the text is.
  case leftToRight
  /// From right to left, whatever the text is.
  case rightToLeft
}
