// SPDX-License-Identifier: Apache-2.0
import Control
import Geometry
import JSON
import MonotonicTime
import Motion
import Presentation
import RequestWords
import TestSupport
import Testing
import Touch
import VirtualKiosk
import VirtualTime
import Widgets

@testable import DisplayServer

/// A small screen with a list of 30 rows, 20 points high and 4 apart, and two pages.
private func listScene(_ select: String = "none") -> String {
  let rows = (0..<30).map { number in
    let target = number == 3 ? ", to = \"other\"" : ""
    return "{ id = \"r\(number)\", label = \"Row \(number)\", detail = \"\(number) m\"\(target) }"
  }
  return """
    [display]
    scale = 1
    [[list]]
    id = "places"
    select = "\(select)"
    row_height = 20
    gap = 4
    padding = 8
    corner_radius = 5
    exec = ["/bin/true"]
    frame = { x = 10, y = 10, width = 140, height = 100, anchor = "top-left" }
    rows = [\(rows.joined(separator: ", "))]
    [[page]]
    id = "first"
    [[page]]
    id = "other"
    turn = { kind = "none" }
    """
}

@Suite("Lists in the daemon")
struct ListServerTests {
  private func request(_ method: String, _ params: String) throws -> ControlRequest {
    try ControlRequest(
      JSONRPCRequest(method: method, params: JSONValue(parsing: Array(params.utf8)))
    )
  }

  private func list(_ run: VirtualRun) throws -> JSONValue {
    try run.perform(request("list.get", "{}")).json
  }

  /// The middle of the row that is so far down the frame while nothing is scrolled.
  private func point(_ place: Int) -> Point { Point(x: 80, y: 20 + 24 * Double(place)) }

  private func tap(_ run: VirtualRun, _ place: Int) {
    run.finger(.down, point(place))
    run.pass(0.05)
    run.finger(.up, point(place))
    run.comeToRest()
  }

  /// A finger that moves evenly and lets go at once.
  private func swipe(_ run: VirtualRun, from: Double, to: Double, steps: Int = 6) {
    run.finger(.down, Point(x: 80, y: from))
    for step in 1...steps {
      run.pass(0.01)
      run.finger(.move, Point(x: 80, y: from + (to - from) * Double(step) / Double(steps)))
    }
    run.pass(0.005)
    run.finger(.up, Point(x: 80, y: to))
  }

  @Test("A tap chooses one, or many, and gives back; a drag chooses nothing and scrolls")
  func choosing() throws {
    for (select, first, second, third) in [
      ("none", [], [], []), ("one", ["r1"], ["r2"], ["r2"]),
      ("many", ["r1"], ["r1", "r2"], ["r1"]),
    ] as [(String, [JSONValue], [JSONValue], [JSONValue])] {
      let run = try VirtualRun(listScene(select))
      tap(run, 1)
      #expect(try list(run)["selected"] == .array(first))
      tap(run, 2)
      #expect(try list(run)["selected"] == .array(second))
      tap(run, 2)
      #expect(try list(run)["selected"] == .array(third))
      #expect(try list(run)["top"] == "r0")
      swipe(run, from: 90, to: 40)
      run.comeToRest()
      #expect(try list(run)["selected"] == .array(third))
      #expect(try list(run)["top"] != "r0")
      #expect(run.presentedPixels() == run.picture())
    }
  }

  @Test("A row that leads to a page turns to it, and its program gets the row's id")
  func trigger() throws {
    let run = try VirtualRun(listScene())
    tap(run, 3)
    #expect(run.status.page == "other")
    var now = MonotonicInstant(seconds: 1)
    let folder = TemporaryFolder()
    let server = try startedServer(listScene(), of: folder, at: now)
    var started: [String] = []
    server.host.jobLauncher = JobLauncher { id, input in
      started.append("\(id) \(String(decoding: input ?? [], as: UTF8.self))")
    }
    for phase in [TouchPhase.down, .up] {
      now = now + .milliseconds(50)
      server.handleTouch(
        TouchEvent(
          contact: ContactID(device: 1, slot: 0),
          phase: phase,
          position: point(2),
          time: now
        ),
        at: now
      )
      server.runProgramDue(at: now)
    }
    #expect(started == ["places r2"])
  }

