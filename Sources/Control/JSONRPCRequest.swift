// SPDX-License-Identifier: Apache-2.0
package import JSON

/// The `id` of a JSON-RPC 2.0 request: a string, a number, or null.
package struct JSONRPCID: Hashable, Sendable {
  /// The id as it came.
  package let json: JSONValue

  /// The id of a response to something that had no readable id.
  package static let null = Self(unchecked: .null)

  private init(unchecked json: JSONValue) {
    self.json = json
  }

  /// A string or number of at most ``AnswerLimits/idBytes``, or null as id; nil for any other value.
  package init?(json: JSONValue) {
    switch json {
    case .null: self.json = json
    case .longInteger(let text), .string(let text):
      // It is given back, and a character may take six bytes in an answer.
      guard text.utf8.count <= AnswerLimits.idBytes else { return nil }
      self.json = json
    // An overflowing literal such as 1e999 could not be given back.
    case .number(let value) where value.isFinite: self.json = json
    default: return nil
    }
  }

  /// A numeric id.
  package init(_ number: Int) {
    self.json = .number(Double(number))
  }
}

/// A request object of JSON-RPC 2.0.
package struct JSONRPCRequest: Hashable, Sendable {
  /// The method's name.
  package let method: String
  /// The parameters, an array or an object; nil when left out.
  package let params: JSONValue?
  /// The id to answer with; nil for a notification, which is never answered.
  package let id: JSONRPCID?

  /// A request to send.
  package init(method: String, params: JSONValue? = nil, id: JSONRPCID? = nil) {
    self.method = method
    self.params = params
    self.id = id
  }

  /// The request as a line with its end.
  package var line: [UInt8] {
    var object = JSONObject([("jsonrpc", "2.0"), ("method", .string(method))])
    object["params"] = params
    object["id"] = id?.json
    return JSONValue.object(object).serialized + [UInt8(ascii: "\n")]
  }
}

/// One entry of a message that came in: a request, or what has to be answered to something else.
package enum JSONRPCCall: Hashable, Sendable {
  /// A well-formed request or notification.
  case request(JSONRPCRequest)
  /// Not a request: to be answered with this error, under this id.
  case invalid(JSONRPCError, id: JSONRPCID)

  /// Reads a request object.
  ///
  /// The id of an invalid request is given back where it can be read, as section 5 of the
  /// specification asks.
  package init(json: JSONValue) {
    guard let object = json.object else {
      self = .invalid(.invalidRequest("a request is an object"), id: .null)
      return
    }
    let givenID = object["id"]
    let id = givenID.flatMap { JSONRPCID(json: $0) }
    func invalid(_ reason: String) -> Self {
      .invalid(.invalidRequest(reason), id: id ?? .null)
    }
    guard object["jsonrpc"] == "2.0" else {
      self = invalid("'jsonrpc' must be \"2.0\"")
      return
    }
    guard let method = object["method"]?.string else {
      self = invalid("'method' must be a string")
      return
    }
    guard givenID == nil || id != nil else {
      self = invalid(
        "'id' must be a string of at most \(AnswerLimits.idBytes) bytes, a number or null"
      )
      return
    }
    switch object["params"] {
    case nil, .array, .object: break
    default:
      self = invalid("'params' must be an array or an object")
      return
    }
    self = .request(JSONRPCRequest(method: method, params: object["params"], id: id))
  }
}
