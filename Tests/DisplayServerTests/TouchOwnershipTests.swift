// SPDX-License-Identifier: Apache-2.0
import Configuration
import MonotonicTime
import Presentation
import TestSupport
import Testing
import Touch
import VirtualKiosk

@testable import DisplayServer

@Suite("Who holds the touch devices")
struct TouchOwnershipTests {
  /// A source that writes down what is asked of it.
  private final class Notebook: TouchSource {
    let descriptor: CInt? = nil
    let deadline: MonotonicInstant? = nil
    let devices: [InputDeviceDescription] = []
    private(set) var lines: [String] = []

    func start(at now: MonotonicInstant) { lines.append("start") }
    func processReadiness(at now: MonotonicInstant) {}
    func processDeadline(at now: MonotonicInstant) {}
    func nextEvent() -> TouchSourceEvent? { nil }
    func suspend(at now: MonotonicInstant) { lines.append("suspend") }
    func resume(at now: MonotonicInstant) { lines.append("resume") }
    func stop() { lines.append("stop") }
  }

  @Test("The devices are taken when there is a display, not before")
  func start() throws {
    let folder = TemporaryFolder()
    folder.write(Array(plainScene.utf8), to: "swell.toml")
    let notebook = Notebook()
    let begin = MonotonicInstant(nanoseconds: 0)
    let server = try Server(
      settings: settings(plainScene),
      configuration: ConfigurationSource(path: folder["swell.toml"]),
      output: VirtualOutput(mode: smallMode(), hertz: 60),
      touchSource: notebook,
      wallClock: SceneClock(startingAt: 0),
      listener: nil,
      log: .none,
      at: begin
    )
    server.start(at: begin)
    #expect(notebook.lines == ["suspend", "start", "resume"])
  }
}
