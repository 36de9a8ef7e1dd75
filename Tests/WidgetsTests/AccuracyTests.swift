// SPDX-License-Identifier: Apache-2.0
import Geometry
import Raster
import Testing

@testable import Widgets

@Suite("Accuracy of the drawing")
struct AccuracyTests {
  @Test(
    "Shapes agree with 32 × 32 samples a pixel, behind an opaque front wave and a translucent one",
    arguments: [5, 17, 40, 66, 93, 111],
    [255, 150] as [UInt8]
  )
  func truth(_ frame: Int, frontAlpha: UInt8) {
    let scene = SampledScene(size: PixelSize(width: 260, height: 156), frontAlpha: frontAlpha)
    let (found, wanted) = (scene.painted(frame), scene.truth(frame))
    var worst = (error: 0.0, index: 0)
    var sum = 0.0
    for index in found.indices {
      let error = abs(Double(found[index]) - wanted[index])
      if error > worst.error { worst = (error, index) }
      sum += error
    }
    let pixel = worst.index / 3
    let place = "x \(pixel % 260), y \(pixel / 260), channel \(worst.index % 3)"
    #expect(worst.error <= 4, "\(place)")
    // A translucent tone over another is rounded twice, wherever it is seen.
    #expect(sum / Double(found.count) / 255 <= (frontAlpha == 255 ? 0.0002 : 0.0003))
  }

  @Test(
    "Shapes agree with a plain grid of 16 × 16 samples a pixel",
    arguments: [5, 17, 40, 66, 93, 111]
  )
  func plainGrid(_ frame: Int) {
    let scene = SampledScene(size: PixelSize(width: 260, height: 156))
    let (found, grid, truth) = (scene.painted(frame), scene.plainGrid(frame), scene.truth(frame))
    var worst = 0.0
    var sum = 0.0
    var coarse = 0
    for index in found.indices {
      let error = abs(Double(found[index]) - grid[index])
      worst = max(worst, error)
      // Where an edge is nearly level, 16 heights are not enough: the grid itself is off.
      if error > 4 + abs(grid[index] - truth[index]) { coarse += 1 }
      sum += error
    }
    #expect(worst <= 6)
    #expect(coarse == 0)
    #expect(sum / Double(found.count) / 255 <= 0.0002)
  }
}
