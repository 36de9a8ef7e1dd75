// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import Following

@Suite("SWUpdate's control socket")
struct SWUpdateNoticesTests {
  /// What SWUpdate notices of an update.
  private struct Notice {
    var status: UInt32 = 2
    var error: UInt32 = 0
    var level: UInt32 = 3
    var text: [UInt8]

    static let start = Notice(status: 1, text: "Software Update started !")
    static let last = Notice(failure: "Image invalid or corrupted. Not installing ...", error: 1)

    init(status: UInt32 = 2, level: UInt32 = 3, text: String) {
      (self.status, self.level, self.text) = (status, level, Array(text.utf8))
    }

    init(failure text: String, error: UInt32 = 0) {
      self.init(failure: Array(text.utf8), error: error)
    }

    init(failure text: [UInt8], error: UInt32 = 0) {
      (status, self.error, level, self.text) = (4, error, 1, text)
    }
  }

  private func number(_ value: UInt32) -> [UInt8] {
    let low = [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: value >> $0) }
    #if _endian(big)
    return low.reversed()
    #else
    return low
    #endif
  }

  private func message(_ words: [UInt32], _ text: [UInt8] = [], size byteCount: Int) -> [UInt8] {
    let bytes = ([0x1405_2001] + words).flatMap(number) + text.prefix(2048)
    return bytes + [UInt8](repeating: 0, count: byteCount - bytes.count)
  }

  private func answer(_ notices: [Notice], byteCount: Int = 3120) -> [UInt8] {
    message([1, 0, 4, 1], size: byteCount)
      + notices.flatMap { message([11, $0.status, $0.error, $0.level], $0.text, size: byteCount) }
  }

  private func reason(of pieces: [ArraySlice<UInt8>]) -> String? {
    var notices = SWUpdateNotices()
    for piece in pieces { notices.append(piece) }
    return notices.reason
  }

  private func reason(_ notices: [Notice]) -> String? { reason(of: [answer(notices)[...]]) }

  @Test("The question is a magic number and a type in a message of either size, and zeros")
  func question() {
    #expect(SWUpdateNotices.byteCounts.sorted() == [3104, 3120])
    #expect(SWUpdateNotices.byteCounts.first == (MemoryLayout<Int>.size == 8 ? 3120 : 3104))
    for byteCount in SWUpdateNotices.byteCounts {
      #expect(SWUpdateNotices.request(byteCount: byteCount) == message([11], size: byteCount))
    }
  }

  @Test(
    "The reason is the first error, wherever an answer of either size is cut",
    arguments: [3104, 3120]
  )
  func cuts(byteCount: Int) {
    let stream = answer(
      [
        .start, Notice(text: "[extract_files] : a.raw"), Notice(failure: "ERROR : no space"), .last,
      ],
      byteCount: byteCount
    )
    #expect(reason(of: [stream[...]]) == "no space")
    for cut in stream.indices {
      guard reason(of: [stream[..<cut], stream[cut...]]) == "no space" else {
        Issue.record("cut at \(cut)")
        return
      }
    }
    #expect(reason(of: stream.indices.map { stream[$0...$0] }) == "no space")
  }

  @Test("It is said once its notice is whole, though the answer goes on")
  func partial() {
    let stream = answer([.start, Notice(failure: "ERROR : no space")])
    #expect(reason(of: [stream.dropLast()]) == nil)
    #expect(reason(of: [stream[...]]) == "no space")
    #expect(reason(of: [(stream + answer([]).prefix(7))[...]]) == "no space")
  }

  @Test("Errors of an earlier update are no reason of this one, nor are its warnings")
  func start() {
    let old = Notice(failure: "ERROR : old")
    #expect(reason([old, .last]) == "old")
    #expect(reason([old, .start, Notice(status: 2, level: 2, text: "slow")]) == nil)
    #expect(reason([old, .start, Notice(failure: "ERROR : new"), .last]) == "new")
    #expect(reason([.start]) == nil && reason([]) == nil)
  }

  @Test(
    "A notice is a sentence without what comes before it in the log",
    arguments: [
      ("ERROR : HASH mismatch : 12 <--> 34", "HASH mismatch : 12 <--> 34"),
      ("ERROR cpio_utils.c : copyfile : 635 : a : b", "a : b"),
      ("ERROR of the disk : it is : full : today", "ERROR of the disk : it is : full : today"),
      ("[ERROR] : SWUPDATE failed [0] ERROR : no key", "no key"),
      ("[ERROR] : SWUPDATE failed [1] Installation failed !", "Installation failed !"),
      ("  \u{1B}[1;31mno \u{202E}space\u{7}  ", "[1;31mno space"),
      ("ERROR : Schlüssel fehlt", "Schlüssel fehlt"),
      ("ERROR : 0123456789abcdef0123456789abcdef != 12", "01234567… != 12"),
      ("ERROR : 0123456789abcdef0123456789abcdeg", "0123456789abcdef0123456789abcdeg"),
    ]
  )
  func sentences(text: String, sentence: String) {
    #expect(reason([.start, Notice(failure: text), .last]) == sentence)
  }

  @Test("A first error that says nothing, has no end or is no text hides the reason")
  func unreadable() {
    let texts = [
      [], Array("ERROR : ".utf8), [UInt8](repeating: 0x78, count: 2048),
      Array("\u{E9}".utf8.prefix(1)),
    ]
    for text in texts {
      #expect(reason([.start, Notice(failure: text), .last]) == nil)
      #expect(reason([Notice(failure: text), .start, Notice(failure: "ERROR : new")]) == "new")
    }
    let longest = [UInt8](repeating: 0x78, count: 2047)
    #expect(reason([Notice(failure: longest)])?.utf8.count == 2047)
  }

  @Test("Other texts need not be any: figures of a download come as bytes")
  func binary() {
    let figures = Notice(status: 8, level: 4, text: "")
    var bytes = figures
    bytes.text = [UInt8](repeating: 0xFF, count: 2048)
    #expect(reason([.start, bytes, Notice(failure: "ERROR : no space")]) == "no space")
  }

  @Test("What is no answer gives no reason, not even what it began with")
  func garbage() {
    let good = answer([.start, Notice(failure: "ERROR : no space")])
    let refusal = message([2], size: 3120)
    let garbage = Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8)
    for stream in [
      refusal, garbage, refusal + good, good + garbage, answer([]) + garbage, good + good,
      Array(good.dropFirst()), good.map { ~$0 },
    ] {
      var notices = SWUpdateNotices()
      notices.append(stream[...])
      notices.append(good[...])
      #expect(notices.isFaulty && notices.reason == nil)
      #expect(reason(of: stream.indices.map { stream[$0...$0] } + [good[...]]) == nil)
    }
  }

  @Test("More notices than SWUpdate keeps are an answer, an endless one is none")
  func endless() {
    let notices = [.start, Notice(failure: "ERROR : no space")]
    func more(_ count: Int) -> [Notice] {
      notices + [Notice](repeating: Notice(text: "more"), count: count)
    }
    #expect(reason(more(126)) == "no space")
    #expect(reason(more(127)) == nil)
  }
}
