// SPDX-License-Identifier: Apache-2.0
import Foundation
import JSON
import TestSupport
import Testing

/// A folder in place of `/sys/class/backlight`, with one light.
private struct LightFolder {
  let place: Workplace
  var path: String { place.path("lights") }
  var environment: [String: String] { ["SWELL_BACKLIGHTS": path] }

  init(level: Int = 80) throws {
    place = try Workplace()
    try FileManager.default.createDirectory(
      atPath: place.path("lights/panel"),
      withIntermediateDirectories: true
    )
    for (file, text) in [
      "brightness": "\(level)", "max_brightness": "100", "bl_power": "0", "type": "raw",
    ] { _ = try place.write(text + "\n", to: "lights/panel/\(file)") }
  }

  /// Level and power as they stand in the files.
  var state: String {
    ["brightness", "bl_power"].map {
      place.text("lights/panel/\($0)").trimmingCharacters(in: .whitespacesAndNewlines)
    }.joined(separator: " ")
  }
}

/// The test scene with more in its table `[display]`.
private func display(_ keys: String) -> String {
  scene.replacing("scale = 1", with: "scale = 1\n\(keys)")
}

@Suite("A daemon's light")
struct SleepingDaemonTests {
  @Test("Asleep it puts the light out, awake it is as before, and the files say so")
  func sleepsAndWakes() throws {
    let light = try LightFolder()
    let daemon = try RunningDaemon(
      display("blank = \"backlight\""),
      environment: light.environment
    )
    #expect(try daemon.control("sleep").status == 0)
    #expect(try daemon.wait { light.state == "0 4" })
    #expect(try daemon.control("status").output.contains("asleep"))
    #expect(try daemon.control("tap", "5", "5").status == 0)
    #expect(try daemon.wait { light.state == "80 0" })
    #expect(try daemon.control("brightness", "25").status == 0)
    #expect(try daemon.wait { light.state == "25 0" })
    #expect(try daemon.control("brightness").output == "25\n")
    #expect(try daemon.control("status").output.contains("panel, 25 %"))
    #expect(try daemon.control("brightness", "101").status == 64)
  }

  @Test("It fades, and at SIGTERM the light is back before the process has ended")
  func fadesAndStops() throws {
    let light = try LightFolder()
    let daemon = try RunningDaemon(
      display("blank = \"backlight\"\nblank_after = 1\ndim = 1"),
      environment: light.environment
    )
    var seen: Set<String> = []
    // Reading wakes nobody.
    #expect(
      try daemon.wait {
        seen.insert(light.state)
        return light.state == "0 4"
      }
    )
    #expect(seen.count > 3)
    #expect(daemon.stop() == 0)
    #expect(light.state == "80 0")
  }

  @Test("A light that cannot be set is a line in the log, and the panel sleeps all the same")
  func cannotBeSet() throws {
    let light = try LightFolder()
    let brightness = light.place.path("lights/panel/brightness")
    try FileManager.default.removeItem(atPath: brightness)
    try FileManager.default.createDirectory(atPath: brightness, withIntermediateDirectories: false)
    let daemon = try RunningDaemon(
      display("blank = \"backlight\""),
      environment: light.environment
    )
    #expect(try daemon.control("sleep").status == 0)
    #expect(try daemon.control("wake").status == 0)
    #expect(try daemon.control("sleep").status == 0)
    #expect(daemon.log.wait(for: "the backlight cannot be set") != nil)
    #expect(try daemon.control("status").output.contains("asleep"))
  }

  @Test("No frame and no client waits for a light that is stuck")
  func stuck() throws {
    let light = try LightFolder()
    let daemon = try RunningDaemon(scene, environment: light.environment)
    let file = StuckFile(at: light.place.path("lights/panel/brightness"))
    func presented() throws -> Int {
      let status = try JSONValue(parsing: Array(daemon.control("status", "--json").output.utf8))
      return try #require(status.object?["frames"]?.object?["presented"]?.int)
    }
    #expect(try daemon.control("brightness", "25").status == 0)
    let before = try presented()
    // Waves move without end.
    #expect(try daemon.control("progress", "50").status == 0)
    #expect(try daemon.wait { try presented() >= before + 30 })
    #expect(try daemon.control("brightness", "30").status == 0)
    #expect(file.release(), "nothing has waited for it")
    #expect(try daemon.wait { file.text.hasSuffix("30\n") })
  }

  @Test("Without a light its brightness is refused, and told as null")
  func none() throws {
    let place = try Workplace()
    let daemon = try RunningDaemon(
      scene,
      environment: ["SWELL_BACKLIGHTS": place.path("nothing")]
    )
    #expect(try daemon.control("brightness", "50").status == 1)
    #expect(try daemon.control("brightness").output == "null\n")
  }
}

@Suite("Programs at sleep and waking")
struct HookTests {
  /// A daemon whose hooks run shell commands in a place of their own.
  private struct Bench {
    let place: Workplace
    let daemon: RunningDaemon

    init(blank: String?, wake: String?) throws {
      place = try Workplace()
      var keys: [String] = []
      for (key, script) in [("on_blank", blank), ("on_wake", wake)] {
        guard let script else { continue }
        let file = try place.write(script, to: key)
        keys.append(
          "\(key) = [\"sh\", \"-c\", \"cd '\(place.folder.path)' && . '\(file)' >> log\"]"
        )
      }
      daemon = try RunningDaemon(display(keys.joined(separator: "\n")))
    }

    var lines: [String] { place.text("log").split(separator: "\n").map(String.init) }

    func wait(for lines: [String]) throws {
      #expect(try daemon.wait { self.lines == lines }, "\(self.lines)")
    }
  }

  @Test("They run at sleep and at waking, and the latter once at the start")
  func inTurn() throws {
    let bench = try Bench(blank: "echo dark", wake: "echo lit")
    try bench.wait(for: ["lit"])
    _ = try bench.daemon.control("sleep")
    try bench.wait(for: ["lit", "dark"])
    // Asleep already.
    _ = try bench.daemon.control("sleep")
    _ = try bench.daemon.control("tap", "5", "5")
    try bench.wait(for: ["lit", "dark", "lit"])
    #expect(try bench.daemon.waitForChildrenToEnd())
  }

  @Test("One waits for the other, and of those that wait the newest runs")
  func oneAfterTheOther() throws {
    let slow = "echo begin; while [ -e on_blank ] && [ ! -e go ]; do sleep 0.02; done; echo end"
    let bench = try Bench(blank: slow, wake: "echo lit")
    try bench.wait(for: ["lit"])
    for _ in 0..<3 {
      _ = try bench.daemon.control("sleep")
      _ = try bench.daemon.control("wake")
    }
    try bench.wait(for: ["lit", "begin"])
    _ = try bench.place.write("", to: "go")
    try bench.wait(for: ["lit", "begin", "end", "lit"])
    #expect(try bench.daemon.waitForChildrenToEnd())
  }

  @Test("One that cannot be started is a line in the log, and the panel sleeps all the same")
  func missing() throws {
    let daemon = try RunningDaemon(display("on_blank = [\"/nonexistent/program\"]"))
    _ = try daemon.control("sleep")
    let line = daemon.log.wait(for: "command failed")
    #expect(line?.contains("it cannot be started: /nonexistent/program") ?? false)
    #expect(try daemon.control("status").output.contains("asleep"))
    let check = try run("swelld", ["--check", "--config", daemon.place.path("swell.toml")])
    #expect(check.errors.contains("the program '/nonexistent/program' cannot be run"))
  }
}
