// SPDX-License-Identifier: Apache-2.0
import Geometry
import LayerTrials
import Testing

@testable import Raster

@Suite("Plates")
struct PlateLayerTests {
  /// A plate with four inks that do not lie over each other.
  struct Stage {
    var stack: PaintedStack
    let plate: LayerID<PlateLayer>

    init(_ rotation: Rotation = .none) {
      stack = PaintedStack(
        view: PixelSize(width: 133, height: 90),
        rotation: rotation,
        background: Color(rgb: 0x101418)
      )
      plate = stack.layers.add(
        PlateLayer(
          rect: PixelRect(left: 9, top: 5, right: 120, bottom: 80),
          fill: Color(rgb: 0xF3F3F3),
          transform: stack.transform
        )
      )
      let ink = MaskShape.drop.mask(size: PixelSize(width: 41, height: 17))
      for index in 0..<4 {
        stack.layers.setMask(
          PlacedMask(mask: ink, origin: PixelPoint(x: 12 + 20 * index, y: 8 + 15 * index)),
          clip: PixelRect(left: 15, top: 0, right: 110, bottom: 77),
          ofInk: index,
          of: plate
        )
        stack.layers.setColor(Color(rgb: 0x9E9E9E >> UInt32(index)), ofInk: index, of: plate)
      }
      stack.layers.update(plate, opacity: 1)
    }

    mutating func move(ink: Int, by x: Int, _ y: Int, isShown: Bool = true) {
      stack.layers.move(ink: ink, by: PixelPoint(x: x, y: y), isShown: isShown, of: plate)
      stack.paintAll()
    }

    /// The pixels of the view, row by row.
    var view: [Int] {
      (0..<133 * 90).map { index in
        let pixel = stack.pixel(index % 133, index / 133)
        return pixel.red << 16 | pixel.green << 8 | pixel.blue
      }
    }
  }

  @Test("A moved ink is the same ink elsewhere, in all rotations", arguments: Rotation.allCases)
  func moved(rotation: Rotation) {
    var (upright, turned) = (Stage(), Stage(rotation))
    for (x, y) in [(0, 0), (5, 0), (-16, 3), (-33, -7), (70, 30), (32, 0)] {
      upright.move(ink: 1, by: x, y)
      turned.move(ink: 1, by: x, y)
      let isSame = upright.view == turned.view
      #expect(isSame, "by (\(x), \(y))")
    }
  }

  @Test("An ink is cut to its rectangle, wherever it goes")
  func clipped() {
    var stage = Stage()
    stage.move(ink: 0, by: -20, 0)
    var view = stage.view
    func ink(_ x: Int, _ y: Int) -> Bool { view[y * 133 + x] != 0xF3F3F3 }
    #expect((10..<15).allSatisfy { x in (8..<24).allSatisfy { !ink(x, $0) } })
    #expect((15..<32).contains { x in (8..<24).contains { ink(x, $0) } })
    stage.move(ink: 0, by: 0, 0, isShown: false)
    view = stage.view
    #expect((10..<31).allSatisfy { x in (8..<22).allSatisfy { !ink(x, $0) } })
  }
}
