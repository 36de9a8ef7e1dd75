// SPDX-License-Identifier: Apache-2.0
import Geometry
import Raster
import Testing

@testable import Widgets

@Suite("Icons of rows that are read beside the loop")
struct ListIconsTests {
  private func list(_ files: [String], _ reader: HeldReader) -> (inks: ListInks, rows: ListRows) {
    var settings = ListSettings(id: "places")
    settings.rowHeight = 20
    settings.gap = 4
    for (number, file) in files.enumerated() {
      var row = ListRow(id: "r\(number)")
      row.label = "Row \(number)"
      row.icon = file
      _ = settings.rows.append(row)
    }
    let size = PixelSize(width: 160, height: 120)
    let place = WidgetPlace(
      frame: Rect(x: 10, y: 10, width: 140, height: 100),
      transform: OutputTransform(bufferSize: size, rotation: .none, scale: 1),
      background: Color(rgb: 0)
    )
    return (
      ListInks(settings, layout: ListLayout(settings, in: place), from: reader), settings.rows
    )
  }

  @Test("Rows are written before their icons come, and once more when these are there")
  func later() {
    let reader = HeldReader()
    let (made, rows) = list(["x.png", "", "x.png", "y.png"], reader)
    var inks = made
    inks.want()
    let isFirstNew = inks.advance(0..<4, rows: rows, velocity: 0)
    #expect(isFirstNew && reader.texts == 4 && reader.files.isEmpty && reader.held.count == 1)
    #expect(!inks.isDue && !inks.isComing)
    reader.readAll()
    // Each file once, as large as 1.2 of 7.2 points.
    #expect(reader.files == ["x.png 9", "y.png 9"] && inks.isDue)
    let isNew = inks.advance(0..<4, rows: rows, velocity: 0)
    // The row without an icon stays as it is.
    #expect(isNew && reader.texts == 7 && reader.held.isEmpty)
    while inks.isDue { _ = inks.advance(0..<4, rows: rows, velocity: 0) }
    #expect(reader.texts == 7 && reader.files.count == 2)
  }

  @Test("One that cannot be read is told once, and asked for no more")
  func missing() {
    let reader = HeldReader()
    let (made, rows) = list(["absent.png", "/etc/passwd"], reader)
    var inks = made
    inks.want()
    _ = inks.advance(0..<2, rows: rows, velocity: 0)
    reader.readAll()
    while inks.isDue { _ = inks.advance(0..<2, rows: rows, velocity: 0) }
    #expect(reader.held.isEmpty && reader.files == ["absent.png 9"])
    #expect(
      reader.complaints == [
        "an icon of \"places\" is left out: absent",
        "an icon of \"places\" is left out: /etc/passwd lies in none of the folders from which icons are shown",
      ]
    )
  }
}

/// Texts that are boxes, and images that are read when a test says so.
private final class HeldReader: LineMaker, @unchecked Sendable {
  private(set) var texts = 0
  private(set) var files: [String] = []
  private(set) var complaints: [String] = []
  private(set) var held: [@Sendable () -> Void] = []

  func readAll() {
    let all = held
    held = []
    for read in all { read() }
  }

  func readLater(_ read: @escaping @Sendable () -> Void) -> Bool {
    held.append(read)
    return true
  }

  func icon(_ path: String, fitting size: PixelSize) throws(MaterialFault) -> Icon {
    files.append("\(path) \(size.width)")
    guard !path.hasPrefix("absent") else { throw MaterialFault("absent") }
    return .ink(
      CoverageMask(size: size, bytes: Array(repeating: 255, count: size.width * size.height))
    )
  }

  func line(
    _ text: String,
    font: String,
    pixelSize: Double,
    direction: TextDirection
  ) throws(MaterialFault) -> TextLine { throw MaterialFault("there are no lines") }

  func block(
    _ text: String,
    font: String,
    pixelSize: Double,
    width: Int,
    lines: Int
  ) throws(MaterialFault) -> TextBlock {
    texts += 1
    let size = PixelSize(width: 20, height: 8)
    return TextBlock(
      lines: [
        TextBlock.Line(
          mask: PlacedMask(
            mask: CoverageMask(size: size, bytes: Array(repeating: 255, count: 160)),
            origin: PixelPoint(x: 0, y: -8)
          ),
          advance: 20,
          isRightToLeft: false
        )
      ],
      ascent: 10,
      descent: 2,
      lineHeight: 12,
      isCut: false
    )
  }

  func complain(_ sentence: String) { complaints.append(sentence) }
}
