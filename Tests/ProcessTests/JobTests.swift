// SPDX-License-Identifier: Apache-2.0
import Foundation
import JSON
import Testing

@Suite("Jobs, with real programs")
struct JobTests {
  /// A scene with a button that runs `script` as a job.
  private static func scene(_ script: String, _ more: String = "") -> String {
    """
    [[progress]]
    id = "main"
    mask = { shape = "circle" }
    [[button]]
    id = "update"
    label = ""
    exec = ["/bin/sh", "-c", '''
    \(script)
    ''']
    \(more)
    job = { progress = "main", done = { hold = 0 } }
    """
  }

  private func job(_ daemon: RunningDaemon) throws -> JSONValue {
    try JSONValue(parsing: Array(daemon.control("job", "status", "update").output.utf8))
  }

  private func waitFor(_ state: JSONValue, _ daemon: RunningDaemon) throws -> JSONValue? {
    var last: JSONValue = .null
    let isThere = try daemon.wait {
      last = try job(daemon)
      return last["state"] == state
    }
    #expect(isThere, "\(last.text)")
    return isThere ? last : nil
  }

  /// A file that a script waits at, until something is written into it.
  private func gate() throws -> String {
    let place = try Workplace()
    let path = place.path("gate")
    try #require(unsafe mkfifo(path, 0o600) == 0)
    places.add(place)
    return path
  }

  private func open(_ gate: String) throws {
    try FileHandle(forWritingAtPath: gate)?.write(contentsOf: Data("go\n".utf8))
  }

  @Test("Percentages rise with what the program says, and its end is the last word")
  func success() throws {
    let gate = try gate()
    let script = "echo 40 copying; read go < \(gate); echo 100; echo 20 tidying"
    let daemon = try RunningDaemon(Self.scene(script))
    _ = try daemon.control("job", "start", "update")
    let isThere = try daemon.wait { try job(daemon)["percent"] == 40 }
    #expect(isThere)
    let middle = try job(daemon)
    #expect(middle["state"] == "running")
    #expect(middle["text"] == "copying")
    #expect((middle["pid"]?.int ?? 0) > 1)
    #expect(try daemon.control("status", "--json").output.contains("\"job\":\"running\""))
    try open(gate)
    let end = try waitFor("done", daemon)
    #expect(end?["percent"] == 100)
    #expect(end?["status"] == 0)
    #expect(end?["text"] == "tidying")
  }

  @Test(
    "A failure says the program's last complaint and its status",
    arguments: [
      ("exit 3", 3, "half"), ("echo no space >&2; exit 4", 4, "no space"),
      ("kill -9 $$", 137, "it was ended by signal 9: half"),
    ]
  )
  func failure(script: String, status: Int, text: String) throws {
    let daemon = try RunningDaemon(Self.scene("echo 50 half; \(script)"))
    _ = try daemon.control("press", "update")
    let end = try waitFor("failed", daemon)
    #expect(end?["percent"] == 50)
    #expect(end?["status"]?.int == status)
    #expect(end?["text"]?.string == text)
  }

  @Test("A label shows what the program says last, why it failed, and then its own text again")
  func words() throws {
    let gate = try gate()
    let script = "echo '40 copying {percent:main}'; read go < \(gate); echo no space >&2; exit 4"
    let scene =
      Self.scene(script).replacing(
        "progress = \"main\",",
        with: "progress = \"main\", text = \"note\","
      )
      + "\n[[label]]\nid = \"note\"\ntext = \"Ready {percent:main}\"\n"
    func hasNote(_ text: String, _ daemon: RunningDaemon) throws -> Bool {
      try daemon.wait { try daemon.control("label", "note").output == text + "\n" }
    }
    let first = try RunningDaemon(scene)
    #expect(try hasNote("Ready 0", first))
    _ = try first.control("press", "update")
    // What a program says is shown as it is.
    #expect(try hasNote("copying {percent:main}", first))
    _ = first.stop(SIGKILL)
    let second = try RunningDaemon(at: first, scene)
    #expect(try hasNote("copying {percent:main}", second))
    try open(gate)
    #expect(try hasNote("no space", second))
    _ = try second.control("press", "update")
    // The failure has stopped the level wherever it was on its way to 40.
    #expect(try second.wait { try second.control("label", "note").output.hasPrefix("Ready ") })
  }

  @Test(
    "While a program does not say how far it is its indicator is busy, and full when it has ended"
  )
  func busy() throws {
    let gate = try gate()
    let scene = Self.scene("echo 40; read go < \(gate)").replacing(
      "progress = \"main\",",
      with: "progress = \"main\", percent = \"none\","
    )
    let daemon = try RunningDaemon(scene)
    func percent() throws -> JSONValue? {
      let status = try JSONValue(parsing: Array(daemon.control("status", "--json").output.utf8))
      return status["widgets"]?.array?.first { $0["id"] == "main" }?["percent"]
    }
    _ = try daemon.control("press", "update")
    let isBusy = try daemon.wait { try percent() == .null }
    #expect(isBusy)
    try open(gate)
    let isFull = try daemon.wait { try percent() == 100 }
    #expect(isFull)
  }

  @Test("A program that there is not has failed, and the daemon says why")
  func missing() throws {
    let scene = Self.scene("").replacing("/bin/sh", with: "/no/such/program")
    let daemon = try RunningDaemon(scene)
    _ = try daemon.control("press", "update")
    let end = try waitFor("failed", daemon)
    #expect(end?["text"] == "it cannot be started: /no/such/program: No such file or directory")
  }

