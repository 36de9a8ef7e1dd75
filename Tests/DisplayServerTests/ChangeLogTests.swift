// SPDX-License-Identifier: Apache-2.0
import LinuxSystem
import MonotonicTime
import Testing

@testable import DisplayServer

@Suite("Changes by clients in the log")
struct ChangeLogTests {
  private func peer(_ process: Int32, user: UInt32 = 0) -> PeerCredentials {
    PeerCredentials(process: process, user: user)
  }

  private func at(_ seconds: Double) -> MonotonicInstant { MonotonicInstant(seconds: seconds) }

  @Test("The first change of each peer and method is told at once")
  func first() {
    var log = ChangeLog()
    #expect(log.note("progress.set", by: peer(1), at: at(0)) == 1)
    #expect(log.note("progress.set", by: peer(1), at: at(0.1)) == nil)
    #expect(log.note("widget.set", by: peer(1), at: at(0.1)) == 1)
    #expect(log.note("progress.set", by: peer(2), at: at(0.1)) == 1)
    #expect(log.note("progress.set", by: peer(1, user: 7), at: at(0.1)) == 1)
    #expect(log.note("progress.set", by: nil, at: at(0.1)) == 1)
  }

  @Test("Sixty changes a second for an hour are a few lines that speak of each change")
  func stream() {
    var log = ChangeLog()
    var (lines, told) = (0, 0)
    let total = 60 * 3600
    for number in 0..<total {
      guard let count = log.note("progress.set", by: peer(1), at: at(Double(number) / 60)) else {
        continue
      }
      lines += 1
      told += count
    }
    #expect(lines == 15)
    // What has come since the last line is told with the next one.
    #expect(told <= total && total - told <= 60 * 600)
    #expect(log.note("progress.set", by: peer(1), at: at(7200)) == total - told + 1)
  }

  @Test("Whoever was silent for a while begins anew")
  func silence() {
    var log = ChangeLog()
    for second in 0..<100 { _ = log.note("reload", by: peer(1), at: at(Double(second))) }
    #expect(log.note("reload", by: peer(1), at: at(10_000)) != nil)
    #expect(log.note("reload", by: peer(1), at: at(10_000.5)) == nil)
    #expect(log.note("reload", by: peer(1), at: at(10_001)) == 2)
  }

  @Test("Of processes that come and go by the thousand a few are told of, and how many there were")
  func crowd() {
    var log = ChangeLog()
    let total = 10_000
    var (lines, told) = (0, 0)
    for process in 0..<total {
      let now = at(Double(process) / 1000)
      guard let count = log.note("reload", by: peer(Int32(process)), at: now) else { continue }
      lines += 1
      told += count
    }
    // The first one by one and another after ten seconds; then all together after 1, 2 and 4 seconds.
    #expect(lines <= ChangeLog.mostNewcomers + 5)
    #expect(told > total / 2)
    // Each user for himself.
    #expect(log.note("reload", by: peer(1, user: 7), at: at(10)) == 1)
    // What was held is told with the next line.
    let rest = log.note("reload", by: peer(-1), at: at(10 + 8))
    #expect(told + (rest ?? 0) >= total)
    // Once it is calm newcomers are told of again.
    for process in 0..<ChangeLog.mostNewcomers {
      #expect(log.note("reload", by: peer(Int32(process + total)), at: at(10_000)) == 1)
    }
  }
}
