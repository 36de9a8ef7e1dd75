// SPDX-License-Identifier: Apache-2.0
import Geometry
import Raster
import TestSupport
import Testing

@testable import Typography

@Suite("Wrapped text")
struct TextBlockTests {
  let library: FontLibrary
  static let size = 32.0

  init() throws {
    library = try .open()
  }

  /// Wraps `text` into lines as wide as `letters` times the letter H.
  private func block(
    _ text: String,
    letters: Double,
    lines: Int = 9,
    font: String? = DejaVu.name
  ) throws -> TextBlock {
    try library.paragraph(
      text,
      font: font,
      pixelSize: Self.size,
      width: letters * DejaVu.advanceOfH * Self.size,
      lines: lines
    )
  }

  /// Expects that a block's lines look as single lines of these texts do.
  private func expect(
    _ block: TextBlock,
    _ lines: [String],
    font: String? = DejaVu.name,
    direction: TextDirection = .automatic,
    _ location: SourceLocation = #_sourceLocation
  ) throws {
    #expect(block.lines.count == lines.count, sourceLocation: location)
    for (line, text) in zip(block.lines, lines) {
      let single = try library.line(
        text,
        font: font,
        pixelSize: Self.size,
        direction: direction
      )
      #expect(abs(line.advance - single.advance) < 1e-9, "\(text)", sourceLocation: location)
      #expect(line.mask == single.mask, "\(text)", sourceLocation: location)
      #expect(line.isRightToLeft == single.isRightToLeft, sourceLocation: location)
    }
  }

  /// A space is 0.42 of an H wide, a hyphen 0.48, an ellipsis 1.33.
  static let cases: [(String, Double, [String])] = [
    ("HH HH HH", 5, ["HH HH", "HH"]),
    ("HH HH", 4.5, ["HH HH"]),
    ("HH HH", 4.4, ["HH", "HH"]),
    ("HH     HH", 2.2, ["HH", "HH"]),
    ("  HH", 9, ["  HH"]),
    ("HH  ", 2, ["HH"]),
    ("HHHHHHH", 3, ["HHH", "HHH", "H"]),
    ("H HHHHHH", 3.5, ["H", "HHH", "HHH"]),
    ("HH\u{A0}HH HH", 4.5, ["HH\u{A0}HH", "HH"]),
    ("HH\u{A0}HH HH", 4, ["HH\u{A0}H", "H HH"]),
    ("HH\u{202F}HH", 3, ["HH\u{202F}", "HH"]),
    ("HH-HH", 3, ["HH-", "HH"]),
    ("HH\u{2011}HH", 9, ["HH\u{2011}HH"]),
    ("HH\u{AD}HH", 3, ["HH\u{2010}", "HH"]),
    ("HH\u{AD}HH", 2.2, ["HH", "HH"]),
    ("HH\u{AD}HH", 9, ["HHHH"]),
    ("HHH\u{200B}HHH", 4, ["HHH", "HHH"]),
    ("HH\nHH", 9, ["HH", "HH"]),
    ("HH\r\nHH\n", 9, ["HH", "HH"]),
    ("HH\u{2028}HH\u{2029}HH\u{85}H", 9, ["HH", "HH", "HH", "H"]),
    ("\nHH", 9, ["", "HH"]),
    ("HH\n\nHH", 9, ["HH", "", "HH"]),
    ("H\tH", 9, ["H H"]),
    ("HH e\u{301}e\u{301}", 2.5, ["HH", "e\u{301}e\u{301}"]),
    ("", 9, []),
    ("\n", 9, [""]),
    (" ", 9, [""]),
  ]

  @Test("Lines end where UAX #14 allows it, else where they are full", arguments: cases)
  func wrapping(_ text: String, _ letters: Double, _ lines: [String]) throws {
    let block = try block(text, letters: letters)
    try expect(block, lines)
    #expect(!block.isCut)
  }

  @Test(
    "Ideographs may be parted, closing punctuation does not begin a line",
    arguments: [
      ("日本語日本語", 4.0, ["日本語日", "本語"]),
      ("日本語、日本", 3, ["日本", "語、日", "本"]),
      ("「日本」語", 2.5, ["「日", "本」", "語"]),
      ("日本 HH", 3.5, ["日本", "HH"]),
    ]
  )
  func ideographs(_ text: String, _ ems: Double, _ lines: [String]) throws {
    let block = try block(text, letters: ems / DejaVu.advanceOfH, font: nil)
    try expect(block, lines, font: nil)
  }

