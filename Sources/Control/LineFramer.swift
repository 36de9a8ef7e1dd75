// SPDX-License-Identifier: Apache-2.0

/// Cuts a stream of bytes into messages, one a line.
///
/// A line ends with LF; a CR before it is dropped, empty lines are skipped. The framer holds at
/// most ``limit`` bytes of an unfinished line beyond what the last `append` brought.
package struct LineFramer: Sendable {
  /// The next piece of the stream.
  package enum Item: Hashable, Sendable {
    /// A complete line without its end, in UTF-8.
    case line([UInt8])
    /// A line longer than the limit; nothing follows any more.
    case tooLong
    /// A line that is not UTF-8; nothing follows any more.
    case invalidUTF8
  }

  /// The longest line that is accepted, in bytes without its end.
  package let limit: Int

  private var buffer: [UInt8] = []
  /// Start of the line that is being received.
  private var start = 0
  /// Everything before this has been searched for a line end.
  private var searched = 0
  private var hasFailed = false

  /// A framer for lines of at most `limit` bytes; the contract's limit unless given.
  package init(limit: Int = 65536) {
    self.limit = limit
  }

  /// Takes in what was read; call ``next()`` until it returns nil afterwards.
  ///
  /// After a failure the bytes are discarded.
  package mutating func append(_ bytes: Span<UInt8>) {
    guard !hasFailed else { return }
    compact()
    unsafe bytes.withUnsafeBufferPointer { unsafe buffer.append(contentsOf: $0) }
  }

  /// Takes in what was read.
  package mutating func append(_ bytes: [UInt8]) {
    append(bytes.span)
  }

  /// The next message or failure; nil when more bytes are needed.
  package mutating func next() -> Item? {
    guard !hasFailed else { return nil }
    while let end = nextLineEnd() {
      var lineEnd = end
      if lineEnd > start, buffer[lineEnd - 1] == UInt8(ascii: "\r") { lineEnd -= 1 }
      let line = Array(buffer[start..<lineEnd])
      // What people type is in lines, too.
      for index in start..<lineEnd { buffer[index] = 0 }
      start = end + 1
      searched = start
      guard line.count <= limit else { return fail(.tooLong) }
      guard !line.isEmpty else { continue }
      return Self.isUTF8(line.span) ? .line(line) : fail(.invalidUTF8)
    }
    // One byte more than the limit may still be the CR of a line that fits.
    return buffer.count - start > limit + 1 ? fail(.tooLong) : nil
  }

  private mutating func nextLineEnd() -> Int? {
    let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n"))
    searched = end ?? buffer.count
    return end
  }

  private mutating func fail(_ item: Item) -> Item {
    hasFailed = true
    buffer = []
    start = 0
    searched = 0
    return item
  }

  /// Forgets the lines that were handed out.
  private mutating func compact() {
    guard start > 0 else { return }
    // Into memory of its own: moved bytes would stay behind the end.
    buffer = Array(buffer[start...])
    searched -= start
    start = 0
  }

  private static func isUTF8(_ line: Span<UInt8>) -> Bool {
    (try? UTF8Span(validating: line)) != nil
  }
}
