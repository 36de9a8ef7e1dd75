// SPDX-License-Identifier: Apache-2.0
internal import JSON

/// What one line from a client says, after JSON-RPC 2.0 sections 4 and 6.
package enum JSONRPCMessage: Hashable, Sendable {
  /// One call; its answer, if it gets one, is an object.
  case single(JSONRPCCall)
  /// A batch; its answers, if there are any, are sent together as an array.
  case batch([JSONRPCCall])

  /// How many calls a batch may hold; a longer one is refused as a whole.
  ///
  /// More than there is room for on a line of 64 KiB as long as they are requests. Without it, one
  /// line of other things could ask for megabytes of errors.
  package static var maximumBatchCount: Int { 2048 }

  /// Reads a line without its end; what is wrong with it becomes a call to be answered.
  package init(line: Span<UInt8>) {
    let calls: JSONRPCCalls
    do throws(JSONSyntaxError) {
      calls = JSONRPCCalls(of: try JSONValue(parsing: line))
    } catch {
      calls = JSONRPCCalls(refusing: error)
    }
    self = calls.isBatch ? .batch((0..<calls.count).map { calls[$0] }) : .single(calls[0])
  }

  /// Reads a line without its end.
  package init(line: [UInt8]) {
    self.init(line: line.span)
  }

  /// The line that answers this message, with its end.
  ///
  /// - Parameter responses: The answers to the message's calls, without those that get none.
  /// - Returns: Nil when nothing is to be sent.
  package func line(answering responses: [JSONRPCResponse]) -> [UInt8]? {
    var answer = JSONRPCAnswer(to: self)
    for response in responses { answer.append(response) }
    return answer.line
  }
}

/// The answer to one message, put together call by call.
///
/// So that the work on a long batch can be spread over several turns of a loop.
package struct JSONRPCAnswer: Hashable, Sendable {
  private let isBatch: Bool
  private var bytes: [UInt8] = []

  /// How many bytes the answer takes so far.
  package var byteCount: Int { bytes.count }

  /// An answer to `message` with no responses yet.
  package init(to message: JSONRPCMessage) {
    if case .batch = message { isBatch = true } else { isBatch = false }
  }

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
