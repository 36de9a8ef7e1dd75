// SPDX-License-Identifier: Apache-2.0
import Geometry
import Presentation
import VirtualTime
import Widgets
import RequestWords
import JSON
import Control
import DisplayServer
import Glibc
import LinuxSystem
import MonotonicTime
import Testing
import Touch
import VirtualKiosk

/// A call without parameters.
private func call(_ method: String, id: Int = 1, params: String = "{}") -> String {
  "{\"jsonrpc\":\"2.0\",\"method\":\"\(method)\",\"params\":\(params),\"id\":\(id)}"
}

@Suite("The control socket")
struct ControlSocketTests {
  @Test("A call gets its answer, with its id")
  func call_() throws {
    let kiosk = try SocketKiosk()
    let client = try kiosk.connect()
    let answer = kiosk.ask(
      client,
      call("progress.set", id: 7, params: "{\"percent\":42,\"over\":0}")
    )
    #expect(answer?["id"] == 7)
    #expect(answer?["result"] == ["id": "main", "percent": 42])
    #expect(answer?["jsonrpc"] == "2.0")
  }

  @Test(
    "Errors are as JSON-RPC specifies, and the connection goes on",
    arguments: [
      ("{", -32700), ("nonsense", -32700), ("[]", -32600), ("1", -32600),
      ("{\"jsonrpc\":\"2.0\"}", -32600),
      ("{\"jsonrpc\":\"1.0\",\"method\":\"status\",\"id\":1}", -32600),
      (call("no.such"), -32601), (call("progress.set"), -32602),
      (call("progress.set", params: "{\"percent\":101}"), -32602),
      (call("progress.set", params: "{\"percent\":1e999}"), -32602),
      (call("progress.set", params: "{\"percent\":5,\"colour\":1}"), -32602),
      (call("touch.send", params: "{\"slot\":64,\"phase\":\"down\",\"x\":1,\"y\":1}"), -32602),
      (call("progress.get", params: "{\"id\":\"no\"}"), -32001),
      (call("button.press", params: "{\"id\":\"main\"}"), -32002),
    ]
  )
  func errors(line: String, code: Int) throws {
    let kiosk = try SocketKiosk()
    let client = try kiosk.connect()
    #expect(kiosk.ask(client, line)?["error"]?["code"]?.int == code)
    #expect(kiosk.ask(client, call("status"))?["result"]?["widgets"]?.array?.count == 3)
  }

  @Test("A batch is answered in one line, without what needs no answer")
  func batch() throws {
    let kiosk = try SocketKiosk()
    let client = try kiosk.connect()
    let notification =
      "{\"jsonrpc\":\"2.0\",\"method\":\"progress.set\",\"params\":{\"percent\":30,\"over\":0}}"
    let batch =
      "[\(call("progress.get", id: 1)),\(notification),1,\(call("none", id: 2)),"
      + "\(call("progress.get", id: 3))]"
    let answers = try #require(kiosk.ask(client, batch)?.array)
    #expect(answers.map { $0["id"] } == [1, nil as JSONValue? ?? .null, 2, 3])
    #expect(answers[0]["result"]?["percent"] == 0)
    #expect(answers[1]["error"]?["code"] == -32600)
    #expect(answers[2]["error"]?["code"] == -32601)
    #expect(answers[3]["result"]?["percent"] == 30)
    client.send("[\(notification),\(notification)]")
    client.send(notification)
    #expect(kiosk.ask(client, call("progress.get", id: 9))?["id"] == 9)
  }

  @Test("Lines may come in pieces, several at once, and end in CR LF")
  func pieces() throws {
    let kiosk = try SocketKiosk()
    let client = try kiosk.connect()
    for byte in Array(call("progress.get", id: 1).utf8) {
      client.send([byte])
      kiosk.run.serveClients()
    }
    client.send(
      Array("\r\n\n\(call("progress.get", id: 2))\n\(call("progress.get", id: 3))\n".utf8)
    )
    #expect(kiosk.answer(to: client)?["id"] == 1)
    #expect(kiosk.answer(to: client)?["id"] == 2)
    #expect(kiosk.answer(to: client)?["id"] == 3)
  }