  @Test(
    "What has no room is cut, and the last line ends with an ellipsis",
    arguments: [
      ("HHHH HHHH HHHH", 5.5, 2, ["HHHH", "HHHH…"]),
      ("HHHH HHHH HHHH", 5, 2, ["HHHH", "HHH…"]),
      ("HHHH HHHH", 5.5, 1, ["HHHH…"]),
      ("HH HHHHHH", 4, 1, ["HH…"]),
      ("HH\nHH", 9, 1, ["HH…"]),
      ("HH\nHH", 9, 0, ["HH…"]),
      ("HHHHHH", 1.4, 1, ["…"]),
      ("HHHHHH", 0.5, 2, ["H", "…"]),
    ]
  )
  func cutting(_ text: String, _ letters: Double, _ count: Int, _ lines: [String]) throws {
    let block = try block(text, letters: letters, lines: count)
    try expect(block, lines)
    #expect(block.isCut)
  }

  @Test("Hebrew wraps from the right, and each line keeps the paragraph's direction")
  func hebrew() throws {
    let lines = try library.paragraph(
      "אב 12 HH גד",
      font: DejaVu.name,
      pixelSize: Self.size,
      width: 4 * DejaVu.advanceOfH * Self.size,
      lines: 9
    )
    try expect(lines, ["אב 12", "HH גד"], direction: .rightToLeft)
    let cut = try block("אבגדהוזחט", letters: 4, lines: 1)
    // The ellipsis stands at the left end.
    let ellipsis = try library.line("…", font: DejaVu.name, pixelSize: Self.size)
    #expect(cut.lines.first?.mask.origin.x == ellipsis.mask.origin.x)
    #expect(cut.isCut && cut.lines.first?.isRightToLeft == true)
  }

  @Test("Each paragraph of a text has the direction of its own first letter")
  func paragraphs() throws {
    let block = try block("H!\nא!\nH!", letters: 9)
    try expect(block, ["H!", "א!", "H!"])
    #expect(block.lines.map(\.isRightToLeft) == [false, true, false])
  }

  @Test("Lines are as high as the font says, in whole pixels", arguments: [10.0, 17, 40])
  func heights(_ size: Double) throws {
    let block = try library.paragraph(
      "H\nH\nH",
      font: DejaVu.name,
      pixelSize: size,
      width: 500,
      lines: 3
    )
    #expect(block.ascent == Int((DejaVu.ascent * size).rounded(.up)))
    #expect(block.descent == Int((DejaVu.descent * size).rounded(.up)))
    #expect(
      block.lineHeight
        == max(Int((DejaVu.lineHeight * size).rounded(.up)), block.ascent + block.descent)
    )
    #expect(block.height == block.ascent + 2 * block.lineHeight + block.descent)
  }

  @Test("Very long text is cut at its limit, at any number of lines")
  func longText() throws {
    let text = String(repeating: "HH ", count: 30_000)
    let wide = try library.paragraph(
      text,
      font: DejaVu.name,
      pixelSize: 4,
      width: 1e9,
      lines: .max
    )
    #expect(wide.isCut && wide.lines.count <= TextBlock.maximumLineCount)
    let narrow = try library.paragraph(
      text,
      font: DejaVu.name,
      pixelSize: 4,
      width: 20,
      lines: .max
    )
    #expect(narrow.isCut && narrow.lines.count == TextBlock.maximumLineCount)
  }

  @Test(
    "Odd sizes and rooms are harmless",
    arguments: [0, -1, .nan, .infinity, 1e-9, 1e300] as [Double],
    [0, -5, .nan, .infinity, 40] as [Double]
  )
  func oddNumbers(_ size: Double, _ width: Double) throws {
    let block = try library.paragraph(
      "Sw el",
      font: nil,
      pixelSize: size,
      width: width,
      lines: 2
    )
    #expect(block.lines.count <= 2)
    #expect(block.lines.allSatisfy { $0.mask.mask.bytes.count < 16 << 20 })
  }

  @Test("Any text keeps to its room and its lines", arguments: 0..<100)
  func anyText(_ seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    let blocks: [UInt32] = [0, 0x300, 0x590, 0x600, 0x900, 0xE00, 0x2000, 0x4E00, 0x1F600]
    var scalars = String.UnicodeScalarView()
    for _ in 0..<random.below(120) {
      let value = blocks[random.below(blocks.count)] + UInt32(random.below(256))
      if let scalar = Unicode.Scalar(value) { scalars.append(scalar) }
    }
    let width = Double(60 + random.below(200))
    let count = 1 + random.below(5)
    let block = try library.paragraph(
      String(scalars),
      font: nil,
      pixelSize: 12,
      width: width,
      lines: count
    )
    #expect(block.lines.count <= count)
    #expect(block.lines.allSatisfy { $0.advance <= width + 0.02 })
  }
}
