// SPDX-License-Identifier: Apache-2.0
import Configuration
import Control
import DisplayServer
import Geometry
import MonotonicTime
import Presentation
import VirtualTime
import Widgets

/// Measures what a key costs in a field that is full: the text is shaped, laid out and drawn anew before the
/// next frame is begun.
struct TextBench {
  private static let keys = 400
  private static let scripts = [
    ("Latin", "the quick brown fox jumps over the lazy dog "),
    ("Arabic", "الخط العربي يكتب من اليمين إلى اليسار دائما "),
    ("Chinese", "请把您的票放在读票机上等候绿灯亮起后进入"),
  ]

  /// Measures 32 and 256 characters of three scripts.
  func run(_ report: inout Report) throws {
    for count in [32, 256] {
      var reference: Report.Reference?
      for (name, words) in Self.scripts {
        let times = try times(String(repeating: words, count: 20).prefix(count - 1))
        let mode = "\(count) characters, \(name)"
        report.add("key", size: "1", mode: mode, median: times.median, reference: reference)
        report.add("key", size: "1", mode: mode + ", p99", median: times.quantile(0.99))
        reference = reference ?? Report.Reference(name: name, median: times.median)
      }
    }
  }

  /// How long a character at the end and its taking back take, each.
  private func times(_ text: Substring) throws -> Stopwatch {
    let toml = """
      [[text]]
      id = "field"
      frame = { x = 640, y = 300, width = 600, height = 44 }
      max_length = 256
      caret_blink = 0
      """
    let mode = OutputMode(
      size: PixelSize(width: 1280, height: 800),
      format: .xrgb8888,
      refreshInterval: MonotonicInterval(nanoseconds: 16_666_667),
      bufferCount: 2
    )
    let run = try VirtualRun(
      settings: Settings(parsing: Array(toml.utf8), fileName: "bench.toml"),
      mode: mode,
      hertz: 60
    )
    try run.perform(.widget(.text(.set(id: nil, text: String(text), caret: nil))))
    try run.perform(.setFocus(id: "field", isQuiet: true))
    let last = String(text.suffix(1))
    var times = Stopwatch(capacity: Self.keys)
    for key in 0..<Self.keys {
      // The frame of the key before is drawn outside of what is measured.
      run.advance(to: run.now + MonotonicInterval(seconds: 0.1))
      let request = ControlRequest.sendKeys(key % 2 == 0 ? .text(last) : .key("BackSpace"))
      try times.measure { () throws(JSONRPCError) in try run.perform(request) }
    }
    return times
  }
}
