// SPDX-License-Identifier: Apache-2.0
import Geometry
import Raster
import TestSupport
import Testing

@testable import Typography

@Suite("Text line")
struct TextLineTests {
  let library: FontLibrary
  static let size = 32.0

  init() throws {
    library = try .open()
  }

  private func line(
    _ text: String,
    font: String? = DejaVu.name,
    size: Double = size,
    direction: TextDirection = .automatic
  ) throws -> TextLine {
    try library.line(text, font: font, pixelSize: size, direction: direction)
  }

  /// What characters take that stand alone, in the order of `text`.
  private func widths(_ text: String) throws -> [Double] {
    try text.map { try line(String($0)).advance }
  }

  private func expectEqual(
    _ boundaries: [TextBoundary],
    _ expected: [Double],
    _ location: SourceLocation = #_sourceLocation
  ) {
    #expect(boundaries.count == expected.count, sourceLocation: location)
    for (boundary, x) in zip(boundaries, expected) {
      #expect(abs(boundary.x - x) < 1e-9, sourceLocation: location)
    }
  }

  @Test("Letters stand an advance apart, and the end is behind the last")
  func letters() throws {
    let step = DejaVu.advanceOfH * Self.size
    let line = try line("HHHH")
    expectEqual(line.boundaries, (0...4).map { Double($0) * step })
    #expect(abs(line.advance - 4 * step) < 1e-9)
    #expect(line.boundaries.map(\.byteOffset) == [0, 1, 2, 3, 4])
    #expect(line.boundaries.allSatisfy { !$0.isRightToLeft } && !line.isRightToLeft)
    #expect(line.boundaries.dropLast().count == 4 && !line.isCut)
  }

  @Test("The ink lies at the pen on the baseline, nothing shrunk", arguments: [9.0, 17, 32.5, 200])
  func ink(_ size: Double) throws {
    let line = try line("HHHHHHHHHHHHHHHHHHHH", size: size)
    let bearing = DejaVu.bearingOfH * size
    #expect(line.mask.origin.x == Int(bearing.rounded(.down)))
    #expect(line.mask.origin.y + line.mask.mask.size.height == 0)
    #expect(line.mask.mask.size.height == Int((DejaVu.capHeight * size).rounded(.up)))
    let right = (19 * DejaVu.advanceOfH + DejaVu.bearingOfH + DejaVu.widthOfH) * size
    #expect(line.mask.origin.x + line.mask.mask.size.width == Int(right.rounded(.up)))
    #expect(abs(line.baselineDrop - DejaVu.capHeight * size / 2) < 1e-9)
  }

  @Test("Spaces count at both ends, and move what is behind them")
  func spaces() throws {
    let space = DejaVu.advanceOfSpace * Self.size
    let letter = DejaVu.advanceOfH * Self.size
    let line = try line(" H  ")
    expectEqual(
      line.boundaries,
      [0, space, space + letter, 2 * space + letter, 3 * space + letter]
    )
    #expect(line.mask.origin.x == Int((space + DejaVu.bearingOfH * Self.size).rounded(.down)))
    #expect(try self.line("   ").advance == 3 * space)
  }

  @Test("Controls and breaks are spaces, CR LF one character of two")
  func controls() throws {
    #expect(try line("a\tb\nc\u{2028}d").boundaries.map(\.x) == line("a b c d").boundaries.map(\.x))
    #expect(try line("a\tb\nc\u{2028}d").boundaries.map(\.byteOffset) == [0, 1, 2, 3, 4, 5, 8, 9])
    #expect(try line("a\r\nb").boundaries.map(\.byteOffset) == [0, 1, 3, 4])
  }

