// SPDX-License-Identifier: Apache-2.0
import Glibc
import MonotonicTime
import Testing

@testable import LinuxSystem

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

  @Test(
    "A language's locale is its country's if that is named, its own, or that of another one",
    arguments: [
      ("de", "de_DE.UTF-8 de_AT.UTF-8 de_CH.UTF-8"),
      ("de-ch", "de_CH.UTF-8 de_DE.UTF-8 de_AT.UTF-8 de_CH.UTF-8"),
      ("PT-BR", "pt_BR.UTF-8 pt_PT.UTF-8 pt_BR.UTF-8"),
      ("zh-Hant", "zh_TW.UTF-8 zh_ZH.UTF-8 zh_CN.UTF-8 zh_TW.UTF-8"),
      ("sr-Latn", "sr_SR.UTF-8@latin sr_RS.UTF-8@latin"), ("xx", "xx_XX.UTF-8"), ("", ""),
    ]
  )
  func locales(language: String, names: String) {
    #expect(LocaleNames.names(of: language).joined(separator: " ") == names)
  }

  @Test("English is there without a locale, in any language of the machine")
  func english() {
    #expect(LocaleNames.names(of: "en").last == "C")
    #expect(CivilTime.text("%B", secondsSince1970: 1_582_900_000, in: "en") == "February")
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
