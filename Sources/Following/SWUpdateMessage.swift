// SPDX-License-Identifier: Apache-2.0

/// A message of SWUpdate's progress socket, `struct progress_msg` of its `progress_ipc.h`.
struct SWUpdateMessage: Hashable, Sendable {
  /// Layout by the compiler that SWUpdate was built with.
  enum Layout: Hashable, Sendable {
    /// Without gaps: from 2025.12 on, and by luck of alignment on i386 ever since.
    case packed
    /// Aligned: four bytes before the number of bytes and four at the end.
    case aligned

    /// Bytes of a message.
    var byteCount: Int { self == .packed ? 2408 : 2416 }

    /// Offset of the steps from their place in a packed message, in bytes.
    fileprivate var shift: Int { self == .packed ? 0 : 4 }
  }

  /// As many bytes as tell a message, whatever its layout.
  static let leastByteCount = 2408
  /// Values of the field `status`.
  enum Status: UInt32 {
    case idle, start, run, success, failure, download, done, subprocess, progress
  }

  /// The message's subject; nil for a status of a later version.
  let status: Status?
  /// Progress of the download, in percent.
  let download: UInt32
  /// Number of steps; 0 while that is not known.
  let stepCount: UInt32
  /// The step that is under way, from 1 on; 0 before the first.
  let step: UInt32
  /// Progress of that step, in percent.
  let percent: UInt32
  /// The image that is installed.
  let image: String
  /// Further information: JSON for programs, or a sentence.
  let information: String
  private let source: UInt32
  private let informationCount: UInt32

  /// Reads a message.
  ///
  /// - Parameters:
  ///   - bytes: At least ``leastByteCount``; integers in this machine's order, as SWUpdate writes them.
  ///   - layout: The layout of its fields.
  init(_ bytes: ArraySlice<UInt8>, layout: Layout) {
    let start = bytes.startIndex
    func word(_ offset: Int) -> UInt32 { Self.word(bytes[(start + offset)...]) }
    // Texts fill their field where they are too long, and lack the NUL then.
    func text(_ offset: Int, limit: Int) -> String {
      let field = bytes[(start + offset)...].prefix(limit)
      return String(decoding: field.prefix { $0 != 0 }, as: UTF8.self)
    }
    let shift = layout.shift
    status = Status(rawValue: word(4))
    download = word(8)
    stepCount = word(20 + shift)
    step = word(24 + shift)
    percent = word(28 + shift)
    image = text(32 + shift, limit: 256)
    source = word(352 + shift)
    informationCount = word(356 + shift)
    information = text(360 + shift, limit: Int(min(informationCount, 2040)))
  }

  /// The first four bytes as a number in this machine's order.
  static func word(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    UInt32(littleEndian: bytes.prefix(4).reversed().reduce(0) { $0 << 8 | UInt32($1) })
  }

  /// A number as four bytes in this machine's order.
  static func bytes(of word: UInt32) -> [UInt8] {
    [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: word.littleEndian >> $0) }
  }

  /// Number of its fields that have plausible values; more is better.
  private var credit: Int {
    [
      step <= stepCount, stepCount < 65536, percent <= 100, source < 16, informationCount <= 2048,
    ].count { $0 }
  }

  /// The layout that makes more sense of a message.
  ///
  /// Fields that differ are all zero where both make sense, and it makes no difference.
  static func likelyLayout(_ bytes: ArraySlice<UInt8>) -> Layout {
    Self(bytes, layout: .aligned).credit > Self(bytes, layout: .packed).credit ? .aligned : .packed
  }
}
