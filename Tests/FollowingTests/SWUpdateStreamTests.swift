// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

@testable import Following

@Suite("SWUpdate's progress socket")
struct SWUpdateStreamTests {
  /// The steps of ``Recording/update(version:isPacked:)``: half of the first image is a quarter of both.
  private static let figures = [0.0, 25, 50, 75]

  private func percents(_ events: [PeerEvent]) -> [Double] {
    events.compactMap { if case .percent(let value) = $0 { value } else { nil } }
  }

  /// A recorded stream: each line a message, OFFSET=HEX of what is not zero.
  private func recorded(_ name: String) throws -> [UInt8] {
    let text = try #require(TestFile.text(TestFile.path("Recordings/\(name).txt")))
    return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.flatMap { line in
      var message = [UInt8](repeating: 0, count: 2416)
      for part in line.split(separator: " ") {
        let sides = part.split(separator: "=")
        let digits = Array(sides[1])
        for index in 0..<(digits.count / 2) {
          let place = (Int(sides[0]) ?? 0) + index
          message[place] = UInt8(String(digits[(2 * index)...(2 * index + 1)]), radix: 16) ?? 0
        }
      }
      return message
    }
  }

  @Test("A recorded update of 2022.12 rises over both images and ends with its success")
  func recordedSuccess() throws {
    let events = Recording.events([try recorded("swupdate-2022.12-success")[...]])
    #expect(events.first == .began)
    #expect(percents(events) == [0, 0.5, 18.5, 25, 50, 50, 50.5, 68.5, 75, 100, 100])
    #expect(events.contains(.text("a.raw (1/2)")) && events.contains(.text("b.raw (2/2)")))
    #expect(events.last == .succeeded)
    #expect(shown(after: events.dropLast()).percent == 99)
    #expect(shown(after: events) == .init(percent: 100, text: "Done"))
  }

  @Test("A recorded failure of 2022.12 is one, and reaches nothing")
  func recordedFailure() throws {
    let events = Recording.events([try recorded("swupdate-2022.12-failure")[...]])
    #expect(events.last == .failed(""))
    #expect(shown(after: events) == .init(percent: 0, text: "Failed", hasFailed: true))
  }

  @Test(
    "Every version and layout gives the same figures",
    arguments: [
      (UInt32(0), false, false), (0x1405_2001, false, false), (0x10000, false, false),
      (0x20000, false, false), (0x20000, false, true), (0x20000, true, true),
      (0x20000, true, false), (0x20103, true, true), (0x20103, false, true),
    ]
  )
  func layouts(version: UInt32, isPacked: Bool, isAcknowledged: Bool) {
    let stream =
      (isAcknowledged ? Recording.acknowledgement : [])
      + Recording.update(version: version, isPacked: isPacked)
    let events = Recording.events([stream[...]])
    #expect(percents(events) == Self.figures)
    #expect(events.last == .succeeded)
    #expect(events.filter { $0 == .began }.count == 1)
  }

  @Test("Wherever the stream is cut, the events are the same", arguments: [true, false])
  func cuts(isPacked: Bool) {
    let stream =
      Recording.acknowledgement
      + Recording.message(isPacked: isPacked, status: 1, steps: 2)
      + Recording.message(
        isPacked: isPacked,
        status: 8,
        downloadBytes: 1 << 33,
        steps: 2,
        step: 1,
        percent: 50,
        image: "rootfs"
      )
      + Recording.message(isPacked: isPacked, status: 3)
    let whole = Recording.events([stream[...]])
    #expect(percents(whole) == [25] && whole.last == .succeeded)
    for cut in stream.indices {
      guard Recording.events([stream[..<cut], stream[cut...]]) == whole else {
        Issue.record("cut at \(cut)")
        return
      }
    }
    #expect(Recording.events(stream.indices.map { stream[$0...$0] }) == whole)
  }

  @Test("A message is understood before the next one begins", arguments: [true, false])
  func atOnce(isPacked: Bool) {
    var stream = SWUpdateStream()
    let message = Recording.message(
      isPacked: isPacked,
      status: 8,
      steps: 4,
      step: 3,
      percent: 50,
      image: "rootfs"
    )
    #expect(stream.append(message[...]) == [.percent(62.5), .text("rootfs (3/4)")])
    #expect(stream.append(Recording.message(isPacked: isPacked, status: 3)[...]) == [.succeeded])
  }

