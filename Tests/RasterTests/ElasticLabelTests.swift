// SPDX-License-Identifier: Apache-2.0
import Geometry
import LayerTrials
import Testing

@testable import Raster

/// What an elastic shape shows of its label: what lies in it.
@Suite("Labels of elastic shapes")
struct ElasticLabelTests {
  static let view = PixelSize(width: 260, height: 140)
  /// The rest rectangle, 200 × 80.
  static let rect = Rect(x: 30, y: 30, width: 200, height: 80)

  /// A green shape on black at `offset`, with a blue label that fills its rest rectangle and more.
  private static func painted(
    _ offset: Double,
    hasLabel: Bool,
    radius: Double = 0,
    rotation: Rotation = .none
  ) -> PaintedStack {
    var stack = PaintedStack(view: view, rotation: rotation)
    let layer = stack.layers.add(
      ElasticLayer(
        rect: rect,
        fill: Color(rgb: 0x00FF00),
        labelColor: Color(rgb: 0x0000FF),
        cornerRadius: radius,
        transform: stack.transform
      )
    )
    if hasLabel {
      let size = PixelSize(width: 220, height: 100)
      let ink = CoverageMask(size: size, bytes: Array(repeating: 255, count: 220 * 100))
      stack.layers.setLabel(PlacedMask(mask: ink, origin: PixelPoint(x: 20, y: 20)), of: layer)
    }
    stack.layers.update(layer, offset: offset, opacity: 1)
    stack.paintAll()
    return stack
  }

  /// How far the point lies inside of the four parabolas, in pixels along the nearest axis.
  ///
  /// Negative outside. The edges do not cross.
  private static func depth(_ x: Double, _ y: Double, _ offset: Double) -> Double {
    func bow(_ position: Double, _ length: Double) -> Double {
      let t = min(max(position / length, 0), 1)
      return offset * 2 * t * (1 - t)
    }
    let level = bow(x - rect.minX, rect.size.width)
    let upright = bow(y - rect.minY, rect.size.height)
    return min(
      min(y - (rect.minY - level), rect.maxY + level - y),
      min(x - (rect.minX - upright), rect.maxX + upright - x)
    )
  }

  @Test(
    "Bowed inward by 60 points, a field of 200 × 80 leaves no pixel of its label outside",
    arguments: Rotation.allCases
  )
  func inward(rotation: Rotation) {
    let stack = Self.painted(-60, hasLabel: true, rotation: rotation)
    var (outside, inside) = (0, 0)
    for y in 0..<Self.view.height {
      for x in 0..<Self.view.width {
        let depth = Self.depth(Double(x) + 0.5, Double(y) + 0.5, -60)
        let pixel = stack.pixel(x, y)
        // Steep edges cover some of a pixel whose middle is a little further out.
        if depth < -2 {
          outside += 1
          #expect(pixel == (0, 0, 0), "at (\(x), \(y))")
        } else if depth > 2 {
          inside += 1
          #expect(pixel == (0, 0, 255), "at (\(x), \(y))")
        }
      }
    }
    // The bows take 2(W + H)/3 of 60 from 16,000 px².
    #expect(abs(inside - (16_000 - 11_200)) < 1_200)
    #expect(outside > 29_000)
  }

  @Test(
    "The label is seen to the share of a pixel that the shape covers, edges that cross included",
    arguments: [-150, -80, -60.5, -7.25, 0, 0.5, 14.75],
    [0.0, 14, 40]
  )
  func share(offset: Double, radius: Double) {
    let bare = Self.painted(offset, hasLabel: false, radius: radius)
    let labelled = Self.painted(offset, hasLabel: true, radius: radius)
    // The label ends 10 pixels outside of the rest rectangle, further out than any edge here goes.
    for y in 0..<Self.view.height {
      for x in 0..<Self.view.width {
        let cover = bare.pixel(x, y).green
        #expect(abs(labelled.pixel(x, y).blue - cover) <= 1, "at (\(x), \(y))")
      }
    }
  }
}
