// SPDX-License-Identifier: Apache-2.0
import Geometry
import Raster
import Testing

@testable import Typography

@Suite("Figure glyphs")
struct FigureGlyphsTests {
  @Test("Digits have equal advances and stay inside them", arguments: [12.0, 48, 96.5])
  func tabular(_ size: Double) throws {
    let figures = try FontLibrary.open().figureGlyphs(font: "DejaVu Sans", pixelSize: size)
    // DejaVu Sans 2.37: digits 1303, percent 1946 of 2048 units; the digit 1 is 1493 high.
    #expect(figures.advances.prefix(10).allSatisfy { abs($0 - 1303 / 2048 * size) < 1e-9 })
    #expect(abs(figures.advances[10] - 1946 / 2048 * size) < 1e-9)
    #expect(abs(figures.digitHeight - 1493 / 2048 * size) < 1e-9)
    for (glyph, advance) in zip(figures.glyphs, figures.advances) {
      #expect(glyph.origin.x >= 0)
      #expect(Double(glyph.origin.x + glyph.mask.size.width) <= advance + 1)
      let foot = glyph.origin.y + glyph.mask.size.height
      #expect(foot >= 0 && Double(foot) <= 0.03 * size + 1)
    }
    #expect(Set(figures.glyphs).count == 11)
  }

  @Test("Another text than the percent sign may stand behind the digits, or none")
  func tails() throws {
    let library = try FontLibrary.open()
    let size = 48.0
    let usual = try library.figureGlyphs(font: "DejaVu Sans", pixelSize: size)
    let spaced = try library.figureGlyphs(font: "DejaVu Sans", tail: " %", pixelSize: size)
    // DejaVu Sans 2.37: the space has 651 of 2048 units.
    #expect(abs(spaced.advances[10] - (651 + 1946) / 2048 * size) < 1e-9)
    #expect(spaced.glyphs[10].origin.x >= Int(651 / 2048 * size))
    #expect(spaced.glyphs.prefix(10) == usual.glyphs.prefix(10))
    let bare = try library.figureGlyphs(font: "DejaVu Sans", tail: "", pixelSize: size)
    #expect(bare.advances[10] == 0 && bare.glyphs[10] == .nothing)
    let long = String(repeating: "%", count: 16)
    let wide = try library.figureGlyphs(font: "DejaVu Sans", tail: long, pixelSize: size)
    #expect(Double(wide.glyphs[10].mask.size.width) > 15 * 1946 / 2048 * size)
    #expect(SegmentFigures.glyphs(pixelSize: size, hasPercentSign: false).advances[10] == 0)
  }

  @Test("Built-in figures have the area of their segments", arguments: [1.0, 10, 33.3, 100])
  func segments(_ size: Double) {
    let figures = SegmentFigures.glyphs(pixelSize: size)
    func area(_ index: Int) -> Double {
      Double(figures.glyphs[index].mask.bytes.reduce(0) { $0 + Int($1) }) / 255 / (size * size)
    }
    // An 8 is a frame 0.46 × 0.73 with strokes of 0.1 and a middle bar of 0.26 × 0.1 inside.
    let eight = 0.46 * 0.73 - 0.26 * 0.53 + 0.26 * 0.1
    let slack = 0.15 / size + 0.003
    #expect(abs(area(8) - eight) < slack)
    #expect(abs(area(0) - (eight - 0.026)) < slack)
    #expect(abs(area(1) - 0.073) < slack)
    #expect(figures.advances.count == 11)
    if size >= 10 { #expect(Set(figures.glyphs).count == 11) }
  }

  @Test("Odd sizes are harmless", arguments: [0, -3, .nan, .infinity] as [Double])
  func oddSizes(_ size: Double) throws {
    let figures = try FontLibrary.open().figureGlyphs(font: nil, pixelSize: min(size, 100))
    #expect(figures.advances.allSatisfy { $0.isFinite && $0 > 0 })
    #expect(SegmentFigures.glyphs(pixelSize: min(size, 100)).glyphs.count == 11)
  }
}
