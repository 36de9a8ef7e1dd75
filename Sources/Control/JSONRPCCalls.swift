// SPDX-License-Identifier: Apache-2.0
package import JSON

/// The calls of one message, each of which is read when its turn comes.
package struct JSONRPCCalls: Sendable {
  /// Whether they came as a batch, so that the answers are an array.
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
    case ...JSONRPCMessage.maximumBatchCount:
      self.init(isBatch: true, elements: elements, single: nil)
    default:
      let reason = "a batch holds at most \(JSONRPCMessage.maximumBatchCount) requests"
      self.init(.invalid(.invalidRequest(reason), id: .null))
    }
  }

  /// What is to be answered to a message that is no JSON.
  package init(refusing error: JSONSyntaxError) {
    self.init(.invalid(.parseError(error.description), id: .null))
  }

  private init(_ call: JSONRPCCall) { self.init(isBatch: false, elements: [], single: call) }

  private init(isBatch: Bool, elements: [JSONValue], single: JSONRPCCall?) {
    self.isBatch = isBatch
    self.elements = elements
    self.single = single
  }

  /// How many there are, 1 at least.
  package var count: Int { isBatch ? elements.count : 1 }

  /// The call at `index`, `0 ..< count`; traps outside.
  package subscript(index: Int) -> JSONRPCCall { single ?? JSONRPCCall(json: elements[index]) }
}

/// A message that is read in portions, so that a long one holds up nobody.
package struct JSONRPCReading: Sendable {
  private var json: JSONReading

  /// How many values a portion has.
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
