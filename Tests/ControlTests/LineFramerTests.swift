// SPDX-License-Identifier: Apache-2.0
import RequestWords
import JSON
import TestSupport
import Testing

@testable import Control

@Suite("Lines of a stream")
struct LineFramerTests {
  private func items(of framer: inout LineFramer) -> [LineFramer.Item] {
    var items: [LineFramer.Item] = []
    while let item = framer.next() { items.append(item) }
    return items
  }

  private func line(_ text: String) -> LineFramer.Item { .line(Array(text.utf8)) }

  @Test("However the stream is cut, the same lines come out", arguments: 1...12)
  func cutsAnywhere(step: Int) {
    let stream = Array("{\"a\":1}\r\nzwei\n\n\r\n\u{1F600}ä\nrest".utf8)
    var framer = LineFramer()
    var found: [LineFramer.Item] = []
    for start in stride(from: 0, to: stream.count, by: step) {
      framer.append(Array(stream[start..<min(start + step, stream.count)]))
      found += items(of: &framer)
    }
    #expect(found == [line("{\"a\":1}"), line("zwei"), line("\u{1F600}ä")])
    framer.append([UInt8(ascii: "\n")])
    #expect(framer.next() == line("rest"))
  }

  @Test("A line at the limit passes, also when CRLF ends it", arguments: ["\n", "\r\n"])
  func acceptsLimit(end: String) {
    let text = String(repeating: "x", count: 65536)
    var framer = LineFramer()
    framer.append(Array(text.utf8))
    #expect(framer.next() == nil)
    framer.append(Array(end.utf8))
    #expect(framer.next() == line(text))
  }

  @Test("A line one byte over the limit ends the stream", arguments: ["\n", "\r\n", "\n{}\n"])
  func refusesOverLimit(end: String) {
    var framer = LineFramer(limit: 100)
    framer.append(Array((String(repeating: "x", count: 101) + end).utf8))
    #expect(items(of: &framer) == [.tooLong])
    framer.append(Array("{}\n".utf8))
    #expect(framer.next() == nil)
  }

  @Test("Bytes without any line end are refused as soon as they exceed the limit")
  func refusesEndlessLine() {
    var framer = LineFramer(limit: 1000)
    var accepted = 0
    let chunk = [UInt8](repeating: 0x20, count: 64)
    while framer.next() == nil, accepted < 5000 {
      framer.append(chunk)
      accepted += chunk.count
    }
    #expect(accepted < 1000 + 2 + 64)
    framer.append([UInt8(ascii: "\n")])
    #expect(framer.next() == nil, "nothing of it is kept")
  }

  @Test("A line that is not UTF-8 ends the stream, those before it come out")
  func refusesInvalidUTF8() {
    var framer = LineFramer()
    framer.append(Array("ok\n".utf8) + [0x22, 0xC3, 0x22, 0x0A] + Array("later\n".utf8))
    #expect(items(of: &framer) == [line("ok"), .invalidUTF8])
  }

  @Test(
    "Arbitrary bytes never trap, and what comes out is within the limit",
    arguments: 0..<100 as Range<UInt64>
  )
  func survivesAnything(seed: UInt64) {
    var random = SplitMix(seed: seed)
    var framer = LineFramer(limit: 50)
    for _ in 0..<40 {
      framer.append(
        (0..<random.below(60)).map { _ in [0x0A, 0x0D, 0x41, 0xC3, 0xA4][random.below(5)] }
      )
      for case .line(let bytes) in items(of: &framer) {
        #expect(bytes.count <= 50 && !bytes.isEmpty)
        #expect(!bytes.contains(0x0A))
      }
    }
  }
}
