// SPDX-License-Identifier: Apache-2.0
import Configuration
import Control
import DisplayServer
import Geometry
import JSON
import MonotonicTime
import Presentation
import RequestWords
import TestSupport
import Testing
import Touch
import VirtualKiosk
import VirtualTime
import Widgets

/// A disc beneath three pages, of which the second has a colour of its own, and a button above them.
private let kiosk = """
  [display]
  scale = 1
  [[progress]]
  id = "main"
  frame = { x = 5, y = 5, width = 40, height = 40, anchor = "top-left" }
  mask = { shape = "circle" }
  show_percent = false
  speed = 0
  [[page]]
  id = "choose"
  turn = { kind = "none" }
  timeout = 40
  [[page.button]]
  id = "buy"
  label = ""
  color = "#FF0000"
  frame = { x = 50, y = 10, width = 50, height = 30, anchor = "top-left" }
  to = "pay"
  [[page]]
  id = "pay"
  background = "#0000FF"
  timeout = 20
  turn = { kind = "fade", duration = 1 }
  [[page.button]]
  id = "coin"
  label = ""
  color = "#00FF00"
  frame = { x = 50, y = 10, width = 50, height = 30, anchor = "top-left" }
  exec = ["true"]
  job.done = { hold = 2, to = "thanks" }
  job.failed = { hold = 3, to = "back" }
  [[page.text]]
  id = "code"
  frame = { x = 50, y = 60, width = 90, height = 40, anchor = "top-left" }
  autofocus = true
  caret_blink = 0
  to = "thanks"
  [[page]]
  id = "thanks"
  turn = { kind = "none" }
  [[page.button]]
  id = "again"
  label = ""
  frame = { x = 10, y = 60, width = 50, height = 30, anchor = "top-left" }
  to = "home"
  [[button]]
  id = "back"
  label = ""
  frame = { x = 110, y = 10, width = 30, height = 30, anchor = "top-left" }
  to = "back"
  """

private func call(_ method: String, params: String) -> String {
  "{\"jsonrpc\":\"2.0\",\"method\":\"\(method)\",\"params\":\(params),\"id\":1}"
}

private let (onBuy, onBack) = (Point(x: 75, y: 25), Point(x: 125, y: 25))

@Suite("Pages on the screen")
struct PageServerTests {
  private func started(_ text: String = kiosk) throws -> VirtualRun {
    let run = try VirtualRun(text)
    run.comeToRest()
    return run
  }

  private func show(_ id: String, _ turn: PageTurn.Kind? = .cut, _ run: VirtualRun) throws {
    try run.perform(.showPage(id: id, turn: turn))
    run.pass(0.1)
  }

  private func tap(_ point: Point, _ run: VirtualRun) {
    run.finger(.down, point)
    run.pass(0.05)
    run.finger(.up, point)
    run.pass(0.05)
  }

  private func report(_ state: String, _ run: VirtualRun) throws {
    let params = #"{"id":"coin","job":"1","state":"\#(state)"}"#
    let json = try JSONValue(parsing: Array(params.utf8))
    try run.perform(ControlRequest(JSONRPCRequest(method: "job.report", params: json)))
  }

  /// The file of the widgets alone that are seen on a page, on its colour.
  private func alone(_ page: String) throws -> String {
    let parts = kiosk.components(before: "[[")
    var (texts, own) = ([String](), "")
    for part in parts {
      if part.hasPrefix("[[page]]") {
        own = part.contains("id = \"\(page)\"") ? page : "other"
        if own == page, part.contains("background") {
          texts[0] += "background = \"#0000FF\"\n"
        }
      } else if !part.hasPrefix("[[page.") || own == page {
        texts.append(
          part.replacing("[[page.", with: "[[").split(
            separator: "\n",
            omittingEmptySubsequences: false
          )
          .filter { !$0.hasPrefix("to = ") }.joined(separator: "\n")
          .replacing(", to = \"thanks\"", with: "").replacing(", to = \"back\"", with: "")
        )
      }
    }
    return texts.joined()
  }

  @Test(
    "A page looks as a scene of its widgets alone, bit for bit, and so does what is painted",
    arguments: ["choose", "pay", "thanks"]
  )
  func pixels(page: String) throws {
    let (run, only) = (try started(), try started(alone(page)))
    try run.perform(.setProgress(ProgressChange(percent: 40, duration: 0)))
    try only.perform(.setProgress(ProgressChange(percent: 40, duration: 0)))
    for id in ["thanks", "pay", "choose", page] { try show(id, .cut, run) }
    run.pass(5)
    only.pass(5)
    #expect(run.presentedPixels() == only.presentedPixels())
    #expect(run.presentedPixels() == run.picture())
  }

