// SPDX-License-Identifier: Apache-2.0

/// A way in which displays and machines are odd.
package struct OddRow: Sendable, CustomStringConvertible {
  package let description: String
  package let oddities: Oddities
  /// How many frames may be missed that a clock which knows the display would have made.
  package let mostMissed: Int

  /// By how many milliseconds latency may be longer than without the oddity.
  package let mostLatency: Double

  init(
    _ description: String,
    mostMissed: Int = 2,
    mostLatency: Double = 0.5,
    _ change: (inout Oddities) -> Void
  ) {
    self.description = description
    self.mostMissed = mostMissed
    self.mostLatency = mostLatency
    var oddities = Oddities()
    change(&oddities)
    self.oddities = oddities
  }

  /// Every oddity that a clock has to get over.
  package static let all = [
    OddRow("nothing odd") { _ in },
    OddRow("wake-ups even within 60 µs") { $0.wake = .even(60) },
    OddRow("wake-ups twice as late", mostMissed: 3) { $0.wake = .exponential(120) },
    OddRow("a lead that varies") { $0.leadJitter = 0.1 },
    OddRow("a lead that varies, wake-ups even within 60 µs") {
      ($0.leadJitter, $0.wake) = (0.1, .even(60))
    },
    OddRow("drawing that varies") { ($0.drawing, $0.drawingJitter) = (2, 0.4) },
    OddRow("stamps of the interrupt") { $0.report = .interrupt },
    OddRow("stamps of the blank's interrupt") { $0.report = .blankInterrupt },
    OddRow("a crystal that is fast") { $0.speed = 1.0002 },
    OddRow("a crystal that is slow") { $0.speed = 0.9998 },
    OddRow("59.94 Hz that turn into 60") { $0.laterSpeed = 1.001 },
    OddRow("60 Hz that turn into 59.94") { $0.laterSpeed = 1 / 1.001 },
    OddRow("late events") { $0.lateEvents.each = 200 },
    OddRow("late events with late stamps") {
      ($0.lateEvents.each, $0.lateEvents.isStampLate) = (200, true)
    },
    OddRow("a driver held up once in 10,000 frames") { $0.heldUp.oneOf = 10_000 },
    OddRow("a program woken late once in 1000 frames") { $0.oversleep.oneOf = 1000 },
    OddRow("a program woken late once a second", mostMissed: 3, mostLatency: 0.7) {
      $0.oversleep.oneOf = 60
    },
    OddRow("rests") { $0.restsEach = 3 },
    OddRow("a panel that refreshes itself") { ($0.restsEach, $0.refreshesItself) = (3, true) },
    OddRow("sleep that is told") {
      ($0.restsEach, $0.sleeps, $0.tellsOfModesets) = (20, true, true)
    },
    OddRow("sleep that is not told") { ($0.restsEach, $0.sleeps) = (20, true) },
    OddRow("lost events") { $0.lostOneOf = 3000 },
    OddRow("a frame a second that takes three times as long") {
      ($0.drawing, $0.slowness) = (2, 3)
    },
    OddRow("neither stamps nor numbers", mostMissed: 4) { $0.report = .arrival },
    OddRow("a lead that grows", mostMissed: 4) { $0.leadGrowth = 0.8 },
    OddRow("neither stamps nor numbers, and rests", mostMissed: 4) {
      ($0.report, $0.restsEach) = (.arrival, 5)
    },
    OddRow("stamps without numbers", mostMissed: 4) { $0.report = .unnumbered },
    OddRow("late events, stamps without numbers", mostMissed: 4) {
      ($0.report, $0.lateEvents.each, $0.lateEvents.by) = (.unnumbered, 150, 3)
    },
    OddRow("late events with late stamps, more often") {
      $0.lateEvents = Oddities.LateEvents(each: 150, by: 3, isStampLate: true)
    },
    OddRow("late events, stamps of the interrupt, a fast crystal") {
      ($0.lateEvents.each, $0.lateEvents.isStampLate) = (200, true)
      ($0.report, $0.speed) = (.interrupt, 1.0001)
    },
    OddRow("two frames a second that take twice as long") {
      ($0.drawing, $0.slowness, $0.slowEach) = (2, 2, 0.5)
    },
    OddRow("slow frames and late events") {
      ($0.drawing, $0.slowness, $0.slowEach) = (1.5, 3, 0.7)
      ($0.lateEvents.each, $0.lateEvents.by) = (170, 4)
    },
    OddRow("sleep from the first second on, lost events") {
      ($0.restsEach, $0.sleeps, $0.tellsOfModesets, $0.lostOneOf) = (0.6, true, true, 2000)
    },
    OddRow("sleep that is not told, and a panel that refreshes itself") {
      ($0.restsEach, $0.sleeps, $0.refreshesItself) = (9, true, true)
    },
    OddRow("sleep that is told, with modesets that are stamped anyhow") {
      ($0.restsEach, $0.sleeps, $0.tellsOfModesets, $0.misstampsModesets) = (4, true, true, true)
    },
    OddRow("terminals that are switched") {
      ($0.restsEach, $0.switchesTerminals) = (25, true)
    },
    OddRow("another mode in mid-run", mostMissed: 4) { $0.laterRate = 0.8 },
    OddRow("a mode whose rate is a thousandth off") { $0.speed = 0.999 },
    OddRow("a blank that is not told", mostMissed: 3) { $0.tellsOfBlank = false },
    OddRow("wake-ups that grow late", mostMissed: 3) { $0.laterWake = 2.5 },
    OddRow("many of these", mostMissed: 3) {
      ($0.report, $0.speed, $0.leadJitter) = (.interrupt, 1.0002, 0.05)
      ($0.lateEvents.each, $0.lateEvents.by, $0.lateEvents.isStampLate) = (500, 4, true)
      ($0.heldUp.oneOf, $0.oversleep.oneOf, $0.restsEach) = (10_000, 5000, 7)
    },
  ]
}
