// SPDX-License-Identifier: Apache-2.0
import Widgets
import RequestWords
import JSON
import Raster
import Testing

@testable import Control

@Suite("Requests to the daemon")
struct ControlRequestTests {
  private func request(_ method: String, _ params: String?) throws -> ControlRequest {
    try ControlRequest(
      JSONRPCRequest(method: method, params: try params.map { try JSONValue(parsing: $0) })
    )
  }

  @Test(
    "Every method of the contract is understood, by name and by position",
    arguments: [
      ("progress.set", #"{"percent":42}"#, .setProgress(ProgressChange(percent: 42))),
      (
        "progress.set", #"{"percent":42.5,"id":"main","over":0.5,"ease":"easeIn"}"#,
        .setProgress(
          ProgressChange(id: "main", percent: 42.5, duration: 0.5, ease: .name("easeIn"))
        )
      ),
      (
        "progress.set", #"[0,"main",0,[0.1,-2,1,3]]"#,
        .setProgress(
          ProgressChange(
            id: "main",
            percent: 0,
            duration: 0,
            ease: .points(x1: 0.1, y1: -2, x2: 1, y2: 3)
          )
        )
      ),
      (
        "progress.set", #"{"percent":100,"id":null,"over":null,"ease":null}"#,
        .setProgress(ProgressChange(percent: 100))
      ),
      ("progress.get", #"{"id":"main"}"#, .getProgress(id: "main")),
      ("progress.get", nil, .getProgress(id: nil)),
      (
        "widget.set", ##"{"id":"a","label":"定","color":"#FFF","visible":false,"enabled":true}"##,
        .setWidget(
          WidgetSetting(id: "a", label: "定", color: "#FFF", isVisible: false, isEnabled: true)
        )
      ),
      (
        "widget.set", #"{"id":["a","b"],"visible":false}"#,
        .setWidgets(ids: ["a", "b"], hidden)
      ),
      ("widget.set", #"{"id":["a"],"visible":false}"#, .setWidgets(ids: ["a"], hidden)),
      ("page.show", #"{"id":"pay"}"#, .showPage(id: "pay", turn: nil)),
      ("page.show", #"["back","none"]"#, .showPage(id: "back", turn: .cut)),
      ("page.get", nil, .getPage),
      ("widget.set", #"["a","b"]"#, .setWidget(WidgetSetting(id: "a", label: "b"))),
      (
        "widget.set", ##"{"id":"a","color":"#F00","over":1.5,"ease":"linear"}"##,
        .setWidget(
          WidgetSetting(id: "a", color: "#F00", duration: 1.5, ease: .name("linear"))
        )
      ),
      ("button.press", #"["start"]"#, .pressButton(id: "start")),
      ("touch.calibrate", #"{"cross":3}"#, .calibrate(cross: 3)),
      ("touch.calibrate", #"{"cross":null}"#, .calibrate(cross: nil)),
      (
        "circle.set", #"[80,"pull"]"#,
        .widget(.circle(.set(id: "pull", .radius(80), over: nil, ease: nil)))
      ),
      ("circle.get", nil, .widget(.circle(.get(id: nil)))),
      (
        "text.set", #"["name","Zoë",2]"#,
        .widget(.text(.set(id: "name", text: "Zoë", caret: 2)))
      ),
      ("text.get", nil, .widget(.text(.get(id: nil)))),
      ("focus.set", #"["name",true]"#, .setFocus(id: "name", isQuiet: true)),
      ("focus.set", #"{"id":null}"#, .setFocus(id: nil, isQuiet: false)),
      ("key.send", #"["ab\n"]"#, .sendKeys(.text("ab\n"))),
      ("key.send", #"{"key":"ctrl+a"}"#, .sendKeys(.key("ctrl+a"))),
      ("key.send", #"{"text":"4","scanner":true}"#, .sendKeys(.scan("4"))),
      (
        "chart.set", #"{"values":[1,null,-2.5],"id":"week"}"#,
        .widget(.chart(.set(id: "week", ChartCall.Content([1, nil, -2.5]))))
      ),
      ("chart.append", #"{"value":3}"#, .widget(.chart(.append(id: nil, [3], label: nil)))),
      (
        "chart.append", #"{"value":3,"line":"oil"}"#,
        .widget(.chart(.append(id: nil, [3], label: nil, line: "oil")))
      ),
      (
        "chart.append", #"{"value":3,"time":1732749000.123}"#,
        .widget(.chart(.append(id: nil, [3], label: nil, time: 1_732_749_000_123)))
      ),
      (
        "label.set", #"["Hi","note",2,"linear"]"#,
        .widget(.label(.set(id: "note", text: "Hi", over: 2, ease: .name("linear"))))
      ),
      (
        "image.set", #"{"file":"a.png"}"#,
        .widget(.image(.set(id: nil, file: "a.png", over: nil, ease: nil)))
      ),
      ("label.get", nil, .widget(.label(.get(id: nil)))),
      ("chart.draw", nil, .widget(.chart(.draw(id: nil)))),
      (
        "touch.send", #"{"slot":1,"phase":"down","x":-3.5,"y":1e2}"#,
        .sendTouch(RemoteTouch(slot: 1, phase: .down, x: -3.5, y: 100))
      ),
      (
        "touch.send", #"{"slot":0,"phase":"cancel"}"#,
        .sendTouch(RemoteTouch(slot: 0, phase: .cancel, x: nil, y: nil))
      ),
      ("job.start", #"["update"]"#, .job(.start(id: "update"))),
      (
        "job.report", #"{"id":"update","job":"7-1","state":"running","percent":12.5,"pid":9}"#,
        .job(.report(id: "update", job: "7-1", JobStatus(.running, percent: 12.5, process: 9)))
      ),
      ("display.set", #"{"brightness":42.5}"#, .setDisplay(brightness: 42.5, isAwake: nil)),
      ("display.set", #"{"awake":false}"#, .setDisplay(brightness: nil, isAwake: false)),
      ("display.set", "[10, true]", .setDisplay(brightness: 10, isAwake: true)),
      ("language.set", #"{"language":"en"}"#, .setLanguage("en")),
      ("language.set", #"["next"]"#, .setLanguage("next")), ("language.get", nil, .language),
      ("look.use", #"{"name":"night"}"#, .useLook("night")), ("look.use", "{}", .useLook(nil)),
      ("look.use", #"[null]"#, .useLook(nil)), ("look.get", nil, .look),
      ("subscribe", nil, .subscribe(Set(ControlEventType.allCases))),
      ("subscribe", "{}", .subscribe(Set(ControlEventType.allCases))),
      ("subscribe", #"{"events":[]}"#, .subscribe([])),
      ("subscribe", #"{"events":["trigger","press","press"]}"#, .subscribe([.trigger, .press])),
      ("status", "[]", .status), ("screenshot", nil, .screenshot), ("reload", "{}", .reload),
      ("rpc.discover", nil, .discover),
    ] as [(String, String?, ControlRequest)]
  )
  func understands(method: String, params: String?, expected: ControlRequest) throws {
    #expect(try request(method, params) == expected)
  }

  @Test("What one end sends is what the other end reads", arguments: sentRequests)
  func roundTrip(request: ControlRequest) throws {
    #expect(ControlRequest.methods.contains(request.method))
    let line = request.rpc(id: JSONRPCID(7)).line
    let read = try #require(JSONRPCCalls(line: line.dropLast() + []).request)
    #expect(read.id == JSONRPCID(7))
    #expect(try ControlRequest(read) == request)
  }

  @Test(
    "So it is with every parameter of every kind of widgets",
    arguments: WidgetKind.allCases.flatMap(\.methods).map(\.name)
  )
  func roundTrips(name: String) throws {
    let method = try #require(ControlRequest.contract.first { $0.name == name })
    let samples = method.samples.filter { (try? request(name, JSONValue.object($0).text)) != nil }
    let plain = method.parameters.filter(\.form.isPlain).map(\.name)
    #expect(!samples.isEmpty && Set(samples.flatMap(\.keys)).isSuperset(of: plain))
    for sample in samples { try roundTrip(request: request(name, JSONValue.object(sample).text)) }
  }

  @Test("No method is missing where both ends are compared", arguments: ControlRequest.methods)
  func comparesMethods(method: String) {
    #expect(
      WidgetKind.kind(ofMethod: method) != nil || sentRequests.contains { $0.method == method }
    )
  }

  @Test(
    "A wrong parameter is refused and named",
    arguments: [
      ("progress.set", nil, "percent"), ("progress.set", #"{"id":"a"}"#, "percent"),
      ("progress.set", #"{"percent":100.001}"#, "percent"),
      ("progress.set", #"{"percent":-1}"#, "percent"),
      ("progress.set", #"{"percent":1e999}"#, "percent"),
      ("progress.set", #"{"percent":"42"}"#, "percent"),
      ("progress.set", #"{"percent":true}"#, "percent"),
      ("progress.set", #"{"percent":1,"over":-0.1}"#, "over"),
      ("progress.set", #"{"percent":1,"over":1e9}"#, "over"),
      ("progress.set", #"{"percent":1,"id":3}"#, "id"),
      ("progress.set", #"{"percent":1,"ease":7}"#, "ease"),
      ("progress.set", #"{"percent":1,"ease":"easeSideways"}"#, "ease"),
      ("progress.set", #"{"percent":1,"ease":[0,0,1]}"#, "ease"),
      ("progress.set", #"{"percent":1,"ease":[0,0,1,"1"]}"#, "ease"),
      ("progress.set", #"{"percent":1,"ease":[0,0,1,"1",1]}"#, "ease"),
      ("progress.set", #"{"percent":1,"ease":[1.1,0,1,1]}"#, "ease"),
      ("progress.set", #"{"percent":1,"ease":[0,1e999,1,1]}"#, "ease"),
      ("progress.set", #"{"percent":1,"Id":"main"}"#, "Id"),
      ("progress.set", #"[1,"main",0,"linear",null,5]"#, "5"),
      ("progress.get", #"{"id":{}}"#, "id"), ("widget.set", "{}", "id"),
      ("widget.set", #"{"id":[]}"#, "id"), ("widget.set", #"{"id":["a",1]}"#, "id"),
      ("page.show", "{}", "id"), ("page.show", #"{"id":"a","turn":"flip"}"#, "turn"),
      ("widget.set", #"{"id":"a","label":4}"#, "label"),
      ("widget.set", #"{"id":"a","visible":1}"#, "visible"),
      ("widget.set", #"{"id":"a","enabled":"yes"}"#, "enabled"),
      ("widget.set", #"{"id":"a","color":[0,0,0]}"#, "color"),
      ("widget.set", #"{"id":"a","color":"red"}"#, "color"),
      ("widget.set", #"{"id":"a","percent":5}"#, "percent"),
      ("widget.set", #"{"id":"a","label":"b","over":1}"#, "over"),
      ("widget.set", #"{"id":"a","ease":"linear"}"#, "ease"),
      ("widget.set", ##"{"id":"a","color":"#FFF","over":-1}"##, "over"),
      ("text.set", "{}", "text"), ("text.set", #"{"text":1}"#, "text"),
      ("text.set", #"{"text":"a","caret":-1}"#, "caret"),
      ("text.set", #"{"text":"a","caret":"last"}"#, "caret"), ("focus.set", #"{"id":1}"#, "id"),
      ("focus.set", #"{"quiet":1}"#, "quiet"), ("key.send", "{}", "text"),
      ("key.send", #"{"text":"a","key":"Return"}"#, "key"), ("key.send", #"{"key":"F1"}"#, "key"),
      ("key.send", #"{"key":"Return","scanner":true}"#, "scanner"),
      (
        "key.send", "{\"text\":\"\(String(repeating: "7", count: 4097))\",\"scanner\":true}", "text"
      ),
      ("circle.set", "{}", "radius"), ("circle.set", #"{"radius":-1}"#, "radius"),
      ("circle.set", #"{"value":1.1}"#, "value"),
      ("circle.set", #"{"radius":1,"value":1}"#, "value"),
      ("image.set", "{}", "file"), ("image.set", #"{"file":"a","over":1e9}"#, "over"),
      ("label.set", "{}", "text"), ("label.set", #"{"text":"a","over":-1}"#, "over"),
      ("label.set", #"{"text":"a","ease":1}"#, "ease"), ("label.get", #"{"id":1}"#, "id"),
      ("chart.set", "{}", "values"), ("chart.set", #"{"values":7}"#, "values"),
      ("chart.set", #"{"values":["none"]}"#, "values"),
      ("chart.set", #"{"values":[1000000001]}"#, "values"),
      ("chart.set", #"{"values":[1e999]}"#, "values"),
      ("chart.set", #"{"values":[],"labels":[1]}"#, "labels"),
      ("chart.set", #"{"values":[],"labels":"a"}"#, "labels"),
      ("chart.set", #"{"values":[],"axis":{"min":0,"max":1}}"#, "axis.step"),
      ("chart.set", #"{"values":[],"axis":{"min":0,"max":1,"step":0}}"#, "axis.step"),
      ("chart.set", #"{"values":[],"axis":{"min":2,"max":1,"step":1}}"#, "axis.max"),
      ("chart.set", #"{"values":[],"axis":[0,1,1]}"#, "axis"),
      ("chart.set", #"{"values":[],"animate":"spin"}"#, "animate"),
      ("chart.set", #"{"values":[],"over":-1}"#, "over"),
      ("chart.append", "{}", "value"), ("chart.append", #"{"value":1,"values":[1]}"#, "values"),
      ("chart.append", #"{"values":[1,2],"label":"a"}"#, "label"),
      ("chart.append", #"{"value":"1"}"#, "value"), ("chart.get", #"{"name":"a"}"#, "name"),
      ("button.press", nil, "id"), ("touch.send", #"{"phase":"down","x":1,"y":1}"#, "slot"),
      ("touch.send", #"{"slot":0.5,"phase":"down","x":1,"y":1}"#, "slot"),
      ("touch.send", #"{"slot":64,"phase":"down","x":1,"y":1}"#, "slot"),
      ("touch.send", #"{"slot":0,"x":1,"y":1}"#, "phase"),
      ("touch.send", #"{"slot":0,"phase":"DOWN","x":1,"y":1}"#, "phase"),
      ("touch.send", #"{"slot":0,"phase":"down","y":1}"#, "x"),
      ("touch.send", #"{"slot":0,"phase":"up","x":1}"#, "y"),
      ("touch.send", #"{"slot":0,"phase":"move","x":1,"y":-1e999}"#, "y"),
      ("touch.send", #"{"slot":0,"phase":"down","x":1,"y":1,"hold":10}"#, "hold"),
      ("display.set", #"{"brightness":101}"#, "brightness"),
      ("touch.calibrate", #"{"cross":4}"#, "cross"),
      ("display.set", #"{"brightness":"50"}"#, "brightness"),
      ("display.set", #"{"awake":1}"#, "awake"), ("display.set", #"{"power":true}"#, "power"),
      ("subscribe", #"{"events":"press"}"#, "events"),
      ("subscribe", #"{"events":["pres"]}"#, "events"), ("subscribe", #"{"events":[1]}"#, "events"),
      ("look.use", #"{"name":1}"#, "name"),
      ("language.set", "{}", "language"), ("language.set", #"{"language":1}"#, "language"),
      ("status", #"{"verbose":true}"#, "verbose"), ("reload", "[1]", "0"),
    ] as [(String, String?, String)]
  )
  func refuses(method: String, params: String?, parameter: String) throws {
    let error = #expect(throws: JSONRPCError.self) { try request(method, params) }
    #expect(error?.code == -32602)
    #expect(error?.data?["parameter"] == .string(parameter))
    #expect(error?.message.contains("'\(parameter)'") == true)
  }

  @Test("Strings are bounded", arguments: [("label", 1024), ("label", 1025)])
  func boundsStrings(name: String, count: Int) throws {
    let text = String(repeating: "x", count: count)
    let params = #"{"id":"a","\#(name)":"\#(text)"}"#
    guard count > 1024 else {
      #expect(try request("widget.set", params) == .setWidget(WidgetSetting(id: "a", label: text)))
      return
    }
    #expect(throws: JSONRPCError.self) { try request("widget.set", params) }
  }

  @Test(
    "Unknown methods are not found",
    arguments: ["", "progress", "Progress.set", "rpc.describe", "event"]
  )
  func refusesUnknownMethods(method: String) {
    let error = #expect(throws: JSONRPCError.self) { try request(method, nil) }
    #expect(error?.code == -32601)
  }

  @Test("Every listed method is known", arguments: ControlRequest.methods)
  func listsMethods(method: String) {
    do {
      _ = try request(method, nil)
    } catch let error as JSONRPCError {
      #expect(error.code == -32602)
    } catch {
      Issue.record(error)
    }
  }

  @Test("Only requests that change something count as changes")
  func tellsChanges() {
    #expect(ControlRequest.pressButton(id: "a").isChange)
    #expect(ControlRequest.reload.isChange)
    #expect(!ControlRequest.status.isChange)
    #expect(!ControlRequest.getProgress(id: nil).isChange)
  }
}

/// Requests of every method, with all that they may say and with as little as they can.
private let sentRequests: [ControlRequest] = [
  .setProgress(ProgressChange(percent: 42)),
  .setProgress(
    ProgressChange(id: "main", percent: 0.5, duration: 2, ease: .name("easeOutBounce"))
  ),
  .setProgress(ProgressChange(percent: 1, ease: .points(x1: 0.25, y1: -3, x2: 1, y2: 2))),
  .widget(.progress(.busy(id: nil))), .widget(.progress(.busy(id: "main"))),
  .widget(.progress(.fail(id: "main", percent: 40, over: 2, color: red))),
  .widget(.progress(.fail(id: nil, percent: 0, over: nil, color: red))),
  .getProgress(id: nil), .getProgress(id: "main"), .pressButton(id: "start"),
  .calibrate(cross: 0), .calibrate(cross: 3), .calibrate(cross: nil),
  .setWidget(WidgetSetting(id: "a", label: "定\"\u{7F}", color: "#01020304")),
  .setWidget(WidgetSetting(id: "b", isVisible: false, isEnabled: true)),
  .setWidget(WidgetSetting(id: "c")), .setWidgets(ids: ["a", "b"], hidden),
  .showPage(id: "home", turn: nil), .showPage(id: "pay", turn: .fade), .getPage,
  .setWidget(WidgetSetting(id: "d", color: "#FFF", duration: 2, ease: .name("easeIn"))),
  .sendTouch(RemoteTouch(slot: 63, phase: .down, x: -3.5, y: 1e6)),
  .sendTouch(RemoteTouch(slot: 0, phase: .up, x: nil, y: nil)),
  .sendTouch(RemoteTouch(slot: 7, phase: .down, x: 1, y: 2, isHeld: true)),
  .sendTouch(RemoteTouch(slot: 7, phase: .up, x: nil, y: nil, isHeld: true)),
  .widget(.circle(.set(id: "pull", .radius(80.5), over: 1, ease: .name("linear")))),
  .widget(.circle(.set(id: nil, .value(0.25), over: nil, ease: nil))),
  .widget(.circle(.get(id: "pull"))), .widget(.circle(.reset(id: nil))),
  .widget(.text(.set(id: "name", text: "Zoë", caret: nil))),
  .widget(.text(.set(id: nil, text: "", caret: 3))), .widget(.text(.get(id: "name"))),
  .widget(.text(.clear(id: nil))), .setFocus(id: nil, isQuiet: false),
  .setFocus(id: "name", isQuiet: true), .sendKeys(.text("a")), .sendKeys(.key("Return")),
  .sendKeys(.scan("40")), .job(.start(id: "a")), .job(.cancel(id: "a")), .job(.get(id: "a")),
  .job(
    .report(
      id: "a",
      job: "1",
      JobStatus(.failed, percent: 3, exitStatus: 4, text: "no space", process: 5)
    )
  ),
  .widget(.chart(.set(id: "a", chartContent))), .widget(.chart(.draw(id: "a"))),
  .widget(.chart(.set(id: nil, ChartCall.Content([])))), .widget(.chart(.get(id: nil))),
  .widget(.chart(.append(id: nil, [nil], label: "x"))), .widget(.label(.get(id: "a"))),
  .widget(.image(.get(id: "a"))),
  .widget(.image(.set(id: "a", file: "/b/c.png", over: 2, ease: .name("linear")))),
  .widget(.label(.set(id: nil, text: "", over: nil, ease: nil))),
  .widget(.label(.set(id: "a", text: "定", over: 1, ease: .points(x1: 0, y1: 1, x2: 1, y2: 2)))),
  .widget(.chart(.append(id: "a", [1, nil, -1e9], label: nil))),
  .widget(.chart(.append(id: "a", [1], label: "x", line: "b"))),
  .widget(.chart(.append(id: "a", [1], label: nil, time: 1_732_749_000_123))),
  .setDisplay(brightness: 7, isAwake: true), .setDisplay(brightness: nil, isAwake: nil),
  .setLanguage("de-AT"), .language, .useLook("night"), .useLook(nil), .look, .subscribe([]),
  .subscribe([.trigger, .reload]),
  .subscribe(Set(ControlEventType.allCases)), .status, .screenshot, .reload, .discover,
]

private let hidden: WidgetChange = {
  var change = WidgetChange()
  change["visible"] = false
  return change
}()

private let red = Color(red: 0xDD, green: 0x33, blue: 0x33, alpha: 0x7F)

/// Everything that `chart.set` may say.
private let chartContent: ChartCall.Content = {
  var content = ChartCall.Content([1.5, nil])
  content.labels = ["定", ""]
  content.axis = try? ChartAxis(min: -1, max: 1, step: 0.5)
  content.animation = .morph
  content.over = 2
  content.ease = .points(x1: 0.25, y1: -3, x2: 1, y2: 2)
  return content
}()
