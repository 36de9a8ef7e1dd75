// SPDX-License-Identifier: Apache-2.0
internal import PlainText

/// Reads what SWUpdate's control socket answers when it is asked for its notices.
///
/// Each message is an `ipc_message` of its `network_ipc.h`: the magic number, a type, and of a notice its
/// status, error and level, and a text of 2048 bytes. First comes an acknowledgement, then what was noticed
/// since the update began, at most the last 100 notices, and what is noticed from then on. However the answer
/// is cut into reads, it comes to the same.
package struct SWUpdateNotices: Sendable {
  /// Sizes that a message may have, in bytes, this processor's first.
  ///
  /// The same from 2022.12 to 2026.05 at least. A request of another size is turned away without an answer,
  /// unless it is too long.
  package static var byteCounts: [Int] {
    #if _pointerBitWidth(_64)
    [3120, 3104]
    #else
    [3104, 3120]
    #endif
  }

  private static let magic: UInt32 = 0x1405_2001
  private static let acknowledgement: UInt32 = 1
  private static let notice: UInt32 = 11
  private static let start: UInt32 = 1
  private static let error: UInt32 = 1
  private static let text = 20..<2068
  /// More notices than SWUpdate keeps, with some that come meanwhile.
  private static let mostNotices = 128

  /// True if the answer is not SWUpdate's; nothing is read any more then.
  package private(set) var isFaulty = false
  private var bytes: [UInt8] = []
  /// Bytes of a message of this answer, once its acknowledgement is known to be whole.
  private var byteCount: Int?
  private var count = 0
  /// The newest update's first error; empty for one that cannot be read.
  private var first: String?

  /// An answer of which nothing has come.
  package init() {}

  /// The reason why the newest update has failed: its first notice of an error, as a sentence; nil for nothing known.
  ///
  /// Later errors say what came of it.
  package var reason: String? { isFaulty || first?.isEmpty ?? true ? nil : first }

  /// The question.
  ///
  /// It takes nothing away from other clients, as asking for the status would.
  ///
  /// - Parameter byteCount: Size of the question in bytes, one of ``byteCounts``.
  /// - Returns: The bytes, with integers in this machine's order.
  package static func request(byteCount: Int) -> [UInt8] {
    let words = [magic, notice].flatMap(SWUpdateMessage.bytes)
    return words + [UInt8](repeating: 0, count: byteCount - words.count)
  }

  /// Takes in what was sent.
  package mutating func append(_ more: ArraySlice<UInt8>) {
    guard !isFaulty else { return }
    bytes += more
    var start = 0
    while !isFaulty, let count = next(bytes[start...]) { start += count }
    bytes.removeFirst(isFaulty ? bytes.count : start)
  }

  /// Reads what comes first.
  ///
  /// - Returns: Number of bytes that were read; nil when more are needed.
  private mutating func next(_ bytes: ArraySlice<UInt8>) -> Int? {
    guard bytes.count >= 8 else { return nil }
    guard let byteCount else { return acknowledgement(bytes) }
    guard Self.begins(bytes, type: Self.notice), count < Self.mostNotices else { return fail() }
    guard bytes.count >= byteCount else { return nil }
    count += 1
    take(bytes)
    return byteCount
  }

  /// Finds the end of the acknowledgement, which is where the first notice begins.
  ///
  /// A request that is too long is taken as well, and answered in the server's own size.
  private mutating func acknowledgement(_ bytes: ArraySlice<UInt8>) -> Int? {
    guard Self.begins(bytes, type: Self.acknowledgement) else { return fail() }
    for count in Self.byteCounts.sorted() {
      guard bytes.count >= count + 8 else { return nil }
      guard Self.begins(bytes.dropFirst(count), type: Self.notice) else { continue }
      byteCount = count
      return count
    }
    return fail()
  }

  private mutating func take(_ notice: ArraySlice<UInt8>) {
    func word(_ offset: Int) -> UInt32 { SWUpdateMessage.word(notice.dropFirst(offset)) }
    if word(8) == Self.start { first = nil }
    guard first == nil, word(16) == Self.error else { return }
    let field = notice.dropFirst(Self.text.lowerBound).prefix(Self.text.count)
    // One that has no end, or is no text, hides the reason; what comes later is not it.
    let isWhole = field.contains(0)
    let text = isWhole ? String(validating: field.prefix { $0 != 0 }, as: UTF8.self) : nil
    first = text.map(Self.sentence) ?? ""
  }

  private mutating func fail() -> Int? {
    isFaulty = true
    return nil
  }

  private static func begins(_ bytes: ArraySlice<UInt8>, type: UInt32) -> Bool {
    SWUpdateMessage.word(bytes) == magic && SWUpdateMessage.word(bytes.dropFirst(4)) == type
  }

  /// Text of a notice for people: without the log's prefix, and digests cut short.
  ///
  /// That is `ERROR : `, or at the log's highest level `ERROR file : function : line : `; before that what the
  /// console adds, where one SWUpdate hears another one's output.
  private static func sentence(_ text: String) -> String {
    let seen = text.unicodeScalars.filter { !$0.isUnprintable }
    var rest = Substring(String(String.UnicodeScalarView(seen)))
    skip("[ERROR] : ", of: &rest)
    if skip("SWUPDATE failed [", of: &rest) { rest = rest.drop { $0 != "]" }.dropFirst() }
    if skip("ERROR : ", of: &rest) { return tidy(rest) }
    let parts = rest.split(separator: ":", maxSplits: 3, omittingEmptySubsequences: false)
    guard parts.count == 4, rest.hasPrefix("ERROR "), Int(tidy(parts[2])) != nil else {
      return tidy(rest)
    }
    return tidy(parts[3])
  }

  /// Takes a beginning away.
  @discardableResult private static func skip(_ beginning: String, of text: inout Substring) -> Bool
  {
    let start = text.drop { $0 == " " }
    guard start.hasPrefix(beginning) else { return false }
    text = start.dropFirst(beginning.count)
    return true
  }

  private static func tidy(_ text: Substring) -> String {
    let start = text.drop { $0 == " " }
    let blanks = start.reversed().prefix { $0 == " " }.count
    let words = start.dropLast(blanks).split(separator: " ", omittingEmptySubsequences: false)
    // The 64 digits of a digest are too many for a screen; the first ones tell it from another digest.
    let short = words.map { word -> String in
      let isDigest = word.utf8.count >= 32 && word.allSatisfy(\.isHexDigit)
      return isDigest ? "\(word.prefix(8))…" : String(word)
    }
    return short.joined(separator: " ")
  }
}
