// SPDX-License-Identifier: Apache-2.0
import Geometry
import Raster
import TestSupport
import Testing

@testable import Typography

@Suite("Label")
struct LabelTests {
  let library: FontLibrary

  init() throws {
    library = try .open()
  }

  private func label(
    _ text: String,
    size: Double = 32,
    width: Double? = nil,
    font: String? = DejaVu.name
  ) throws -> PlacedMask {
    try library.label(text, font: font, pixelSize: size, maximumWidth: width)
  }

  /// Sum of all coverages in pixels.
  private func area(_ mask: CoverageMask) -> Double {
    Double(mask.bytes.reduce(0) { $0 + Int($1) }) / 255
  }

  /// The centre of the ink along x, weighted by coverage, relative to the anchor.
  private func inkEdges(_ label: PlacedMask) -> (left: Double, right: Double) {
    let width = label.mask.size.width
    // A column's greatest coverage is the part of it that a vertical stem fills.
    let columns = (0..<width).map { column in
      stride(from: column, to: label.mask.bytes.count, by: width).map { label.mask.bytes[$0] }.max()
        ?? 0
    }
    let left = 1 - Double(columns.first ?? 0) / 255
    let right = 1 - Double(columns.last ?? 0) / 255
    return (Double(label.origin.x) + left, Double(label.origin.x + width) - right)
  }

  @Test(
    "Lines of one label stand a line's height apart, each centred, all together too",
    arguments: 2...8
  )
  func lines(_ count: Int) throws {
    let one = try label("HIH")
    let block = try library.paragraph(
      "H\nH",
      font: DejaVu.name,
      pixelSize: 32,
      width: 500,
      lines: 2
    )
    let text = repeatElement("HIH", count: count).joined(separator: "\n")
    let all = try label(text)
    #expect(all.mask.size.width == one.mask.size.width)
    #expect(all.origin.x == one.origin.x)
    let further = (count - 1) * block.lineHeight
    #expect(all.mask.size.height == one.mask.size.height + further)
    #expect(abs(Double(all.origin.y) - (Double(one.origin.y) - Double(further) / 2)) <= 0.5)
    let rows = one.mask.bytes.count
    #expect(all.mask.bytes.prefix(rows) == one.mask.bytes[...])
    #expect(all.mask.bytes.suffix(rows) == one.mask.bytes[...])
    #expect(try label(text + "\n") == all, "a break at the end begins no line")
  }

  @Test("A line is shrunk down to the least size that is given, and cut below it")
  func leastSize() throws {
    let text = "WWWWWWWW"
    let width = try library.labelWidth("H\n" + text, font: DejaVu.name)
    #expect(abs(width - (try library.labelWidth(text, font: DejaVu.name))) < 1e-9)
    #expect(try library.labelWidth(String(repeating: "a", count: 257), font: nil) == .infinity)
    func height(_ room: Double, least: Double) throws -> Int {
      let label = try library.label(
        text,
        font: DejaVu.name,
        pixelSize: 32,
        least: least,
        maximumWidth: room
      )
      #expect(Double(label.mask.size.width) <= room + 2)
      return label.mask.size.height
    }
    let capital = { (size: Double) in try label("W", size: size).mask.size.height }
    // Half of the room is for letters of half the size.
    #expect(abs(try height(width * 16, least: 12) - capital(16)) <= 1)
    #expect(abs(try height(width * 16, least: 20) - capital(20)) <= 1)
    #expect(abs(try height(width * 16, least: 40) - capital(32)) <= 1)
    // A part of a pixel that rounding takes away cuts nothing.
    #expect(abs(try height(width * 32 - 1e-9, least: 12) - capital(32)) <= 1)
  }

  @Test("Lines of one label have one size, that of the one that needs the smallest")
  func linesOfOneSize() throws {
    let wide = try label("WWWWWWWW")
    let room = Double(wide.mask.size.width) * 0.8
    let shrunk = try label("WWWWWWWW", width: room)
    let both = try label("H\nWWWWWWWW", width: room)
    #expect(both.mask.size.width == shrunk.mask.size.width)
    let capital = try label("H", size: 32 * 0.8)
    let upper = both.mask.bytes.prefix(both.mask.size.width * capital.mask.size.height)
    let height = stride(from: 0, to: upper.count, by: both.mask.size.width).count { row in
      upper[row..<(row + both.mask.size.width)].contains { $0 > 0 }
    }
    #expect(abs(height - capital.mask.size.height) <= 1)
  }

  @Test(
    "Scripts whose usual letter nobody has named are centred by their ink",
    arguments: ["ⵣⴰⴱ", "ກຂ", "ꓐꓑ"]
  )
  func otherScripts(text: String) throws {
    let label = try label(text, size: 40)
    let middle = Double(label.origin.y) + Double(label.mask.size.height) / 2
    #expect(abs(middle) <= 1)
  }

