// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import Typography

@Suite("Line breaks")
struct LineBreaksTests {
  @Test(
    "Places are those of UAX #14",
    arguments: [
      ("a b", "a |b|"), ("a  b", "a  |b|"), ("a-b", "a-|b|"), ("a\u{AD}b", "a\u{AD}|b|"),
      ("a\u{A0}b", "a\u{A0}b|"), ("a\u{2060}b", "a\u{2060}b|"), ("a\u{200B}b", "a\u{200B}|b|"),
      ("(a) b", "(a) |b|"), ("1,234.5", "1,234.5|"), ("a/b", "a/|b|"), ("日本", "日|本|"),
      ("日。本", "日。|本|"), ("「日」", "「日」|"), ("a\u{301} b", "a\u{301} |b|"), ("", ""),
      ("🇩🇪", "🇩🇪|"), ("🇩🇪🇫🇷🇮🇹", "🇩🇪|🇫🇷|🇮🇹|"), ("a🇩🇪b", "a|🇩🇪|b|"), ("🇩🇪 🇫🇷!", "🇩🇪 |🇫🇷!|"),
      ("🇩🇪🇫", "🇩🇪|🇫|"), ("🇩\u{301}🇪🇫🇷", "🇩\u{301}🇪|🇫🇷|"), ("🇩 🇪🇫", "🇩 |🇪🇫|"),
      ("(🇩🇪)", "(🇩🇪)|"), ("a\u{FFFF}b", "a\u{FFFF}b|"), ("\u{FFFF} b", "\u{FFFF} |b|"),
    ]
  )
  func places(_ text: String, _ expected: String) {
    let scalars = Array(text.unicodeScalars)
    var found = String.UnicodeScalarView()
    for (scalar, isAllowed) in zip(scalars, LineBreaks(scalars).isAllowed) {
      found.append(scalar)
      if isAllowed { found.append("|") }
    }
    #expect(Array(found) == Array(expected.unicodeScalars))
  }
}
