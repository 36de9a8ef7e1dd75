// SPDX-License-Identifier: Apache-2.0
import RequestWords
import JSON
import Testing

@testable import Control

@Suite("JSON-RPC 2.0")
struct JSONRPCTests {
  /// Answers a line as a server with the methods of the specification's examples.
  private func answer(_ text: String) -> String? {
    let calls = JSONRPCCalls(line: Array(text.utf8))
    var answer = JSONRPCAnswer(to: calls)
    for call in calls.all {
      switch call {
      case .invalid(let error, let id):
        answer.append(JSONRPCResponse(id: id, outcome: .failure(error)))
      case .request(let request):
        guard let id = request.id else { continue }
        answer.append(JSONRPCResponse(id: id, outcome: result(of: request)))
      }
    }
    return answer.line.map { String(decoding: $0.dropLast(), as: UTF8.self) }
  }

  private func result(of request: JSONRPCRequest) -> Result<JSONValue, JSONRPCError> {
    let numbers = request.params?.array?.compactMap(\.double) ?? []
    switch request.method {
    case "subtract" where numbers.count == 2: return .success(.number(numbers[0] - numbers[1]))
    case "subtract":
      let minuend = request.params?["minuend"]?.double ?? 0
      return .success(.number(minuend - (request.params?["subtrahend"]?.double ?? 0)))
    case "sum": return .success(.number(numbers.reduce(0, +)))
    case "get_data": return .success(["hello", 5])
    default: return .failure(.methodNotFound(request.method))
    }
  }

  /// What the specification leaves to the implementation: the wording of messages, and data.
  private func withoutWording(_ value: JSONValue) -> JSONValue {
    if let elements = value.array { return .array(elements.map { withoutWording($0) }) }
    guard var object = value.object, let code = value["error"]?["code"] else { return value }
    object["error"] = ["code": code]
    return .object(object)
  }

