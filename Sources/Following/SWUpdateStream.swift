// SPDX-License-Identifier: Apache-2.0

/// Reads SWUpdate's progress socket, of all its versions.
///
/// 2022.12 and earlier begin each message with a zero or a magic number, later ones with the interface's
/// version; from 2024.12 on an acknowledgement comes first. The layout changed with 2025.12, the version did
/// not: a first message tells it by what makes sense of it, and the beginning of the second one for sure.
/// However the stream is cut into reads, the events are the same.
package struct SWUpdateStream: Sendable {
  /// The magic number of releases before 2023.12.
  private static let magic: UInt32 = 0x1405_2001
  /// The newest version of the interface that is known, as its major number.
  private static let newestMajor: UInt32 = 2

  private enum Place { case start, message, boundary }

  /// The reason why nothing is read any more; nil while all is well.
  package private(set) var fault: String?
  /// An oddity that does not stop the reading; nil for none.
  package private(set) var remark: String?

  private var bytes: [UInt8] = []
  private var place = Place.start
  /// First four bytes of each message; nil before the first one.
  private var word: UInt32?
  /// Layout of messages, once that is certain.
  private var layout: SWUpdateMessage.Layout?
  private var update = SWUpdateRun()

  /// A connection that has just been made.
  package init() {}

  /// True while an update is under way.
  package var isUnderWay: Bool { update.isOpen }

  /// True if the newest failure came without SWUpdate's words, so that only the place of it is told.
  package var isFailureUnexplained: Bool { update.isUnexplained }

  /// Takes in what was sent.
  package mutating func append(_ more: ArraySlice<UInt8>) -> [PeerEvent] {
    guard fault == nil else { return [] }
    bytes += more
    var events: [PeerEvent] = []
    var start = 0
    while fault == nil, let count = next(bytes[start...], events: &events) { start += count }
    bytes.removeFirst(fault == nil ? start : bytes.count)
    return events
  }

  /// Reads what comes first.
  ///
  /// - Returns: Number of bytes that were read; nil when more are needed.
  private mutating func next(_ bytes: ArraySlice<UInt8>, events: inout [PeerEvent]) -> Int? {
    switch place {
    case .start: acknowledgement(bytes)
    case .message: message(bytes, events: &events)
    case .boundary: boundary(bytes)
    }
  }

  private mutating func acknowledgement(_ bytes: ArraySlice<UInt8>) -> Int? {
    guard bytes.count >= 8 else { return nil }
    place = .message
    return bytes.dropFirst(4).prefix(4).elementsEqual("ACK\0".utf8) ? 8 : 0
  }

  private mutating func message(_ bytes: ArraySlice<UInt8>, events: inout [PeerEvent]) -> Int? {
    guard bytes.count >= 4 else { return nil }
    let first = SWUpdateMessage.word(bytes)
    guard first == word ?? first, Self.isBeginning(first) else {
      fault = "what it sends is no progress message"
      return nil
    }
    guard bytes.count >= SWUpdateMessage.leastByteCount else { return nil }
    if word == nil { begin(with: first) }
    let likely = layout ?? SWUpdateMessage.likelyLayout(bytes)
    events += update.take(SWUpdateMessage(bytes, layout: likely))
    place = .boundary
    return SWUpdateMessage.leastByteCount
  }

  /// Goes on to where the next message begins.
  private mutating func boundary(_ bytes: ArraySlice<UInt8>) -> Int? {
    guard layout != .packed else {
      place = .message
      return 0
    }
    if layout == nil {
      guard bytes.count >= 4 else { return nil }
      // What an aligned message ends with is the end of a text and a gap: zeros.
      layout = SWUpdateMessage.word(bytes) == word ? .packed : .aligned
      return 0
    }
    let rest = SWUpdateMessage.Layout.aligned.byteCount - SWUpdateMessage.leastByteCount
    guard bytes.count >= rest else { return nil }
    place = .message
    return rest
  }

  private mutating func begin(with first: UInt32) {
    word = first
    let major = first == Self.magic ? 0 : first >> 16
    // Structures of that time are as the compiler makes them.
    if major < 2 { layout = Self.natural }
    if major > Self.newestMajor {
      remark = "it speaks version \(major) of its interface, and is read as \(Self.newestMajor)"
    }
  }

  /// Tells if a message may begin so: with nothing, the magic number, or a version up to 255.65535.
  private static func isBeginning(_ word: UInt32) -> Bool {
    word == 0 || word == magic || (0x1_0000...0xFF_FFFF).contains(word)
  }

  /// Layout by the C compiler of this processor.
  private static var natural: SWUpdateMessage.Layout {
    #if arch(i386)
    .packed
    #else
    .aligned
    #endif
  }
}
