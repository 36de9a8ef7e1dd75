// SPDX-License-Identifier: Apache-2.0
import Geometry
import Testing

/// Small rectangles of every kind: empty, inverted, touching, nested, apart.
private let samples: [PixelRect] = {
  var samples: [PixelRect] = []
  let corners = [(0, 0), (2, 1), (-3, 2), (1, -2)]
  for (left, top) in corners {
    for (width, height) in [(0, 0), (3, 2), (1, 4), (5, 5), (-1, 3)] {
      samples.append(
        PixelRect(left: left, top: top, right: left + width, bottom: top + height)
      )
    }
  }
  return samples
}()

/// The pixels of a rectangle, one by one.
private func pixels(_ rect: PixelRect) -> Set<PixelPoint> {
  var pixels: Set<PixelPoint> = []
  for y in -10..<12 {
    for x in -10..<12
    where x >= rect.left && x < rect.right && y >= rect.top && y < rect.bottom {
      pixels.insert(PixelPoint(x: x, y: y))
    }
  }
  return pixels
}

@Suite("Pixel rectangles")
struct PixelRectTests {
  @Test("Extent and area are those of the pixels covered", arguments: samples)
  func extent(rect: PixelRect) {
    let covered = pixels(rect)
    #expect(rect.area == covered.count)
    #expect(rect.isEmpty == covered.isEmpty)
    #expect(rect.width >= 0 && rect.height >= 0)
  }

  @Test("An intersection holds the pixels of both", arguments: samples, samples)
  func intersection(first: PixelRect, second: PixelRect) {
    let common = pixels(first).intersection(pixels(second))
    #expect(pixels(first.intersection(second)) == common)
    #expect(first.intersects(second) == !common.isEmpty)
    if common.isEmpty { #expect(first.intersection(second) == .empty) }
  }

  @Test("A union is the smallest rectangle around the pixels of both", arguments: samples, samples)
  func union(first: PixelRect, second: PixelRect) {
    let union = first.union(second)
    let covered = pixels(first).union(pixels(second))
    #expect(pixels(union).isSuperset(of: covered))
    guard !covered.isEmpty else {
      #expect(union == .empty)
      return
    }
    #expect(union.left == covered.map(\.x).min())
    #expect(union.top == covered.map(\.y).min())
    #expect(union.right - 1 == covered.map(\.x).max())
    #expect(union.bottom - 1 == covered.map(\.y).max())
  }

  @Test("A rectangle contains another when it has all its pixels", arguments: samples, samples)
  func containment(first: PixelRect, second: PixelRect) {
    #expect(first.contains(second) == pixels(first).isSuperset(of: pixels(second)))
  }
}

@Suite("Rectangles in points")
struct RectTests {
  @Test(
    "The left and top edges belong to a rectangle, the right and bottom ones do not",
    arguments: [
      (10.0, 20.0, true), (39.999, 20, true), (40, 20, false), (10, 59.999, true),
      (10, 60, false), (9.999, 30, false), (.nan, 30, false),
    ]
  )
  func containment(x: Double, y: Double, isInside: Bool) {
    let rect = Rect(x: 10, y: 20, width: 30, height: 40)
    #expect(rect.contains(Point(x: x, y: y)) == isInside)
  }

  @Test("Edges and centre follow from the upper left corner and the extent")
  func edges() {
    let rect = Rect(x: 10, y: 200, width: 3000, height: 40_000)
    #expect(rect.minX == 10 && rect.minY == 200)
    #expect(rect.maxX == 3010 && rect.maxY == 40_200)
    #expect(rect.center == Point(x: 1510, y: 20_200))
  }

  @Test("Distances are Euclidean, and the same both ways")
  func distances() {
    let (one, other) = (Point(x: 1, y: 10), Point(x: -2, y: 14))
    #expect(one.distance(to: other) == 5)
    #expect(other.distance(to: one) == 5)
    #expect(one.distance(to: one) == 0)
  }

  @Test("An affine map takes points row by row")
  func affineMap() {
    let map = AffineTransform(1, 2, 3, 4, 5, 6)
    #expect(map(10, 100) == (213, 546))
    #expect(AffineTransform.identity(0.25, -7) == (0.25, -7))
  }
}
