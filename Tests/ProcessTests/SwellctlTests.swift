// SPDX-License-Identifier: Apache-2.0
import JSON
import Widgets
import RequestWords
import Control
import Foundation
import Imaging
import Testing

@Suite("swellctl as a process")
struct SwellctlTests {
  @Test(
    "Each command sends the request that it stands for",
    arguments: [
      ("progress 42", "progress.set", #"{"percent":42}"#),
      (
        "progress 4.5% --id main --over 0.5 --ease easeIn", "progress.set",
        #"{"percent":4.5,"id":"main","over":0.5,"ease":"easeIn"}"#
      ),
      ("progress 0 --ease 0,-1,1,2", "progress.set", #"{"percent":0,"ease":[0,-1,1,2]}"#),
      ("progress 0 --ease x,0,0,1,1", "progress.set", #"{"percent":0,"ease":"x,0,0,1,1"}"#),
      ("progress 0 --ease 0,,0,1,1", "progress.set", #"{"percent":0,"ease":"0,,0,1,1"}"#),
      ("progress --busy --id a", "progress.set", #"{"percent":null,"id":"a"}"#),
      ("label start Größe", "widget.set", #"{"id":"start","label":"Größe"}"#),
      (
        "label note Wait --over 2 --ease linear", "label.set",
        #"{"text":"Wait","id":"note","over":2,"ease":"linear"}"#
      ),
      (
        "image photo a.png --over 1", "image.set", #"{"file":"a.png","id":"photo","over":1}"#
      ),
      ("show a", "widget.set", #"{"id":"a","visible":true}"#),
      ("hide a", "widget.set", #"{"id":"a","visible":false}"#),
      ("enable a", "widget.set", #"{"id":"a","enabled":true}"#),
      ("disable a", "widget.set", #"{"id":"a","enabled":false}"#),
      ("circle pull 80 --over 1", "circle.set", #"{"radius":80,"id":"pull","over":1}"#),
      ("text name Zoë", "text.set", #"{"id":"name","text":"Zoë"}"#),
      ("focus name", "focus.set", #"{"id":"name"}"#), ("focus", "focus.set", #"{"id":null}"#),
      ("type 42", "key.send", #"{"text":"42"}"#),
      ("type --key Return", "key.send", #"{"key":"Return"}"#),
      ("chart 12 none -3.5", "chart.set", #"{"values":[12,null,-3.5]}"#),
      (
        "chart --id week 1 2 --labels a,,b --animate morph --over 1", "chart.set",
        #"{"values":[1,2],"id":"week","labels":["a","","b"],"animate":"morph","over":1}"#
      ),
      ("chart-draw --id week", "chart.draw", #"{"id":"week"}"#),
      ("press start", "button.press", #"{"id":"start"}"#), ("reload", "reload", nil),
    ] as [(String, String, String?)]
  )
  func sendsRequests(command: String, method: String, params: String?) throws {
    let run = try ClientRun(command.split(separator: " ").map(String.init)) { _ in .result([:]) }
    #expect(run.status == 0)
    #expect(run.output.isEmpty && run.errors.isEmpty)
    #expect(run.requests.map(\.method) == [method])
    #expect(run.requests.first?.params?.text == params)
  }

  @Test(
    "Any method is called as it is written, and its result printed",
    arguments: [("button.press", #"{"id":"start"}"#), ("no.such", "[1]"), ("reload", nil)]
      as [(String, String?)]
  )
  func calls(method: String, params: String?) throws {
    let words = ["call", method] + (params.map { [$0] } ?? [])
    let client = try ClientRun(words) { _ in .result(["n": 1, "text": "Größe"]) }
    #expect(client.status == 0 && client.errors.isEmpty)
    #expect(client.output == [#"{"n":1,"text":"Größe"}"#])
    #expect(client.requests.map(\.method) == [method])
    #expect(client.requests.first?.params?.text == params)
    let refused = try ClientRun(words) { _ in .error(.methodNotFound(method)) }
    #expect(refused.status == 1 && refused.output.isEmpty && refused.errors.count == 1)
  }

  @Test(
    "Parameters that are no object and no array are refused",
    arguments: ["{", "1", "x", "null"]
  )
  func callParameters(params: String) throws {
    let client = try ClientRun(["call", "status", params]) { _ in .result([:]) }
    #expect(client.status == 64 && client.requests.isEmpty)
  }

  @Test("A tap is a finger that comes down and is lifted at the same place")
  func taps() throws {
    let run = try ClientRun(["tap", "10", "20.5"]) { _ in .result([:]) }
    #expect(run.requests.map(\.method) == ["touch.send", "touch.send"])
    #expect(run.requests.map { $0.params?["phase"]?.string } == ["down", "up"])
    #expect(run.requests.allSatisfy { $0.params?["x"] == 10 && $0.params?["y"] == 20.5 })
  }

  @Test("Percent lines are followed to the last value")
  func followsLines() throws {
    let input = "1\n2\nnothing\n 33.5 %\n44"
    let run = try ClientRun(["progress", "-", "--id", "p"], input: input) { _ in .result([:]) }
    #expect(run.status == 0)
    #expect(run.requests.last?.params?["percent"] == 44)
    #expect(run.requests.allSatisfy { $0.params?["id"] == "p" })
    #expect(run.errors == ["swellctl: lines that are no percentage are ignored"])
  }

  @Test("Each number that comes in is added to a chart, in order")
  func addsLines() throws {
    let input = "1\n2\nnothing\nnone\n 33.5 \n44"
    let run = try ClientRun(["chart", "-", "--id", "c"], input: input) { _ in .result([:]) }
    #expect(run.status == 0)
    #expect(run.requests.allSatisfy { $0.method == "chart.append" && $0.params?["id"] == "c" })
    let added = run.requests.flatMap { $0.params?["values"]?.array ?? [] }
    #expect(added == [1, 2, .null, 33.5, 44])
    #expect(run.errors == ["swellctl: lines that are no number are ignored"])
  }

  @Test("A chart is told as it is, and what is no value is refused before it is sent")
  func chartArguments() throws {
    let run = try ClientRun(["chart"]) { _ in .result(["values": [1]]) }
    #expect(run.requests.map(\.method) == ["chart.get"])
    #expect(run.output == [#"{"values":[1]}"#])
    for words in [["1", "x"], ["1", "--animate", "spin"], ["1", "--over", "-1"], ["1e10"]] {
      let refused = try ClientRun(["chart"] + words) { _ in .result([:]) }
      #expect(refused.status == 64 && refused.requests.isEmpty, "\(words)")
    }
  }

  @Test("A text on standard input is taken to its limit, and a longer one changes nothing")
  func textLimit() throws {
    let longest = String(repeating: "x", count: 4096)
    let run = try ClientRun(["text", "name", "-"], input: longest) { _ in .result([:]) }
    #expect(run.status == 0)
    #expect(run.requests.first?.params == ["id": "name", "text": .string(longest)])
    let longer = try ClientRun(["text", "name", "-"], input: longest + "x") { _ in .result([:]) }
    #expect(longer.status == 1 && longer.requests.isEmpty)
    #expect(longer.errors.count == 1)
    #expect(longer.errors.first?.contains("more than 4096 bytes") == true)
  }

  @Test("A daemon that goes away in between is connected to again")
  func followsAcrossRestarts() throws {
    var count = 0
    let run = try ClientRun(["progress", "-"], input: "7\n8") { _ in
      count += 1
      return count == 1 ? .hangUp : .result([:])
    }
    #expect(run.status == 0)
    #expect(run.requests.last?.params?["percent"] == 8)
  }

  @Test("What the daemon refuses is one sentence and status 1")
  func refusals() throws {
    let run = try ClientRun(["press", "x"]) { _ in .error(JSONRPCError(.noSuch(id: "x"))) }
    #expect(run.status == 1)
    #expect(
      run.errors == ["swellctl: No widget has the id 'x'; 'swellctl status' lists the widgets"]
    )
  }

  @Test("A configuration's errors are printed as the daemon tells them")
  func reloadErrors() throws {
    let lines = ["/etc/s.toml:1:1: error: one", "/etc/s.toml:2:1: error: two"]
    let run = try ClientRun(["reload"]) { _ in .error(.invalidConfiguration(lines)) }
    #expect(run.status == 1)
    #expect(run.errors.count == 3)
    #expect(Array(run.errors.dropFirst()) == lines)
  }

  @Test(
    "Wrong usage is one sentence and status 64",
    arguments: [
      "progress", "progress 101", "progress -1", "progress many", "progress 5 --over -1",
      "label a --over 1", "press", "tap 1", "tap nan 1", "watch everything", "fly", "--fly",
      "screenshot",
    ]
  )
  func usageErrors(command: String) throws {
    let run = try ClientRun(withoutDaemon: command.split(separator: " ").map(String.init))
    #expect(run.status == 64)
    #expect(run.errors.count == 1)
    #expect(run.errors.first?.hasSuffix("; see 'swellctl --help'") == true)
  }

  @Test(
    "Without a daemon it is one sentence and status 69",
    arguments: [
      "status", "progress 5", "watch", "reload", "screenshot /tmp/x.png", "press a",
    ]
  )
  func noDaemon(command: String) throws {
    let run = try ClientRun(withoutDaemon: command.split(separator: " ").map(String.init))
    #expect(run.status == 69)
    #expect(run.errors.count == 1)
    #expect(run.errors.first?.contains("start it with 'systemctl start swell'") == true)
  }

  @Test(
    "The option for the socket may stand before the command",
    arguments: [
      ["--socket", "/no/such.sock", "status"], ["--socket=/no/such.sock", "status"],
      ["status", "--socket", "/no/such.sock"],
    ]
  )
  func socketOption(arguments: [String]) throws {
    let run = try ClientRun(withoutDaemon: arguments)
    #expect(run.status == 69)
    #expect(run.errors.first?.contains("/no/such.sock") == true)
  }

  @Test(
    "Behind that option an unknown command is what is wrong",
    arguments: [["--socket", "/no/such.sock", "fly"], ["--socket=/no/such.sock", "fly"]]
  )
  func unknownBehindOption(arguments: [String]) throws {
    let run = try ClientRun(withoutDaemon: arguments)
    #expect(run.status == 64)
    #expect(run.errors == ["swellctl: Unexpected argument 'fly'; see 'swellctl --help'"])
  }

  @Test("Status is a table, or the daemon's own words")
  func status() throws {
    let status: JSONValue = ["version": "9.9", "pid": 3, "uptime": 61]
    let table = try ClientRun(["status"]) { _ in .result(status) }
    #expect(table.output.first == "daemon         swelld 9.9, pid 3, up 1 min 1 s")
    let raw = try ClientRun(["status", "--json"]) { _ in .result(status) }
    #expect(raw.output == [status.text])
  }

  @Test("Events are printed as JSON lines, and a daemon that goes away is subscribed to again")
  func watches() throws {
    let events = (0..<3).map { ControlEvent(type: .press, id: "start", time: Double($0)) }
    var count = 0
    let run = try ClientRun(["watch", "press"]) { _ in
      count += 1
      switch count {
      case 1: return .events([:], events.prefix(2).map(\.line))
      // Not yet ready: neither an answer nor a refusal is the end.
      case 2: return .hangUp
      case 3: return .error(.invalidParameter("events", requirement: "not now"))
      case 4: return .events([:], [events[2].line])
      default: return .kill
      }
    }
    #expect(run.requests.allSatisfy { $0.params?.text == #"{"events":["press"]}"# })
    let lines = try run.output.map { try JSONValue(parsing: Array($0.utf8)) }
    #expect(
      lines.map { $0["type"] } == [
        "press", "press", "connection", "connection", "press", "connection",
      ]
    )
    let states = lines.filter { $0["type"] == "connection" }
    #expect(states.map { $0["state"] } == ["lost", "restored", "lost"])
    let times = states.compactMap { $0["time"]?.double }
    #expect(times.count == 3 && times == times.sorted())
    #expect([run.output[0], run.output[1], run.output[4]] == events.map(\.json.text))
    #expect(run.errors.isEmpty)
  }

  @Test("A subscription that is refused from the start ends with the refusal")
  func watchRefused() throws {
    let run = try ClientRun(["watch"]) { _ in .error(.invalidParameter("events", requirement: "no"))
    }
    #expect(run.status == 1 && run.errors.count == 1 && run.output.isEmpty)
  }

  @Test("A screenshot becomes a PNG file of the same pixels")
  func takesScreenshots() throws {
    let path = ClientRun.temporaryPath("png")
    defer { try? FileManager.default.removeItem(atPath: path) }
    let pixels = (0..<48).map { UInt8($0 * 5) }
    let picture: JSONValue = ["width": 3, "height": 2, "stride": 24, "format": "XRGB8888"]
    let run = try ClientRun(["screenshot", path]) { _ in .memory(picture, pixels) }
    #expect(run.status == 0)
    let image = try DecodedImage.open(path)
    let expected = (0..<2).flatMap { row in
      (0..<3).flatMap { column -> [UInt8] in
        let start = row * 24 + column * 4
        return [pixels[start + 2], pixels[start + 1], pixels[start], 255]
      }
    }
    #expect(image.rgba == expected)
  }

  @Test(
    "A picture without its memory, or a file that cannot be written, is refused",
    arguments: [
      (false, "/tmp/x.png"), (true, "/no/such/x.png"),
    ]
  )
  func failsScreenshots(hasMemory: Bool, path: String) throws {
    let picture: JSONValue = ["width": 1, "height": 1, "stride": 4, "format": "XRGB8888"]
    let run = try ClientRun(["screenshot", path]) { _ in
      hasMemory ? .memory(picture, [1, 2, 3, 4]) : .result(picture)
    }
    #expect(run.status == 1)
    #expect(run.errors.count == 1)
  }

  @Test("Help and version need no daemon", arguments: ["--help", "--version", "help progress"])
  func help(command: String) throws {
    let run = try ClientRun(withoutDaemon: command.split(separator: " ").map(String.init))
    #expect(run.status == 0)
    #expect(!run.output.isEmpty && run.errors.isEmpty)
  }
}
