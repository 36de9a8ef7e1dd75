// SPDX-License-Identifier: Apache-2.0
import Geometry
import TestSupport
import Testing

@testable import Raster

@Suite("Figures in tiles")
struct FigureTilesTests {
  /// Figures of glyphs that no font has, on a small screen.
  private struct Figures {
    let glyphs: FigureGlyphs
    let tiles: FigureTiles
    let transform: OutputTransform
    let center: Point

    init(rotation: Rotation, seed: Int) {
      var random = SplitMix(seed: seed)
      glyphs = FigureGlyphs(
        glyphs: (0..<FigureGlyphs.count).map { _ in
          PlacedMask(
            mask: anyMask(&random, width: 1 + random.below(12), height: 1 + random.below(14)),
            origin: PixelPoint(x: random.below(7) - 3, y: -random.below(16))
          )
        },
        advances: (0..<FigureGlyphs.count).map { _ in
          Double.random(in: 3...13, using: &random)
        },
        digitHeight: 11.5
      )
      transform = OutputTransform(
        bufferSize: PixelSize(width: 96, height: 80),
        rotation: rotation,
        scale: 1
      )
      center = Point(x: 40.25, y: 37.5)
      tiles = FigureTiles(glyphs, center: center, transform: transform)
    }

    /// The figure's weights by the buffer's row and column: sums of the glyphs', at most all.
    func weights(_ value: Int) -> [Int: [Int: Int]] {
      var weights: [Int: [Int: Int]] = [:]
      let indices = String(value).compactMap(\.wholeNumberValue) + [FigureGlyphs.percentSign]
      var pen = center.x - indices.reduce(0) { $0 + glyphs.advances[$1] } / 2
      let baseline = Int((center.y + glyphs.digitHeight / 2).rounded())
      for index in indices {
        let (mask, origin) = (glyphs.glyphs[index].mask, glyphs.glyphs[index].origin)
        for y in 0..<mask.size.height {
          for x in 0..<mask.size.width {
            let (left, top) = (Int(pen.rounded()) + origin.x + x, baseline + origin.y + y)
            let pixel = transform.bufferRect(
              ofView: PixelRect(left: left, top: top, right: left + 1, bottom: top + 1)
            )
            let added = Int(weight(of: mask.bytes[y * mask.size.width + x]))
            let sum = weights[pixel.top]?[pixel.left] ?? 0
            weights[pixel.top, default: [:]][pixel.left] = min(256, sum + added)
          }
        }
        pen += glyphs.advances[index]
      }
      return weights
    }
  }

  /// Checks that `columns` show `value` and nothing else.
  private func check(_ columns: borrowing FigureColumns, _ value: Int, of figures: Figures) {
    let view = FigureView(columns, tiles: figures.tiles, figure: figures.tiles.figure(value))
    let expected = figures.weights(value)
    for (y, row) in expected {
      for (x, weight) in row where weight > 0 {
        let isInside =
          y >= view.bounds.top && y < view.bounds.bottom && x >= view.bounds.left
          && x < view.bounds.right
        #expect(isInside, "\(value): column \(x) of row \(y)")
      }
    }
    let bounds = view.bounds
    for y in bounds.top..<bounds.bottom {
      for block in bounds.left >> 4...(bounds.right - 1) >> 4 {
        let found = view.weight(block: block, row: y) ?? Lanes()
        #expect(view.hasInk(block: block, row: y) == !isZero(found))
        for lane in 0..<16 {
          let weight = expected[y]?[block * 16 + lane] ?? 0
          #expect(Int(found[lane]) == weight, "\(value): column \(block * 16 + lane) of row \(y)")
        }
      }
    }
  }

  @Test(
    "Each figure has its glyphs' ink at its pen's places",
    arguments: Rotation.allCases,
    [0, 1, 3, 5, 7, 9, 10, 18, 26, 42, 60, 77, 84, 99, 100]
  )
  func ink(rotation: Rotation, value: Int) {
    let figures = Figures(rotation: rotation, seed: value)
    var columns = FigureColumns(bounds: figures.tiles.bounds)
    columns.show(figures.tiles.figure(value))
    check(columns, value, of: figures)
  }

  @Test("A figure takes the place of the one before", arguments: Rotation.allCases, 0..<3)
  func changes(rotation: Rotation, seed: Int) {
    let figures = Figures(rotation: rotation, seed: seed)
    var random = SplitMix(seed: seed)
    var columns = FigureColumns(bounds: figures.tiles.bounds)
    for _ in 0..<12 {
      let value = random.below(101)
      columns.show(figures.tiles.figure(value))
      check(columns, value, of: figures)
    }
  }

  @Test("The one glyph of a block column has all of its ink", arguments: Rotation.allCases)
  func lone(rotation: Rotation) throws {
    let figures = Figures(rotation: rotation, seed: 5)
    var columns = FigureColumns(bounds: figures.tiles.bounds)
    columns.show(figures.tiles.figure(84))
    let view = FigureView(columns, tiles: figures.tiles, figure: figures.tiles.figure(84))
    let rows = view.bounds.top..<view.bounds.bottom
    var count = 0
    for block in view.bounds.left >> 4...(view.bounds.right - 1) >> 4 {
      guard let part = view.lonePart(block: block) else { continue }
      count += 1
      for y in rows {
        let isInside = part.rows(in: rows).contains(y)
        let ink = isInside ? view.weight(tile: part.tile(row: Int32(y))) : Lanes()
        #expect(ink == view.weight(block: block, row: y) ?? Lanes())
      }
    }
    #expect(count > 0)
  }

  @Test("Two figures look the same outside of their difference", arguments: 0..<40)
  func difference(seed: Int) {
    let figures = Figures(rotation: .quarter, seed: seed)
    var random = SplitMix(seed: seed)
    let (one, other) = (random.below(101), random.below(101))
    let rect = FigureTiles.difference(figures.tiles.figure(one), figures.tiles.figure(other))
    let (before, after) = (figures.weights(one), figures.weights(other))
    for y in 0..<80 {
      for x in 0..<96 where (before[y]?[x] ?? 0) != (after[y]?[x] ?? 0) {
        #expect(
          x >= rect.left && x < rect.right && y >= rect.top && y < rect.bottom,
          "\(one) and \(other): column \(x) of row \(y)"
        )
      }
    }
    let same = FigureTiles.difference(figures.tiles.figure(one), figures.tiles.figure(one))
    #expect(same.isEmpty)
  }

  @Test("Values beyond the end show the end", arguments: [101, Int.max])
  func clamped(value: Int) {
    let figures = Figures(rotation: .none, seed: 1)
    for index in 0..<4 {
      #expect(figures.tiles.figure(value)[index] == figures.tiles.figure(100)[index])
    }
  }

  @Test("Below 0 there is no figure", arguments: [-1, -3, Int.min])
  func none(value: Int) {
    let figures = Figures(rotation: .none, seed: 1)
    let shown = figures.tiles.figure(value)
    for index in 0..<4 { #expect(shown[index] == FigureTiles.Slot()) }
    #expect(!FigureTiles.difference(shown, figures.tiles.figure(0)).isEmpty)
  }
}
