// SPDX-License-Identifier: Apache-2.0
import Configuration
import Control
import Geometry
import LinuxSystem
import MonotonicTime
import Presentation
import Touch
import VirtualTime

/// Measures whole frames of the server: from a touch that has been read to the accepted commit.
///
/// The daemon's code runs in virtual time on a virtual display, so that nothing is waited for: the
/// touch goes to the scene, springs and waves are sampled for the vblank, the changes are drawn and
/// the buffer is committed. The scene is the one of the other benchmarks, drawn from its settings.
struct ServerBench {
  private static let rounds = 12
  private static let framesPerRound = 48
  private static let hertz = 60.0

  let scene: BenchScene

  func run(_ report: inout Report) throws {
    let run = try VirtualRun(
      settings: Settings(parsing: Array(settings.utf8), fileName: "bench"),
      mode: OutputMode(
        size: scene.size,
        format: .xrgb8888,
        refreshInterval: MonotonicInterval(nanoseconds: 16_666_667)
      ),
      hertz: Self.hertz
    )
    var memory = MemoryRun(scene, .xrgb8888, scene.boxes)
    var times = Stopwatch(capacity: Self.rounds * Self.framesPerRound)
    // A second in which everything is met for the first time.
    let start = 60
    func vblank(_ n: Int) -> MonotonicInstant {
      MonotonicInstant(seconds: Double(start + n) / Self.hertz)
    }
    run.advance(to: vblank(0))
    let before = run.status.frames.presented
    for round in 0..<Self.rounds {
      let frames = (round * Self.framesPerRound)..<((round + 1) * Self.framesPerRound)
      for n in frames {
        run.advance(to: vblank(n))
        let event = touch(n, at: vblank(n))
        // The frame is committed in time for the next vblank, and shown after the clock is read.
        times.measure {
          run.touch(event)
          run.advance(to: vblank(n + 1) - .microseconds(10))
        }
      }
      memory.run(frames, warmUp: 8)
    }
    run.advance(to: vblank(Self.rounds * Self.framesPerRound))
    precondition(run.status.frames.presented - before == times.count, "a frame is missing")
    report.add(
      "server",
      size: "\(scene.size.width)x\(scene.size.height)",
      mode: "touch to commit",
      median: times.median,
      memset: memory.setTimes.median
    )
  }

  /// A finger that holds the button for a fifth of a second, twice a second, and moves meanwhile.
  private func touch(_ n: Int, at now: MonotonicInstant) -> TouchEvent {
    let phase: TouchPhase =
      switch n % 24 {
      case 0: .down
      case 12: .up
      default: .move
      }
    return TouchEvent(
      contact: ContactID(device: 1, slot: 0),
      phase: phase,
      position: Point(
        x: Double(scene.button.left + scene.button.width / 2),
        y: Double(scene.button.top + scene.button.height / 2)
      ),
      time: now
    )
  }

  private var settings: String {
    let (button, indicator) = (scene.button, scene.indicator)
    return """
      [display]
      scale = 1
      background = "#10131C"
      [[button]]
      id = "elastic"
      label = "Elastic"
      frame = { x = \(button.left), y = \(button.top), width = \(button.width), \
      height = \(button.height), anchor = "top-left" }
      amplitude = \(0.25 * Double(button.height))
      color = "#E2574C"
      [[progress]]
      id = "wave"
      frame = { x = \(indicator.left), y = \(indicator.top), width = \(indicator.width), \
      height = \(indicator.height), anchor = "top-left" }
      mask = { shape = "rounded" }
      percent = 55
      amplitude = \(scene.amplitude)
      front_color = "#2F6BFF"
      back_color = "#4F8DF780"
      outline_color = "#2A3045"
      """
  }
}
