// SPDX-License-Identifier: Apache-2.0
import Control
import JSON
import RequestWords
import Testing
import Widgets

@Suite("An answer always fits")
struct AnswerLimitsTests {
  /// What a client's backlog may hold.
  private static let backlog = 256 * 1024

  @Test("Of thousands of errors the first are told, and how many more there are")
  func errors() throws {
    let lines = (0..<5000).map {
      "file.toml:\($0):1: error: \(String(repeating: "\u{1}", count: 500))"
    }
    let answer = JSONRPCResponse(
      id: JSONRPCID(1),
      outcome: .failure(.invalidConfiguration(lines))
    )
    #expect(answer.line.count < 40_000)
    let errors = try #require(answer.json["error"]?["data"]?["errors"]?.array)
    let told = errors.compactMap { $0.string }
    #expect(told.count > 5)
    #expect(told.last == "and \(5000 - told.count + 1) more")
    #expect(told.first == lines.first)
    #expect(AnswerLimits.fitting(told) == told)
    #expect(AnswerLimits.fitting(Array(lines.prefix(3))) == Array(lines.prefix(3)))
  }

  @Test(
    "Where the widgets have too much to tell, some tell id and kind, and it is said of how many"
  )
  func status() throws {
    let label = String(repeating: "\u{7F}", count: 1024)
    var report = StatusReport.sample
    report.widgets = (0..<256).map { index in
      JSONObject([
        ("id", .string("widget\(index)")), ("kind", "button"), ("label", .string(label)),
      ])
    }
    report.configurationErrors = Array(repeating: label, count: 1000)
    let json = report.json
    #expect(json.serialized.count < Self.backlog)
    let widgets = try #require(json["widgets"]?.array)
    #expect(widgets.map { $0["id"] } == report.widgets.map { $0["id"] })
    #expect(widgets.allSatisfy { $0["kind"] == "button" })
    let shortened = widgets.count { $0["label"] == nil }
    #expect((1..<256).contains(shortened))
    #expect(json["widgets_shortened"]?.int == shortened)
    report.widgets = Array(report.widgets.prefix(10))
    #expect(report.json["widgets_shortened"] == nil)
  }

  @Test("Not a byte of the room for reports is left, nor taken beyond it", arguments: -3...3)
  func exactRoom(excess: Int) {
    func report(_ length: Int) -> JSONObject {
      JSONObject([
        ("id", "a"), ("kind", "label"), ("text", .string(String(repeating: "b", count: length))),
      ])
    }
    let empty = JSONValue.object(report(0)).serialized.count + 1
    let half = AnswerLimits.widgetBytes / 2
    var status = StatusReport.sample
    status.widgets = [report(half - empty), report(half - empty + excess)]
    let widgets = status.json["widgets"]?.array ?? []
    #expect(widgets.map { $0["text"] != nil } == [true, excess <= 0])
  }

  @Test("That there is no room is found out a few times, and then seen by the lengths alone")
  func attempts() {
    func report(_ text: String) -> JSONObject {
      JSONObject([("id", "a"), ("kind", "label"), ("text", .string(text))])
    }
    let empty = JSONValue.object(report("")).serialized.count + 1
    let room = 6000
    var status = StatusReport.sample
    status.widgets = [
      report(String(repeating: "b", count: AnswerLimits.widgetBytes - empty - room))
    ]
    // Each takes six bytes of the answer for one of its own, which are less than the room.
    let escaped = report(String(repeating: "\u{1}", count: 3000))
    // So might these be; the last cannot be.
    let plain = report(String(repeating: "b", count: 2000))
    let short = report("b")
    status.widgets += Array(repeating: escaped, count: 7) + [plain, escaped, plain, short]
    let told = (status.json["widgets"]?.array ?? []).map { $0["text"] != nil }
    #expect(
      told == [true] + Array(repeating: false, count: 7) + [true, false, false, true]
    )
  }

  @Test(
    "What a client sends is repeated in part",
    arguments: [
      "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"LONG\"}",
      "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"status\",\"params\":{\"LONG\":1}}",
      "{\"jsonrpc\":\"2.0\",\"id\":\"LONG\",\"method\":\"status\"}",
    ]
  )
  func repeated(line: String) throws {
    let long = String(repeating: "\u{7F}", count: 60_000)
    let calls = JSONRPCCalls(line: Array(line.replacing("LONG", with: long).utf8))
    let response: JSONRPCResponse
    switch calls[0] {
    case .invalid(let error, let id): response = JSONRPCResponse(id: id, outcome: .failure(error))
    case .request(let request):
      do throws(JSONRPCError) {
        _ = try ControlRequest(request)
        throw JSONRPCError(code: 0, message: "taken")
      } catch {
        response = JSONRPCResponse(id: request.id ?? .null, outcome: .failure(error))
      }
    }
    #expect((-32602...(-32600)).contains(response.json["error"]?["code"]?.int ?? 0))
    #expect(response.line.count < 8192)
  }

  @Test("An id or a widget that is not there is repeated in part too")
  func names() {
    let long = String(repeating: "\u{9F}", count: 1024)
    for fault in [WidgetFault.noSuch(id: long), .wrongKind(id: long, expected: "button")] {
      let line = JSONRPCResponse(id: JSONRPCID(1), outcome: .failure(JSONRPCError(fault))).line
      #expect(line.count < 4096)
    }
  }
}

extension StatusReport {
  /// A report with nothing in it.
  fileprivate static var sample: Self {
    Self(
      version: "0",
      pid: 1,
      uptime: 0,
      output: Output(
        kind: "virtual",
        device: nil,
        driver: nil,
        connector: nil,
        mode: nil,
        rotation: 0,
        scale: 1,
        state: "active"
      ),
      frames: Frames(
        presented: 0,
        missed: 0,
        idle: 0,
        isResting: true,
        renderMicroseconds: Percentiles(p50: nil, p99: nil)
      ),
      touchToFlipMilliseconds: Percentiles(p50: nil, p99: nil),
      inputs: [],
      widgets: [],
      recoveries: JSONObject()
    )
  }
}
