// SPDX-License-Identifier: Apache-2.0
import Geometry
import LayerTrials
import Testing

@testable import Raster

@Suite("Gradients of elastic layers")
struct PlateGradientTests {
  private static let upper = Color(rgb: 0xF03008)
  private static let lower = Color(rgb: 0x1060D0)
  private static let rect = Rect(x: 30.25, y: 20.75, width: 75, height: 41.5)

  /// A plate of two colours on black.
  private struct Stage {
    var stack: PaintedStack
    let plate: LayerID<ElasticLayer>

    init(format: PixelFormat = .xrgb8888, rotation: Rotation = .none, radius: Double = 6) {
      let view = PixelSize(width: 140, height: 90)
      stack = PaintedStack(view: view, format: format, rotation: rotation)
      plate = stack.layers.add(
        ElasticLayer(
          rect: rect,
          fill: upper,
          labelColor: Color(rgb: 0xFFFFFF),
          cornerRadius: radius,
          transform: stack.transform
        )
      )
      stack.layers.setColors(fill: upper, foot: lower, label: Color(rgb: 0xFFFFFF), of: plate)
    }

    mutating func paintAll(offset: Double = 0, opacity: Double = 1) {
      stack.layers.update(plate, offset: offset, opacity: opacity)
      stack.paintAll()
    }
  }

  /// The colour along the line between both, in the middle of a row.
  private func truth(_ y: Int) -> (red: Double, green: Double, blue: Double) {
    let share = min(max((Double(y) + 0.5 - Self.rect.minY) / Self.rect.size.height, 0), 1)
    func mixed(_ one: UInt8, _ other: UInt8) -> Double {
      Double(one) + (Double(other) - Double(one)) * share
    }
    return (
      mixed(Self.upper.red, Self.lower.red), mixed(Self.upper.green, Self.lower.green),
      mixed(Self.upper.blue, Self.lower.blue)
    )
  }

  @Test(
    "Each row of the view has one colour, the nearest to that of its middle, at each rotation",
    arguments: Rotation.allCases
  )
  func rows(rotation: Rotation) {
    var stage = Stage(rotation: rotation)
    stage.paintAll()
    for y in 27..<56 {
      let truth = truth(y)
      for x in [31, 40, 64, 79, 104] {
        let pixel = stage.stack.pixel(x, y)
        let errors = [
          Double(pixel.red) - truth.red, Double(pixel.green) - truth.green,
          Double(pixel.blue) - truth.blue,
        ]
        #expect(errors.allSatisfy { abs($0) < 0.51 }, "\(x), \(y)")
      }
    }
  }

  @Test("What swells beyond the frame has the colours of its edges", arguments: Rotation.allCases)
  func beyond(rotation: Rotation) {
    var stage = Stage(rotation: rotation)
    // The middles of the edges are 10 pixels out.
    stage.paintAll(offset: 20)
    for y in [13, 16, 20] { #expect(stage.stack.pixel(67, y) == (0xF0, 0x30, 0x08), "\(y)") }
    for y in [62, 66, 70] { #expect(stage.stack.pixel(67, y) == (0x10, 0x60, 0xD0), "\(y)") }
    let truth = truth(41)
    // Beside the frame, the row's.
    for x in [22, 113] {
      let pixel = stage.stack.pixel(x, 41)
      #expect(abs(Double(pixel.red) - truth.red) < 0.51, "\(x)")
    }
  }

  @Test(
    "While it fades each row is its colour over what lies beneath",
    arguments: Rotation.allCases
  )
  func fading(rotation: Rotation) {
    var stage = Stage(rotation: rotation)
    stage.paintAll(opacity: 0.5)
    for y in 27..<56 {
      let (pixel, truth) = (stage.stack.pixel(64, y), truth(y))
      #expect(abs(Double(pixel.red) - truth.red / 2) <= 1, "\(y)")
      #expect(abs(Double(pixel.blue) - truth.blue / 2) <= 1, "\(y)")
    }
  }

  @Test("Within a border it runs as without one", arguments: Rotation.allCases)
  func bordered(rotation: Rotation) {
    var stage = Stage(rotation: rotation)
    stage.paintAll()
    let plain = (27..<56).map { stage.stack.pixel(64, $0).red }
    stage.stack.layers.setBorder(width: 5, color: Color(rgb: 0x00FF00), of: stage.plate)
    stage.paintAll()
    #expect((27..<56).map { stage.stack.pixel(64, $0).red } == plain)
    #expect(stage.stack.pixel(33, 40) == (0, 255, 0))
  }

  @Test("Two colours that are the same are one colour, painted as that is")
  func same() {
    var stage = Stage()
    stage.stack.layers.setColors(
      fill: Self.upper,
      foot: Self.upper,
      label: Color(rgb: 0xFFFFFF),
      of: stage.plate
    )
    stage.paintAll(offset: 7)
    #expect(!stage.stack.layers.elastic.layers[0].isDressed)
    #expect(stage.stack.pixel(64, 50) == (0xF0, 0x30, 0x08))
  }
}
