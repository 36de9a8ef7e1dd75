// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import Typography

@Suite("Text paragraph")
struct TextParagraphTests {
  private func text(_ paragraph: TextParagraph) -> String {
    String(String.UnicodeScalarView(paragraph.scalars))
  }

  @Test(
    "Breaks and controls become spaces, embeddings vanish, ends are trimmed",
    arguments: [
      ("a\nb", "a b"), ("a\r\nb", "a  b"), ("\t a\u{0} ", "a"), ("a\u{7}b", "a b"),
      ("\u{202E}abc\u{202C}", "abc"), ("\u{2067}אב\u{2069}", "אב"), ("\u{FEFF}x", "x"),
      ("a\u{2028}b", "a b"), ("\n\n", ""), ("", ""),
    ]
  )
  func cleaning(_ raw: String, _ clean: String) {
    #expect(text(TextParagraph(raw)) == clean)
  }

  @Test("Long text is cut at the limit and says so")
  func limit() {
    let exact = TextParagraph(String(repeating: "x", count: TextParagraph.maximumLength))
    #expect(!exact.isCut && exact.scalars.count == TextParagraph.maximumLength)
    let longer = TextParagraph(String(repeating: "x", count: 65536))
    #expect(longer.isCut && longer.scalars.count == TextParagraph.maximumLength)
  }

  @Test("Marks stay with their letters, and clusters cover the line")
  func clusters() {
    let paragraph = TextParagraph("a\u{0308}b👍🏽")
    #expect(paragraph.clusters == [0..<2, 2..<3, 3..<5])
  }

  @Test(
    "Shared characters take the script around them",
    arguments: [("(א)", "אאא"), ("a, 1", "aaaa"), ("1 确!", "确确确确"), ("a\u{0301}", "aa")]
  )
  func scripts(_ raw: String, _ like: String) {
    #expect(TextParagraph(raw).scripts == like.unicodeScalars.map { TextScript(of: $0) })
  }

  @Test(
    "The language of ideographs follows kana, Hangul, then the locale",
    arguments: [
      ("テスト 確", "C", "ja"), ("한국 漢", "zh_TW", "ko"), ("确定", "C", "zh-cn"),
      ("确定", "zh_TW.UTF-8", "zh-tw"), ("確定", "ja_JP.UTF-8", "ja"), ("確定", "de_DE", "zh-cn"),
      ("Start", "ja_JP.UTF-8", nil),
    ] as [(String, String, String?)]
  )
  func language(_ text: String, _ locale: String, _ language: String?) {
    #expect(TextParagraph(text).language(locale: locale) == language)
  }

  @Test("A prefix ends with the ellipsis and has no space before it")
  func prefix() {
    let paragraph = TextParagraph("ab cd")
    #expect(text(paragraph.prefix(3, endingWith: "…")) == "ab…")
    #expect(text(paragraph.prefix(0, endingWith: "…")) == "…")
    #expect(text(paragraph.prefix(99, endingWith: "…")) == "ab cd…")
  }
}
