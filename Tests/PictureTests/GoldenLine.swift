// SPDX-License-Identifier: Apache-2.0

/// What the frames of one script look like on one kind of display.
struct GoldenLine: CustomStringConvertible, Sendable {
  /// Script, rotation, format and scale.
  let subject: String
  /// The digest of all frames.
  let digest: UInt64
  /// The lowest eight bits of each frame's digest.
  let frames: [UInt8]

  /// The line of a script whose frames have `digests`.
  init(subject: String, digests: [UInt64]) {
    self.subject = subject
    frames = digests.map { UInt8(truncatingIfNeeded: $0) }
    digest = digests.reduce(FrameDigest.start) { FrameDigest.adding($1, to: $0) }
  }

  /// The line that `text` says; `nil` when it says none.
  init?(parsing text: Substring) {
    let words = text.split(separator: " ")
    guard words.count == 6, let digest = UInt64(words[4], radix: 16) else { return nil }
    subject = words[..<4].joined(separator: " ")
    self.digest = digest
    let digits = Array(words[5])
    frames = stride(from: 0, to: digits.count - 1, by: 2).compactMap {
      UInt8(String(digits[$0...$0 + 1]), radix: 16)
    }
  }

  var description: String {
    "\(subject) \(Self.digits(digest, 16)) \(frames.map { Self.digits(UInt64($0), 2) }.joined())"
  }

  /// The first frame that differs from that of `other`.
  func firstDifference(from other: Self) -> String {
    for index in frames.indices
    where index >= other.frames.count || frames[index] != other.frames[index] {
      return "frame \(index) of \(subject) is the first that differs"
    }
    return "frames of \(subject) differ, or their number does"
  }

  private static func digits(_ value: UInt64, _ count: Int) -> String {
    let text = String(value, radix: 16)
    return String(repeating: "0", count: count - text.utf8.count) + text
  }
}

/// Digests in the manner of FNV-1a, eight bytes at a time.
enum FrameDigest {
  /// The digest of nothing.
  static let start: UInt64 = 0xCBF2_9CE4_8422_2325

  /// The digest of what `digest` is one of, and `word`.
  static func adding(_ word: UInt64, to digest: UInt64) -> UInt64 {
    let product = (digest ^ word) &* 0x0000_0100_0000_01B3
    // The multiplication alone carries nothing downwards.
    return product ^ (product >> 29)
  }

  /// The digest of the bytes of `rows`, whose count is a multiple of eight.
  static func digest(of rows: [UInt8]) -> UInt64 {
    unsafe rows.withUnsafeBytes { bytes in
      var digest = start
      var offset = 0
      while offset < bytes.count {
        let word = unsafe bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        digest = adding(word, to: digest)
        offset += 8
      }
      return digest
    }
  }
}
