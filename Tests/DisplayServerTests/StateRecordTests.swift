// SPDX-License-Identifier: Apache-2.0
import Geometry
import Presentation
import VirtualTime
import Widgets
import RequestWords
import JSON
import DisplayServer
import TestSupport
import Testing
import VirtualKiosk

@Suite("The state that outlives the process")
struct StateRecordTests {
  /// Random widgets: their members in any order, and the text that a record has to write.
  private static func state(seed: Int) -> (text: String, expected: String) {
    var random = SplitMix(seed: seed)
    func choose(_ texts: [String]) -> String { texts.randomElement(using: &random) ?? "" }
    var widgets: [(given: String, expected: String)] = []
    let ids = ["a", "b.c", "main", "start", "x_1", "z-9"].filter { _ in
      Bool.random(using: &random)
    }
    for id in ids {
      let members = [
        "\"percent\":" + choose(["0", "100", "42", "0.5", "99.125"]),
        "\"label\":" + choose(["\"\"", "\"Los\"", "\"Größe 大\"", "\"a\\\"b\\\\\""]),
        "\"color\":" + choose(["\"#010203FF\"", "\"#F25A5A80\""]),
        "\"visible\":" + choose(["true", "false"]), "\"enabled\":" + choose(["true", "false"]),
      ].filter { _ in Bool.random(using: &random) }
      guard !members.isEmpty else {
        widgets.append(("\"\(id)\":{}", ""))
        continue
      }
      let mixed = members.shuffled(using: &random).joined(separator: " , ")
      widgets.append(
        ("\"\(id)\" : {\(mixed)}", "\"\(id)\":{\(members.joined(separator: ","))}")
      )
    }
    let expected = widgets.map(\.expected).filter { !$0.isEmpty }.joined(separator: ",")
    let given = widgets.shuffled(using: &random).map(\.given).joined(separator: ",")
    return ("{\"swell\":1,\"widgets\":{\(given)}}", "{\"swell\":1,\"widgets\":{\(expected)}}")
  }

  @Test("Any state survives being read and written", arguments: 0..<200)
  func roundTrip(seed: Int) throws {
    let state = Self.state(seed: seed)
    let record = try #require(StateRecord(parsing: Array(state.text.utf8)))
    #expect(String(decoding: record.bytes, as: UTF8.self) == state.expected)
    let again = try #require(StateRecord(parsing: record.bytes))
    #expect(again.bytes == record.bytes)
  }

  /// As version 0.1.0 wrote it, with everything that it knew.
  @Test("A state of version 0.1.0 is in force again")
  func firstVersion() throws {
    let old =
      ##"{"swell":1,"widgets":{"main":{"percent":42.5},"start":{"label":"Los","##
      + ##""color":"#01020380","visible":false,"enabled":false},"stop":{"enabled":true}}}"##
    let record = try #require(StateRecord(parsing: Array(old.utf8)))
    let run = try VirtualRun(
      settings: settings(plainScene),
      mode: smallMode(),
      hertz: 60,
      restoring: record
    )
    let (main, start) = (try #require(run.widget("main")), try #require(run.widget("start")))
    #expect(main["percent"]?.double == 42.5)
    #expect(start["label"]?.string == "Los")
    #expect(start["visible"]?.bool == false)
    #expect(start["enabled"]?.bool == false)
    #expect(String(decoding: run.stateRecord.bytes, as: UTF8.self) == old)
  }

  @Test("Nothing set is a record as well")
  func empty() throws {
    let record = StateRecord()
    #expect(StateRecord(parsing: record.bytes) == record)
  }

  @Test(
    "A brightness from 0 to 100 percent is read, and none beyond",
    arguments: [(0.0, true), (100, true), (100.5, false), (-1, false)] as [(Double, Bool)]
  )
  func brightness(percent: Double, isRead: Bool) {
    let text = "{\"swell\":1,\"widgets\":{},\"display\":{\"brightness\":\(percent)}}"
    let record = StateRecord(parsing: Array(text.utf8))
    #expect((record != nil) == isRead)
  }

  @Test(
    "A light by its name and level is read, and none without",
    arguments: [
      (#"{"name":"panel","level":7}"#, true), (#"{"name":"panel"}"#, false),
      (#"{"level":7}"#, false), (#"{"name":"panel","level":-1}"#, false),
    ]
  )
  func light(light: String, isRead: Bool) {
    let text = "{\"swell\":1,\"widgets\":{},\"display\":{\"light\":\(light)}}"
    let record = StateRecord(parsing: Array(text.utf8))
    #expect((record != nil) == isRead)
  }

  @Test("A record that ends early is refused as a whole")
  func truncated() throws {
    let whole = Array(
      ##"{"swell":1,"widgets":{"main":{"percent":42,"label":"Größe","color":"#01020304"}}}"##.utf8
    )
    #expect(StateRecord(parsing: whole) != nil)
    let readable = (0..<whole.count).filter { StateRecord(parsing: Array(whole[..<$0])) != nil }
    #expect(readable == [])
  }

  @Test("What a newer version adds is passed over")
  func unknownMembers() throws {
    let text = #"{"made":[1],"swell":1,"widgets":{"a":{"percent":5,"tilt":{"x":1}}}}"#
    let record = try #require(StateRecord(parsing: Array(text.utf8)))
    #expect(
      String(decoding: record.bytes, as: UTF8.self)
        == #"{"swell":1,"widgets":{"a":{"percent":5}}}"#
    )
  }

  @Test(
    "What is not as it should be is refused as a whole",
    arguments: [
      "", "{}", "[]", "null", "1", "\u{0}", #"{"swell":1}"#, #"{"widgets":{}}"#,
      #"{"swell":2,"widgets":{}}"#, #"{"swell":"1","widgets":{}}"#, #"{"swell":1,"widgets":[]}"#,
      #"{"swell":1,"widgets":{"a":1}}"#, #"{"swell":1,"widgets":{"a":{"percent":100.5}}}"#,
      #"{"swell":1,"widgets":{"a":{"percent":-1}}}"#,
      #"{"swell":1,"widgets":{"a":{"percent":1e999}}}"#,
      #"{"swell":1,"widgets":{"a":{"percent":"5"}}}"#,
      #"{"swell":1,"widgets":{"a":{"label":null}}}"#,
      #"{"swell":1,"widgets":{"a":{"color":"red"}}}"#,
      #"{"swell":1,"widgets":{"a":{"visible":1}}}"#,
      #"{"swell":1,"widgets":{"a":{"percent":5},"b":{"enabled":"no"}}}"#,
      #"{"swell":1,"widgets":{}} x"#,
    ]
  )
  func refused(text: String) {
    #expect(StateRecord(parsing: Array(text.utf8)) == nil)
  }

  @Test("Random bytes are refused", arguments: 0..<50)
  func garbage(seed: Int) {
    var random = SplitMix(seed: seed)
    let bytes = (0..<400).map { _ in UInt8.random(in: 0...255, using: &random) }
    #expect(StateRecord(parsing: bytes) == nil)
  }
}
