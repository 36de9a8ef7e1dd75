// SPDX-License-Identifier: Apache-2.0
import PlainText
@testable import JSON
import RequestWords
import TestSupport
import Testing

@testable import Control

@Suite("JSON values")
struct JSONValueTests {
  @Test(
    "Valid texts become the values they say",
    arguments: [
      ("null", nil), ("true", true), (" false\n", false), ("0", 0), ("-0", -0.0),
      ("-12", -12), ("999999999999999", 999_999_999_999_999), ("1.5e3", 1500), ("1E-2", 0.01),
      ("1e+2", 100), (#""""#, ""), (#""a\u0000\"\\\/\b\f\n\r\t""#, "a\0\"\\/\u{8}\u{C}\n\r\t"),
      (#""\u00e4\uD83D\uDE00é😀""#, "ä😀é😀"), ("[]", []), ("[1,[2],{}]", [1, [2], [:]]),
      (#" { "a" : 1 , "b" : [ null ] } "#, ["a": 1, "b": [nil]]),
    ] as [(String, JSONValue)]
  )
  func parses(text: String, value: JSONValue) throws {
    #expect(try JSONValue(parsing: text) == value)
  }

  @Test(
    "Texts that RFC 8259 does not allow are refused with reason and place",
    arguments: [
      ("", .unexpectedEnd, 0), (" ", .unexpectedEnd, 1),
      ("nul", .unexpectedEnd, 3), ("nulL", .unexpectedByte, 3), ("[1,]", .unexpectedByte, 3),
      ("[1 2]", .unexpectedByte, 3), ("[,1]", .unexpectedByte, 1),
      ("{\"a\":1,}", .unexpectedByte, 7),
      ("{a:1}", .unexpectedByte, 1), ("{\"a\" 1}", .unexpectedByte, 5), ("[1}", .unexpectedByte, 2),
      ("1 2", .trailingBytes, 2), ("01", .malformedNumber, 2), ("-", .malformedNumber, 1),
      ("+1", .unexpectedByte, 0), (".5", .unexpectedByte, 0), ("1.", .malformedNumber, 2),
      ("1e", .malformedNumber, 2), ("1e+", .malformedNumber, 3), ("-01", .malformedNumber, 3),
      ("NaN", .unexpectedByte, 0), ("-Infinity", .malformedNumber, 1), ("0x1", .trailingBytes, 1),
      ("'a'", .unexpectedByte, 0), ("\"a", .unexpectedEnd, 2), ("\"a\nb\"", .controlCharacter, 2),
      (#""\x""#, .malformedEscape, 2), (#""\u12g4""#, .malformedEscape, 5),
      (#""\ud800""#, .malformedEscape, 7), (#""\ud800\u0041""#, .malformedEscape, 3),
      (#""\udc00""#, .malformedEscape, 3), (#""\u12"#, .unexpectedEnd, 5),
      ("\u{FEFF}1", .unexpectedByte, 0), ("[", .unexpectedEnd, 1), ("{\"a\":", .unexpectedEnd, 5),
    ] as [(String, JSONSyntaxError.Reason, Int)]
  )
  func refuses(text: String, reason: JSONSyntaxError.Reason, offset: Int) {
    #expect(throws: JSONSyntaxError(reason: reason, offset: offset)) {
      try JSONValue(parsing: text)
    }
  }

  @Test(
    "Strings that are not UTF-8 are refused",
    arguments: [
      [0x80], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xE2, 0x82],
      [0xFF], [0xF0, 0x80, 0x80, 0x80],
    ] as [[UInt8]]
  )
  func refusesInvalidUTF8(bytes: [UInt8]) {
    let quote = [UInt8(ascii: "\"")]
    #expect(throws: JSONSyntaxError(reason: .invalidUTF8, offset: 0)) {
      try JSONValue(parsing: quote + bytes + quote)
    }
  }

  @Test(
    "Nesting is bounded, and the bound itself is allowed",
    arguments: [("[", "]"), ("{\"k\":", "}")]
  )
  func boundsDepth(open: String, close: String) throws {
    func nested(_ depth: Int) -> String {
      String(repeating: open, count: depth) + "0" + String(repeating: close, count: depth)
    }
    let limit = JSONParser.maximumDepth
    _ = try JSONValue(parsing: nested(limit))
    #expect(throws: JSONSyntaxError(reason: .tooDeep, offset: limit * open.utf8.count)) {
      try JSONValue(parsing: nested(limit + 1))
    }
    #expect(throws: JSONSyntaxError.self) {
      try JSONValue(parsing: String(repeating: open, count: 20_000))
    }
  }

  @Test("Of repeated keys the last value counts and stands where the first stood")
  func lastDuplicateWins() throws {
    let value = try JSONValue(parsing: #"{"a":1,"b":2,"a":{"c":3}}"#)
    #expect(value.text == #"{"a":{"c":3},"b":2}"#)
  }

  @Test(
    "Thousands of members with repetitions are merged, and lookup finds each",
    .timeLimit(.minutes(5))
  )
  func mergesManyMembers() throws {
    let pairs = (0..<20_000).map { "\"k\($0 % 10_000)\":\($0)" }
    let value = try JSONValue(parsing: "{" + pairs.joined(separator: ",") + "}")
    #expect(value.object?.members.count == 10_000)
    #expect(value["k0"] == 10_000)
    #expect(value["k9999"] == 19_999)
  }

  @Test("Keys that differ in their scalars only are different keys")
  func comparesKeysExactly() throws {
    let text = "{\"\u{E9}\":1,\"e\u{301}\":2}"
    let value = try JSONValue(parsing: text)
    #expect(value.text == text)
    #expect(value["e\u{301}"] == 2)
  }

  @Test(
    "Numbers beyond the range of a double do not trap",
    arguments: [("1e999", Double.infinity), ("-1e999", -Double.infinity), ("1e-999", 0.0)]
  )
  func overflows(text: String, value: Double) throws {
    #expect(try JSONValue(parsing: text).double == value)
  }

  @Test("Decimal numbers are read to the nearest double", arguments: 0..<500 as Range<UInt64>)
  func readsDecimals(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    let digits = (0..<1 + random.below(18)).map { _ in "\(random.below(10))" }.joined()
    let exponent = ["", "e\(random.below(30))", "E-\(random.below(30))", "e+2", "e-00000001"]
    let text = "1.\(digits)\(exponent[random.below(5)])"
    #expect(try JSONValue(parsing: "-" + text).double == Double("-" + text))
    #expect(try JSONValue(parsing: text).double == Double(text))
  }

  @Test(
    "Exponents of any length are read",
    arguments: [
      ("1e22", 1e22), ("1e23", 1e23), ("123456789012345e-22", 123_456_789_012_345e-22),
      ("0e99999999999999999999", 0), ("1e-99999999999999999999", 0), ("0.1e1", 1),
      ("1e99999999999999999999", .infinity),
    ]
  )
  func readsExponents(text: String, value: Double) throws {
    #expect(try JSONValue(parsing: text).double == value)
  }

  @Test(
    "Long integers are given back digit by digit",
    arguments: ["9007199254740993", "-1234567890123456", "123456789012345678901234567890"]
  )
  func keepsLongIntegers(text: String) throws {
    let value = try JSONValue(parsing: text)
    #expect(value.text == text)
    #expect(value.double == Double(text))
    #expect(value.int == Int(text))
  }

  @Test(
    "Numbers are written in their shortest form",
    arguments: [
      (0.1, "0.1"), (42.0, "42"), (-0.0, "-0.0"), (1e21, "1e+21"),
      (Double.leastNonzeroMagnitude, "5e-324"),
      (999_999_999_999_999.0, "999999999999999"), (Double.infinity, "null"), (Double.nan, "null"),
    ]
  )
  func writesNumbers(value: Double, text: String) {
    #expect(JSONValue.number(value).text == text)
  }

  @Test("Control characters, quotes and backslashes are escaped, and nothing breaks the line")
  func escapes() throws {
    let all = String(String.UnicodeScalarView((0..<0x100).compactMap { Unicode.Scalar($0) }))
    let bytes = JSONValue.string(all).serialized
    #expect(bytes.allSatisfy { $0 >= 0x20 })
    #expect(try JSONValue(parsing: bytes) == .string(all))
  }

  @Test("Every value comes back from its text", arguments: 0..<300 as Range<UInt64>)
  func roundTrips(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    let value = random.value(depth: 5)
    #expect(try JSONValue(parsing: value.serialized) == value)
  }

  @Test(
    "Any bytes give a value or an error, and accepted ones are stable",
    arguments: 0..<400 as Range<UInt64>
  )
  func survivesAnything(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    var bytes = random.value(depth: 4).serialized
    for _ in 0..<random.below(6) where !bytes.isEmpty {
      bytes[random.below(bytes.count)] = UInt8(truncatingIfNeeded: random.next())
    }
    guard let value = try? JSONValue(parsing: bytes) else { return }
    let text = value.serialized
    #expect(try JSONValue(parsing: text).serialized == text)
  }

  @Test("Members are set, replaced and removed by key")
  func editsObjects() {
    var object = JSONObject([("a", 1)])
    object["b"] = 2
    object["a"] = "x"
    object["c"] = nil
    #expect(JSONValue.object(object).text == #"{"a":"x","b":2}"#)
    object["a"] = nil
    #expect(object.keys == ["b"])
  }
}

extension SplitMix {
  mutating func string() -> String {
    let alphabet: [Character] = ["a", "é", "\"", "\\", "\n", "\0", "😀", "确", "/", " "]
    return String((0..<below(8)).map { _ in alphabet[below(alphabet.count)] })
  }

  mutating func number() -> Double {
    switch below(3) {
    case 0: return Double(below(2001) - 1000)
    case 1: return Double.random(in: -1...1, using: &self)
    default:
      let value = Double(bitPattern: next())
      return value.isFinite ? value : 0
    }
  }

  mutating func value(depth: Int) -> JSONValue {
    switch below(depth > 0 ? 8 : 5) {
    case 0: return .null
    case 1: return .bool(below(2) == 0)
    case 2, 3: return .number(number())
    case 4: return .string(string())
    case 5, 6: return .array((0..<below(5)).map { _ in value(depth: depth - 1) })
    default:
      return .object(JSONObject((0..<below(12)).map { _ in (string(), value(depth: depth - 1)) }))
    }
  }
}

@Suite("JSON as text for people")
struct PrintableJSONTests {
  @Test(
    "What would act on a terminal or on text around it is escaped",
    arguments: [
      ("\u{7F}", #""\u007f""#), ("\u{9B}2J", #""\u009b2J""#), ("\u{202E}x", #""\u202ex""#),
      ("\u{2066}\u{2069}\u{61C}", #""\u2066\u2069\u061c""#),
      ("\u{2028}\u{2029}", #""\u2028\u2029""#), ("\u{E0041}", #""\udb40\udc41""#),
      ("שלום 确定 👩‍👧", "\"שלום 确定 👩‍👧\""),
    ]
  )
  func escapes(text: String, json: String) throws {
    let value: JSONValue = .object(JSONObject([(text, .string(text))]))
    #expect(value.text.unicodeScalars.elementsEqual("{\(json):\(json)}".unicodeScalars))
    #expect(value.text.printable == value.text)
    let again = try JSONValue(parsing: value.serialized)
    #expect(again == value)
  }
}
