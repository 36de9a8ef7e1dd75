// SPDX-License-Identifier: Apache-2.0
import MonotonicTime
import TestSupport
import Testing

@testable import Following

@Suite("One line for all that a peer tells")
struct RunLineTests {
  private static let patience = MonotonicInterval.milliseconds(60_000)

  private func instant(_ seconds: Double) -> MonotonicInstant { MonotonicInstant(seconds: seconds) }

  /// A line that has taken these events in at the time 0.
  private func line(_ events: [PeerEvent], texts: RunTexts = RunTexts()) -> RunLine {
    var line = RunLine(texts: texts, patience: Self.patience)
    for event in events { line.take(event, at: instant(0)) }
    return line
  }

  @Test("Nothing is to be shown before the first run")
  func nothing() {
    #expect(line([]).shown == .init(percent: nil, text: nil))
    #expect(line([.heard, .left("gone")]).shown == .init(percent: nil, text: nil))
    #expect(line([]).deadline == nil)
  }

  @Test("Within a run the figure never falls, and reaches 100 with the success alone")
  func rises() {
    #expect(line([.began, .percent(30), .percent(20)]).shown.percent == 30)
    #expect(line([.percent(100)]).shown.percent == 99)
    #expect(line([.percent(250), .percent(-3)]).shown.percent == 99)
    #expect(line([.percent(.nan)]).shown.percent == nil)
    #expect(line([.percent(12), .succeeded]).shown.percent == 100)
  }

  @Test("A random run's figures never fall and stay below 100 until its end", arguments: 0..<50)
  func random(seed: Int) {
    var random = SplitMix(seed: seed)
    var line = RunLine(patience: Self.patience)
    line.take(.began, at: instant(0))
    var last = 0.0
    for second in 0..<200 {
      let events: [PeerEvent] = [
        .percent(Double(random.below(2_000)) / 10 - 50), .heard, .text("\(second)"),
        .left("gone"),
      ]
      line.take(events[random.below(events.count)], at: instant(Double(second)))
      line.advance(to: instant(Double(second + random.below(200))))
      let percent = line.shown.percent ?? -1
      #expect(percent >= last && percent <= 99)
      last = percent
    }
    line.take(.succeeded, at: instant(500))
    #expect(line.shown.percent == 100)
  }

  @Test("A failure keeps the figure and says why; the next run begins at 0 without old words")
  func failure() {
    var line = line([.began, .percent(40), .text("do not switch off"), .failed("no space")])
    #expect(line.shown == .init(percent: 40, text: "Failed: no space", hasFailed: true))
    line.take(.began, at: instant(1))
    #expect(line.shown == .init(percent: 0, text: ""))
    line.take(.failed(""), at: instant(2))
    #expect(line.shown.text == "Failed")
    // Said of what had ended well, it is no success any more.
    line.take(.succeeded, at: instant(3))
    line.take(.failed(""), at: instant(4))
    #expect(line.shown == .init(percent: 99, text: "Failed", hasFailed: true))
  }

  @Test("What is said before a run begins is said of it; what was said in the one before is not")
  func ahead() {
    #expect(line([.text("Updating"), .began, .percent(3)]).shown.text == "Updating")
    var line = line([.began, .percent(40), .text("copying"), .succeeded])
    line.take(.text("Updating again"), at: instant(1))
    line.take(.percent(2), at: instant(1))
    #expect(line.shown == .init(percent: 2, text: "Updating again"))
    line.take(.began, at: instant(2))
    #expect(line.shown == .init(percent: 0, text: ""))
  }

  @Test("A run that is over without a word of how it went stays where it is, and is not waited for")
  func ended() {
    var line = line([.began, .percent(40), .text("copying"), .ended])
    #expect(line.state == .ended && line.deadline == nil)
    #expect(line.shown == .init(percent: 40, text: ""))
    line.take(.text("see you"), at: instant(1))
    line.take(.ended, at: instant(1))
    #expect(line.shown == .init(percent: 40, text: ""))
    line.take(.percent(1), at: instant(2))
    #expect(line.shown.percent == 1)
  }

  @Test("A peer that goes during a run has failed; its run goes on where it was when it is back")
  func lost() {
    var line = line([.began, .percent(70), .text("do not switch off"), .left("SWUpdate has ended")])
    #expect(line.state == .lost)
    #expect(line.shown == .init(percent: 70, text: "Failed: SWUpdate has ended", hasFailed: true))
    line.take(.percent(72), at: instant(1))
    #expect(line.shown.percent == 72)
    #expect(!line.shown.hasFailed)
    #expect(line.state == .running)
    // One that has ended is nobody's loss.
    line.take(.succeeded, at: instant(2))
    line.take(.left("SWUpdate has ended"), at: instant(3))
    #expect(line.shown == .init(percent: 100, text: "Done"))
  }

  @Test("A peer that dies at 99 % and starts anew begins at 0")
  func anew() {
    let line = line([.began, .percent(99), .left("gone"), .began, .percent(1)])
    #expect(line.shown.percent == 1)
  }

  @Test("A silent run is said to be one, again at twice the time, until something is heard")
  func stalls() {
    var line = line([.began, .percent(50), .text("do not switch off")])
    #expect(line.deadline == instant(60))
    line.advance(to: instant(59.999))
    #expect(line.shown.text == "do not switch off")
    line.advance(to: instant(60))
    #expect(line.shown == .init(percent: 50, text: "No news for 60 seconds"))
    #expect(line.deadline == instant(120))
    line.advance(to: instant(120))
    #expect(line.shown.text == "No news for 2 minutes")
    line.advance(to: instant(1000))
    #expect(line.shown.text == "No news for 16 minutes")
    line.take(.heard, at: instant(1001))
    #expect(line.shown.text == "do not switch off")
    #expect(line.deadline == instant(1061))
    // An end is no silence.
    line.take(.succeeded, at: instant(1002))
    #expect(line.deadline == nil)
  }

  @Test("Texts for people are those that were asked for, printable and bounded")
  func texts() {
    let texts = RunTexts(done: "Fertig", failed: "Fehler", stalled: "Moment …", lost: "Weg")
    #expect(line([.percent(1), .succeeded], texts: texts).shown.text == "Fertig")
    var silent = line([.percent(1)], texts: texts)
    silent.advance(to: instant(61))
    #expect(silent.shown.text == "Moment …")
    #expect(line([.failed("x\n\u{1B}[2J")], texts: texts).shown.text == "Fehler: x\\n\\u{1B}[2J")
    #expect(line([.percent(1), .left("gone")], texts: texts).shown.text == "Weg")
    #expect(line([.percent(1), .left("gone")]).shown.text == "Failed: gone")
    let long = line([.text(String(repeating: "ä", count: 1000))]).shown.text ?? ""
    #expect(long.utf8.count <= 256 && long.hasSuffix("…"))
  }
}
