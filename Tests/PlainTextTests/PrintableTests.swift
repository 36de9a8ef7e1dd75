// SPDX-License-Identifier: Apache-2.0
import PlainText
import TestSupport
import Testing

@Suite("Text for people")
struct PrintableTests {
  @Test(
    "What terminals obey, what ends lines and what reorders text is spelled out",
    arguments: [
      ("a\u{1B}[2Jb", #"a\u{1B}[2Jb"#), ("a\nb\tc\rd", #"a\nb\tc\rd"#), ("\r\n", #"\r\n"#),
      ("\0", #"\u{0}"#), ("\u{7F}", #"\u{7F}"#), ("\u{9B}31m", #"\u{9B}31m"#),
      ("\u{202E}gnp.exe", #"\u{202E}gnp.exe"#), ("\u{2066}\u{2069}", #"\u{2066}\u{2069}"#),
      ("\u{200E}\u{200F}\u{61C}", #"\u{200E}\u{200F}\u{61C}"#),
      ("\u{2028}\u{2029}", #"\u{2028}\u{2029}"#), ("\u{E0041}", #"\u{E0041}"#),
      // A control character in front of a combining mark is part of a larger character.
      ("\n\u{301}", "\\n\u{301}"),
    ]
  )
  func escapes(text: String, printable: String) {
    #expect(text.printable.unicodeScalars.elementsEqual(printable.unicodeScalars))
  }

  @Test(
    "What people write stays as it is",
    arguments: [
      "", "Start", "Größe 确定 שלום سلام", "👩‍👩‍👧", "می‌خواهم", "e\u{301}", #"C:\temp"#,
      "“quoted” – 42 °C", "\u{A0}",
    ]
  )
  func keeps(text: String) {
    #expect(text.printable.unicodeScalars.elementsEqual(text.unicodeScalars))
  }

  @Test("Of every string the result is printable, and printing it again changes nothing")
  func properties() {
    var random = SplitMix(seed: 7)
    for _ in 0..<2000 {
      var text = ""
      for _ in 0..<random.below(12) {
        // Mostly from the ranges where the special ones are.
        let origin: UInt32 = [0, 0x80, 0x600, 0x2000, 0xFE00, 0xE0000][random.below(6)]
        let span = [0x80, 0x80, 0x100, 0x80, 0x200, 0x100][random.below(6)]
        let value = origin + UInt32(random.below(span))
        if let scalar = Unicode.Scalar(value) { text.unicodeScalars.append(scalar) }
      }
      let printable = text.printable
      let remaining = printable.unicodeScalars.filter { $0.isUnprintable }
      #expect(remaining.isEmpty)
      #expect(printable.printable == printable)
    }
  }

  @Test(
    "A field stays one field",
    arguments: [
      ("Start", "Start"), ("Start now", "\"Start now\""), ("", "\"\""), ("a=b", "\"a=b\""),
      (#"a" state="on"#, #""a\" state=\"on""#), ("a\nb", #"a\nb"#), (#"a\ "#, #""a\\ ""#),
    ]
  )
  func fields(text: String, field: String) {
    #expect(text.field(separators: [" ", "="]) == field)
  }
}
