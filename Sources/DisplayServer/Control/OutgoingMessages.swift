// SPDX-License-Identifier: Apache-2.0
internal import LinuxSystem

/// The messages that wait to be sent to a client, in order; a message may own a descriptor that travels with it.
struct OutgoingMessages {
  private struct Message {
    var bytes: [UInt8]
    /// Goes with the message's first byte, and only with that.
    var file: SharedDescriptor?
    /// True for the bytes of a descriptor's line, which no others may join.
    let isMarked: Bool
    var sent = 0
  }

  private var messages: [Message] = []
  /// Events that wait for the answer of the call during which they happened.
  private var held: [UInt8] = []
  /// True once a descriptor has been sent.
  private(set) var hasSentFile = false
  /// Number of bytes that wait.
  private(set) var byteCount = 0

  /// True if no message waits.
  var isEmpty: Bool { messages.isEmpty }

  /// True if a descriptor waits.
  var hasFile: Bool { messages.contains { $0.file != nil } }

  /// The bytes that have to be sent next, and the descriptor that goes with the first of them; nil for none.
  var first: (bytes: ArraySlice<UInt8>, file: SharedDescriptor?)? {
    messages.first.map { ($0.bytes[$0.sent...], $0.file) }
  }

  /// Adds a message; bytes without a descriptor are joined with those before them.
  mutating func append(_ bytes: [UInt8], with file: SharedDescriptor?) {
    byteCount += bytes.count
    let last = messages.count - 1
    if file == nil, last >= 0, !messages[last].isMarked {
      messages[last].bytes += bytes
    } else {
      messages.append(Message(bytes: bytes, file: file, isMarked: file != nil))
    }
  }

  /// Holds an event back; ``takeHeld()`` has it.
  ///
  /// - Returns: Number of bytes that are held back.
  mutating func hold(_ event: [UInt8]) -> Int {
    held += event
    return held.count
  }

  /// Takes what was held back.
  mutating func takeHeld() -> [UInt8] {
    defer { held = [] }
    return held
  }

  /// Forgets the first `count` bytes, which have been sent, with their descriptor.
  mutating func remove(_ count: Int) {
    byteCount -= count
    messages[0].sent += count
    if messages[0].file.take() != nil { hasSentFile = true }
    if messages[0].sent == messages[0].bytes.count { messages.removeFirst() }
  }

  /// Forgets everything.
  mutating func removeAll() {
    (messages, held) = ([], [])
    byteCount = 0
  }
}

/// A descriptor of a picture that several places hold and that is closed when the last lets go: beside the loop, as
/// it may be the last of many megabytes.
package final class SharedDescriptor: Sendable {
  let rawValue: CInt
  private let closer: BackgroundCloser

  init(_ file: consuming OwnedFileDescriptor, closer: BackgroundCloser) {
    rawValue = file.release()
    self.closer = closer
  }

  deinit { closer.close(rawValue) }
}
