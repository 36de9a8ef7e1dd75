// SPDX-License-Identifier: Apache-2.0
internal import JSON

/// The answer to one message, put together call by call.
///
/// So that the work on a long batch can be spread over several turns of a loop.
package struct JSONRPCAnswer: Hashable, Sendable {
  private let isBatch: Bool
  private var bytes: [UInt8] = []

  /// Bytes of the answer so far.
  package var byteCount: Int { bytes.count }

  /// An answer to `calls` with no responses yet.
  package init(to calls: JSONRPCCalls) { isBatch = calls.isBatch }

  /// Adds the response to one of the message's calls; a notification has none.
  package mutating func append(_ response: JSONRPCResponse) {
    if isBatch { bytes.append(UInt8(ascii: bytes.isEmpty ? "[" : ",")) }
    response.json.append(to: &bytes)
  }

  /// The line to send, with its end; nil when nothing is to be sent.
  package var line: [UInt8]? {
    guard !bytes.isEmpty else { return nil }
    return bytes + (isBatch ? [UInt8(ascii: "]"), UInt8(ascii: "\n")] : [UInt8(ascii: "\n")])
  }
}
