// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import Following

@Suite("What is written into FIFOs and files")
struct LineReadersTests {
  private func splash(_ pieces: [ArraySlice<UInt8>]) -> [PeerEvent] {
    var commands = SplashCommands()
    return pieces.flatMap { commands.append($0) }
  }

  private func splash(_ text: String) -> [PeerEvent] { splash([Array(text.utf8)[...]]) }

  private func reports(_ pieces: [ArraySlice<UInt8>]) -> [PeerEvent] {
    var reports = PercentReports()
    return pieces.flatMap { reports.append($0) }
  }

  @Test(
    "psplash's commands end with NUL or a line feed",
    arguments: [
      ("PROGRESS 42\0", [PeerEvent.began, .percent(42)]),
      ("PROGRESS 42\n", [.began, .percent(42)]),
      ("PROGRESS -42\0", [.began, .percent(42)]),
      ("PROGRESS 10\0PROGRESS 20\0MSG a b\0", [.began, .percent(10), .percent(20), .text("a b")]),
      ("PROGRESS 50\0PROGRESS 100\0", [.began, .percent(50), .percent(100), .succeeded]),
      ("MSG\0", [.text("")]), ("QUIT\0", [.ended]), ("\0\n\0", []), ("PROGRESS\0", []),
      ("PROGRESS x\0", []), ("REBOOT\0", []),
      ("PROGRESS 300\r\n", [.began, .percent(100), .succeeded]),
      ("PROGRESS 99\0QUIT\0", [.began, .percent(99), .succeeded]),
      (
        "PROGRESS 60\0QUIT\0PROGRESS 10\0", [.began, .percent(60), .ended, .began, .percent(10)]
      ),
    ]
  )
  func splashCommands(text: String, events: [PeerEvent]) {
    #expect(splash(text) == events)
  }

