// SPDX-License-Identifier: Apache-2.0
import Control
import DisplayServer
import JSON
import Testing
import Touch
import VirtualKiosk
import VirtualTime

@Suite("What clients leave behind when their connections end")
struct LostClientTests {
  /// A scene with a button that has a program, which a client of the test runs.
  private static let scene =
    plainScene.replacing(
      "id = \"start\"",
      with: "id = \"start\"\nexec = [\"true\"]\njob = { progress = \"main\" }"
    )

  private func call(_ method: String, _ params: String) -> String {
    "{\"jsonrpc\":\"2.0\",\"method\":\"\(method)\",\"params\":\(params),\"id\":1}"
  }

  private func report(_ run: String, _ state: String, percent: Int) -> String {
    call(
      "job.report",
      "{\"id\":\"start\",\"job\":\"\(run)\",\"state\":\"\(state)\",\"percent\":\(percent)}"
    )
  }

  /// Lets the daemon find out who has gone.
  private func settle(_ kiosk: SocketKiosk) { for _ in 0..<5 { kiosk.run.serveClients() } }

  private func job(_ kiosk: SocketKiosk, _ client: SocketClient) -> JSONValue? {
    kiosk.ask(client, call("job.get", "{\"id\":\"start\"}"))?["result"]
  }

  @Test("A run that was reported has failed when nothing follows the end of its connection")
  func jobFails() throws {
    let kiosk = try SocketKiosk(Self.scene)
    let (watcher, other) = (try kiosk.connect(), try kiosk.connect())
    do {
      let runner = try kiosk.connect()
      #expect(kiosk.ask(runner, report("1", "running", percent: 40)) != nil)
      // One that says nothing is not missed as long as it is there.
      kiosk.run.pass(60)
      #expect(job(kiosk, watcher)?["state"] == "running")
    }
    settle(kiosk)
    kiosk.run.pass(4.9)
    #expect(job(kiosk, watcher)?["state"] == "running")
    // By another connection it goes on.
    #expect(kiosk.ask(other, report("1", "running", percent: 50)) != nil)
    kiosk.run.pass(10)
    #expect(job(kiosk, watcher)?["state"] == "running")
    other.close()
    settle(kiosk)
    kiosk.run.pass(5.1)
    let end = job(kiosk, watcher)
    #expect(end?["state"] == "failed")
    #expect(end?["percent"] == 50)
    #expect(end?["text"] == "nothing was heard of it")
  }

  @Test(
    "What a run says after it was given up is shown all the same",
    arguments: ["running", "done"]
  )
  func jobComesBack(state: String) throws {
    let kiosk = try SocketKiosk(Self.scene)
    let (watcher, first, second) = (
      try kiosk.connect(), try kiosk.connect(), try kiosk.connect()
    )
    #expect(kiosk.ask(first, report("1", "running", percent: 40)) != nil)
    first.close()
    settle(kiosk)
    kiosk.run.pass(10)
    #expect(job(kiosk, watcher)?["state"] == "failed")
    #expect(kiosk.ask(second, report("1", state, percent: 60))?["error"] == nil)
    #expect(job(kiosk, watcher)?["state"]?.string == state)
    #expect(kiosk.run.widget("start")?["job"]?.string == state)
  }

  private func touch(_ phase: String, _ x: Double, hold: Bool? = nil) -> String {
    let hold = hold.map { ",\"hold\":\($0)" } ?? ""
    return call("touch.send", "{\"slot\":3,\"phase\":\"\(phase)\",\"x\":\(x),\"y\":95\(hold)}")
  }

  private func isHeld(_ kiosk: SocketKiosk) -> Bool? { kiosk.run.widget("start")?["pressed"]?.bool }

  @Test(
    "A finger is lifted with its client, and what it held is for other fingers",
    arguments: [nil, false]
  )
  func fingerGoes(hold: Bool?) throws {
    let kiosk = try SocketKiosk()
    let (watcher, client) = (try kiosk.connect(), try kiosk.connect())
    #expect(kiosk.ask(watcher, call("subscribe", #"{"events":["trigger","cancel"]}"#)) != nil)
    #expect(kiosk.ask(client, touch("down", 45, hold: hold)) != nil)
    kiosk.run.pass(60)
    #expect(isHeld(kiosk) == true)
    client.close()
    #expect(kiosk.serve { isHeld(kiosk) == false })
    #expect(kiosk.answer(to: watcher)?["params"]?["type"] == "cancel")
    kiosk.run.finger(.down, onStart)
    kiosk.run.finger(.up, onStart)
    #expect(kiosk.answer(to: watcher)?["params"]?["type"] == "trigger")
  }

  @Test(
    "A finger that is held stays for ten seconds without its client, and other clients may move it"
  )
  func heldFinger() throws {
    let kiosk = try SocketKiosk()
    let (first, second, third) = (try kiosk.connect(), try kiosk.connect(), try kiosk.connect())
    #expect(kiosk.ask(first, touch("down", 45, hold: true)) != nil)
    kiosk.run.pass(60)
    first.close()
    settle(kiosk)
    kiosk.run.pass(9.9)
    #expect(isHeld(kiosk) == true)
    #expect(kiosk.ask(second, touch("move", 46, hold: true))?["error"] == nil)
    second.close()
    settle(kiosk)
    kiosk.run.pass(9.9)
    #expect(isHeld(kiosk) == true)
    kiosk.run.pass(0.2)
    #expect(isHeld(kiosk) == false)
    // It has gone.
    #expect(kiosk.ask(third, touch("up", 45))?["error"]?["code"] == -32602)
    kiosk.run.comeToRest()
    #expect(kiosk.run.isAtRest)
  }

  @Test("A finger that goes with its client does not wake the panel")
  func asleep() throws {
    let kiosk = try SocketKiosk()
    let (watcher, client) = (try kiosk.connect(), try kiosk.connect())
    #expect(kiosk.ask(client, touch("down", 45)) != nil)
    #expect(kiosk.ask(watcher, call("display.set", #"{"awake":false}"#)) != nil)
    client.close()
    settle(kiosk)
    #expect(kiosk.run.status.output.state == "asleep")
  }
}
