// SPDX-License-Identifier: Apache-2.0
package import JSON

/// The calls of one line from a client, after JSON-RPC 2.0 sections 4 and 6; each is read when its turn comes.
package struct JSONRPCCalls: Sendable {
  /// Largest number of calls in a batch; a longer one is refused as a whole.
  ///
  /// More than there is room for on a line of 64 KiB as long as they are requests. Without it, one
  /// line of other things could ask for megabytes of errors.
  package static var maximumBatchCount: Int { 2048 }

  /// True if they came as a batch, so that the answers are an array.
  package let isBatch: Bool
  private let elements: [JSONValue]
  /// The only call, of a message that is no batch.
  private let single: JSONRPCCall?

  /// The calls of a message that says `json`.
  package init(of json: JSONValue) {
    guard case .array(let elements) = json else {
      self.init(JSONRPCCall(json: json))
      return
    }
    switch elements.count {
    case 0: self.init(.invalid(.invalidRequest("the batch is empty"), id: .null))
    case ...Self.maximumBatchCount:
      self.init(isBatch: true, elements: elements, single: nil)
    default:
      let reason = "a batch holds at most \(Self.maximumBatchCount) requests"
      self.init(.invalid(.invalidRequest(reason), id: .null))
    }
  }

  /// The call that answers a message that is no JSON.
  package init(refusing error: JSONSyntaxError) {
    self.init(.invalid(.parseError(error.description), id: .null))
  }

  private init(_ call: JSONRPCCall) { self.init(isBatch: false, elements: [], single: call) }

  private init(isBatch: Bool, elements: [JSONValue], single: JSONRPCCall?) {
    self.isBatch = isBatch
    self.elements = elements
    self.single = single
  }

  /// Number of calls, 1 at least.
  package var count: Int { isBatch ? elements.count : 1 }

  /// The call at `index`, `0 ..< count`; traps outside.
  package subscript(index: Int) -> JSONRPCCall { single ?? JSONRPCCall(json: elements[index]) }
}

/// A message that is read in portions, so that a long one holds up no other client.
package struct JSONRPCReading: Sendable {
  private var json: JSONReading

  /// Number of values in a portion.
  private static let portion = 512

  /// A message of a line without its end, of which nothing has been read.
  package init(line: [UInt8]) { json = JSONReading(line) }

  /// Reads a portion.
  ///
  /// - Returns: The message's calls, once it has been read to its end or a mistake was found.
  package mutating func read() -> JSONRPCCalls? {
    do throws(JSONSyntaxError) {
      return try json.read(Self.portion).map { JSONRPCCalls(of: $0) }
    } catch {
      return JSONRPCCalls(refusing: error)
    }
  }
}