  @Test("It lives on without the daemon, and tells the next one how it ended")
  func survives() throws {
    let gate = try gate()
    let scene = Self.scene("echo 40; read go < \(gate); exit 0")
    let first = try RunningDaemon(scene)
    _ = try first.control("press", "update")
    let isThere = try first.wait { try job(first)["percent"] == 40 }
    #expect(isThere)
    let process = try #require(try job(first)["pid"]?.int)
    _ = first.stop(SIGKILL)
    #expect(kill(pid_t(process), 0) == 0)
    let second = try RunningDaemon(at: first, scene)
    #expect(try waitFor("running", second)?["percent"] == 40)
    _ = second.stop(SIGKILL)
    try open(gate)
    let third = try RunningDaemon(at: first, scene)
    #expect(try waitFor("done", third)?["percent"] == 100)
  }

  @Test("A second touch ends it with everything that it has started, if that is what it is for")
  func cancelled() throws {
    let script = "trap '' TERM; echo 30; (trap '' TERM; while :; do sleep 0.1; done) & wait"
    let daemon = try RunningDaemon(Self.scene(script, "while_running = \"cancel\""))
    _ = try daemon.control("press", "update")
    let isThere = try daemon.wait { try job(daemon)["percent"] == 30 }
    #expect(isThere)
    let process = try #require(try job(daemon)["pid"]?.int)
    _ = try daemon.control("press", "update")
    let end = try waitFor("cancelled", daemon)
    #expect(end?["status"] == 137)
    #expect(try daemon.wait { kill(-pid_t(process), 0) != 0 })
  }

  @Test("One that takes too long is ended, and has failed")
  func timeout() throws {
    let scene = Self.scene("echo 30; sleep 3600").replacing(
      "job = {",
      with: "job = { timeout = 0.2,"
    )
    let daemon = try RunningDaemon(scene)
    _ = try daemon.control("press", "update")
    #expect(try waitFor("failed", daemon)?["text"] == "it took longer than it may")
  }

  @Test(
    "Nothing that a program prints or leaves behind holds up its end",
    arguments: [
      "head -c 1000000 /dev/zero | tr '\\0' 'y'", "yes 12 | head -c 1000000", "sleep 20 &",
      // Binary, beyond 100, backwards, and with a comma.
      "head -c 200000 /dev/urandom; printf '\\n250 %%\\n-3\\n12,5 %%\\n'", "setsid sleep 20 &",
    ]
  )
  func floods(script: String) throws {
    let daemon = try RunningDaemon(Self.scene("\(script)\necho; echo 70"))
    _ = try daemon.control("press", "update")
    #expect(try waitFor("done", daemon)?["percent"] == 100)
  }

  @Test("Touching what has failed puts that away, and the next touch starts anew")
  func dismissed() throws {
    let daemon = try RunningDaemon(Self.scene("exit 1"))
    _ = try daemon.control("press", "update")
    _ = try waitFor("failed", daemon)
    _ = try daemon.control("press", "update")
    #expect(try waitFor("idle", daemon) != nil)
    _ = try daemon.control("press", "update")
    #expect(try waitFor("failed", daemon) != nil)
  }

  @Test("A button that a reload takes away while its program runs can be pressed when it is back")
  func reloaded() throws {
    let gate = try gate()
    let text = Self.scene("echo 40 copying; read go < \(gate)")
    let daemon = try RunningDaemon(text)
    let without = text.components(separatedBy: "[[button]]")[0]
    func reload(_ text: String) throws {
      _ = try daemon.place.write(text, to: "swell.toml")
      #expect(try daemon.control("reload").status == 0)
    }
    func isRunning() throws -> Bool {
      try daemon.wait {
        let job = try job(daemon)
        let shown = (
          job: try daemon.member("job", of: "update"),
          percent: try daemon.member("percent", of: "main")
        )
        return job["state"] == "running" && job["percent"] == 40 && shown == ("running", 40)
      }
    }
    _ = try daemon.control("press", "update")
    #expect(try isRunning())
    try reload(without)
    _ = try daemon.control("progress", "7", "--over", "0")
    try reload(text)
    // It is shown again what runs.
    #expect(try isRunning())
    try reload(without)
    try open(gate)
    // Whoever runs the program has told of its end before it ends.
    #expect(try daemon.waitForChildrenToEnd())
    try reload(text)
    #expect(try waitFor("idle", daemon) != nil)
    _ = try daemon.control("press", "update")
    #expect(try isRunning())
    try open(gate)
    #expect(try waitFor("done", daemon)?["percent"] == 100)
  }

  @Test("While the file is wrong its programs are not run, not those of the last good one either")
  func brokenFile() throws {
    let daemon = try RunningDaemon(Self.scene("echo 100"))
    let path = try daemon.place.write("[[button]\n", to: "swell.toml")
    #expect(try daemon.control("reload").status == 1)
    _ = try daemon.control("press", "update")
    let end = try waitFor("failed", daemon)
    #expect(end?["text"]?.string?.hasPrefix("\(path):1:") ?? false)
  }

  private let places = Places()

  /// Keeps folders for as long as the test lasts.
  private final class Places {
    private var all: [Workplace] = []
    func add(_ place: Workplace) { all.append(place) }
  }
}
