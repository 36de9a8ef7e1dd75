// SPDX-License-Identifier: Apache-2.0
import Control
import DisplayServer
import JSON
import MonotonicTime
import Testing
import VirtualTime

/// A call without parameters.
private func call(_ method: String, id: Int = 1, params: String = "{}") -> String {
  "{\"jsonrpc\":\"2.0\",\"method\":\"\(method)\",\"params\":\(params),\"id\":\(id)}"
}

@Suite("What belongs to which answer")
struct ControlAnswerTests {
  @Test("An event that a call causes comes after the call's answer, in a batch after the batch's")
  func eventsAfterAnswers() throws {
    let kiosk = try SocketKiosk()
    let client = try kiosk.connect()
    _ = kiosk.ask(client, call("subscribe"))
    client.send(call("progress.set", id: 5, params: "{\"percent\":5,\"over\":0}"))
    #expect(kiosk.answer(to: client)?["id"] == 5)
    #expect(kiosk.answer(to: client)?["params"]?["type"] == "progress")
    let set = call("progress.set", id: 6, params: "{\"percent\":6,\"over\":0}")
    client.send("[\(set),\(call("progress.get", id: 7)),\(set)]")
    #expect(kiosk.answer(to: client)?.array?.map { $0["id"]?.int } == [6, 7, 6])
    #expect(kiosk.answer(to: client)?["params"]?["type"] == "progress")
    #expect(kiosk.answer(to: client)?["params"]?["type"] == "progress")
  }

  @Test("A picture's descriptor comes with its own line and no other")
  func descriptorsBelongToLines() throws {
    let kiosk = try SocketKiosk()
    let client = try kiosk.connect()
    _ = kiosk.ask(client, call("subscribe"))
    // A notification's picture belongs to no line.
    client.send("{\"jsonrpc\":\"2.0\",\"method\":\"screenshot\"}")
    #expect(kiosk.ask(client, call("progress.get", id: 1))?["id"] == 1)
    #expect(client.descriptors.isEmpty)
    let set = call("progress.set", id: 2, params: "{\"percent\":6,\"over\":0}")
    client.send("[\(call("screenshot", id: 3)),\(set)]")
    let count = client.arrivals.count
    #expect(
      kiosk.serve {
        client.receive()
        return client.arrivals.count == count + 2
      }
    )
    #expect(client.arrivals.suffix(2).map(\.line).map { $0.hasPrefix("[") } == [true, false])
    #expect(client.arrivals.suffix(2).map(\.hasDescriptor) == [true, false])
  }

  @Test("A batch whose answers would take more memory than a client may have is ended")
  func batchOfStatus() throws {
    let kiosk = try SocketKiosk()
    let client = try kiosk.connect()
    let calls = (0..<700).map { call("status", id: $0) }
    client.send("[" + calls.joined(separator: ",") + "]")
    #expect(kiosk.answer(to: client)?["error"]?["code"] == -32600)
    #expect(
      kiosk.serve {
        client.receive(); return client.isClosed
      }
    )
  }

  @Test("What a client asked for before it went is done once, and its place is free at once")
  func goneClients() throws {
    let kiosk = try SocketKiosk()
    let set =
      "{\"jsonrpc\":\"2.0\",\"method\":\"progress.set\",\"params\":{\"percent\":77,\"over\":0}}"
    let reload = "{\"jsonrpc\":\"2.0\",\"method\":\"reload\"}"
    let watcher = try kiosk.connect()
    _ = kiosk.ask(watcher, call("subscribe", params: "{\"events\":[\"reload\"]}"))
    do {
      let client = try kiosk.connect()
      let lines = Array(repeating: reload, count: 500) + [set, ""]
      let bytes = Array(lines.joined(separator: "\n").utf8)
      #expect(client.send(bytes) == bytes.count)
    }
    #expect(
      kiosk.serve {
        kiosk.ask(watcher, call("progress.get", id: 9))?["result"]?["percent"] == 77
      }
    )
    let reloads = watcher.arrivals.count { $0.line.contains("\"type\":\"reload\"") }
    // More only if it went while the first ones were being carried out.
    #expect((1...2).contains(reloads))
  }

  @Test("Behind clients that asked for much and went one waits for seconds, not for them all")
  func crowdOfGoneClients() throws {
    let kiosk = try SocketKiosk()
    let client = try kiosk.connect()
    // A frame is scheduled, before which no reload begins, and no time passes that would show it.
    client.send(call("progress.set", params: "{\"percent\":90,\"over\":60}"))
    #expect(kiosk.answer(to: client) != nil)
    for _ in 0..<40 {
      let gone = try kiosk.connect()
      gone.send("{\"jsonrpc\":\"2.0\",\"method\":\"reload\"}")
    }
    let late = try kiosk.connect()
    late.send(call("progress.get", id: 7))
    for _ in 0..<100 { kiosk.run.serveClients() }
    #expect(late.nextLine() == nil)
    // Whoever was there before is served as ever.
    client.send(call("progress.get", id: 8))
    for _ in 0..<10 { kiosk.run.serveClients() }
    #expect(client.nextLine()?["id"] == 8)
    // The first 32 have had their time, then the others have theirs.
    kiosk.run.advance(to: kiosk.run.now + MonotonicInterval(seconds: 2.01))
    for _ in 0..<100 { kiosk.run.serveClients() }
    #expect(late.nextLine()?["id"] == 7)
  }

  @Test("A client that has gone has as long as its requests take where nobody waits behind it")
  func goneWithoutCrowd() throws {
    let kiosk = try SocketKiosk()
    let client = try kiosk.connect()
    _ = kiosk.ask(client, call("subscribe", params: "{\"events\":[\"reload\"]}"))
    client.send(call("progress.set", params: "{\"percent\":90,\"over\":60}"))
    #expect(kiosk.answer(to: client) != nil)
    do { try kiosk.connect().send("{\"jsonrpc\":\"2.0\",\"method\":\"reload\"}") }
    for _ in 0..<100 { kiosk.run.serveClients() }
    kiosk.run.advance(to: kiosk.run.now + MonotonicInterval(seconds: 4))
    #expect(kiosk.answer(to: client)?["params"]?["type"] == "reload")
  }
}
