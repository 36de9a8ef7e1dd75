// SPDX-License-Identifier: Apache-2.0
import Geometry
import TestSupport
import Testing

@testable import Raster

@Suite("Fading shapes")
struct ElasticFadeTests {
  @Test("a translucent shape that fades is within 1/255 of the truth, over any tone")
  func solid() {
    var random = SplitMix(seed: 7)
    let transform = OutputTransform(
      bufferSize: PixelSize(width: 64, height: 64),
      rotation: .none,
      scale: 1
    )
    for opacity in 0...256 {
      for alpha in stride(from: 0, through: 255, by: 15) {
        func tone() -> [UInt16] { (0..<3).map { _ in UInt16(random.below(256)) } }
        let (under, fill) = (tone(), tone())
        var layer = ElasticLayer(
          rect: Rect(x: 8, y: 8, width: 48, height: 48),
          fill: Color(
            red: UInt8(fill[0]),
            green: UInt8(fill[1]),
            blue: UInt8(fill[2]),
            alpha: UInt8(alpha)
          ),
          labelColor: Color(rgb: 0),
          transform: transform
        )
        layer.update(offset: 0, opacity: Double(opacity) / 256)
        let view = ElasticView(layer)
        let seen = view.solid.over(Tone(red: under[0], green: under[1], blue: under[2]))
        let share = Double(weight(of: UInt8(alpha))) * Double(opacity) / 65536
        for (channel, value) in [seen.red, seen.green, seen.blue].enumerated() {
          let truth = Double(under[channel]) * (1 - share) + Double(fill[channel]) * share
          #expect(abs(Double(value) - truth) <= 1)
        }
      }
    }
  }
}
