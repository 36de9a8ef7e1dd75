// SPDX-License-Identifier: Apache-2.0
import Configuration
import Control
import DisplayServer
import FoundationEssentials
import Geometry
import Glibc
import GoldenPlaying
import JSON
import MonotonicTime
import Presentation
import RequestWords
import TOMLReading
import Testing
import Touch
import Widgets

/// The golden scripts as an emulated aarch64 plays them, here on x86-64.
///
/// Where scripts, server or fonts are meant to change, let the test record the tape anew, after the table:
///
///     SWELL_GOLDEN_TAPE=Tests/Golden/tape.json swift test --disable-xctest --filter GoldenTape
@Suite("Golden tape")
struct GoldenTapeTests {
  @Test("What is played from the tape without a server is what the server shows")
  func plays() throws {
    let path = unsafe getenv("SWELL_GOLDEN_TAPE").map { unsafe String(cString: $0) }
    if let path {
      let text = try TapeRecorder.record().text + "\n"
      #expect(FileManager.default.createFile(atPath: path, contents: Data(text.utf8)))
    }
    let contents = FileManager.default.contents(atPath: GoldenTable.folder + "tape.json") ?? Data()
    let tape = try #require(try GoldenTape(JSONValue(parsing: Array(contents))))
    var subjects: Set<String> = []
    GoldenPlayer(tape).forEachLine { line in
      subjects.insert(line.subject)
      let golden = GoldenTable.lines[line.subject]
      #expect(golden?.digest == line.digest, "\(golden.map(line.firstDifference) ?? "no line")")
    }
    let ofFrames = GoldenTable.lines.keys.filter { !$0.hasPrefix("default font") }
    #expect(subjects == Set(ofFrames))
  }
}

/// Plays the golden scripts to a server and writes down what that does to its scene.
private struct TapeRecorder {
  private var steps: [JSONValue] = []
  private let run: VirtualRun
  private var shown: MonotonicInstant
  /// Whether the finger only wakes the panel.
  private var isSwallowed = false

  /// A tape of all scripts.
  static func record() throws -> JSONValue {
    var scripts: [JSONValue] = []
    for script in GoldenScript.plain + GoldenScript.written {
      var recorder = try Self(script)
      scripts.append(try recorder.record(script))
    }
    // Text is made while the scripts are played once, with everything but text on the tape.
    var tape = JSONObject([("scripts", .array(scripts)), ("materials", .object(JSONObject()))])
    let materials = try RecordedMaterials(images: ["logo.png", "photo.png"])
    let silent = try #require(GoldenTape(.object(tape)))
    GoldenPlayer(silent, materials: materials).forEachLine { _ in }
    // The text of the benchmark's scene at 800 × 480, which is counted on aarch64.
    _ = try materials.label("Elastic", pixelSize: 24, maximumWidth: 1000)
    _ = materials.figures(pixelSize: 48)
    tape["materials"] = .object(materials.made)
    return .object(tape)
  }

  private init(_ script: GoldenScript) throws {
    let settings = """
      [display]
      scale = 1
      \(script.display)
      \(script.widgets.replacing("logo.png", with: GoldenTable.folder + "logo.png"))
      """
    let size = PixelSize(width: Int(GoldenScript.width), height: Int(GoldenScript.height))
    run = try VirtualRun(
      settings: DisplayServerTests.settings(settings),
      mode: OutputMode(
        size: size,
        format: .xrgb8888,
        refreshInterval: MonotonicInterval(seconds: 1 / GoldenScript.hertz),
        bufferCount: 2
      ),
      hertz: GoldenScript.hertz
    )
    shown = run.shownInstant
    steps.append(["paint", number(shown)])
  }

