// SPDX-License-Identifier: Apache-2.0
import Geometry
import LayerTrials
import Testing

@testable import Raster

@Suite("Borders of elastic layers")
struct ElasticBorderTests {
  /// A blue plate on black.
  private struct Stage {
    var stack: PaintedStack
    let plate: LayerID<ElasticLayer>

    init(
      _ rect: Rect,
      fill: Color = Color(rgb: 0x0000FF),
      radius: Double = 0,
      label: PlacedMask? = nil,
      format: PixelFormat = .xrgb8888,
      rotation: Rotation = .none
    ) {
      let view = PixelSize(width: Int(rect.maxX) + 30, height: Int(rect.maxY) + 30)
      stack = PaintedStack(view: view, format: format, rotation: rotation)
      plate = stack.layers.add(
        ElasticLayer(
          rect: rect,
          fill: fill,
          labelColor: Color(rgb: 0x00FF00),
          cornerRadius: radius,
          transform: stack.transform
        )
      )
      stack.layers.setLabel(label, of: plate)
    }

    mutating func paintAll(
      _ width: Double,
      _ color: Color = Color(rgb: 0xFF0000),
      offset: Double = 0,
      opacity: Double = 1
    ) {
      stack.layers.setBorder(width: width, color: color, of: plate)
      stack.layers.update(plate, offset: offset, opacity: opacity)
      stack.paintAll()
    }
  }

  @Test(
    "At rest border and fill have their areas of each pixel, at each rotation",
    arguments: Rotation.allCases
  )
  func sides(rotation: Rotation) {
    let rect = Rect(x: 30.25, y: 20.75, width: 65.25, height: 40)
    var stage = Stage(rect, radius: 8, rotation: rotation)
    stage.paintAll(3)
    // The border lies from 30.25 to 33.25 and from 92.5 to 95.5.
    let border: [Int: Double] = [30: 0.75, 31: 1, 32: 1, 33: 0.25, 92: 0.5, 93: 1, 94: 1, 95: 0.5]
    let fill: [Int: Double] = [33: 0.75, 92: 0.5]
    for x in 0..<125 {
      let pixel = stage.stack.pixel(x, 40)
      #expect(abs(Double(pixel.red) - 255 * (border[x] ?? 0)) <= 2, "\(x)")
      let inside = x > 33 && x < 92 ? 1 : fill[x] ?? 0
      #expect(abs(Double(pixel.blue) - 255 * inside) <= 2, "\(x)")
    }
  }

  @Test(
    "Along bowed edges too: what the outline covers more than the inner one",
    arguments: [(9.0, 4.0), (9, 1.5), (-7, 4), (2.5, 1), (0, 2.25)],
    [Rotation.none, .quarter]
  )
  func bowed(look: (offset: Double, width: Double), rotation: Rotation) {
    let rect = Rect(x: 20.3, y: 18.6, width: 64, height: 41)
    var stage = Stage(rect, rotation: rotation)
    stage.paintAll(look.width, offset: look.offset)
    let outline = BowedOutline(
      left: rect.minX,
      top: rect.minY,
      right: rect.maxX,
      bottom: rect.maxY,
      offset: look.offset
    )
    let (width, height) = (110, 80)
    let whole = outline.coverage(width: width, height: height)
    let within = outline.inset(look.width).coverage(width: width, height: height)
    var worst = (error: 0.0, x: 0, y: 0)
    for y in 0..<height {
      for x in 0..<width {
        let pixel = stage.stack.pixel(x, y)
        let (all, inner) = (whole[y * width + x], within[y * width + x])
        let errors = (
          abs(Double(pixel.red) - 255 * (all - inner)), abs(Double(pixel.blue) - 255 * inner)
        )
        worst = max(errors.0, errors.1) > worst.error ? (max(errors.0, errors.1), x, y) : worst
      }
    }
    // Half a step of each coverage, and four of them at corners.
    #expect(worst.error <= 3, "\(worst)")
  }