  @Test("Pulled beyond its first row it gives by its height, however wide it is")
  func pulled() throws {
    let run = try VirtualRun(listScene())
    run.finger(.down, Point(x: 80, y: 25))
    run.pass(0.02)
    // Here it is a drag, of the second row.
    run.finger(.move, Point(x: 80, y: 45))
    run.pass(0.02)
    run.finger(.move, Point(x: 80, y: 105))
    run.pass(0.1)
    let ground = run.color(80, 11)
    let top = try #require((12..<110).last { run.color(80, $0 - 1) == ground })
    // The fourth row, behind the one that is held, in a frame that is 100 high from y = 10 on.
    let shown = RubberBand.shown(of: 60, length: 100)
    #expect(Double(top) == (10 + 3 * 24 + shown).rounded())
  }

  @Test("A finger catches a fling where it is, and taps nothing with that")
  func caught() throws {
    let run = try VirtualRun(listScene("one"))
    swipe(run, from: 100, to: 20)
    run.pass(0.1)
    #expect(!run.isAtRest)
    run.finger(.down, point(1))
    run.pass(0.02)
    let top = try list(run)["top"]
    run.finger(.up, point(1))
    run.comeToRest()
    #expect(try list(run)["top"] == top && list(run)["selected"] == [])
  }

  @Test("Other rows during a fling: it goes on, what was chosen is chosen still where it is there")
  func replaced() throws {
    let run = try VirtualRun(listScene("many"))
    tap(run, 1)
    tap(run, 2)
    swipe(run, from: 100, to: 20)
    run.pass(0.05)
    let rows = (2..<60).map { "{\"id\":\"r\($0)\",\"label\":\"Other \($0)\"}" }
    try run.perform(request("list.set", "{\"rows\":[\(rows.joined(separator: ","))]}"))
    #expect(!run.isAtRest)
    run.comeToRest()
    #expect(try list(run)["selected"] == ["r2"] && list(run)["count"] == 58)
    #expect(run.presentedPixels() == run.picture())
    // A list that ends before it is scrolled to its end.
    try run.perform(request("list.set", "{\"rows\":[{\"id\":\"r2\",\"label\":\"Last\"}]}"))
    run.comeToRest()
    #expect(try list(run)["top"] == "r2")
    #expect(run.presentedPixels() == run.picture())
    try run.perform(request("list.append", "{\"rows\":[{\"id\":\"b\"}]}"))
    #expect(try list(run)["count"] == 2)
  }

  @Test("Rows that come while a finger drags leave them where they are under it")
  func appendedWhileDragged() throws {
    let (run, other) = (try VirtualRun(listScene()), try VirtualRun(listScene()))
    for (run, grows) in [(run, true), (other, false)] {
      run.finger(.down, Point(x: 80, y: 95))
      for step in 1...6 {
        run.pass(0.02)
        run.finger(.move, Point(x: 80, y: 95 - 10 * Double(step)))
        if grows, step == 3 {
          try run.perform(request("list.append", "{\"rows\":[{\"id\":\"b\"}]}"))
        }
      }
      // What is expected of the finger ends with what it has reported.
      run.pass(0.3)
    }
    #expect(run.presentedPixels() == other.presentedPixels())
    #expect(run.presentedPixels() == run.picture())
  }

  @Test("A row under a finger looks held among other rows, until it is none of them")
  func heldRow() throws {
    let run = try VirtualRun(listScene())
    let plain = run.picture()
    run.finger(.down, point(1))
    run.pass(0.5)
    let held = run.picture()
    let isSeen = held != plain
    try run.perform(request("list.append", "{\"rows\":[{\"id\":\"b\"}]}"))
    run.pass(0.1)
    let isSame = run.picture() == held
    #expect(isSeen && isSame)
    let rest = (0..<30).filter { $0 != 1 }.map { "{\"id\":\"r\($0)\"}" }
    try run.perform(request("list.set", "{\"rows\":[\(rest.joined(separator: ","))]}"))
    run.pass(0.1)
    let gone = run.picture()
    run.finger(.up, point(1))
    run.pass(1)
    let isGone = run.picture() == gone
    #expect(isGone)
  }

