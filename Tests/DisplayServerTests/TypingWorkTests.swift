// SPDX-License-Identifier: Apache-2.0
import Configuration
import Control
import Geometry
import JSON
import MonotonicTime
import Presentation
import Raster
import RequestWords
import Testing
import Touch
import VirtualKiosk
import Widgets

@testable import DisplayServer

@Suite("The work of typing")
struct TypingWorkTests {
  /// Counts the lines that are shaped.
  private final class CountingLines: LineMaker, @unchecked Sendable {
    private let lines = LineWorkshop()
    var count = 0

    func line(
      _ text: String,
      font: String,
      pixelSize: Double,
      direction: TextDirection
    ) throws(MaterialFault) -> TextLine {
      count += 1
      return try lines.line(text, font: font, pixelSize: pixelSize, direction: direction)
    }

    func block(
      _ text: String,
      font: String,
      pixelSize: Double,
      width: Int,
      lines count: Int
    ) throws(MaterialFault) -> TextBlock {
      try lines.block(text, font: font, pixelSize: pixelSize, width: width, lines: count)
    }

    func complain(_ sentence: String) { lines.complain(sentence) }
  }

  private static func scene(_ lines: CountingLines) throws -> Scene {
    Scene(
      try settings(FieldStage.field()).widgets,
      transform: OutputTransform(
        bufferSize: PixelSize(width: 1280, height: 800),
        rotation: .none,
        scale: 1
      ),
      background: Color(rgb: 0x101418),
      bufferCount: 2,
      materials: SceneMaterials(lines: lines),
      at: MonotonicInstant(seconds: 1)
    )
  }

  @Test("However often a text changes between frames, it is shaped for the first and the frame")
  func once() throws {
    let lines = CountingLines()
    var scene = try Self.scene(lines)
    var events = WidgetEvents()
    let now = MonotonicInstant(seconds: 1)
    scene.show(at: now)
    for round in 0..<3 {
      let before = lines.count
      for number in 0..<50 {
        let call = TextCall.set(id: nil, text: "\(round) \(number)", caret: nil)
        try scene.perform(.text(call), by: 0, at: now, telling: &events)
      }
      #expect(lines.count == before + 1)
      let picture = scene.picture(at: now)
      scene.show(at: now)
      #expect(lines.count == before + 2)
      #expect(scene.picture(at: now) == picture)
      // It is that of a field that has never held another text.
      var other = try Self.scene(CountingLines())
      let call = TextCall.set(id: nil, text: "\(round) 49", caret: nil)
      try other.perform(.text(call), by: 0, at: now, telling: &events)
      #expect(other.picture(at: now) == picture)
    }
  }

  @Test("Arrows and taps go by the text as it is, drawn or not")
  func arrows() throws {
    var scene = try Self.scene(CountingLines())
    var events = WidgetEvents()
    let now = MonotonicInstant(seconds: 1)
    try scene.setFocus(to: 0, isQuiet: true, at: now, telling: &events)
    func caret() -> Int? {
      guard let widgets = try? settings(FieldStage.field()).widgets else { return nil }
      return widgets[0].result(of: .text(.get(id: nil)), in: scene, at: 0, at: now)["caret"]?.int
    }
    func set(_ text: String, _ caret: Int) throws {
      let call = TextCall.set(id: nil, text: text, caret: caret)
      try scene.perform(.text(call), by: 0, at: now, telling: &events)
    }
    scene.show(at: now)
    try set("abcd", 1)
    try set("\u{5D0}\u{5D1}\u{5D2}\u{5D3}", 1)
    scene.handle([.left], by: .key, at: now, telling: &events)
    #expect(caret() == 2)
    try set("abcdefgh", 1)
    scene.handle([.left], by: .key, at: now, telling: &events)
    #expect(caret() == 0)
    // Behind the text, which is longer than the one that is laid out.
    try set(String(repeating: "m", count: 12), 0)
    for phase in [TouchPhase.down, .up] {
      let contact = ContactID(device: 0, slot: 0)
      let end = Point(x: 780, y: 300)
      scene.handle(
        TouchEvent(contact: contact, phase: phase, position: end, time: now),
        telling: &events
      )
    }
    #expect(caret() == 12)
  }

  @Test("The keys that a request names are pressed some at a time")
  func portions() throws {
    let begin = MonotonicInstant(seconds: 1)
    let server = try Server(
      settings: settings("[display]\nscale = 1\n[[text]]\nid = \"name\"\nmax_length = 256"),
      configuration: .builtIn,
      output: VirtualOutput(mode: smallMode(), hertz: 60),
      touchSource: NoTouchSource(),
      listener: nil,
      log: .none,
      at: begin
    )
    server.start(at: begin)
    var now = begin
    /// Answers a request, in how many steps, with frames in between.
    func answer(_ request: ControlRequest) throws -> (ControlResult, steps: Int) {
      let unfinished = UnfinishedRequest()
      var steps = 0
      while true {
        switch try server.answer(request, unfinished: unfinished, at: now) {
        case .result(let result, _): return (result, steps + 1)
        case .unfinished: steps += 1
        case .later, .waits:
          now = max(now, try #require(server.deadline))
          server.advance(to: now)
        }
      }
    }
    _ = try answer(.setFocus(id: "name", isQuiet: true))
    let text = String(repeating: "ab", count: 100)
    #expect(try answer(.sendKeys(.text(text))).steps == 13)
    #expect(try answer(.widget(.text(.get(id: nil)))).0.json["text"]?.string == text)
  }
}
