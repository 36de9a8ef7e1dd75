// SPDX-License-Identifier: Apache-2.0
import RequestWords
import JSON
import Control
import Testing

@Suite("Percentages in a program's output")
struct PercentLinesTests {
  @Test(
    "A line's percentage is found",
    arguments: [
      ("42", 42), ("42%", 42), (" 42.5 % ", 42.5), ("0", 0), ("100", 100), ("007", 7),
      ("101", 100), ("-3", 0), (".5", 0.5), ("+7", 7), ("1,234,567  42%  1.2MB/s  0:00:07", 42),
      ("[====>   ]  37%", 37), ("10% of 20%", 20), ("50% done, % left", 50),
      ("Größe 12 %", 12), ("12,5 %", 12.5), ("12,5", 12.5), ("fertig: 12,5\u{A0}%", 12.5),
      ("12,5\u{202F}% terminé", 12.5), ("%12,5", 12.5), ("% 42", 42), ("10%,20%", 20),
      ("1,2,3%", nil), ("1-2%", nil), ("", nil), ("   ", nil), ("done", nil), ("%", nil),
      ("4 2", nil), ("1e2", nil), ("nan", nil), ("infinity%", nil), ("0x10", nil),
    ] as [(String, Double?)]
  )
  func findsPercentage(text: String, percent: Double?) {
    var lines = PercentLines()
    #expect(lines.append(Array((text + "\n").utf8)[...]) == percent)
    let isBlank = text.allSatisfy { $0 == " " }
    #expect(lines.unreadableCount == (percent == nil && !isBlank ? 1 : 0))
  }

  @Test("Of many lines the newest counts, however they end", arguments: ["\n", "\r", "\r\n"])
  func keepsNewest(end: String) {
    var lines = PercentLines()
    let text = ["1", "2", "oops", "3"].joined(separator: end) + end + "4"
    #expect(lines.append(Array(text.utf8)[...]) == 3)
    #expect(lines.finishLine() == 4)
    #expect(lines.finishLine() == nil)
  }

  @Test("Lines may come in pieces", arguments: 1...4)
  func takesPieces(step: Int) {
    let text = Array("12\n34.5%\n".utf8)
    var lines = PercentLines()
    var found: [Double] = []
    for start in stride(from: 0, to: text.count, by: step) {
      let piece = text[start..<min(start + step, text.count)]
      if let percent = lines.append(piece) { found.append(percent) }
    }
    #expect(found == [12, 34.5])
  }

  @Test("An endless line takes bounded memory and counts by its end")
  func boundsLines() {
    var lines = PercentLines()
    let dots = [UInt8](repeating: UInt8(ascii: "."), count: 10_000)
    #expect(lines.append(dots[...]) == nil)
    #expect(lines.append(Array(" 42%\n".utf8)[...]) == 42)
  }
}
