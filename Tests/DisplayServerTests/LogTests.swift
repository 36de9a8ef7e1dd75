// SPDX-License-Identifier: Apache-2.0
import Glibc
import LinuxSystem
import Testing

@testable import DisplayServer

@Suite("Lines of the log")
struct LogTests {
  /// The lines that `body` has a log write.
  private func lines(
    hasJournal: Bool,
    from level: Log.Level = .notice,
    body: (Log) -> Void
  ) -> [String] {
    var ends: [CInt] = [-1, -1]
    _ = unsafe pipe(&ends)
    body(
      Log(program: "kiosk", hasJournal: hasJournal, from: level, through: LogOutlet(ends[1]))
    )
    close(ends[1])
    defer { close(ends[0]) }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = unsafe read(ends[0], &bytes, bytes.count)
    return String(decoding: bytes[..<max(count, 0)], as: UTF8.self).split(separator: "\n").map {
      String($0)
    }
  }

  @Test("For the journal a line begins with its priority, which syslog(3) gives from 2 to 7")
  func priorities() {
    let all = lines(hasJournal: true, from: .trace) { log in
      for level in Log.Level.allCases { log.tell(level, level.rawValue) }
    }
    #expect(
      all == [
        "<7>trace", "<7>debug", "<6>info", "<5>notice", "<4>warning", "<3>error", "<2>critical",
      ]
    )
  }

  @Test("Elsewhere it begins with the program, and from a warning on with its level")
  func words() {
    let all = lines(hasJournal: false) { log in
      for level in Log.Level.allCases { log.tell(level, "x") }
    }
    #expect(
      all == ["kiosk: x", "kiosk: warning: x", "kiosk: error: x", "kiosk: critical: x"]
    )
  }

  @Test("Details follow by the order of their names, and stay one value each")
  func details() {
    let all = lines(hasJournal: true) { log in
      log.tell(.error, "a\nb", ["what": "two words", "at": "x=1", "by": "7"])
    }
    #expect(all == [#"<3>a\nb at="x=1" by=7 what="two words""#])
  }

  @Test("Each level takes what is as weighty or weightier", arguments: Log.Level.allCases)
  func threshold(level: Log.Level) throws {
    let written = lines(hasJournal: true, from: level) { log in
      for level in Log.Level.allCases { log.tell(level, level.rawValue) }
    }
    let place = try #require(Log.Level.allCases.firstIndex(of: level))
    #expect(
      written.map { $0.dropFirst(3) } == Log.Level.allCases[place...].map { $0.rawValue[...] }
    )
  }
}
