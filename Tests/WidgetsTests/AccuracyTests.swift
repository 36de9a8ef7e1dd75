// SPDX-License-Identifier: Apache-2.0
import Geometry
import Raster
import Testing

@testable import Widgets

@Suite("Accuracy of the drawing")
struct AccuracyTests {
  @Test("Shapes agree with 32 × 32 samples a pixel", arguments: [5, 17, 40, 66, 93, 111])
  func truth(_ frame: Int) {
    let scene = SampledScene(size: PixelSize(width: 260, height: 156))
    let (found, wanted) = (scene.painted(frame), scene.truth(frame))
    var worst = (error: 0.0, index: 0)
    var sum = 0.0
    var coarse = 0
    for index in found.indices {
      let error = abs(Double(found[index]) - wanted[index])
      if error > worst.error { worst = (error, index) }
      if error > 4 { coarse += 1 }
      sum += error
    }
    let pixel = worst.index / 3
    let place = "x \(pixel % 260), y \(pixel / 260), channel \(worst.index % 3)"
    // Over 4 there are only the one or two pixels in which a crest meets the mask's rim.
    #expect(worst.error <= 6, "\(place)")
    #expect(coarse <= 2, "\(place)")
    #expect(sum / Double(found.count) / 255 <= 0.0002)
  }
}
