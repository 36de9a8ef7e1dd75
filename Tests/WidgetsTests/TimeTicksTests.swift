// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import Widgets

@Suite("Marks of a time axis")
struct TimeTicksTests {
  /// A time zone that changes at two seconds since 1970, and the seconds that it is ahead of UTC in summer.
  struct Zone: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let spring: Int
    let autumn: Int
    let summer: Int

    func east(_ time: Int) -> Int {
      time >= spring && time < autumn ? summer : summer - 3600
    }

    // Of 2026: Berlin sets its clocks at 01:00 UTC, Havana at midnight, which is left out once and comes twice once.
    static let berlin = Zone(
      testDescription: "Berlin",
      spring: 1_774_746_000,
      autumn: 1_792_890_000,
      summer: 7200
    )
    static let havana = Zone(
      testDescription: "Havana",
      spring: 1_772_946_000,
      autumn: 1_793_509_200,
      summer: -14_400
    )
  }

  /// Spans from 10 s to 30 d with the distance of their marks.
  static let spans = [
    (10, 1), (30, 5), (60, 10), (300, 60), (1800, 300), (3600, 600), (21_600, 3600),
    (86_400, 10_800), (172_800, 21_600), (604_800, 86_400), (1_209_600, 172_800),
    (2_592_000, 604_800),
  ]

  @Test(
    "Marks stand at all round times of the clock on the wall, over its changes too",
    arguments: spans,
    [Zone.berlin, .havana]
  )
  func marks(axis: (span: Int, step: Int), zone: Zone) {
    let (day, monday) = (86_400, 3 * 86_400)
    for change in [zone.spring, zone.autumn] {
      let range = change - axis.span * 2 / 3 - 7...change + axis.span / 3
      // Second by second, or by quarters of an hour: where the clock shows a round time, of days their first one.
      let grain = axis.step >= 900 ? 900 : 1
      let first = (range.lowerBound + grain - 1) / grain * grain
      func shows(_ time: Int) -> Int { (time + zone.east(time) + monday) / axis.step }
      var expected: [Int] = []
      var shown = stride(from: first - day, to: first, by: grain).map(shows).max() ?? 0
      for time in stride(from: first, through: range.upperBound, by: grain) {
        let wall = time + zone.east(time) + monday
        let isRound = wall % axis.step == 0
        let isFirst = wall / axis.step > shown
        shown = max(shown, wall / axis.step)
        if axis.step >= day ? isFirst : isRound && (axis.step <= 3600 || isFirst) {
          expected.append(time)
        }
      }
      #expect(
        TimeTicks.times(every: axis.step, in: range, secondsEast: zone.east) == expected,
        "\(axis) at \(change)"
      )
    }
  }

  @Test("The night that has 25 hours has two marks at two o'clock, and the one of 23 none")
  func nights() {
    let zone = Zone.berlin
    func hours(_ change: Int) -> [Int] {
      TimeTicks.times(
        every: 3600,
        in: change - 7200...change + 7200,
        secondsEast: zone.east
      ).map { ($0 + zone.east($0)) / 3600 % 24 }
    }
    #expect(hours(zone.spring) == [0, 1, 3, 4, 5])
    #expect(hours(zone.autumn) == [1, 2, 2, 3, 4])
    // Days are 23, 24 and 25 hours apart.
    let days = TimeTicks.times(
      every: 86_400,
      in: zone.spring - 100_000...zone.spring + 172_800,
      secondsEast: zone.east
    )
    #expect(zip(days, days.dropFirst()).map { $1 - $0 } == [86_400, 82_800, 86_400])
  }

  @Test("A day whose midnight is left out begins at one o'clock; one that comes twice has one mark")
  func midnights() {
    let zone = Zone.havana
    let spring = TimeTicks.times(
      every: 86_400,
      in: zone.spring - 3600...zone.spring + 86_400,
      secondsEast: zone.east
    )
    #expect(spring == [zone.spring, zone.spring + 82_800])
    let autumn = TimeTicks.times(
      every: 86_400,
      in: zone.autumn - 7200...zone.autumn + 7200,
      secondsEast: zone.east
    )
    #expect(autumn == [zone.autumn - 3600])
  }

  @Test("Marks a week apart are Mondays")
  func weeks() {
    // 2 November 2026 was a Monday.
    let times = TimeTicks.times(every: 604_800, in: 1_792_900_000...1_795_000_000) { _ in 0 }
    #expect(times == [1_792_972_800, 1_793_577_600, 1_794_182_400, 1_794_787_200])
    #expect(times[1] == 20_759 * 86_400)
  }
}
