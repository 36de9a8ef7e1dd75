// SPDX-License-Identifier: Apache-2.0
import JSON
import Testing

@testable import Control

@Suite("JSON texts that are read in portions, and compared by bytes")
struct JSONReadingTests {
  private static let texts = [
    "null", " [1 , 2,[3,{}],[]] ", #"{"a":{"b":[{"c":null}]},"d":"x"}"#, "[[[[]]]]", "", "[1,]",
    "[1}", "{\"a\":1,}", "[1 2]", "1 2", #"["\ud800"]"#,
    #"{"a":1,"b":2,"c":3,"d":4,"e":5,"f":6,"g":7,"h":8,"i":9,"a":10,"i":11,"j":12}"#,
    String(repeating: "[", count: 64) + String(repeating: "]", count: 64),
    String(repeating: "[", count: 65),
    #"{"a":[],"b":{}}"#, #"{"a":1"#, #"{"a" 1}"#, "[", "{", "[tru]",
  ]

  @Test("Whatever the portions, the value or the mistake is that of the whole", arguments: texts)
  func portions(text: String) {
    let whole = Result { () throws(JSONSyntaxError) in try JSONValue(parsing: text) }
    for portion in 1...9 {
      var reading = JSONReading(Array(text.utf8))
      let read = Result { () throws(JSONSyntaxError) in
        while true { if let value = try reading.read(portion) { return value } }
      }
      #expect(read == whole, "\(portion)")
    }
  }

  @Test("A portion is as many values as it says, however many there are")
  func bounded() throws {
    var reading = JSONReading(Array(("[" + String(repeating: "1,", count: 999) + "1]").utf8))
    var portions = 1
    while try reading.read(100) == nil { portions += 1 }
    // The bracket counts as one.
    #expect(portions == 11)
  }

  @Test("A long message is not read at once")
  func message() throws {
    let line = Array(("[" + String(repeating: "1,", count: 2000) + "1]").utf8)
    var reading = JSONRPCReading(line: line)
    var portions = 1
    while reading.read() == nil { portions += 1 }
    #expect(portions == 4)
    var whole = JSONRPCReading(line: Array(#"[{"jsonrpc":"2.0","method":"status"},1]"#.utf8))
    let read = whole.read()
    let calls = try #require(read)
    #expect(calls.isBatch)
    #expect(calls.count == 2)
    #expect(calls[0] == .request(JSONRPCRequest(method: "status")))
  }

  @Test("Texts of other bytes are others, and hashed by their bytes: nothing is normalised")
  func bytes() {
    let (composed, decomposed) = ("\u{E9}", "e\u{301}")
    let values: [(JSONValue, JSONValue)] = [
      (.string(composed), .string(decomposed)),
      (.array([.string(composed)]), .array([.string(decomposed)])),
      (.object(JSONObject([(composed, 1)])), .object(JSONObject([(decomposed, 1)]))),
      (["a": .string(composed)], ["a": .string(decomposed)]),
    ]
    for (left, right) in values {
      #expect(left != right)
      #expect(left.hashValue != right.hashValue)
    }
    // Both keys are kept, among few and among many.
    for count in [0, 20] {
      let others = (0..<count).map { ("k\($0)", JSONValue.null) }
      let object = JSONObject(others + [(composed, 1), (decomposed, 2), (composed, 3)])
      #expect(object.members.count == count + 2)
      #expect(object[composed] == 3)
      #expect(object[decomposed] == 2)
    }
  }
}