  @Test("An empty line has one place, at 0", arguments: TextDirection.allCases)
  func empty(_ direction: TextDirection) throws {
    let line = try line("", direction: direction)
    let isRightToLeft = direction == .rightToLeft
    #expect(
      line.boundaries == [TextBoundary(x: 0, byteOffset: 0, isRightToLeft: isRightToLeft)]
    )
    #expect(line.advance == 0 && line.mask.mask.bytes.isEmpty)
    #expect(line.isRightToLeft == isRightToLeft)
  }

  @Test("A ligature's advance is divided evenly, from the right in Arabic")
  func ligatures() throws {
    let latin = try line("fi")
    try #require(library.layout(TextParagraph("fi"), font: DejaVu.name).glyphs.count == 1)
    expectEqual(latin.boundaries, [0, latin.advance / 2, latin.advance])
    let arabic = try line("\u{0644}\u{0627}")
    try #require(
      library.layout(TextParagraph("\u{0644}\u{0627}"), font: DejaVu.name).glyphs.count == 1
    )
    expectEqual(arabic.boundaries, [arabic.advance, arabic.advance / 2, 0])
    #expect(arabic.boundaries.allSatisfy { $0.isRightToLeft })
  }

  @Test("Hebrew runs from the right end to the left one")
  func hebrew() throws {
    let widths = try widths("שלום")
    let line = try line("שלום")
    let total = widths.reduce(0, +)
    expectEqual(
      line.boundaries,
      [total, widths[1] + widths[2] + widths[3], widths[2] + widths[3], widths[3], 0]
    )
    #expect(line.isRightToLeft)
  }

  @Test("Hebrew and numbers in a line from left to right stand as UAX #9 says")
  func mixedFromLeft() throws {
    // Seen: ab␣12␣םולש; the caret belongs to the character behind it.
    let text = "ab שלום 12"
    let width = try widths(text)
    let start = width[0] + width[1] + width[2]
    let digits = start + width[8] + width[9]
    let line = try line(text)
    expectEqual(
      line.boundaries,
      [
        0, width[0], width[0] + width[1],
        line.advance, line.advance - width[3], line.advance - width[3] - width[4],
        line.advance - width[3] - width[4] - width[5], digits + width[7],
        start, start + width[8], line.advance,
      ]
    )
    #expect(
      line.boundaries.map(\.isRightToLeft)
        == [false, false, false, true, true, true, true, true, false, false, false]
    )
  }

  @Test("Latin in a line from right to left stands at the left, the end before it")
  func mixedFromRight() throws {
    // Seen: ab␣בא
    let width = try widths("אב ab")
    let line = try line("אב ab")
    expectEqual(
      line.boundaries,
      [
        line.advance, line.advance - width[0], width[3] + width[4] + width[2], 0, width[3], 0,
      ]
    )
    #expect(line.isRightToLeft)
    #expect(line.boundaries.last?.isRightToLeft == true)
  }

  @Test("The direction that is asked for moves punctuation and the end")
  func direction() throws {
    let width = try widths("ab!")
    let line = try line("ab!", direction: .rightToLeft)
    expectEqual(line.boundaries, [width[2], width[2] + width[0], width[2], 0])
    #expect(
      try self.line("שלום!", direction: .leftToRight).boundaries.last?.x
        == self.line("שלום!").advance
    )
  }

  @Test("Embeddings and isolates are honoured and take no room")
  func isolates() throws {
    let isolated = try line("a\u{2067}b!\u{2069}c")
    let width = try widths("ab!c")
    // Inside the isolate from right to left: !b
    expectEqual(
      isolated.boundaries,
      [
        0, width[0], width[0] + width[2], width[0] + width[2],
        width[0] + width[1] + width[2], width[0] + width[1] + width[2], isolated.advance,
      ]
    )
  }

  /// Texts of many writing systems, and fonts that have them.
  static let texts: [(String, String?)] = [
    ("e\u{301}x", DejaVu.name), ("\u{301}", DejaVu.name), ("\u{301}a", DejaVu.name),
    ("👨‍👩‍👧", DejaVu.name), ("👍🏽👎", DejaVu.name), ("🇩🇪🇫🇷", DejaVu.name), ("e\u{200D}\u{301}", DejaVu.name),
    ("بِسْمِ", DejaVu.name), ("السلام عليكم", DejaVu.name), ("שָׁלוֹם", DejaVu.name),
    ("नमस्ते", "Lohit Devanagari"), ("कि", "Lohit Devanagari"), ("क्षत्रिय र्क", "Lohit Devanagari"),
    ("ที่นี่", "Loma"), ("น้ำกำ", "Loma"), ("日本語、中文", nil), ("한국어", nil),
    ("\u{1112}\u{1161}\u{11AB}", nil),
    ("\r\n", nil), ("\u{200D}\u{200D}", nil), ("a\u{200B}b", DejaVu.name),
  ]

  @Test("Characters are Swift's, whatever the shaper makes of them", arguments: texts)
  func characters(_ text: String, _ font: String?) throws {
    let line = try line(text, font: font)
    let starts = text.indices.map { text.utf8.distance(from: text.startIndex, to: $0) }
    #expect(line.boundaries.map(\.byteOffset) == starts + [text.utf8.count])
    for boundary in line.boundaries {
      #expect(boundary.x > -1e-9 && boundary.x < line.advance + 1e-9)
    }
    let places = line.boundaries.map(\.x)
    let sorted = places.sorted()
    // One direction each: the places are in order, from one end to the other.
    #expect(places == (line.isRightToLeft ? sorted.reversed() : sorted))
    #expect(sorted.first == 0 && abs((sorted.last ?? 0) - line.advance) < 1e-9)
  }

  @Test(
    "Marks take no room of their own, with a letter or without",
    arguments: [("e\u{301}x", "ex", DejaVu.name), ("न\u{902}", "न", "Lohit Devanagari")]
  )
  func marks(_ marked: String, _ plain: String, _ font: String) throws {
    let marked = try line(marked, font: font)
    expectEqual(marked.boundaries, try line(plain, font: font).boundaries.map(\.x))
  }

  @Test("Composed and decomposed text stay what they are")
  func notNormalised() throws {
    #expect(try line("\u{E9}").boundaries.map(\.byteOffset) == [0, 2])
    #expect(try line("e\u{301}").boundaries.map(\.byteOffset) == [0, 3])
  }

  @Test("Long text is cut between characters, at 256 of them and at 1024 bytes")
  func limits() throws {
    let letters = try line(String(repeating: "x", count: 70_000), size: 4)
    #expect(letters.boundaries.dropLast().count == 256 && letters.isCut)
    #expect(letters.boundaries.last?.byteOffset == 256)
    #expect(try !line(String(repeating: "x", count: 256), size: 4).isCut)
    // 25 bytes each: 40 of them are 1000 bytes.
    let families = try line(String(repeating: "👨‍👩‍👧‍👦", count: 50), size: 4)
    #expect(families.boundaries.dropLast().count == 40 && families.isCut)
    #expect(families.boundaries.last?.byteOffset == 1000)
    let pile = try line("a" + String(repeating: "\u{301}\u{316}", count: 20_000), size: 4)
    #expect(pile.boundaries.dropLast().count == 1 && pile.isCut)
    #expect((pile.boundaries.last?.byteOffset ?? .max) <= 1024)
  }

  @Test(
    "Odd sizes give a bounded line",
    arguments: [0, -1, .nan, .infinity, 1e-9, 1e300] as [Double]
  )
  func oddSizes(_ size: Double) throws {
    let line = try line("Sw\u{5D0}", size: size)
    #expect(line.boundaries.count == 4)
    #expect(line.advance.isFinite && line.boundaries.allSatisfy { $0.x.isFinite })
    #expect(line.mask.mask.bytes.count < 16 << 20)
  }

  @Test("Any text has as many places as characters, all of them in the line", arguments: 0..<150)
  func anyText(_ seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    let blocks: [UInt32] = [0, 0x300, 0x590, 0x600, 0x900, 0xE00, 0x2000, 0x4E00, 0xFE00, 0x1F600]
    var scalars = String.UnicodeScalarView()
    for _ in 0..<random.below(60) {
      let value = blocks[random.below(blocks.count)] + UInt32(random.below(256))
      if let scalar = Unicode.Scalar(value) { scalars.append(scalar) }
    }
    let text = String(scalars)
    let line = try line(text, font: nil, size: 12)
    #expect(line.boundaries.dropLast().count == text.count)
    #expect(line.boundaries.last?.byteOffset == text.utf8.count)
    #expect(line.boundaries.allSatisfy { $0.x > -1e-6 && $0.x < line.advance + 1e-6 })
    for boundary in line.boundaries {
      let nearest = line.boundaries[line.nearestBoundary(to: boundary.x)]
      #expect(abs(nearest.x - boundary.x) < 1e-5)
    }
  }
}