  @Test("A download before the steps takes half of its percentage; one beside them nothing")
  func download() {
    func events(_ messages: [[UInt8]]) -> [Double] {
      percents(Recording.events([messages.flatMap { $0 }[...]]))
    }
    let start = Recording.message(status: 1, steps: 1)
    let half = Recording.message(status: 8, steps: 1, step: 1, percent: 50)
    #expect(
      events([
        Recording.message(status: 5, download: 40), Recording.message(status: 5, download: 100),
        start, half,
      ]) == [20, 50, 75]
    )
    #expect(
      events([
        start, half, Recording.message(status: 5, download: 60, steps: 1, step: 1, percent: 60),
      ])
        == [50, 60]
    )
  }

  @Test("A download that goes on after a failure does not begin anew")
  func lateDownload() {
    let messages = [
      Recording.message(status: 5, download: 10), Recording.message(status: 4),
      Recording.message(status: 5, download: 11), Recording.message(status: 5, download: 100),
    ]
    let events = Recording.events([messages.flatMap { $0 }[...]])
    #expect(shown(after: events) == .init(percent: 5, text: "Failed", hasFailed: true))
    let next = events + Recording.events([Recording.message(status: 5, download: 1)[...]])
    #expect(shown(after: next).percent == 0.5)
  }

  @Test("The reason of a failure is told in SWUpdate's words, unless they are for programs")
  func reasons() {
    let words = Recording.message(status: 4, information: "no space left")
    #expect(Recording.events([words[...]]) == [.failed("no space left")])
    let json = Recording.message(status: 4, information: "{\"1\": {}}")
    #expect(Recording.events([json[...]]) == [.failed("")])
    // Where it gives none, at which image it was is told; of another update nothing.
    let silent =
      Recording.message(status: 8, steps: 2, step: 1, percent: 10, image: "rootfs")
      + Recording.message(status: 4)
    #expect(Recording.events([silent[...]]).last == .failed("rootfs (1/2)"))
    let next = silent + Recording.message(status: 1) + Recording.message(status: 4)
    #expect(Recording.events([next[...]]).last == .failed(""))
  }

  @Test("Steps that become more do not let the figure fall")
  func growingSteps() {
    let events = Recording.events([
      (Recording.message(status: 8, steps: 2, step: 2, percent: 80)
        + Recording.message(status: 8, steps: 4, step: 2, percent: 90))[...]
    ])
    #expect(percents(events) == [90, 47.5])
    #expect(shown(after: events).percent == 90)
  }

  @Test(
    "What is no progress message ends the reading with a sentence, wherever it is cut",
    arguments: ["HTTP/1.1 400 Bad Request\r\n\r\n", "\u{1}\u{1}\u{1}\u{1}\u{1}\u{1}\u{1}\u{1}"]
  )
  func garbage(text: String) {
    for bytes in [Array(text.utf8), Recording.message(status: 1) + Array(text.utf8)] {
      let padded = bytes + [UInt8](repeating: 7, count: 16)
      var whole = SWUpdateStream()
      _ = whole.append(padded[...])
      #expect(whole.fault != nil)
      var drops = SWUpdateStream()
      for index in padded.indices { _ = drops.append(padded[index...index]) }
      #expect(drops.fault == whole.fault)
      #expect(drops.append(Recording.message(status: 3)[...]).isEmpty)
    }
  }

  @Test("A later version is read as the newest that is known, and that is said")
  func future() {
    var stream = SWUpdateStream()
    let message = Recording.message(version: 0x30000, status: 8, steps: 1, step: 1, percent: 5)
    #expect(stream.append(message[...]) == [.percent(5)])
    #expect(stream.remark?.contains("version 3") == true)
    #expect(stream.fault == nil)
  }

  @Test("Numbers beyond all reason are bounded")
  func bounds() {
    let events = Recording.events([
      Recording.message(
        status: 8,
        download: .max,
        downloadBytes: .max,
        steps: .max,
        step: .max,
        percent: .max,
        image: String(repeating: "x", count: 256),
        source: .max,
        information: String(repeating: "y", count: 2048)
      )[...]
    ])
    let percent = shown(after: events).percent ?? -1
    #expect((0...99).contains(percent))
  }
}
