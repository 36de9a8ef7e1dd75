// SPDX-License-Identifier: Apache-2.0
import Configuration
import Geometry
import JSON
import MonotonicTime
import Raster
import Testing
import Touch
import VirtualKiosk
import Widgets

@testable import DisplayServer

/// A scene with text fields and real fonts, with what has been told and what is seen.
struct FieldStage: CustomTestStringConvertible {
  var testDescription: String { "a scene with text fields" }

  var scene: Scene
  var events = WidgetEvents()
  var widgets: [WidgetSettings]
  private let materials = SceneMaterials()
  let transform: OutputTransform
  /// The picture that was looked at last, XRGB8888 in the buffer's orientation.
  private(set) var pixels: [UInt8] = []

  /// The keys of the field that the numbers of these tests are for.
  static func field(_ keys: String = "") -> String {
    """
    [[text]]
    id = "name"
    frame = { x = 640, y = 300, width = 300, height = 44, anchor = "center" }
    placeholder = "Name"
    clear_button = false
    caret_blink = 0
    font = "DejaVu Sans"
    \(keys)
    """
  }

  init(_ toml: String = field(), rotation: Rotation = .none, scale: Double = 1) throws {
    widgets = try Settings(parsing: Array(toml.utf8), fileName: "test.toml").widgets
    let size = rotation.swapsAxes ? (800, 1280) : (1280, 800)
    transform = OutputTransform(
      bufferSize: PixelSize(width: size.0, height: size.1),
      rotation: rotation,
      scale: scale
    )
    scene = Scene(
      widgets,
      transform: transform,
      background: Color(rgb: 0x101418),
      bufferCount: 2,
      materials: materials,
      at: Self.instant(0)
    )
  }

  static func instant(_ seconds: Double) -> MonotonicInstant {
    // Two decimals of a millisecond are enough for all of these tests.
    MonotonicInstant(nanoseconds: 10_000_000_000 + Int64((seconds * 1e9).rounded()))
  }

  // MARK: - What is done

  mutating func finger(_ phase: TouchPhase, _ x: Double, _ y: Double, at t: Double) {
    scene.handle(
      TouchEvent(
        contact: ContactID(device: 0, slot: 0),
        phase: phase,
        position: Point(x: x, y: y),
        time: Self.instant(t)
      ),
      telling: &events
    )
  }

  mutating func tap(_ x: Double, _ y: Double, at t: Double) {
    finger(.down, x, y, at: t)
    finger(.up, x, y, at: t + 0.01)
  }

  mutating func type(_ text: String, at t: Double) {
    for stroke in KeyStroke.strokes(for: text) { press(stroke, at: t) }
  }

  mutating func press(_ stroke: KeyStroke, at t: Double) {
    scene.handle(stroke, by: .key, at: Self.instant(t), telling: &events)
  }

  mutating func focus(_ index: Int? = 0, at t: Double = 0) {
    try? scene.setFocus(to: index, isQuiet: true, at: Self.instant(t), telling: &events)
  }

  mutating func ask(_ call: TextCall, at t: Double = 0) throws(WidgetFault) {
    try scene.perform(.text(call), by: 0, at: Self.instant(t), telling: &events)
  }

  mutating func advance(_ t: Double) { scene.advance(to: Self.instant(t), telling: &events) }

  func answer(_ t: Double = 0, _ index: Int = 0) -> JSONObject {
    widgets[index].result(of: .text(.get(id: nil)), in: scene, at: index, at: Self.instant(t))
  }

  var text: String? { answer()["text"]?.string }

  // MARK: - What is told and seen

  /// What has been told, each as its type and what matters of it; nothing is left then.
  mutating func told() -> [String] {
    defer { events.removeAll() }
    return events.list.map { event in
      let words = event.details.members.map { member in
        member.0 == "source" ? "" : " " + (member.1.string ?? member.1.text)
      }
      return event.type.name + words.joined()
    }
  }

  mutating func look(_ t: Double) { pixels = scene.picture(at: Self.instant(t)) }

  /// Looks at what is handed over as a picture of the screen.
  mutating func lookAtCopy(_ t: Double) {
    scene.show(at: Self.instant(t))
    var copy = scene
    copy.concealPasswords(at: Self.instant(t))
    pixels = copy.picture(at: Self.instant(t))
  }

  /// The colour of a pixel of the view.
  func color(_ x: Int, _ y: Int) -> UInt32 {
    let place = transform.bufferRect(
      ofView: PixelRect(left: x, top: y, right: x + 1, bottom: y + 1)
    )
    let start = (place.top * transform.bufferSize.width + place.left) * 4
    return UInt32(pixels[start]) | UInt32(pixels[start + 1]) << 8 | UInt32(pixels[start + 2]) << 16
  }

  /// Whether all of some pixels of the view have one colour.
  func isAll(_ color: UInt32, _ columns: ClosedRange<Int>, _ rows: ClosedRange<Int>) -> Bool {
    rows.allSatisfy { y in columns.allSatisfy { self.color($0, y) == color } }
  }

  /// The columns of T in which some pixel has a colour that `isWanted`.
  func columns(
    _ range: ClosedRange<Int> = 500...779,
    rows: ClosedRange<Int> = 283...316,
    where isWanted: (UInt32) -> Bool
  ) -> [Int] {
    range.filter { x in rows.contains { isWanted(color(x, $0)) } }
  }

  /// The columns with ink of the text, which is neither field nor caret.
  var inkColumns: [Int] {
    columns { color in
      let (red, green, blue) = (color >> 16, color >> 8 & 255, color & 255)
      // Text is grey, the caret is blue.
      return color != 0xFFFFFF && blue < red + 24 && blue < green + 24
    }
  }

  /// The columns that are the caret's from its first to its last row.
  var caretColumns: [Int] { columns(rows: 290...309) { $0 == 0x2F7CF6 } }

  /// The area of the field by the brightness of all pixels, where it is white and without ink.
  var area: Double {
    let sum = sumOfRed(pixels) - pixels.count / 4 * 0x10
    return Double(sum) / Double(0xFF - 0x10)
  }
}