  @Test(
    "A border in the fill's colour leaves no seam: every bit is as without one",
    arguments: [PixelFormat.xrgb8888, .rgb565],
    Rotation.allCases
  )
  func seamless(format: PixelFormat, rotation: Rotation) {
    let rect = Rect(x: 25.3, y: 24.6, width: 101.5, height: 51)
    let color = Color(rgb: 0x3A77C1)
    let label = PlacedMask(
      mask: MaskShape.circle.mask(size: PixelSize(width: 70, height: 70)),
      origin: PixelPoint(x: 30, y: 10)
    )
    for radius in [0.0, 5, 20] {
      var stage = Stage(
        rect,
        fill: color,
        radius: radius,
        label: label,
        format: format,
        rotation: rotation
      )
      for (offset, width) in [(0.0, 3.0), (12, 6.5), (-10, 2), (30, 4), (-40, 5), (0, 1)] {
        stage.paintAll(0, color, offset: offset)
        let plain = stage.stack.full
        stage.paintAll(width, color, offset: offset)
        #expect(stage.stack.full == plain, "\(radius) \(offset) \(width)")
      }
    }
  }

  @Test("Around round corners it has the area between both outlines", arguments: [3.0, 9.5, 30])
  func corners(radius: Double) {
    var stage = Stage(Rect(x: 20.3, y: 20.6, width: 100, height: 70), radius: radius)
    stage.paintAll(4)
    var sum = 0
    for y in 0..<120 { for x in 0..<150 { sum += stage.stack.pixel(x, y).red } }
    func rounded(_ width: Double, _ height: Double, _ radius: Double) -> Double {
      width * height - (4 - Double.pi) * radius * radius
    }
    let area = rounded(100, 70, radius) - rounded(92, 62, max(radius - 4, 0))
    #expect(abs(Double(sum) / 255 - area) <= area * 0.01)
  }

  @Test("One that is as wide as the plate is all that there is of it", arguments: [0.0, 8, -6])
  func all(offset: Double) {
    let rect = Rect(x: 20.25, y: 20.5, width: 60, height: 24)
    var plain = Stage(rect, fill: Color(rgb: 0xFF0000), radius: 6)
    plain.paintAll(0, offset: offset)
    var stage = Stage(rect, radius: 6)
    for width in [12.0, 13, 1e9, .infinity] {
      stage.paintAll(width, offset: offset)
      #expect(stage.stack.full == plain.stack.full, "\(width)")
    }
  }

  @Test("It is half there while the plate is, and nothing of the fill shows beneath it")
  func fading() {
    var stage = Stage(Rect(x: 20, y: 20, width: 60, height: 40))
    stage.paintAll(5, opacity: 0.5)
    #expect(stage.stack.pixel(22, 40) == (128, 0, 0))
    #expect(stage.stack.pixel(40, 40) == (0, 0, 128))
    // A translucent fill lies over the background.
    stage.stack.layers.setColors(
      fill: Color(red: 0, green: 0, blue: 255, alpha: 128),
      label: Color(rgb: 0),
      of: stage.plate
    )
    stage.paintAll(5)
    #expect(stage.stack.pixel(22, 40) == (255, 0, 0))
    let blue = stage.stack.pixel(40, 40)
    #expect(blue.red == 0 && abs(blue.blue - 128) <= 1)
  }

  @Test("Without a width, or one that makes no sense, there is none", arguments: [0.0, -3, .nan])
  func none(width: Double) {
    var stage = Stage(Rect(x: 20.5, y: 20, width: 60, height: 40), radius: 7)
    stage.paintAll(0, offset: 6)
    let plain = stage.stack.full
    stage.paintAll(4, offset: 6)
    #expect(stage.stack.full != plain)
    stage.paintAll(width, offset: 6)
    #expect(stage.stack.full == plain)
    #expect(!stage.stack.layers.elastic.layers[0].isDressed)
  }
}
