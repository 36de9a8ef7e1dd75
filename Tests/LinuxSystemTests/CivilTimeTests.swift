// SPDX-License-Identifier: Apache-2.0
import Glibc
import LinuxSystem
import MonotonicTime
import Testing

@Suite("The time of day")
struct CivilTimeTests {
  @Test("It is written as strftime writes it, in UTC and English where that is asked for")
  func utc() {
    for (format, seconds, text) in [
      ("%Y-%m-%d %H:%M:%S", 1_000_000_000, "2001-09-09 01:46:40"),
      ("%A, %-d %B", 1_582_934_400, "Saturday, 29 February"), ("%z", 0, "+0000"),
      ("%H", -1, "23"), ("%Y", Int64.max, ""), ("100%%", 0, "100%"),
    ] {
      #expect(CivilTime.text(format, secondsSince1970: seconds, isUTC: true) == text, "\(format)")
    }
  }

  @Test("The wall clock is so far ahead of the monotonic one that both say the same time")
  func offset() {
    let before = time(nil)
    let wall = (MonotonicClock.now().nanoseconds + CivilTime.offset()) / 1_000_000_000
    let after = time(nil)
    #expect(wall >= Int64(before) && wall <= Int64(after))
  }

  @Test("While nobody sets the clock nothing is told, however often that is asked for")
  func quiet() throws {
    let epoll = try Epoll.open()
    let jumps = try ClockJumps.open()
    try epoll.add(jumps.descriptor, token: 1)
    #expect(try epoll.wait(timeout: .zero).count == 0)
    try jumps.arm()
    #expect(try epoll.wait(timeout: .zero).count == 0)
  }
}