  private mutating func record(_ script: GoldenScript) throws -> JSONValue {
    for frame in 0..<script.frameCount {
      let vblank = MonotonicInstant(seconds: Double(frame) / GoldenScript.hertz)
      run.advance(to: vblank + .milliseconds(1))
      noteFrame()
      steps.append(["frame"])
      for step in script.steps[frame] ?? [] {
        let count = steps.count
        var words = words(of: step)
        try run.perform(step)
        noteFrame()
        // A request may have waited for a frame that was due, and was done after it.
        if steps.count > count, words != nil { words?[1] = number(run.now) }
        if let words { steps.append(.array(words)) }
      }
    }
    let settings = try settings(script.display.isEmpty ? "" : "[display]\n\(script.display)")
    return .object(
      JSONObject([
        ("name", .string(script.name)),
        ("background", .string(settings.display.background.hexText)),
        ("widgets", .array(try widgets(of: script))), ("steps", .array(steps)),
      ])
    )
  }

  /// Notes the frame that was drawn since the last one was noted, if there is one.
  private mutating func noteFrame() {
    guard run.shownInstant != shown else { return }
    shown = run.shownInstant
    let isBlack = run.output.withPresentedFrame { bytes, _ in
      unsafe bytes.withUnsafeBytes { unsafe $0.allSatisfy { $0 == 0 } }
    }
    steps.append(isBlack ?? false ? ["black"] : ["paint", number(shown)])
  }

  /// What a step does to the scene; nil for nothing.
  private mutating func words(of step: GoldenScript.Step) -> [JSONValue]? {
    let now = number(run.now)
    func touch(_ phase: String, _ x: Double, _ y: Double) -> [JSONValue]? {
      if phase == "down" { isSwallowed = run.output.description.state == "asleep" }
      return isSwallowed ? nil : ["touch", now, .string(phase), .number(x), .number(y)]
    }
    switch step {
    case .down(let x, let y): return touch("down", x, y)
    case .move(let x, let y): return touch("move", x, y)
    case .up(let x, let y): return touch("up", x, y)
    case .cancel(let x, let y): return touch("cancel", x, y)
    case .show(let id, let flag): return change(id, "visible", .bool(flag))
    case .enable(let id, let flag): return change(id, "enabled", .bool(flag))
    case .color(let id, let color): return change(id, "color", .string(color))
    case .label(let id, let label): return change(id, "label", .string(label))
    case .press, .progress, .image:
      guard let request = step.request else { return nil }
      return ["call", now, .string(request.method), .object(request.params ?? JSONObject())]
    }
  }

  private func change(_ id: String, _ member: String, _ value: JSONValue) -> [JSONValue] {
    ["change", number(run.now), .string(id), .object(JSONObject([(member, value)]))]
  }

  private func number(_ instant: MonotonicInstant) -> JSONValue {
    .number(Double(instant.nanoseconds))
  }

  /// The tables of the script's widgets in their order, each with its kind.
  private func widgets(of script: GoldenScript) throws -> [JSONValue] {
    let root = try TOMLDocument.parse(Array(script.widgets.utf8))
    guard case .table(let entries) = root.value else { return [] }
    var found: [(line: Int, widget: JSONValue)] = []
    for entry in entries {
      for node in entry.node.elements ?? [] {
        guard case .object(var table) = JSONValue(node) else { continue }
        table["kind"] = .string(entry.key)
        found.append((node.position.line, .object(table)))
      }
    }
    return found.sorted { $0.line < $1.line }.map(\.widget)
  }
}

extension JSONValue {
  /// What a node of a configuration says.
  fileprivate init(_ node: TOMLNode) {
    switch node.value {
    case .table(let entries):
      self = .object(JSONObject(entries.map { ($0.key, JSONValue($0.node)) }))
    case .array(let elements): self = .array(elements.map { JSONValue($0) })
    case .string(let string): self = .string(string)
    case .integer(let integer): self = .number(Double(integer))
    case .float(let number): self = .number(number)
    case .bool(let bool): self = .bool(bool)
    case .date: self = .null
    }
  }
}