  @Test("Events reach those who asked for their kind, with the time at which they happened")
  func events() throws {
    let kiosk = try SocketKiosk()
    let (all, some, none) = (try kiosk.connect(), try kiosk.connect(), try kiosk.connect())
    let kinds = kiosk.ask(all, call("subscribe"))?["result"]?["events"]?.array
    #expect(kinds?.count == ControlEventType.allCases.count)
    let wanted = call("subscribe", params: "{\"events\":[\"trigger\"]}")
    #expect(kiosk.ask(some, wanted)?["result"]?["events"] == ["trigger"])
    #expect(kiosk.ask(none, call("subscribe", params: "{\"events\":[]}")) != nil)
    let time = kiosk.run.now.seconds
    kiosk.run.finger(.down, onStart)
    kiosk.run.pass(0.25)
    kiosk.run.finger(.up, onStart)
    kiosk.run.finger(.down, onStart)
    kiosk.run.finger(.move, onNothing)
    kiosk.run.finger(.up, onNothing)
    kiosk.run.finger(.down, onStop)
    kiosk.run.finger(.cancel, onStop)
    _ = try kiosk.run.perform(.setProgress(ProgressChange(percent: 5, duration: 0)))
    var types: [String] = []
    while let event = all.nextLine() {
      #expect(event["method"] == "event")
      #expect(event["id"] == nil)
      types.append(event["params"]?["type"]?.string ?? "")
    }
    #expect(
      types == [
        "press", "release", "trigger", "press", "release", "press", "cancel", "progress",
      ]
    )
    let trigger = some.nextLine()?["params"]
    #expect(trigger?["id"] == "start")
    #expect(abs((trigger?["time"]?.double ?? 0) - time - 0.25) < 1e-6)
    #expect(some.nextLine() == nil)
    #expect(none.nextLine() == nil)
  }

  @Test("A press by request tells press, release and trigger, the latter when it lets go")
  func pressEvents() throws {
    let kiosk = try SocketKiosk()
    let client = try kiosk.connect()
    _ = kiosk.ask(client, call("subscribe"))
    _ = try kiosk.run.perform(.pressButton(id: "start"))
    kiosk.run.pass(0.45)
    #expect(client.nextLine()?["params"]?["type"] == "press")
    #expect(client.nextLine() == nil)
    kiosk.run.pass(0.1)
    #expect(client.nextLine()?["params"]?["type"] == "release")
    #expect(client.nextLine()?["params"]?["type"] == "trigger")
  }

  @Test("A screenshot comes as a sealed memfd beside its line, with the picture the screen shows")
  func screenshot() throws {
    let kiosk = try SocketKiosk()
    let client = try kiosk.connect()
    let result = kiosk.ask(client, call("screenshot"))?["result"]
    #expect(result == ["width": 160, "height": 120, "stride": 640, "format": "XRGB8888"])
    #expect(client.descriptors.count == 1)
    let copy = dup(try #require(client.descriptors.first))
    let memory = OwnedFileDescriptor(adopting: copy)
    #expect(try FileReader.read(memory, limit: 1 << 20) == kiosk.run.picture())
    #expect(fcntl(copy, 1034) == 0xf)  // F_GET_SEALS: all four
  }

  @Test("While a panel is calibrated a screenshot shows the crosses, as the screen does")
  func screenshotOfCrosses() throws {
    let kiosk = try SocketKiosk()
    let client = try kiosk.connect()
    let place = kiosk.ask(client, call("touch.calibrate", params: "{\"cross\":2}"))?["result"]
    #expect(place?["width"] == 160)
    kiosk.run.advance(to: kiosk.run.now + .milliseconds(100))
    #expect(kiosk.ask(client, call("screenshot"))?["result"]?["stride"] == 640)
    let memory = OwnedFileDescriptor(adopting: dup(try #require(client.descriptors.first)))
    let bytes = try FileReader.read(memory, limit: 1 << 20)
    #expect(bytes == kiosk.run.presentedPixels())
    #expect(bytes != kiosk.run.picture())
  }

  @Test("A finger that is down when a calibration begins presses nothing any more")
  func pressedBeforeCalibration() throws {
    let kiosk = try SocketKiosk()
    let client = try kiosk.connect()
    kiosk.run.finger(.down, onStart)
    #expect(kiosk.run.widget("start")?["pressed"] == true)
    _ = kiosk.ask(client, call("touch.calibrate", params: "{\"cross\":0}"))
    #expect(kiosk.run.widget("start")?["pressed"] == false)
  }

  @Test("Pictures that nobody reads are not piled up: one a client, and the next after reading it")
  func unreadPictures() throws {
    let kiosk = try SocketKiosk()
    let client = try kiosk.connect()
    let batch = "[" + (1...20).map { call("screenshot", id: $0) }.joined(separator: ",") + "]"
    let answers = kiosk.ask(client, batch)?.array ?? []
    #expect(answers.count == 20)
    #expect(answers.first?["result"] != nil)
    #expect(answers.dropFirst().allSatisfy { $0["error"]?["code"] == -32600 })
    #expect(client.descriptors.count == 1)
    #expect(kiosk.ask(client, call("screenshot"))?["result"] != nil)
    #expect(client.descriptors.count == 2)
    // While the first lies in the socket unread, the second is refused.
    client.send(call("screenshot", id: 1))
    for _ in 0..<20 { kiosk.run.serveClients() }
    client.send(call("screenshot", id: 2))
    for _ in 0..<20 { kiosk.run.serveClients() }
    #expect(kiosk.answer(to: client)?["id"] == 1)
    #expect(kiosk.answer(to: client)?["error"]?["code"] == -32600)
    #expect(kiosk.ask(client, call("screenshot", id: 3))?["result"] != nil)
  }

  @Test(
    "What is not UTF-8, and what is too long, gets an error line and is closed",
    arguments: [true, false]
  )
  func hopelessClients(isTooLong: Bool) throws {
    let kiosk = try SocketKiosk()
    let client = try kiosk.connect()
    client.send(call("progress.get", id: 1))
    if isTooLong {
      var rest = [UInt8](repeating: UInt8(ascii: " "), count: 66_000)
      while !rest.isEmpty {
        rest.removeFirst(client.send(rest))
        kiosk.run.serveClients()
        if client.isClosed { break }
      }
    } else {
      client.send([0x7b, 0xff, 0xfe, 0x0a])
    }
    #expect(kiosk.answer(to: client)?["id"] == 1)
    let error = kiosk.answer(to: client)
    #expect(error?["error"]?["code"]?.int == (isTooLong ? -32600 : -32700))
    #expect(error?["id"] == .null)
    #expect(
      kiosk.serve {
        client.receive(); return client.isClosed
      }
    )
    #expect(kiosk.ask(try kiosk.connect(), call("status")) != nil)
  }

  @Test("A message of exactly 64 KiB is answered")
  func longestMessage() throws {
    let kiosk = try SocketKiosk()
    let client = try kiosk.connect()
    let short = call("progress.get", id: 4)
    var line = Array((short + String(repeating: " ", count: 65536 - short.utf8.count) + "\n").utf8)
    #expect(line.count == 65537)
    while !line.isEmpty {
      line.removeFirst(client.send(line))
      kiosk.run.serveClients()
    }
    #expect(kiosk.answer(to: client)?["id"] == 4)
  }

  @Test(
    "32 clients are served at once, a 33rd is told so and closed, and a place that is left is free"
  )
  func tooManyClients() throws {
    let kiosk = try SocketKiosk()
    var clients: [SocketClient] = []
    for number in 0..<32 {
      let client = try kiosk.connect()
      #expect(kiosk.ask(client, call("progress.get", id: number))?["id"]?.int == number)
      clients.append(client)
    }
    let last = try kiosk.connect()
    #expect(kiosk.answer(to: last)?["error"]?["code"] == -32600)
    #expect(
      kiosk.serve {
        last.receive(); return last.isClosed
      }
    )
    for (number, client) in clients.enumerated() {
      #expect(kiosk.ask(client, call("progress.get", id: number))?["id"]?.int == number)
    }
    clients.removeFirst()
    kiosk.run.serveClients()
    #expect(kiosk.ask(try kiosk.connect(), call("progress.get", id: 5))?["id"] == 5)
  }

  @Test("A client that does not read is dropped at 256 KiB, and the others notice nothing")
  func slowReader() throws {
    let kiosk = try SocketKiosk()
    let (slow, other) = (try kiosk.connect(), try kiosk.connect())
    let line = Array((call("status") + "\n").utf8)
    var sent = 0
    // The daemon stops reading it too, so what it does not take in stays with the client.
    let isDropped = kiosk.serve {
      let count = slow.send(line)
      sent += count
      return count < line.count && unreadable(slow)
    }
    #expect(isDropped)
    #expect(kiosk.ask(other, call("progress.get", id: 3))?["id"] == 3)
    #expect(
      kiosk.serve {
        slow.receive(); return slow.isClosed
      }
    )
    let received = slow.lines.reduce(0) { $0 + $1.utf8.count + 1 }
    // The backlog and what the kernel's socket holds.
    #expect(received < 1 << 20)
    #expect(sent > 1000)
  }

  @Test("Nor may one that subscribed and sleeps hold the events of a busy day")
  func sleepingSubscriber() throws {
    let kiosk = try SocketKiosk()
    let sleeper = try kiosk.connect()
    _ = kiosk.ask(sleeper, call("subscribe"))
    var changeCount = 0
    while changeCount < 20_000, !sleeper.isHungUp {
      changeCount += 1
      _ = try kiosk.run.perform(
        .setProgress(ProgressChange(percent: Double(changeCount % 2), duration: 0))
      )
    }
    #expect(sleeper.isHungUp)
    sleeper.receive()
    #expect(sleeper.isClosed && sleeper.lines.count < changeCount)
    #expect(kiosk.ask(try kiosk.connect(), call("status")) != nil)
  }

  @Test("A client that has said all it wants to say still gets every answer")
  func halfClosed() throws {
    let kiosk = try SocketKiosk()
    let client = try kiosk.connect()
    for number in 0..<50 { client.send(call("progress.get", id: number)) }
    client.send(call("screenshot", id: 50))
    client.halfClose()
    #expect(
      kiosk.serve {
        client.receive(); return client.isClosed
      }
    )
    #expect(client.lines.count == 51)
    #expect(client.descriptors.count == 1)
  }

  @Test("Clients that vanish, in mid-line or before their answer, leave nothing behind")
  func vanishing() throws {
    let kiosk = try SocketKiosk()
    for round in 0..<100 {
      let client = try kiosk.connect()
      client.send(call("progress.set", id: 1, params: "{\"percent\":\(round),\"over\":0}"))
      // The last one alone asks for this: of those who are served together it is open who is last.
      if round == 99 {
        client.send(call("widget.set", id: 2, params: #"{"id":"stop","visible":false}"#))
      }
      client.send(Array("{\"jsonrpc\":".utf8))
      if round % 2 == 0 { kiosk.run.serveClients() }
    }
    // What they asked for before they went is done all the same.
    let client = try kiosk.connect()
    #expect(
      kiosk.serve { kiosk.ask(client, call("status"))?.text.contains(#""visible":false"#) ?? false }
    )
    #expect(kiosk.ask(client, call("status")) != nil)
  }

  @Test("What takes milliseconds waits for the frame that is due, and is done after it")
  func deferred() throws {
    let kiosk = try SocketKiosk()
    let (client, other) = (try kiosk.connect(), try kiosk.connect())
    _ = try kiosk.run.perform(.setProgress(ProgressChange(percent: 50)))
    kiosk.run.pass(1)
    for (number, method) in ["widget.set", "reload"].enumerated() {
      // The waves move: 4 ms after a vblank the next frame is scheduled, and not begun before the
      // end of its interval.
      let vblank = (kiosk.run.now.seconds * 60).rounded(.up) / 60
      kiosk.run.advance(to: MonotonicInstant(seconds: vblank + 0.004))
      let presented = kiosk.run.status.frames.presented
      let label = "{\"id\":\"start\",\"label\":\"now\"}"
      client.send(call(method, id: number, params: number == 0 ? label : "{}"))
      for _ in 0..<10 { kiosk.run.serveClients() }
      #expect(client.nextLine() == nil, "\(method)")
      // What takes no time does not wait, nor for those who wait.
      other.send(call("progress.get", id: 7))
      for _ in 0..<10 { kiosk.run.serveClients() }
      #expect(other.nextLine()?["id"] == 7)
      #expect(kiosk.run.widget("start")?["label"] == (number == 0 ? "" : "now"))
      #expect(kiosk.run.status.frames.presented == presented)
      #expect(kiosk.answer(to: client)?["id"]?.int == number, "\(method)")
    }
    #expect(kiosk.run.status.frames.missed == 0)
  }
}

/// Whether the daemon has closed its end, without reading what it sent before.
private func unreadable(_ client: SocketClient) -> Bool {
  client.send([0x20]) == 0
}
