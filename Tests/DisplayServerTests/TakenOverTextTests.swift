// SPDX-License-Identifier: Apache-2.0
import Configuration
import Geometry
import MonotonicTime
import Presentation
import Raster
import Testing
import Touch
import VirtualKiosk

@testable import DisplayServer
@testable import Widgets

@Suite("Typed texts at a reload")
struct TakenOverTextTests {
  private let instant = MonotonicInstant(seconds: 1)

  private func scene(_ toml: String) throws -> Scene {
    Scene(
      try settings(toml).widgets,
      transform: OutputTransform(
        bufferSize: PixelSize(width: 1280, height: 800),
        rotation: .none,
        scale: 1
      ),
      background: Color(rgb: 0x101418),
      bufferCount: 2,
      materials: SceneMaterials(lines: LineWorkshop(), clock: SceneClock(startingAt: 0)),
      at: instant
    )
  }

  /// Where a field's text lies.
  private func place(_ field: TextField) -> UInt {
    unsafe field.edit.storage.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
  }

  @Test("A text whose field has the limits that it had is not looked at again, others are")
  func asItIs() throws {
    let old =
      "[[text]]\nid = \"a\"\n[[text]]\nid = \"b\"\n[[text]]\nid = \"c\"\n[[text]]\nid = \"d\"\n"
    var before = try scene(old)
    for index in 0..<4 { #expect(before.shelves.texts[index].edit.set("12é", caret: 1) == nil) }
    before.shelves.texts[3].edit.selectAll()
    let places = before.shelves.texts.map(place)
    // The first has gone, the second takes fewer characters, the third is longer and has another text.
    var after = try scene(
      "[[text]]\nid = \"b\"\nmax_length = 2\n[[text]]\nid = \"c\"\nmax_length = 9\ntext = \"x\"\n"
        + "[[text]]\nid = \"d\"\ntext = \"y\"\n"
    )
    _ = after.takeOver(from: before)
    before.forgetTexts()
    #expect(after.shelves.texts.map(\.edit.text) == ["", "12é", "12é"])
    #expect(after.shelves.texts.map(\.edit.caret) == [0, 1, 3])
    #expect(after.shelves.texts.map(\.edit.isSelected) == [false, false, true])
    #expect(after.shelves.texts.map(place).map { places.contains($0) } == [false, false, true])
    #expect(before.shelves.texts.allSatisfy { $0.edit.storage.allSatisfy { $0 == 0 } })
  }
}
