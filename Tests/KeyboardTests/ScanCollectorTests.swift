// SPDX-License-Identifier: Apache-2.0
import MonotonicTime
import Testing
import Touch

@testable import Keyboard

@Suite("Scans")
struct ScanCollectorTests {
  private static func instant(_ milliseconds: Int) -> MonotonicInstant {
    MonotonicInstant(nanoseconds: Int64(milliseconds) * 1_000_000)
  }

  private func take(
    _ text: String,
    _ collector: inout ScanCollector,
    from start: Int = 0
  ) -> [ScanCollector.Outcome] {
    KeyStroke.strokes(for: text).enumerated().flatMap { index, stroke in
      collector.take(stroke, at: Self.instant(start + index))
    }
  }

  @Test("A terminator ends it, at once and whole", arguments: [("Return", "\n"), ("Tab", "\t")])
  func terminated(name: String, end: String) throws {
    let terminator = try #require(ScanCollector.Terminator(rawValue: name))
    var collector = ScanCollector(terminator: terminator, gap: 0.1)
    #expect(take("4006381333931", &collector).isEmpty)
    #expect(take(end, &collector, from: 13) == [.scanned("4006381333931", isTerminated: true)])
    #expect(collector.deadline == nil)
    #expect(take(end, &collector, from: 14).isEmpty)
  }

  @Test("Silence ends it, told by the clock or by the next key")
  func silence() {
    var collector = ScanCollector(terminator: .none, gap: 0.1)
    #expect(take("ab\n\tc", &collector).isEmpty)
    #expect(collector.deadline == Self.instant(104))
    #expect(collector.expire(at: Self.instant(103)).isEmpty)
    #expect(collector.expire(at: Self.instant(104)) == [.scanned("abc", isTerminated: false)])
    #expect(take("d", &collector, from: 200).isEmpty)
    #expect(take("e", &collector, from: 301) == [.scanned("d", isTerminated: false)])
    #expect(collector.expire(at: Self.instant(500)) == [.scanned("e", isTerminated: false)])
    #expect(collector.expire(at: Self.instant(900)).isEmpty)
  }

  @Test("Of what is lost in part, or too long, nothing is told but that")
  func lost() {
    var collector = ScanCollector(terminator: .enter, gap: 0.1)
    #expect(collector.lose().isEmpty)
    _ = take("4006", &collector)
    #expect(collector.lose() == [.lost])
    #expect(take("12\n", &collector, from: 50) == [.scanned("12", isTerminated: true)])
    let most = String(repeating: "é", count: KeyStroke.maximumScanBytes / 2)
    #expect(collector.take(.text(most), at: Self.instant(100)).isEmpty)
    var full = collector
    #expect(full.take(.enter, at: Self.instant(101)) == [.scanned(most, isTerminated: true)])
    #expect(collector.take(.text("x"), at: Self.instant(101)).isEmpty)
    #expect(collector.take(.text("y"), at: Self.instant(102)).isEmpty)
    #expect(collector.take(.enter, at: Self.instant(103)) == [.lost])
    #expect(take("1\n", &collector, from: 104) == [.scanned("1", isTerminated: true)])
  }
}