  @Test(
    "The ink of every script is centred on the anchor within half a pixel",
    arguments: ["Start", "确定", "ابدأ", "Größe", "שלום", "Отмена", "😀"],
    [9.0, 16, 31.5, 80]
  )
  func centredHorizontally(_ text: String, _ size: Double) throws {
    let ink = inkEdges(try label(text, size: size, font: nil))
    #expect(ink.right > ink.left)
    #expect(abs(ink.left + ink.right) / 2 <= 0.5)
  }

  @Test("A stem's edges lie where the font says, to a hundredth of a pixel", arguments: 10..<40)
  func exactPlace(_ size: Int) throws {
    let ink = inkEdges(try label("H", size: Double(size)))
    let half = DejaVu.widthOfH * Double(size) / 2
    #expect(abs(ink.left + half) < 0.015)
    #expect(abs(ink.right - half) < 0.015)
  }

  @Test("Capitals are centred vertically, with the baseline on a whole pixel", arguments: 10..<60)
  func centredVertically(_ size: Int) throws {
    let mask = try label("H", size: Double(size))
    let height = DejaVu.capHeight * Double(size)
    let bottom = mask.origin.y + mask.mask.size.height
    #expect(abs(Double(bottom) - height / 2) <= 0.5)
    #expect(abs(Double(mask.origin.y) - (Double(bottom) - height)) < 1)
    // A row cut by the baseline would be paler than the one above it.
    let width = mask.mask.size.width
    #expect(mask.mask.bytes.suffix(width) == mask.mask.bytes.dropLast(width).suffix(width))
  }

  @Test(
    "Ideographs, Arabic and Hebrew look centred too",
    arguments: [("国", 0.6), ("ا", 0.6), ("ה", 0.6)]
  )
  func otherScriptsCentredVertically(_ text: String, _ tolerance: Double) throws {
    let mask = try label(text, size: 40, font: nil)
    let middle = Double(mask.origin.y) + Double(mask.mask.size.height) / 2
    #expect(abs(middle) <= tolerance)
  }

  @Test("Labels of one script share a baseline", arguments: ["Hg", "HÄ", "Hx", "H…"])
  func sharedBaseline(_ text: String) throws {
    // The first column of all of them is the left stem of an H.
    func stem(_ label: PlacedMask) -> [Int] {
      let width = label.mask.size.width
      return (0..<label.mask.size.height).filter { label.mask.bytes[$0 * width + 2] > 200 }
        .map { $0 + label.origin.y }
    }
    let alone = stem(try label("H"))
    #expect(!alone.isEmpty)
    #expect(stem(try label(text)) == alone)
  }

  @Test("Coverage sums to the outline's area at any size", arguments: 8..<72)
  func area(_ size: Int) throws {
    let mask = try label("H", size: Double(size) + 0.37)
    let scale = Double(size) + 0.37
    let expected = DejaVu.areaOfH * scale * scale
    // Outlines are rounded to 1/64 pixel: half of that along a perimeter of less than 5 ems.
    #expect(abs(area(mask.mask) - expected) < 5 * scale / 128)
  }

  @Test("Letters stand an advance apart")
  func advances() throws {
    let paragraph = TextParagraph("HHHH")
    let layout = try library.layout(paragraph, font: DejaVu.name)
    #expect(layout.glyphs.map(\.x) == (0..<4).map { Double($0) * DejaVu.advanceOfH })
    #expect(layout.advance == 4 * DejaVu.advanceOfH)
    let six = inkEdges(try label("HHHHHH"))
    let four = inkEdges(try label("HHHH"))
    let difference = (six.right - six.left) - (four.right - four.left)
    #expect(abs(difference - 2 * 32 * DejaVu.advanceOfH) <= 0.04)
  }

  @Test("Arabic letters join: other glyphs than on their own, and narrower")
  func joining() throws {
    let joined = try library.layout(TextParagraph("ببب"), font: nil)
    let apart = try library.layout(TextParagraph("ب\u{200C}ب\u{200C}ب"), font: nil)
    let inked = apart.glyphs.filter { !$0.ink.isEmpty }
    #expect(joined.glyphs.count == 3 && inked.count == 3)
    #expect(Set(joined.glyphs.map(\.glyph)).count == 3)
    #expect(Set(inked.map(\.glyph)).count == 1)
    #expect(joined.advance < apart.advance)
  }

  @Test("Joined letters leave no gap: one stroke runs through the word")
  func seamless() throws {
    let mask = try label("ببب", size: 64, font: nil).mask
    let columns = (0..<mask.size.width).map { column in
      stride(from: column, to: mask.bytes.count, by: mask.size.width).contains {
        mask.bytes[$0] == 255
      }
    }
    #expect(columns.dropFirst(2).dropLast(2).allSatisfy { $0 })
  }

  @Test("Right-to-left text runs to the left, numbers inside it to the right")
  func visualOrder() throws {
    let layout = try library.layout(TextParagraph("אב 12"), font: DejaVu.name)
    let face = library.faces[try library.faceIndex(for: DejaVu.name)]
    let order = "12 בא".unicodeScalars.compactMap { face.glyph(for: $0) }
    #expect(layout.glyphs.map(\.glyph) == order)
    #expect(layout.glyphs.map(\.x) == layout.glyphs.map(\.x).sorted())
  }

