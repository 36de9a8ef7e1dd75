// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

@testable import Raster

@Suite("Pixels with alpha")
struct PremultipliedBlockTests {
  /// Sixteen pixels; the colours are as they are before they are multiplied by alpha.
  private func block(_ colors: [(red: Int, green: Int, blue: Int, alpha: Int)])
    -> PremultipliedBlock
  {
    func lanes(_ channel: (Int) -> Int) -> CoverageLanes {
      var lanes = CoverageLanes()
      for lane in 0..<16 { lanes[lane] = UInt8(channel(lane)) }
      return lanes
    }
    func product(_ value: Int, _ lane: Int) -> Int { (value * colors[lane].alpha + 127) / 255 }
    return PremultipliedBlock(
      red: lanes { product(colors[$0].red, $0) },
      green: lanes { product(colors[$0].green, $0) },
      blue: lanes { product(colors[$0].blue, $0) },
      alpha: lanes { colors[$0].alpha }
    )
  }

  private func anyColors(_ random: inout SplitMix) -> [(
    red: Int, green: Int, blue: Int, alpha: Int
  )] {
    (0..<16).map { _ in
      (
        red: random.below(256), green: random.below(256), blue: random.below(256),
        alpha: [0, 255, random.below(256)][random.below(3)]
      )
    }
  }

  private func anyGround(_ random: inout SplitMix) -> PlanarBlock {
    func lanes() -> Lanes {
      var lanes = Lanes()
      for lane in 0..<16 { lanes[lane] = UInt16(random.below(256)) }
      return lanes
    }
    return PlanarBlock(red: lanes(), green: lanes(), blue: lanes())
  }

  @Test("Over a ground each pixel takes its alpha's share", arguments: 0..<200)
  func over(seed: Int) {
    var random = SplitMix(seed: seed)
    let (colors, ground) = (anyColors(&random), anyGround(&random))
    let opacity = [256, random.below(257)][seed % 2]
    let found = block(colors).over(ground, opacity: UInt16(opacity))
    for lane in 0..<16 {
      let share = Double(colors[lane].alpha) / 255 * Double(opacity) / 256
      func check(_ found: UInt16, _ under: UInt16, _ color: Int, _ name: String) {
        let expected = Double(under) * (1 - share) + Double(color) * share
        // Alpha out of 255 becomes one out of 256, and each product is rounded.
        #expect(abs(Double(found) - expected) <= 2, "\(name) of \(lane)")
      }
      check(found.red[lane], ground.red[lane], colors[lane].red, "red")
      check(found.green[lane], ground.green[lane], colors[lane].green, "green")
      check(found.blue[lane], ground.blue[lane], colors[lane].blue, "blue")
    }
  }

  @Test("White over white stays white, whatever its alpha and opacity", arguments: 0...255)
  func white(alpha: Int) {
    let white = block(Array(repeating: (red: 255, green: 255, blue: 255, alpha: alpha), count: 16))
    let ground = PlanarBlock(Tone(red: 255, green: 255, blue: 255))
    // No sum overflows, which would be black.
    let dark = (0...256).first { white.over(ground, opacity: UInt16($0)).red[0] < 254 }
    #expect(dark == nil)
  }

  @Test("What is opaque hides the ground, and what is transparent leaves it, in every bit")
  func ends() {
    var random = SplitMix(seed: 7)
    let ground = anyGround(&random)
    let colors = (0..<16).map {
      (red: $0, green: 255 - $0, blue: 100 + $0, alpha: $0 & 1 == 0 ? 255 : 0)
    }
    let found = block(colors).over(ground)
    for lane in 0..<16 {
      #expect(found.red[lane] == (lane & 1 == 0 ? UInt16(lane) : ground.red[lane]))
      #expect(found.green[lane] == (lane & 1 == 0 ? 255 - UInt16(lane) : ground.green[lane]))
      #expect(found.blue[lane] == (lane & 1 == 0 ? 100 + UInt16(lane) : ground.blue[lane]))
    }
  }

  @Test("Two pictures are mixed channel by channel, pixel by pixel", arguments: 0..<50)
  func mixes(seed: Int) {
    var random = SplitMix(seed: seed)
    let (one, other) = (block(anyColors(&random)), block(anyColors(&random)))
    var weights = Lanes()
    for lane in 0..<16 { weights[lane] = UInt16([0, 256, random.below(257)][random.below(3)]) }
    var found = one
    found.mix(other, weight: weights)
    for lane in 0..<16 {
      func mixed(_ from: UInt16, _ to: UInt16) -> UInt16 {
        let weight = Int(weights[lane])
        return UInt16((Int(from) * (256 - weight) + Int(to) * weight + 128) / 256)
      }
      #expect(found.red[lane] == mixed(one.red[lane], other.red[lane]))
      #expect(found.green[lane] == mixed(one.green[lane], other.green[lane]))
      #expect(found.blue[lane] == mixed(one.blue[lane], other.blue[lane]))
      #expect(found.alpha[lane] == mixed(one.alpha[lane], other.alpha[lane]))
    }
  }
}
