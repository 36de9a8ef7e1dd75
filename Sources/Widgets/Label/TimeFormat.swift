// SPDX-License-Identifier: Apache-2.0

/// A format of strftime(3), and how often what it says changes.
struct TimeFormat: Hashable, Sendable {
  /// The format.
  let format: String
  /// The text is the same for so many whole seconds of the day; 0 where it never changes.
  let step: Int

  /// The format; nil for one that is longer than 64 bytes, or has what no format has.
  init?(_ format: String) {
    let bytes = Array(format.utf8)
    guard bytes.count <= 64, !bytes.isEmpty else { return nil }
    var step = 0
    var index = 0
    while index < bytes.count {
      defer { index += 1 }
      guard bytes[index] == UInt8(ascii: "%") else { continue }
      index += 1
      // Flags: what pads a number, and the case of letters.
      while index < bytes.count, Self.flags.contains(bytes[index]) { index += 1 }
      guard index < bytes.count, let own = Self.step(of: bytes[index]) else { return nil }
      if own > 0 { step = step == 0 ? own : min(step, own) }
    }
    self.format = format
    self.step = step
  }

  private static let flags = Array("_-0^#".utf8)
  private static let seconds = Array("SsTrcX+".utf8)
  private static let minutes = Array("MR".utf8)
  /// Hours and days begin with a quarter of an hour in every time zone.
  private static let quarters = Array("aAbBCdDeFgGhHIjklmpPuUVwWxyYzZ".utf8)

  /// For how many seconds what a letter stands for is the same; 0 for ever, nil for an unknown one.
  private static func step(of letter: UInt8) -> Int? {
    if letter == UInt8(ascii: "%") { return 0 }
    if seconds.contains(letter) { return 1 }
    if minutes.contains(letter) { return 60 }
    return quarters.contains(letter) ? 900 : nil
  }
}