  @Test("Brackets are mirrored in right-to-left text")
  func mirroring() throws {
    let layout = try library.layout(TextParagraph("א(ב"), font: DejaVu.name)
    let face = library.faces[try library.faceIndex(for: DejaVu.name)]
    #expect(layout.glyphs.map(\.glyph).dropFirst().first == face.glyph(for: ")"))
  }

  @Test("A ligature or a kerned pair may be narrower, never a different line")
  func kerning() throws {
    let pair = try library.layout(TextParagraph("AV"), font: DejaVu.name)
    let a = try library.layout(TextParagraph("A"), font: DejaVu.name)
    let v = try library.layout(TextParagraph("V"), font: DejaVu.name)
    #expect(pair.advance < a.advance + v.advance)
  }

  @Test("Characters that the font lacks come from another one", arguments: ["确定", "日本"])
  func fallback(_ text: String) throws {
    let layout = try library.layout(TextParagraph("A" + text), font: DejaVu.name)
    #expect(layout.glyphs.count == 3)
    #expect(Set(layout.glyphs.map(\.faceIndex)).count == 2)
    #expect(layout.glyphs.allSatisfy { $0.glyph != 0 })
  }

  @Test("A character that no font has becomes a box, and its neighbours stay")
  func missing() throws {
    let layout = try library.layout(TextParagraph("A\u{10FFFD}B"), font: DejaVu.name)
    #expect(layout.glyphs.map { $0.glyph == 0 } == [false, true, false])
    #expect(try !label("\u{10FFFD}").mask.bytes.isEmpty)
  }

  @Test("The kept style reaches the fallback")
  func boldFallback() throws {
    let bold = try library.layout(TextParagraph("ا"), font: "DejaVu Sans Mono:bold")
    let book = try library.layout(TextParagraph("ا"), font: "DejaVu Sans Mono")
    #expect(bold.ink.width > book.ink.width)
  }

  @Test("A wide line shrinks to its room, a wider one is cut and ends with an ellipsis")
  func shortening() throws {
    let whole = try label("Start").mask.size
    let room = Double(whole.width) * 0.8
    let shrunk = try label("Start", width: room).mask.size
    #expect(abs(Double(shrunk.width) - room) <= 1.5)
    #expect(shrunk.height < whole.height)
    let cut = try label("Start the long machine", width: 100).mask.size
    #expect(cut.width <= 101 && cut.width > 70)
    #expect(try label("Start the long machine", width: 3).mask.size.width <= 4)
    #expect(try label("Start", width: 0).mask.bytes.isEmpty)
  }

  @Test("The end of a line that was cut carries the ellipsis's dots")
  func ellipsis() throws {
    let cut = try label("HHHHHHHHHHHHHHHH", width: 120)
    let width = cut.mask.size.width
    let ink = (0..<cut.mask.size.height).filter { row in
      cut.mask.bytes[(row * width + width - 3)..<(row * width + width)].contains { $0 > 128 }
    }
    // Dots stand on the baseline and are far lower than an H.
    #expect(ink.count < cut.mask.size.height / 2)
    #expect(ink.last == cut.mask.size.height - 1)
  }

  @Test("64 KiB of text are drawn like their beginning")
  func longText() throws {
    let start = try label(String(repeating: "Swell ", count: 60), width: 150)
    #expect(try label(String(repeating: "Swell ", count: 11000), width: 150) == start)
  }

  @Test(
    "Odd sizes and rooms give a bounded mask",
    arguments: [0, -1, .nan, .infinity, 1e-9, 1e300] as [Double],
    [nil, 0, -5, .nan, .infinity, 40] as [Double?]
  )
  func oddNumbers(_ size: Double, _ width: Double?) throws {
    let mask = try label("Sw", size: size, width: width).mask.size
    #expect(mask.width <= 8194)
    if let width, width == 40 { #expect(mask.width <= 42) }
  }

  @Test("Any text at all gives a label that keeps to its room", arguments: 0..<150)
  func anyText(_ seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    let blocks: [UInt32] = [0, 0x300, 0x590, 0x600, 0x900, 0x1100, 0x2000, 0x4E00, 0xFE00, 0x1F600]
    var bytes: [UInt8] = (0..<random.below(20)).map { _ in UInt8(random.below(256)) }
    for _ in 0..<random.below(40) {
      let value = blocks[random.below(blocks.count)] + UInt32(random.below(256))
      if let scalar = Unicode.Scalar(value) { bytes += Array(String(scalar).utf8) }
    }
    let size = Double(1 + random.below(60))
    let room = Double(random.below(300))
    let text = String(decoding: bytes, as: UTF8.self)
    let mask = try library.label(text, font: nil, pixelSize: size, maximumWidth: room).mask
    #expect(Double(mask.size.width) <= room + 2)
    #expect(Double(mask.size.height) <= 8 * size + 2)
  }
}