  @Test("What SWUpdate's own client writes for psplash makes one figure of its steps")
  func splashSteps() {
    let events = splash(
      "MSG step 1 of 4\0PROGRESS 0\0MSG step 1 of 4\0PROGRESS 100\0MSG step 2 of 4\0PROGRESS 50\0"
        + "MSG step 4 of 4\0PROGRESS 100\0"
    )
    #expect(events.filter { $0 == .began }.count == 2)
    #expect(shown(after: events) == .init(percent: 99, text: "step 4 of 4"))
    #expect(shown(after: events + splash("MSG SUCCESS\0")).percent == 100)
    #expect(
      shown(after: events + splash("MSG FAILURE\0"))
        == .init(percent: 99, text: "Failed", hasFailed: true)
    )
    var line = SplashCommands()
    _ = line.append(Array("MSG step 4 of 4\0PROGRESS 90\0".utf8)[...])
    #expect(line.append(Array("MSG step 1 of 4\0".utf8)[...]) == [.began, .text("step 1 of 4")])
  }

  @Test("QUIT leaves the figure, ends the silence that is waited for, and claims nothing")
  func splashQuit() {
    let below = splash("PROGRESS 60\0MSG do not switch off\0QUIT\0")
    #expect(shown(after: below) == .init(percent: 60, text: ""))
    // What was said of the end stays.
    #expect(shown(after: splash("PROGRESS 100\0QUIT\0")) == .init(percent: 100, text: "Done"))
    let failed = splash("PROGRESS 60\0MSG FAILURE\0QUIT\0")
    #expect(shown(after: failed) == .init(percent: 60, text: "Failed", hasFailed: true))
    // An update of steps has words of its own for success.
    let steps = splash("MSG step 2 of 2\0PROGRESS 100\0QUIT\0")
    #expect(shown(after: steps) == .init(percent: 99, text: ""))
    #expect(shown(after: below + splash("PROGRESS 3\0")) == .init(percent: 3, text: ""))
  }

  @Test("What is no command of psplash's is noted, and what follows is read")
  func splashGarbage() {
    var commands = SplashCommands()
    let noise = [UInt8](repeating: 0x58, count: 100_000) + [0] + Array("PROGRESS 7\0".utf8)
    #expect(commands.append(noise[...]) == [.began, .percent(7)])
    #expect(commands.isUnreadable)
    #expect(!commands.hasPartialCommand)
  }

  @Test("A command without its end is taken for whole when it is asked for")
  func splashPart() {
    var commands = SplashCommands()
    #expect(commands.append(Array("PROGRESS 42".utf8)[...]).isEmpty)
    #expect(commands.hasPartialCommand)
    #expect(commands.finishCommand() == [.began, .percent(42)])
    #expect(commands.finishCommand().isEmpty)
  }

  @Test("Wherever the stream is cut, the events are the same")
  func cuts() {
    let text = Array(
      "PROGRESS 5\0MSG step 1 of 2\0PROGRESS 70\nMSG äöü\0QUIT\0PROGRESS 3\0PROGRESS 100\0".utf8
    )
    let lines = Array("1\n2 copying\n50%\r\n70 a\nbroken\n100\n3\nPROGRESS 4\n".utf8)
    for cut in text.indices {
      #expect(splash([text[..<cut], text[cut...]]) == splash([text[...]]))
    }
    for cut in lines.indices {
      #expect(reports([lines[..<cut], lines[cut...]]) == reports([lines[...]]))
    }
    #expect(splash(text.indices.map { text[$0...$0] }) == splash([text[...]]))
    #expect(reports(lines.indices.map { lines[$0...$0] }) == reports([lines[...]]))
  }

  @Test("Lines are percentages or texts; 100 ends a run, a step back to the beginning begins one")
  func lines() {
    #expect(
      reports([Array("10\n42 copying\n40\n100\n0\n".utf8)[...]]) == [
        .began, .percent(10), .percent(42), .text("copying"), .percent(40), .percent(100),
        .succeeded,
        .began, .percent(0),
      ]
    )
    #expect(reports([Array("12,5 %\n".utf8)[...]]) == [.began, .percent(12.5)])
    #expect(reports([Array("70\n4\n".utf8)[...]]) == [.began, .percent(70), .began, .percent(4)])
    #expect(reports([Array("70\n5\n20\n4\n".utf8)[...]]).filter { $0 == .began }.count == 2)
    #expect(reports([Array("20\n1\n".utf8)[...]]) == [.began, .percent(20), .percent(1)])
  }

  @Test("A file's last line counts, when it has changed")
  func file() {
    var file = NumberFile()
    #expect(file.read(Array("42\n".utf8)) == [.began, .percent(42)])
    #expect(file.read(Array("42\n".utf8)).isEmpty)
    #expect(file.read([]).isEmpty)
    #expect(file.read(Array("10\n43 more\n \n".utf8)) == [.percent(43), .text("more")])
    #expect(!file.isUnreadable)
    #expect(file.read(Array("nonsense\n".utf8)).isEmpty)
    #expect(file.isUnreadable)
    #expect(file.read(Array("100\n".utf8)) == [.percent(100), .succeeded])
    file.vanish()
    #expect(file.read(Array("100\n".utf8)) == [.began, .percent(100), .succeeded])
  }

  @Test(
    "Sources are named by their word, and paths are absolute",
    arguments: [
      ("file:/a", FollowSource.file("/a")), ("fifo:/a:b", .fifo("/a:b")),
      ("psplash", .psplash(nil)),
      ("psplash:/p", .psplash("/p")), ("swupdate", .swupdate(nil)),
      ("swupdate:/s", .swupdate("/s")),
      ("rauc", .rauc), ("boot", .boot), ("plymouth", .plymouth), ("", nil), ("file", nil),
      ("file:", nil), ("fifo:a", nil), ("rauc:/a", nil), ("RAUC", nil), ("swupdate:", nil),
    ]
  )
  func sources(name: String, source: FollowSource?) {
    #expect(FollowSource(name) == source)
  }

  @Test("psplash's FIFO is where psplash would have it")
  func splashPath() {
    #expect(FollowSource.splashPath { _ in nil } == "/run/psplash_fifo")
    #expect(FollowSource.splashPath { $0 == "PSPLASH_FIFO_DIR" ? "/x" : nil } == "/x/psplash_fifo")
  }
}