  @Test("What a finger and requests set survives a reload, and another process")
  func survives() throws {
    let folder = TemporaryFolder()
    folder.write(Array(listScene("many").utf8), to: "swell.toml")
    let run = try VirtualRun(
      listScene("many"),
      configuration: ConfigurationSource(path: folder["swell.toml"])
    )
    tap(run, 2)
    try run.perform(
      request("list.append", "{\"rows\":[{\"id\":\"x\",\"label\":\"X\",\"to\":\"back\"}]}")
    )
    try run.perform(request("list.scroll", "{\"row\":\"r9\",\"over\":0}"))
    run.comeToRest()
    #expect(try list(run)["top"] == "r9")
    let scene = listScene("many").replacing(
      "scale = 1",
      with: "scale = 1\nbackground = \"#102030\""
    )
    folder.write(Array(scene.utf8), to: "swell.toml")
    try run.perform(.reload)
    run.comeToRest()
    #expect(try list(run)["selected"] == ["r2"] && list(run)["count"] == 31)
    #expect(try list(run)["top"] == "r9")
    #expect(run.presentedPixels() == run.picture())
    let record = try #require(StateRecord(parsing: run.stateRecord.bytes))
    let later = try VirtualRun(
      settings: settings(listScene("many")),
      mode: smallMode(),
      hertz: 60,
      restoring: record
    )
    #expect(try list(later)["selected"] == ["r2"] && list(later)["count"] == 31)
  }

  @Test(
    "Painting changes leaves what painting everything would, flung, pulled and chosen",
    arguments: [0, 90, 180, 270],
    [1, 1.25]
  )
  func incremental(rotation: Int, scale: Double) throws {
    let toml = listScene("many").replacing(
      "scale = 1",
      with: "scale = \(scale)\nrotation = \(rotation)\nbackground = \"#204060\""
    )
    let run = try VirtualRun(toml, mode: smallMode(220, 220))
    tap(run, 1)
    #expect(run.presentedPixels() == run.picture())
    swipe(run, from: 100, to: 30)
    for step in 0..<8 {
      run.pass(0.07)
      #expect(run.presentedPixels() == run.picture(), "flung, \(step)")
    }
    // Beyond the upper end, whose rows part.
    try run.perform(request("list.scroll", "{\"row\":\"r0\",\"over\":0}"))
    run.finger(.down, Point(x: 80, y: 40))
    for step in 1...5 {
      run.pass(0.02)
      run.finger(.move, Point(x: 80, y: 40 + 12 * Double(step)))
      run.pass(0.02)
      #expect(run.presentedPixels() == run.picture(), "pulled, \(step)")
    }
    run.finger(.up, Point(x: 80, y: 100))
    run.pass(0.05)
    #expect(run.presentedPixels() == run.picture(), "springing")
    run.comeToRest()
    #expect(run.presentedPixels() == run.picture(), "at rest")
    try run.perform(request("widget.set", "{\"id\":\"places\",\"enabled\":false}"))
    run.comeToRest()
    #expect(run.presentedPixels() == run.picture(), "disabled")
    tap(run, 3)
    #expect(try list(run)["selected"] == ["r1"])
  }

  /// The columns of the frame's first row that show something else than the card.
  private func ink(_ run: VirtualRun) throws -> [Int] {
    let pixels = try #require(run.presentedPixels())
    let plain = pixels[4 * (14 * 160 + 80)]
    return (18..<142).filter { x in
      (12..<29).contains { y in pixels[4 * (y * 160 + x)] != plain }
    }
  }

  @Test(
    "A language that is written from the right has the labels at the right, details at the left"
  )
  func mirrored() throws {
    let toml = listScene().replacing(
      "scale = 1",
      with: "scale = 1\nlanguages = [\"en\", \"ar\"]"
    )
    let run = try VirtualRun(toml)
    let before = try ink(run)
    try run.perform(.setLanguage("ar"))
    run.comeToRest()
    let after = try ink(run)
    // "Row 0" is wider than "0 m": what stands at the left is the narrower one now.
    func firstGap(_ columns: [Int]) -> Int {
      zip(columns, columns.dropFirst()).first { $1 - $0 > 20 }.map { $0.0 } ?? 0
    }
    #expect(before.first == 18 || before.first == 19)
    #expect(firstGap(before) - before[0] > firstGap(after) - after[0])
    #expect(run.presentedPixels() == run.picture())
  }

