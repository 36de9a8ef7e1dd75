// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import Typography

@Suite("Boxes around ink")
struct GlyphBoundsTests {
  private let box = GlyphBounds(minX: 0, minY: -1, maxX: 2, maxY: 3)

  @Test("A box without width or height has no ink, and adds none to another")
  func empty() {
    let line = GlyphBounds(minX: -5, minY: 1, maxX: 9, maxY: 1)
    let column = GlyphBounds(minX: 7, minY: -9, maxX: 7, maxY: 9)
    for none in [line, column, .empty] {
      #expect(none.isEmpty)
      #expect(box.union(none) == box)
    }
    #expect(!box.isEmpty && box.width == 2 && box.height == 4)
    #expect(GlyphBounds.empty.union(box) == box)
    #expect(GlyphBounds.empty.width == 0 && GlyphBounds.empty.height == 0)
  }

  @Test("Two boxes with ink lie in their union")
  func union() {
    let other = GlyphBounds(minX: 1, minY: -4, maxX: 5, maxY: 0)
    #expect(box.union(other) == GlyphBounds(minX: 0, minY: -4, maxX: 5, maxY: 3))
    #expect(
      other.translated(x: 1, y: 2) == GlyphBounds(minX: 2, minY: -2, maxX: 6, maxY: 2)
    )
  }
}