  @Test("A fade goes from one page to the other in its time, widgets and colour alike")
  func fade() throws {
    let run = try started()
    try run.perform(.showPage(id: "pay", turn: nil))
    run.pass(0.5)
    let pixels = try #require(run.presentedPixels())
    // Half of red is under half of green, and behind them half of blue is under black; the frame that is
    // shown is at most two before the middle.
    let middle = (25 * 160 + 75) * 4
    #expect((110...145).contains(pixels[middle + 1]))
    #expect((110...145).contains(pixels[pixels.count - 4]))
    #expect(run.presentedPixels() == run.picture())
    run.pass(0.6)
    let end = try #require(run.presentedPixels())
    #expect(Array(end[middle..<middle + 3]) == [0, 255, 0])
    #expect(Array(end.suffix(4).prefix(3)) == [255, 0, 0])
  }

  @Test("A trigger turns the page, and touches are for what is seen")
  func touches() throws {
    let run = try started()
    tap(onBuy, run)
    #expect(run.status.page == "pay")
    run.pass(2)
    run.finger(.down, onBuy)
    #expect(run.widget("buy")?["pressed"] == false && run.widget("coin")?["pressed"] == true)
    run.finger(.cancel, onBuy)
    tap(onBack, run)
    #expect(run.status.page == "choose")
  }

  @Test("A finger that is down when the page turns is cancelled, on a widget of all pages too")
  func cancelled() throws {
    let run = try started()
    try show("thanks", .cut, run)
    run.finger(.down, onBack)
    #expect(run.widget("back")?["pressed"] == true)
    try show("pay", .cut, run)
    #expect(run.widget("back")?["pressed"] == false)
    run.finger(.up, onBack)
    #expect(run.status.page == "pay")
  }

  @Test("What is on another page takes requests, and wakes nobody")
  func requests() throws {
    let text = kiosk.replacing(
      "[[page.button]]\nid = \"again\"",
      with: """
        [[page.progress]]
        id = "later"
        mask = { shape = "circle" }
        show_percent = false
        [[page.button]]
        id = "again"
        """
    )
    let run = try started(text.replacing("timeout = 40", with: ""))
    let request = ControlRequest.setProgress(ProgressChange(id: "later", percent: 50, duration: 10))
    try run.perform(request)
    run.pass(0.1)
    #expect(run.isAtRest)
    #expect(run.widget("later")?["percent"] == 50 && run.widget("later")?["visible"] == true)
    run.pass(5)
    try show("thanks", .cut, run)
    #expect(!run.isAtRest)
    run.pass(10)
    #expect(run.widget("later")?["shown"] == 50)
  }

  @Test("A field of the page that comes has the focus, and lets go of it with the page")
  func focus() throws {
    let run = try started()
    try show("pay", .cut, run)
    #expect(run.widget("code")?["focused"] == true)
    try run.perform(.sendKeys(.text("7")))
    try run.perform(.sendKeys(.key("Return")))
    #expect(run.status.page == "thanks")
    #expect(run.widget("code")?["focused"] == false)
  }

  @Test(
    "Without touch the first page comes in the first language, and fields are empty",
    arguments: [true, false]
  )
  func timeout(resets: Bool) throws {
    let spoken = kiosk.replacing("scale = 1", with: "scale = 1\nlanguages = [\"de\", \"en\"]")
    let text =
      resets
      ? spoken : spoken.replacing("timeout = 20", with: "timeout = 20\ntimeout_reset = false")
    let run = try started(text)
    try run.perform(.setLanguage("en"))
    try show("pay", .cut, run)
    try run.perform(.sendKeys(.text("7")))
    run.pass(19.9)
    #expect(run.status.page == "pay")
    run.pass(0.2)
    #expect(run.status.page == "choose")
    let held = try run.perform(.widget(.text(.get(id: "code")))).json["text"]
    #expect(held == .string(resets ? "" : "7"))
    let language = try run.perform(.language).json["language"]
    #expect(language == .string(resets ? "de" : "en"))
    tap(onBack, run)
    #expect(run.status.page == (resets ? "choose" : "pay"))
  }

  @Test(
    "A job goes on on a page that is not shown, and turns to the page it leads to after its hold",
    arguments: [("done", 2.0, "thanks"), ("failed", 3, "pay")]
  )
  func job(state: String, hold: Double, page: String) throws {
    let run = try started()
    try show("pay", .cut, run)
    try report("running", run)
    // Not while a program of the page runs.
    run.pass(30)
    #expect(run.status.page == "pay")
    try show("choose", .cut, run)
    try report(state, run)
    run.pass(hold - 0.2)
    #expect(run.status.page == "choose")
    run.pass(0.4)
    #expect(run.status.page == page)
  }