  @Test("Ten thousand rows scroll to any of them, and only those that are seen are shaped")
  func thousands() throws {
    let run = try VirtualRun(listScene("one"))
    let rows = (0..<10_000).map { "{\"id\":\"r\($0)\",\"label\":\"Row \($0)\"}" }
    try run.perform(request("list.set", "{\"rows\":[\(rows.joined(separator: ","))]}"))
    try run.perform(request("list.scroll", "{\"row\":\"r7777\",\"over\":0}"))
    run.comeToRest()
    #expect(try list(run)["top"] == "r7777")
    tap(run, 1)
    #expect(try list(run)["selected"] == ["r7778"])
    try run.perform(request("list.select", "{\"rows\":[\"r9999\"]}"))
    #expect(try list(run)["selected"] == ["r9999"])
    #expect(run.presentedPixels() == run.picture())
  }

  @Test("Home by timeout it is at its top again")
  func home() throws {
    let toml = listScene().replacing("id = \"first\"", with: "id = \"first\"\ntimeout = 20")
    let run = try VirtualRun(toml)
    try run.perform(request("list.scroll", "{\"row\":\"r9\",\"over\":0}"))
    #expect(try list(run)["top"] == "r9")
    run.pass(21)
    run.comeToRest()
    #expect(try list(run)["top"] == "r0")
    #expect(run.presentedPixels() == run.picture())
  }

  /// The parameters of a request with so many rows more, each with a label of so many bytes.
  private func rows(_ count: Int, bytes: Int) -> String {
    let label = String(repeating: "x", count: bytes)
    let rows = (0..<count).map { "{\"id\":\"n\($0)\",\"label\":\"\(label)\"}" }
    return "{\"rows\":[\(rows.joined(separator: ","))]}"
  }

  @Test(
    "More rows, or more text, than a list takes are refused in a sentence, and it keeps its own",
    arguments: [
      ("list.set", 10_001, 1, "'rows' must be a list of at most 10000 rows"),
      ("list.set", 1100, 1000, "'rows' must have at most 1048576 bytes of text"),
      ("list.append", 10_001, 1, "'rows' must be a list of at most 10000 rows"),
      ("list.append", 9971, 1, "'rows' must be at most 10000 with those that are there"),
      (
        "list.append", 1041, 1003,
        "'rows' must have at most 1048576 bytes of text with those that are there"
      ),
    ]
  )
  func tooMany(method: String, count: Int, bytes: Int, sentence: String) throws {
    let run = try VirtualRun(listScene("one"))
    let error = #expect(throws: JSONRPCError.self) {
      try run.perform(request(method, rows(count, bytes: bytes)))
    }
    #expect(error?.data?["parameter"] == "rows")
    #expect(error?.message == "Invalid params: \(sentence)")
    #expect(try list(run)["count"] == 30)
    // As many as fit are taken.
    let most = method == "list.set" ? min(count - 60, 10_000) : count - 1
    guard count < 10_001 else { return }
    try run.perform(request(method, rows(most, bytes: bytes)))
    #expect(try list(run)["count"] == .number(Double(method == "list.set" ? most : most + 30)))
  }

  @Test(
    "Bad parameters are refused by name",
    arguments: [
      ("list.set", "{\"rows\":1}", "rows"), ("list.set", "{}", "rows"),
      ("list.set", "{\"rows\":[{\"id\":\"a\",\"to\":\"nowhere\"}]}", "rows"),
      ("list.set", "{\"rows\":[{\"id\":\"a\"},{\"id\":\"a\"}]}", "rows"),
      ("list.append", "{\"rows\":[{\"id\":\"r1\"}]}", "rows"),
      ("list.select", "{\"rows\":[\"r1\",\"r2\"]}", "rows"),
      ("list.select", "{\"rows\":[\"nobody\"]}", "rows"),
      ("list.scroll", "{\"row\":\"nobody\"}", "row"),
      ("list.scroll", "{\"row\":\"r1\",\"over\":-1}", "over"),
    ]
  )
  func refused(method: String, params: String, parameter: String) throws {
    let run = try VirtualRun(listScene("one"))
    let error = #expect(throws: JSONRPCError.self) { try run.perform(request(method, params)) }
    #expect(error?.data?["parameter"] == .string(parameter))
    #expect(try list(run)["count"] == 30 && list(run)["selected"] == [])
  }
}
