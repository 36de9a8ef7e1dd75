// SPDX-License-Identifier: Apache-2.0
import Raster
import Testing

@testable import Typography

@Suite("Caret in a text line")
struct TextLineCaretTests {
  private func line(_ text: String, direction: TextDirection = .automatic) throws -> TextLine {
    try FontLibrary.open()
      .line(text, font: DejaVu.name, pixelSize: 20, direction: direction)
  }

  @Test(
    "The nearest place is that of the nearer edge",
    arguments: [0.0, 0.49, 0.51, 1.49, 1.51, 9]
  )
  func nearest(_ letters: Double) throws {
    let step = DejaVu.advanceOfH * 20
    let index = try line("HH").nearestBoundary(to: letters * step)
    #expect(index == min(2, Int(letters.rounded())))
  }

  @Test("Odd places are harmless", arguments: [-.infinity, -1, .infinity, .nan] as [Double])
  func odd(_ x: Double) throws {
    #expect((0...2).contains(try line("HH").nearestBoundary(to: x)))
    #expect(try line("").nearestBoundary(to: x) == 0)
  }

  @Test("Where runs meet, the line's own direction counts")
  func ties() throws {
    // Seen: ab␣םולש; the right end is both before the Hebrew word and behind it.
    let mixed = try line("ab שלום")
    #expect(mixed.nearestBoundary(to: mixed.advance) == 7)
    #expect(mixed.nearestBoundary(to: mixed.advance + 5) == 7)
    let hebrew = try line("שלום")
    #expect(hebrew.nearestBoundary(to: -5) == 4)
    #expect(hebrew.nearestBoundary(to: hebrew.advance + 5) == 0)
  }

  @Test("A touch beside an invisible character leads behind it")
  func invisible() throws {
    let line = try line("a\u{200B}b")
    #expect(line.boundaries[1].x == line.boundaries[2].x)
    #expect(line.nearestBoundary(to: line.boundaries[1].x) == 2)
  }
}
