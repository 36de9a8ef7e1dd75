// SPDX-License-Identifier: Apache-2.0
import KMS
import Testing

@Suite("Flip events from bytes")
struct PageFlipEventTests {
  /// `struct drm_event_vblank`, written field by field.
  private func bytes(
    type: UInt32 = 2,
    length: UInt32 = 32,
    cookie: UInt64 = 0x1122_3344_5566_7788,
    seconds: UInt32 = 5,
    microseconds: UInt32 = 250_000,
    sequence: UInt32 = 99,
    crtc: UInt32 = 35
  ) -> [UInt8] {
    let words = [
      type, length, UInt32(truncatingIfNeeded: cookie), UInt32(cookie >> 32), seconds,
      microseconds, sequence, crtc,
    ]
    return words.flatMap { word in
      [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: word >> $0) }
    }
  }

  private func events(_ bytes: [UInt8]) -> [PageFlipEvent] {
    var iterator = PageFlipEvents(bytes.span)
    var events: [PageFlipEvent] = []
    while let event = iterator.next() { events.append(event) }
    return events
  }

  @Test("Every field is taken from its place")
  func fields() throws {
    let event = try #require(events(bytes()).first)
    #expect(event.cookie == 0x1122_3344_5566_7788)
    #expect(event.nanoseconds == 5_250_000_000)
    #expect(event.sequence == 99)
    #expect(event.crtc == CRTCID(35))
  }

  @Test("Several events come in order, other kinds and longer ones are stepped over")
  func several() {
    let sequenceEvent = bytes(type: 3, cookie: 1)
    let longer = bytes(length: 40, cookie: 2) + [UInt8](repeating: 0xFF, count: 8)
    let all =
      bytes(cookie: 7) + sequenceEvent + longer + bytes(type: 1, cookie: 3) + bytes(cookie: 9)
    #expect(events(all).map(\.cookie) == [7, 2, 9])
  }

  @Test("An impossible length ends the sequence", arguments: [0, 7, 33, 4096, UInt32.max])
  func impossibleLength(length: UInt32) {
    #expect(events(bytes(cookie: 1) + bytes(length: length, cookie: 2)).map(\.cookie) == [1])
  }

  @Test("A flip event that is too short to be one is stepped over")
  func shortFlip() {
    let short = Array(bytes(length: 16, cookie: 1).prefix(16))
    #expect(events(short + bytes(cookie: 2)).map(\.cookie) == [2])
  }

  @Test("Every cut through an event is harmless", arguments: 0..<32)
  func cut(at length: Int) {
    #expect(events(Array(bytes().prefix(length))).isEmpty)
  }

  @Test("Any bytes at all end in a bounded number of events", arguments: 0..<64)
  func anything(seed: UInt64) {
    // xorshift64*
    var state = seed &+ 0x9E37_79B9_7F4A_7C15
    var soup: [UInt8] = []
    for _ in 0..<512 {
      state ^= state >> 12
      state ^= state << 25
      state ^= state >> 27
      // Small values are likely, so that lengths are often possible.
      let value = UInt8(truncatingIfNeeded: (state &* 2_685_821_657_736_338_717) >> 56)
      soup.append(value < 200 ? value & 3 : value)
    }
    #expect(events(soup).count <= soup.count / 32)
  }
}