  @Test(
    "The examples of the specification's section 7 are answered as printed there",
    arguments: [
      (
        #"{"jsonrpc": "2.0", "method": "subtract", "params": [42, 23], "id": 1}"#,
        #"{"jsonrpc":"2.0","id":1,"result":19}"#
      ),
      (
        #"""
        {"jsonrpc": "2.0", "method": "subtract", \#
        "params": {"subtrahend": 23, "minuend": 42}, "id": 3}
        """#,
        #"{"jsonrpc":"2.0","id":3,"result":19}"#
      ),
      (#"{"jsonrpc": "2.0", "method": "update", "params": [1,2,3,4,5]}"#, nil),
      (#"{"jsonrpc": "2.0", "method": "foobar"}"#, nil),
      (
        #"{"jsonrpc": "2.0", "method": "foobar", "id": "1"}"#,
        #"{"jsonrpc":"2.0","id":"1","error":{"code":-32601}}"#
      ),
      (
        #"{"jsonrpc": "2.0", "method": "foobar, "params": "bar", "baz]"#,
        #"{"jsonrpc":"2.0","id":null,"error":{"code":-32700}}"#
      ),
      (
        #"{"jsonrpc": "2.0", "method": 1, "params": "bar"}"#,
        #"{"jsonrpc":"2.0","id":null,"error":{"code":-32600}}"#
      ),
      (
        #"""
        [{"jsonrpc": "2.0", "method": "sum", "params": [1,2,4], "id": "1"}, \#
        {"jsonrpc": "2.0", "method"]
        """#,
        #"{"jsonrpc":"2.0","id":null,"error":{"code":-32700}}"#
      ),
      ("[]", #"{"jsonrpc":"2.0","id":null,"error":{"code":-32600}}"#),
      ("[1]", #"[{"jsonrpc":"2.0","id":null,"error":{"code":-32600}}]"#),
      (
        "[1,2,3]",
        #"""
        [{"jsonrpc":"2.0","id":null,"error":{"code":-32600}},\#
        {"jsonrpc":"2.0","id":null,"error":{"code":-32600}},\#
        {"jsonrpc":"2.0","id":null,"error":{"code":-32600}}]
        """#
      ),
      (
        #"""
        [{"jsonrpc": "2.0", "method": "sum", "params": [1,2,4], "id": "1"},\#
        {"jsonrpc": "2.0", "method": "notify_hello", "params": [7]},\#
        {"jsonrpc": "2.0", "method": "subtract", "params": [42,23], "id": "2"},\#
        {"foo": "boo"},\#
        {"jsonrpc": "2.0", "method": "foo.get", "params": {"name": "myself"}, "id": "5"},\#
        {"jsonrpc": "2.0", "method": "get_data", "id": "9"}]
        """#,
        #"""
        [{"jsonrpc":"2.0","id":"1","result":7},\#
        {"jsonrpc":"2.0","id":"2","result":19},\#
        {"jsonrpc":"2.0","id":null,"error":{"code":-32600}},\#
        {"jsonrpc":"2.0","id":"5","error":{"code":-32601}},\#
        {"jsonrpc":"2.0","id":"9","result":["hello",5]}]
        """#
      ),
      (
        #"""
        [{"jsonrpc": "2.0", "method": "notify_sum", "params": [1,2,4]},\#
        {"jsonrpc": "2.0", "method": "notify_hello", "params": [7]}]
        """#,
        nil
      ),
    ] as [(String, String?)]
  )
  func answersSpecificationExamples(line: String, expected: String?) throws {
    let answer = try answer(line).map { withoutWording(try JSONValue(parsing: $0)) }
    #expect(answer == (try expected.map { try JSONValue(parsing: $0) }))
  }

  @Test(
    "Objects that are no requests are refused under their id where it can be read",
    arguments: [
      (#"{"method":"status","id":7}"#, 7),
      (#"{"jsonrpc":2.0,"method":"status","id":7}"#, 7),
      (#"{"jsonrpc":"1.0","method":"status","id":"x"}"#, "x"),
      (#"{"jsonrpc":"2.0","id":7}"#, 7), (#"{"jsonrpc":"2.0","method":null,"id":7}"#, 7),
      (#"{"jsonrpc":"2.0","method":"status","params":1,"id":7}"#, 7),
      (#"{"jsonrpc":"2.0","method":"status","params":null,"id":7}"#, 7),
      (#"{"jsonrpc":"2.0","method":"status","id":[7]}"#, nil),
      (#"{"jsonrpc":"2.0","method":"status","id":true}"#, nil),
      (#"{"jsonrpc":"2.0","method":"status","id":1e999}"#, nil),
      (#"{"jsonrpc":"2.0","result":1,"id":7}"#, 7), ("{}", nil), ("3", nil), ("\"x\"", nil),
    ] as [(String, JSONValue)]
  )
  func refusesInvalidRequests(line: String, id: JSONValue) throws {
    let calls = JSONRPCCalls(line: Array(line.utf8))
    guard !calls.isBatch, case .invalid(let error, let answeredID) = calls[0] else {
      Issue.record("\(calls.all)")
      return
    }
    #expect(error.code == -32600)
    #expect(answeredID.json == id)
  }

  @Test(
    "Ids come back exactly",
    arguments: ["1", "-1", "0.5", "9007199254740993", "\"\"", "\"ü\"", "null"]
  )
  func echoesIDs(id: String) {
    let answer = answer(#"{"jsonrpc":"2.0","method":"get_data","id":\#(id)}"#)
    #expect(answer == #"{"jsonrpc":"2.0","id":\#(id),"result":["hello",5]}"#)
  }

  @Test("Batches up to the limit are taken, longer ones refused with one error")
  func boundsBatches() {
    func batch(_ count: Int) -> JSONRPCCalls {
      let text = "[" + Array(repeating: "1", count: count).joined(separator: ",") + "]"
      return JSONRPCCalls(line: Array(text.utf8))
    }
    let longest = batch(JSONRPCCalls.maximumBatchCount)
    #expect(longest.isBatch)
    #expect(longest.count == JSONRPCCalls.maximumBatchCount)
    let longer = batch(longest.count + 1)
    guard !longer.isBatch, case .invalid(let error, _) = longer[0] else {
      Issue.record("accepted")
      return
    }
    #expect(error.code == -32600)
  }

  @Test("Requests and responses come back from their lines")
  func roundTrips() {
    let request = JSONRPCRequest(method: "m", params: ["a": [1]], id: JSONRPCID(3))
    #expect(request.line.last == UInt8(ascii: "\n"))
    #expect(JSONRPCCalls(line: request.line).request == request)
    let error = JSONRPCError.invalidParameter("percent", requirement: "is missing")
    for outcome in [Result<JSONValue, JSONRPCError>.success(["x": nil]), .failure(error)] {
      let response = JSONRPCResponse(id: JSONRPCID(3), outcome: outcome)
      #expect(JSONRPCReply(line: response.line) == .response(response))
    }
    #expect(error.json["data"]?["parameter"] == "percent")
  }

  @Test(
    "Lines that are neither response nor notification are not taken for one",
    arguments: [
      "", "1", "{}", #"{"jsonrpc":"2.0","id":1}"#, #"{"jsonrpc":"2.0","method":"m","id":1}"#,
      #"{"jsonrpc":"2.0","id":1,"result":1,"error":{"code":1,"message":""}}"#,
      #"{"jsonrpc":"2.0","id":1,"error":{"code":"1"}}"#,
    ]
  )
  func refusesOtherReplies(line: String) {
    #expect(JSONRPCReply(line: Array(line.utf8)) == nil)
  }

  @Test("An event is a notification with type, id and time before its details")
  func writesEvents() {
    let event = ControlEvent(
      type: .progress,
      id: "main",
      time: 12.5,
      details: JSONObject([("percent", 42), ("id", "not this")])
    )
    let text =
      #"""
      {"jsonrpc":"2.0","method":"event","params":\#
      {"type":"progress","id":"main","time":12.5,"percent":42}}
      """#
    #expect(String(decoding: event.line, as: UTF8.self) == text + "\n")
    let reload = ControlEvent(type: .reload, id: nil, time: 1).json
    #expect(reload.text == #"{"type":"reload","id":null,"time":1}"#)
  }
}
