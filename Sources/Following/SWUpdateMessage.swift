// SPDX-License-Identifier: Apache-2.0

/// A message of SWUpdate's progress socket, `struct progress_msg` of its `progress_ipc.h`.
struct SWUpdateMessage: Hashable, Sendable {
  /// How the compiler that SWUpdate was built with has laid it out.
  enum Layout: Hashable, Sendable {
    /// Without gaps: from 2025.12 on, and by luck of alignment on i386 ever since.
    case packed
    /// Aligned: four bytes before the number of bytes and four at the end.
    case aligned

    /// How many bytes a message has.
    var byteCount: Int { self == .packed ? 2408 : 2416 }

    /// How much later than in a packed message the steps stand.
    fileprivate var shift: Int { self == .packed ? 0 : 4 }
  }

  /// As many bytes as tell a message, whatever its layout.
  static let leastByteCount = 2408
  /// What the field `status` says.
  enum Status: UInt32 {
    case idle, start, run, success, failure, download, done, subprocess, progress
  }

  /// What it is about; nil for a status of a later version.
  let status: Status?
  /// How much has been downloaded, in percent.
  let download: UInt32
  /// How many steps there are; 0 while that is not known.
  let stepCount: UInt32
  /// The step that is under way, from 1 on; 0 before the first.
  let step: UInt32
  /// How far that is, in percent.
  let percent: UInt32
  /// The image that is installed.
  let image: String
  /// What else it says: JSON for programs, or a sentence.
  let information: String
  private let source: UInt32
  private let informationCount: UInt32

  /// Reads a message.
  ///
  /// - Parameters:
  ///   - bytes: At least ``leastByteCount``; integers in this machine's order, as SWUpdate writes them.
  ///   - layout: Where things are.
  init(_ bytes: ArraySlice<UInt8>, _ layout: Layout) {
    let start = bytes.startIndex
    func word(_ offset: Int) -> UInt32 { Self.word(bytes[(start + offset)...]) }
    // Texts fill their field where they are too long, and lack the NUL then.
    func text(_ offset: Int, _ limit: Int) -> String {
      let field = bytes[(start + offset)...].prefix(limit)
      return String(decoding: field.prefix { $0 != 0 }, as: UTF8.self)
    }
    let shift = layout.shift
    status = Status(rawValue: word(4))
    download = word(8)
    stepCount = word(20 + shift)
    step = word(24 + shift)
    percent = word(28 + shift)
    image = text(32 + shift, 256)
    source = word(352 + shift)
    informationCount = word(356 + shift)
    information = text(360 + shift, Int(min(informationCount, 2040)))
  }

  /// The first four bytes as a number in this machine's order.
  static func word(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    UInt32(littleEndian: bytes.prefix(4).reversed().reduce(0) { $0 << 8 | UInt32($1) })
  }

  /// A number as four bytes in this machine's order.
  static func bytes(of word: UInt32) -> [UInt8] {
    [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: word.littleEndian >> $0) }
  }

  /// How much of it looks as SWUpdate would say it; more is better.
  private var credit: Int {
    [
      step <= stepCount, stepCount < 65536, percent <= 100, source < 16, informationCount <= 2048,
    ].count { $0 }
  }

  /// The layout that makes more sense of a message.
  ///
  /// Where both do, the fields that differ are all zero, and it makes no difference.
  static func likelyLayout(_ bytes: ArraySlice<UInt8>) -> Layout {
    Self(bytes, .aligned).credit > Self(bytes, .packed).credit ? .aligned : .packed
  }
}