  @Test("Escape does nothing while a program of the page runs", arguments: [true, false])
  func escapeWhileRunning(hasButton: Bool) throws {
    let text = kiosk.replacing("autofocus = true", with: "")
    let run = try started(
      hasButton ? text : text.replacing("}\nto = \"back\"", with: "}\nto = \"home\"")
    )
    try show("pay", .cut, run)
    try report("running", run)
    try run.perform(.sendKeys(.key("Escape")))
    run.pass(0.1)
    #expect(run.status.page == "pay")
    try report("done", run)
    try run.perform(.sendKeys(.key("Escape")))
    run.pass(0.1)
    #expect(run.status.page == "choose")
  }

  @Test("A process that takes over comes back on the page; one that begins does on the first")
  func restart() throws {
    let run = try started()
    #expect(!String(decoding: run.stateRecord.bytes, as: UTF8.self).contains("page"))
    try show("thanks", .cut, run)
    let record = try #require(StateRecord(parsing: run.stateRecord.bytes))
    let next = try VirtualRun(
      settings: settings(kiosk),
      mode: smallMode(),
      hertz: 60,
      restoring: record
    )
    run.comeToRest()
    next.comeToRest()
    #expect(next.status.page == "thanks")
    #expect(next.presentedPixels() == run.presentedPixels())
  }

  @Test("A reload stays on the page, and one without it leads to the first")
  func reload() throws {
    let folder = TemporaryFolder()
    folder.write(Array(kiosk.utf8), to: "swell.toml")
    let source = ConfigurationSource(path: folder["swell.toml"])
    let run = try VirtualRun(kiosk, configuration: source)
    try show("thanks", .cut, run)
    folder.write(Array(kiosk.replacing("#0000FF", with: "#00FFFF").utf8), to: "swell.toml")
    try run.perform(.reload)
    #expect(run.status.page == "thanks")
    let other = kiosk.replacing("id = \"thanks\"", with: "id = \"bye\"")
      .replacing("to = \"thanks\"", with: "to = \"bye\"")
    folder.write(Array(other.utf8), to: "swell.toml")
    try run.perform(.reload)
    run.comeToRest()
    #expect(run.status.page == "choose")
    let fresh = try started(other)
    #expect(run.presentedPixels() == fresh.presentedPixels())
  }

  @Test("What is asked of pages that are not there is refused")
  func refusals() throws {
    let (run, none) = (try started(), try started(plainScene))
    for id in ["nowhere", ""] {
      #expect(
        refusal { () throws(JSONRPCError) in try run.perform(.showPage(id: id, turn: nil)) }?.code
          == -32602
      )
    }
    #expect(
      refusal { () throws(JSONRPCError) in try none.perform(.showPage(id: "home", turn: nil)) }?
        .code == -32602
    )
    #expect(try none.perform(.getPage).json["id"] == JSONValue.null)
    #expect(none.status.page == nil)
    #expect(try run.perform(.getPage).json == ["id": "choose", "since": 0])
  }

  @Test("Each of several keys and touches in one frame turns the page")
  func often() throws {
    let run = try started()
    for id in ["pay", "thanks"] { try show(id, .cut, run) }
    run.comeToRest()
    // The first touch asks for a frame, after which all that follows waits.
    for phase in [TouchPhase.down, .up, .down, .up] { run.finger(phase, onBack) }
    run.pass(0.1)
    #expect(run.status.page == "choose")
  }

  @Test("Subscribers are told of pages with what has led there, and of nobody's presence")
  func events() throws {
    let server = try SocketKiosk(kiosk)
    let client = try server.connect()
    tap(Point(x: 5, y: 110), server.run)
    _ = server.ask(client, call("subscribe", params: #"{"events":["page","idle","active"]}"#))
    func next() -> JSONValue? { server.answer(to: client)?["params"] }
    func says(_ event: JSONValue?, _ members: [String: JSONValue]) -> Bool {
      members.allSatisfy { event?[$0.key] == $0.value }
    }
    tap(onBuy, server.run)
    let turn: [String: JSONValue] = ["id": "pay", "from": "choose", "cause": "touch"]
    #expect(says(next(), turn.merging(["type": "page"]) { $1 }))
    server.run.pass(10)
    #expect(says(next(), ["type": "idle", "seconds": 10]))
    server.run.pass(10)
    #expect(says(next(), ["type": "page", "id": "choose", "from": "pay", "cause": "timeout"]))
    tap(Point(x: 5, y: 110), server.run)
    #expect(says(next(), ["type": "active", "id": .null]))
  }
}

extension String {
  /// The parts that begin with `mark`, and what is before the first one.
  fileprivate func components(before mark: String) -> [String] {
    var parts = [""]
    for line in split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix(mark) { parts.append("") }
      parts[parts.count - 1] += line + "\n"
    }
    return parts
  }
}
