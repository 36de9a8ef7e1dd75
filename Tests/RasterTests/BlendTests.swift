// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

@testable import Raster

@Suite("Mixtures of tones")
struct BlendTests {
  /// A tone that follows from `random`; the ends of the range often.
  private func tone(_ random: inout SplitMix) -> Tone {
    func channel() -> UInt16 {
      let value = random.below(320) - 32
      return UInt16(min(max(value, 0), 255))
    }
    return Tone(red: channel(), green: channel(), blue: channel())
  }

  /// `from` and `to` mixed by `weight` out of 256, rounded to the nearest, halves upwards.
  private func mixed(_ from: UInt16, _ to: UInt16, _ weight: Int) -> UInt16 {
    UInt16((Int(from) * (256 - weight) + Int(to) * weight + 128) / 256)
  }

  @Test("Every weight mixes two tones to the nearest colour, in all three ways", arguments: 0..<8)
  func twoTones(seed: Int) {
    var random = SplitMix(seed: seed)
    let (from, to) = (tone(&random), tone(&random))
    let blend = Blend(from: from, to: to)
    for weight in 0...256 {
      let weights = Lanes(repeating: UInt16(weight))
      let block = PlanarBlock(blend.sums(weights))
      var other = PlanarBlock(from)
      other.blend(to, weight: weights)
      var third = PlanarBlock(from)
      third.blend(PlanarBlock(to), weight: weights)
      for found in [block, other, third] {
        #expect(found.red == Lanes(repeating: mixed(from.red, to.red, weight)))
        #expect(found.green == Lanes(repeating: mixed(from.green, to.green, weight)))
        #expect(found.blue == Lanes(repeating: mixed(from.blue, to.blue, weight)))
      }
    }
  }

  @Test("Three tones and four are the sum of their areas, rounded once", arguments: 0..<200)
  func moreTones(seed: Int) {
    var random = SplitMix(seed: seed)
    let tones = (0..<4).map { _ in tone(&random) }
    let covers = (0..<3).map { _ in random.below(257) }.sorted(by: >)
    func area(_ channels: [UInt16]) -> UInt16 {
      let parts = [256] + covers + [0]
      var sum = 128
      for index in channels.indices {
        let end = index + 1 < channels.count ? parts[index + 1] : 0
        sum += Int(channels[index]) * (parts[index] - end)
      }
      return UInt16(sum / 256)
    }
    let lanes = covers.map { Lanes(repeating: UInt16($0)) }
    let reds = tones.map { Lanes(repeating: $0.red) }
    #expect(
      stacked(reds[0], reds[1], lanes[0], reds[2], lanes[1])[3]
        == area(tones[..<3].map(\.red))
    )
    #expect(
      layered(reds[0], reds[1], reds[2], reds[3], covers: (lanes[0], lanes[1], lanes[2]))[3]
        == area(tones.map(\.red))
    )
    let first = Blend(from: tones[0], to: tones[1])
    let second = Blend(from: tones[1], to: tones[2])
    let both = PlanarBlock(first.sums(lanes[0], second, lanes[1]))
    #expect(both.red[9] == area(tones[..<3].map(\.red)))
    #expect(both.green[9] == area(tones[..<3].map(\.green)))
    #expect(both.blue[9] == area(tones[..<3].map(\.blue)))
    let again = PlanarBlock(second.sums(first.sums(lanes[0]), lanes[1]))
    #expect(again.red == both.red && again.green == both.green && again.blue == both.blue)
  }

  @Test("A colour over a tone is mixed by its alpha", arguments: 0...255)
  func under(alpha: Int) {
    let below = Tone(red: 250, green: 7, blue: 128)
    let color = Color(red: 3, green: 255, blue: 129, alpha: UInt8(alpha))
    let weight = alpha + alpha / 128
    let found = below.under(color)
    #expect(found.red == mixed(250, 3, weight))
    #expect(found.green == mixed(7, 255, weight))
    #expect(found.blue == mixed(128, 129, weight))
  }
}
