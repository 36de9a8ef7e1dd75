// SPDX-License-Identifier: Apache-2.0
import Configuration
import Control
import Geometry
import Glibc
import MonotonicTime
import Presentation
import Touch
import VirtualTime
import Widgets

/// Measures whole frames of the server in which much moves: a circle over the whole screen in a hand, and
/// twenty widgets of all kinds at once.
struct MovingBench {
  private static let frames = 600

  /// Measures both, in both formats where that is asked for.
  func run(_ report: inout Report) throws {
    for rotation in [0, 90] {
      for format in [PixelFormat.xrgb8888, .rgb565] {
        let times = try circle(rotation, format)
        let mode =
          "pulled" + (rotation == 0 ? "" : ", turned by 90°")
          + (format == .rgb565 ? ", RGB565" : "")
        report.add("circle", size: "1920x1080", mode: mode, median: times.median)
        report.add("circle", size: "1920x1080", mode: mode + ", p99", median: times.quantile(0.99))
      }
    }
    let times = try twenty()
    report.add("twenty", size: "1280x800", mode: "all moving", median: times.median)
    report.add("twenty", size: "1280x800", mode: "all moving, p99", median: times.quantile(0.99))
  }

  private func kiosk(_ toml: String, _ width: Int, _ height: Int, _ format: PixelFormat) throws
    -> VirtualRun
  {
    try VirtualRun(
      settings: Settings(parsing: Array(toml.utf8), fileName: "bench.toml"),
      mode: OutputMode(
        size: PixelSize(width: width, height: height),
        format: format,
        refreshInterval: MonotonicInterval(nanoseconds: 16_666_667),
        bufferCount: 2
      ),
      hertz: 60
    )
  }

  private func finger(_ run: VirtualRun, _ phase: TouchPhase, _ x: Double, _ y: Double, _ slot: Int)
  {
    run.touch(
      TouchEvent(
        contact: ContactID(device: 0, slot: slot),
        phase: phase,
        position: Point(x: x, y: y),
        time: run.now
      )
    )
  }

  /// A circle whose radius swings between nothing and the screen's corners, twice a second.
  private func circle(_ rotation: Int, _ format: PixelFormat) throws -> Stopwatch {
    let toml = """
      [display]
      rotation = \(rotation)
      scale = 1
      [[circle]]
      id = "pull"
      frame = { x = 0, y = 0, width = "100%", height = "100%", anchor = "top-left" }
      """
    let run = try kiosk(
      toml,
      rotation == 0 ? 1920 : 1080,
      rotation == 0 ? 1080 : 1920,
      format
    )
    finger(run, .down, 960, 540, 0)
    var times = Stopwatch(capacity: Self.frames)
    for frame in 0..<Self.frames {
      let radius = 550 * (1 - cos(Double(frame) / 30 * 2 * .pi))
      times.measure {
        finger(run, .move, 960 + radius, 540, 0)
        run.advance(to: run.now + MonotonicInterval(nanoseconds: 16_666_667))
      }
    }
    return times
  }

  /// Twelve buttons that are pressed by turns, four indicators whose waves run, two circles in a hand, a field that
  /// wobbles and a chart that is drawn.
  private func twenty() throws -> Stopwatch {
    var toml = "[display]\nscale = 1\n"
    for index in 0..<12 {
      toml += """
        [[button]]
        id = "b\(index)"
        style = "tap"
        frame = { x = \(40 + index % 6 * 200), y = \(30 + index / 6 * 110), width = 160, height = 70, anchor = "top-left" }

        """
    }
    for index in 0..<4 {
      toml += """
        [[progress]]
        id = "p\(index)"
        percent = 50
        mask = { shape = "circle" }
        frame = { x = \(40 + index * 180), y = 260, width = 150, height = 150, anchor = "top-left" }

        """
    }
    for index in 0..<2 {
      toml += """
        [[circle]]
        id = "c\(index)"
        resting = 60
        frame = { x = \(40 + index * 300), y = 440, width = 280, height = 280, anchor = "top-left" }

        """
    }
    toml += """
      [[text]]
      id = "name"
      frame = { x = 760, y = 280, width = 300, height = 44, anchor = "top-left" }
      [[chart]]
      id = "week"
      frame = { x = 700, y = 440, width = 340, height = 170, anchor = "top-left" }
      labels = ["a", "b", "c", "d", "e", "f", "g"]
      values = [12, 28, 20, 36, 31, 44, 20]
      draw = 10
      """
    let run = try kiosk(toml, 1280, 800, .xrgb8888)
    try run.perform(.widget(.chart(.draw(id: nil))))
    for index in 0..<2 { finger(run, .down, 180 + Double(index) * 300, 580, 1 + index) }
    var times = Stopwatch(capacity: Self.frames)
    for frame in 0..<Self.frames {
      if frame % 30 == 0 {
        for index in 0..<12 {
          try run.perform(.widget(.button(ButtonCall(press: "b\(index)"))))
        }
        finger(run, .down, 900, 300, 0)
        finger(run, .up, 900, 300, 0)
      }
      for index in 0..<2 {
        let pull = 60 + 50 * sin(Double(frame) / 10)
        finger(run, .move, 180 + Double(index) * 300 + pull, 580, 1 + index)
      }
      times.measure { run.advance(to: run.now + MonotonicInterval(nanoseconds: 16_666_667)) }
    }
    return times
  }
}
