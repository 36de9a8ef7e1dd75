// SPDX-License-Identifier: Apache-2.0
import Geometry
import TestSupport
import Testing

@testable import Raster

@Suite("Pieces of a line with round ends")
struct TraceCapsuleTests {
  private let size = PixelSize(width: 200, height: 120)

  /// How far a position lies from the segment in a piece's middle.
  private func distance(_ x: Double, _ y: Double, to piece: TraceCapsule) -> Double {
    let (startX, startY) = (Double(piece.startX), Double(piece.startY))
    let (run, fall) = (Double(piece.endX) - startX, Double(piece.endY) - startY)
    let square = run * run + fall * fall
    let share = square > 0 ? ((x - startX) * run + (y - startY) * fall) / square : 0
    let near = min(max(share, 0), 1)
    let (across, down) = (x - startX - near * run, y - startY - near * fall)
    return (across * across + down * down).squareRoot()
  }

  /// The middles of the sixteen columns of a block.
  private func columns(_ block: Int) -> FloatLanes {
    var columns = FloatLanes()
    for lane in 0..<16 { columns[lane] = Float(block * 16 + lane) + 0.5 }
    return columns
  }

  @Test(
    "Both sides lie a radius away from the segment, wherever a column meets it",
    arguments: 0..<80
  )
  func sides(seed: Int) throws {
    var random = SplitMix(seed: seed)
    func position(_ bound: Int) -> Double { Double(random.below(bound * 100)) / 100 }
    let start = Point(x: position(160), y: position(120))
    // Level, steep either way, and short ones, too.
    let run = [position(40), position(2), 0.25, position(40)][seed % 4]
    let end = Point(x: start.x + run, y: seed % 5 == 0 ? start.y : position(120))
    let radius = 0.75 + position(9)
    let piece = try #require(
      seed % 8 == 0
        ? TraceCapsule(x: start.x, y: start.y, radius: radius)
        : TraceCapsule(start, end, share: 1, radius: radius, size: size)
    )
    for block in 0..<15 {
      let columns = columns(block)
      let (meets, tops, bottoms) = (
        piece.meets(columns), piece.tops(columns), piece.bottoms(columns)
      )
      #expect(piece.meetsAll(columns) == (0..<16).allSatisfy { meets[$0] })
      for lane in 0..<16 {
        let x = Double(columns[lane])
        let isNear = x > Double(piece.startX) - radius && x < Double(piece.endX) + radius
        #expect(meets[lane] == isNear, "\(x)")
        guard isNear else { continue }
        let (top, bottom) = (Double(tops[lane]), Double(bottoms[lane]))
        #expect(abs(distance(x, top, to: piece) - radius) < 0.01, "above at \(x)")
        #expect(abs(distance(x, bottom, to: piece) - radius) < 0.01, "beneath at \(x)")
        #expect(top <= bottom && distance(x, (top + bottom) / 2, to: piece) < radius + 0.01)
      }
    }
  }

  @Test(
    "A share of a segment ends there, and begins where the whole does",
    arguments: [0.25, 0.5, 1]
  )
  func share(share: Double) throws {
    let (start, end) = (Point(x: 20, y: 30), Point(x: 120, y: 80))
    let whole = try #require(TraceCapsule(start, end, share: 1, radius: 3, size: size))
    let part = try #require(TraceCapsule(start, end, share: share, radius: 3, size: size))
    #expect(part.endX == Float(20 + 100 * share) && part.endY == Float(30 + 50 * share))
    #expect(part.hasSameStart(as: whole) && part.slope == 0.5)
    #expect(part.reach == whole.reach && part.lean == whole.lean)
  }

  @Test("What is far away is cut off, and the rest lies where it lay")
  func cut() throws {
    let (start, end) = (Point(x: -1e9, y: 1e9 + 60), Point(x: 1e9, y: -1e9 + 60))
    let whole = try #require(TraceCapsule(start, end, share: 1, radius: 3, size: size))
    // Four radii and 64 pixels are left at the left, and above.
    #expect(abs(whole.startX + 76) < 0.01 && abs(whole.endY + 76) < 0.01)
    #expect(
      abs(whole.startX + whole.startY - 60) < 0.01 && abs(whole.endX + whole.endY - 60) < 0.01
    )
    let part = try #require(TraceCapsule(start, end, share: 0.5, radius: 3, size: size))
    #expect(part.hasSameStart(as: whole) && abs(part.endX) < 0.01 && abs(part.endY - 60) < 0.01)
  }

  @Test(
    "Where nothing comes near there is no piece",
    arguments: [
      (Point(x: 0, y: -200), Point(x: 200, y: -100), 1.0),
      (Point(x: 0, y: 300), Point(x: 200, y: 300), 1),
      (Point(x: 300, y: 60), Point(x: 900, y: 60), 1),
      (Point(x: -1000, y: 60), Point(x: 1000, y: 60), 0.4),
      (Point(x: -.infinity, y: 60), Point(x: 100, y: 60), 1),
    ] as [(Point, Point, Double)]
  )
  func nothing(start: Point, end: Point, share: Double) {
    #expect(TraceCapsule(start, end, share: share, radius: 3, size: size) == nil)
  }
}
