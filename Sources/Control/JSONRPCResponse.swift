// SPDX-License-Identifier: Apache-2.0
package import JSON

/// A response object of JSON-RPC 2.0.
package struct JSONRPCResponse: Hashable, Sendable {
  /// The id of the request that is answered.
  package let id: JSONRPCID
  /// The result or the error.
  package let outcome: Result<JSONValue, JSONRPCError>

  /// The answer `outcome` to the request `id`.
  package init(id: JSONRPCID, outcome: Result<JSONValue, JSONRPCError>) {
    self.id = id
    self.outcome = outcome
  }

  /// A response object; nil for anything else, such as one with both a result and an error.
  package init?(json: JSONValue) {
    guard let object = json.object, object["jsonrpc"] == "2.0",
      let id = object["id"].flatMap({ JSONRPCID(json: $0) })
    else { return nil }
    switch (object["result"], object["error"]) {
    case (let result?, nil):
      self.init(id: id, outcome: .success(result))
    case (nil, let error?):
      guard let error = JSONRPCError(json: error) else { return nil }
      self.init(id: id, outcome: .failure(error))
    default:
      return nil
    }
  }

  /// The response object.
  package var json: JSONValue {
    switch outcome {
    case .success(let result): ["jsonrpc": "2.0", "id": id.json, "result": result]
    case .failure(let error): ["jsonrpc": "2.0", "id": id.json, "error": error.json]
    }
  }

  /// The response as a line with its end.
  package var line: [UInt8] { json.serialized + [UInt8(ascii: "\n")] }
}

/// One line from the daemon to a client that sends no batches.
package enum JSONRPCReply: Hashable, Sendable {
  /// The answer to a request.
  case response(JSONRPCResponse)
  /// A notification: its method and its parameters.
  case notification(method: String, params: JSONValue)

  /// Reads a line without its end; nil when it is neither.
  package init?(line: [UInt8]) {
    guard let json = try? JSONValue(parsing: line) else { return nil }
    if let response = JSONRPCResponse(json: json) {
      self = .response(response)
    } else if json["jsonrpc"] == "2.0", json["id"] == nil, let method = json["method"]?.string {
      self = .notification(method: method, params: json["params"] ?? .null)
    } else {
      return nil
    }
  }
}
