// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import Control

@Suite("What a program says about its work")
struct JobOutputTests {
  @Test(
    "A line is a percentage, a text, or both",
    arguments: [
      ("42", 42.0, ""), ("12.5", 12.5, ""), ("12.5%", 12.5, ""), ("12,5 %", 12.5, ""),
      ("12,5%", 12.5, ""), ("PROGRESS 12", 12, ""), ("42 copying files", 42, "copying files"),
      ("42% copying files", 42, "copying files"), (" \t7  ", 7, ""), ("0 begin", 0, "begin"),
      ("file 42% done", 42, "file 42% done"), ("101", 100, ""), ("100 done", 100, "done"),
      ("-3", 0, ""), ("100", 100, ""),
      ("250%", 100, ""), ("12,5\u{A0}%", 12.5, ""), ("12,5\u{202F}%", 12.5, ""), ("%42", 42, ""),
      ("zu 12,5 % fertig", 12.5, "zu 12,5 % fertig"),
    ]
  )
  func says(line: String, percent: Double, text: String) {
    var output = JobOutput()
    #expect(output.append(Array("\(line)\n".utf8)[...]).count == 1)
    #expect(output.percent == percent)
    #expect(output.text == text)
  }

  @Test(
    "What is no percentage is a text, and leaves the percentage as it was",
    arguments: [
      "2024 files", "copying", "12.5 of 30", "1e5", "nan", "inf", "--", "%", "PROGRESS", "1,2,3",
      "PROGRESS x", "-1 left",
    ]
  )
  func saysNone(line: String) {
    var output = JobOutput()
    _ = output.append(Array("30\n\(line)\n".utf8)[...])
    #expect(output.percent == 30)
    #expect(output.text == line)
  }

  @Test("Lines end with LF or CR, come in any pieces, and empty ones say nothing")
  func pieces() {
    var output = JobOutput()
    var lines: [String] = []
    for byte in Array("10 a\r20 b\r\n\n  \n30".utf8) { lines += output.append([byte]) }
    #expect(lines == ["10 a", "20 b"])
    #expect((output.percent, output.text) == (20, "b"))
    #expect(output.finishLine() == "30")
    #expect(output.percent == 30)
    #expect(output.finishLine() == nil)
  }

  @Test("Whatever a program prints, lines and texts are short and printable")
  func hostile() {
    var output = JobOutput()
    let garbage = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 7 ^ $0 >> 3) | 1 }
    let lines = output.append(garbage[...]) + [output.finishLine() ?? ""]
    #expect(lines.allSatisfy { line in line.unicodeScalars.allSatisfy { $0.value >= 0x20 } })
    #expect(output.text.utf8.count <= 256)
    var long = JobOutput()
    #expect(long.append([UInt8](repeating: 0x61, count: 1 << 20)[...]).isEmpty)
    #expect(long.finishLine()?.utf8.count == 512)
  }
}
