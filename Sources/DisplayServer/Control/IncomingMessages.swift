// SPDX-License-Identifier: Apache-2.0
internal import Control

/// The messages of a client: bytes, made lines, of which one is read a portion a step.
struct IncomingMessages {
  /// The outcome of a step.
  enum Step {
    /// No complete line is left.
    case nothing
    /// A portion of a line was read.
    case part
    /// A line was read.
    case calls(JSONRPCCalls)
    /// The bytes are no line.
    case refused(JSONRPCError)
  }

  /// Most reads from a client that has gone: the bytes that it sent before lie in the socket, at most as many as that
  /// holds.
  static let lastReads = 16

  /// True once nothing lies in the connection, and nothing can come any more.
  private(set) var isEmptied = false
  private var isAtEnd = false
  private var readsLeft = lastReads
  private var framer = LineFramer()
  /// The line that is being read.
  private var reading: JSONRPCReading?
  /// True once every complete line has been taken.
  private var isDrained = true

  /// True while more is to be read from the connection.
  var wantsMore: Bool { reading == nil && isDrained && !isAtEnd }

  /// True once everything has been read and taken.
  var isOver: Bool { reading == nil && isDrained && isAtEnd }

  /// Takes over what has been read, of which nothing stays behind: people type passwords.
  mutating func take(_ count: Int, of buffer: inout [UInt8]) {
    framer.append(buffer.span.extracting(first: count))
    for index in 0..<count { buffer[index] = 0 }
    isDrained = false
  }

  /// Nothing is left in the connection.
  mutating func end() { (isAtEnd, isEmptied) = (true, true) }

  /// It was read from a client that has gone.
  mutating func noteLastRead() {
    readsLeft -= 1
    if readsLeft == 0 { isAtEnd = true }
  }

  /// Reads on.
  mutating func next() -> Step {
    if reading == nil {
      switch framer.next() {
      case nil:
        isDrained = true
        return .nothing
      case .line(let line): reading = JSONRPCReading(line: line)
      case .tooLong:
        return .refused(.invalidRequest("a message may take 65536 bytes; this one is longer"))
      case .invalidUTF8: return .refused(.parseError("the message is not UTF-8"))
      }
    }
    guard let calls = reading?.read() else { return .part }
    reading = nil
    return .calls(calls)
  }
}
