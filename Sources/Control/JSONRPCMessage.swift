// SPDX-License-Identifier: Apache-2.0

/// What one line from a client says, after JSON-RPC 2.0 sections 4 and 6.
package enum JSONRPCMessage: Hashable, Sendable {
  /// One call; its answer, if it gets one, is an object.
  case single(JSONRPCCall)
  /// A batch; its answers, if there are any, are sent together as an array.
  case batch([JSONRPCCall])

  /// How many calls a batch may hold; a longer one is refused as a whole.
  ///
  /// Without it one line of 64 KiB could ask for megabytes of answers.
  package static var maximumBatchCount: Int { 256 }

  /// Reads a line without its end; what is wrong with it becomes a call to be answered.
  package init(line: Span<UInt8>) {
    let json: JSONValue
    do throws(JSONSyntaxError) {
      json = try JSONValue(parsing: line)
    } catch {
      self = .single(.invalid(.parseError(error.description), id: .null))
      return
    }
    guard case .array(let elements) = json else {
      self = .single(JSONRPCCall(json: json))
      return
    }
    switch elements.count {
    case 0:
      self = .single(.invalid(.invalidRequest("the batch is empty"), id: .null))
    case ...Self.maximumBatchCount:
      self = .batch(elements.map { JSONRPCCall(json: $0) })
    default:
      let reason = "a batch holds at most \(Self.maximumBatchCount) requests"
      self = .single(.invalid(.invalidRequest(reason), id: .null))
    }
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
    guard let first = responses.first else { return nil }
    switch self {
    case .single:
      return first.line
    case .batch:
      return JSONValue.array(responses.map(\.json)).serialized + [UInt8(ascii: "\n")]
    }
  }
}
