// SPDX-License-Identifier: Apache-2.0
import MonotonicTime
import Notices
import Testing

@Suite("Notices that repeat themselves")
struct NoticeLimiterTests {
  private func at(_ seconds: Double) -> MonotonicInstant { MonotonicInstant(seconds: seconds) }

  @Test("The first ones are told one by one, then one at intervals of 10, 20, 40 … seconds")
  func growingIntervals() {
    var limiter = NoticeLimiter()
    // One a second for ten minutes.
    var told: [(second: Int, heldCount: Int)] = []
    for second in 0..<600 {
      if let count = limiter.admit("flap", at: at(Double(second))) { told.append((second, count)) }
    }
    // The fifth is told at 4 s; from there on 10 s, 20 s, 40 s, 80 s, 160 s later each.
    #expect(told.map(\.second) == [0, 1, 2, 3, 4, 14, 34, 74, 154, 314])
    #expect(told.map(\.heldCount) == [0, 0, 0, 0, 0, 9, 19, 39, 79, 159])
  }

  @Test("Every notice is told or counted")
  func countsAll() {
    var limiter = NoticeLimiter()
    var total = 0
    for index in 0..<5000 {
      if let count = limiter.admit("x", at: at(Double(index) * 0.1)) { total += count + 1 }
    }
    // What is held now is told with the next one.
    let next = limiter.admit("x", at: at(100_000))
    #expect(total + (next ?? 0) == 5000)
  }

  @Test("The interval ends at an hour, and what was quiet for longer is new")
  func ends() {
    var limiter = NoticeLimiter()
    var last = 0.0
    var gaps: [Double] = []
    for minute in 0..<3000 {
      guard limiter.admit("x", at: at(Double(minute) * 50)) != nil else { continue }
      gaps.append(Double(minute) * 50 - last)
      last = Double(minute) * 50
    }
    #expect(gaps.max() == 3600)
    for _ in 0..<NoticeLimiter.burst {
      #expect(limiter.admit("x", at: at(200_000)) != nil)
    }
    #expect(limiter.admit("x", at: at(200_000)) == nil)
  }

  @Test("Kinds are limited by themselves; those beyond the most that are remembered as one kind")
  func kinds() {
    var limiter = NoticeLimiter()
    var told = 0
    for index in 0..<1000 {
      if limiter.admit("kind \(index)", at: at(Double(index) / 1000)) != nil { told += 1 }
    }
    #expect(told == NoticeLimiter.maximumKindCount + NoticeLimiter.burst)
    for _ in 0..<10 { _ = limiter.admit("kind 63", at: at(2)) }
    #expect(limiter.admit("kind 63", at: at(2)) == nil)
    #expect(limiter.admit("kind 62", at: at(2)) == 0)
    // Once the first have been quiet for long there is room for others.
    for _ in 0..<NoticeLimiter.burst {
      #expect(limiter.admit("b", at: at(70)) == 0)
      #expect(limiter.admit("c", at: at(70)) == 0)
    }
    #expect(limiter.admit("b", at: at(70)) == nil)
  }
}
