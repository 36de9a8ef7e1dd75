// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

@testable import Raster

@Suite("Arithmetic by lanes")
struct LanesTests {
  /// Sixteen 16-bit numbers that follow from `seed`.
  private func words(_ random: inout SplitMix) -> Lanes {
    var lanes = Lanes()
    for lane in 0..<16 { lanes[lane] = UInt16.random(in: 0...UInt16.max, using: &random) }
    return lanes
  }

  @Test("Columns are counted into blocks of sixteen, on both sides of 0")
  func blocks() {
    for x in -100...100 {
      #expect(blockIndex(ofColumn: x) == Int((Double(x) / 16).rounded(.down)))
    }
  }

  @Test("A coverage becomes the nearest weight out of 256, all of it 256 and none 0")
  func weightsOfCoverages() {
    for value in 0...255 {
      let exact = Double(value) * 256 / 255
      let lanes = weights(CoverageLanes(repeating: UInt8(value)))
      let weight = Int(lanes[5])
      #expect(abs(Double(weight) - exact) < 0.51, "\(value)")
      #expect(lanes == Lanes(repeating: UInt16(weight)))
      #expect(Int(Raster.weight(of: UInt8(value))) == weight)
    }
    #expect(weights(CoverageLanes(repeating: 255))[0] == 256)
    #expect(weights(CoverageLanes())[0] == 0)
  }

  @Test("Fractions are rounded to the nearest integer", arguments: 0..<20)
  func rounding(seed: Int) {
    var random = SplitMix(seed: seed)
    var values = FloatLanes()
    for lane in 0..<16 { values[lane] = Float.random(in: -32000...32000, using: &random) }
    let rounded = roundedLowBits(values)
    for lane in 0..<16 {
      #expect(abs(Float(rounded[lane]) - values[lane]) <= 0.5, "\(values[lane])")
    }
  }

  @Test("Signs, order and width are those of the single numbers", arguments: 0..<20)
  func singleNumbers(seed: Int) {
    var random = SplitMix(seed: seed)
    let (one, other) = (words(&random), words(&random))
    let (low, lower) = (one &>> 1, other &>> 1)
    let (left, right) = (signed(one), signed(other))
    let wide = widened(one)
    let floats = FloatLanes(left)
    let others = FloatLanes(right)
    for lane in 0..<16 {
      #expect(left[lane] == Int16(bitPattern: one[lane]))
      #expect(bits(left)[lane] == one[lane])
      #expect(nonNegative(left)[lane] == (left[lane] >= 0 ? .max : 0))
      #expect(wide[lane] == UInt32(one[lane]))
      #expect(magnitude(floats)[lane] == abs(floats[lane]))
      #expect(positive(floats)[lane] == max(0, floats[lane]))
      #expect(smaller(floats, others)[lane] == min(floats[lane], others[lane]))
      #expect(greater(floats, others)[lane] == max(floats[lane], others[lane]))
      #expect(smaller(left, right)[lane] == min(left[lane], right[lane]))
      #expect(greater(left, right)[lane] == max(left[lane], right[lane]))
      #expect(absolute(one)[lane] == left[lane].magnitude)
      #expect(smaller(low, lower)[lane] == min(low[lane], lower[lane]))
      #expect(greater(low, lower)[lane] == max(low[lane], lower[lane]))
      #expect(saturated(low)[lane] == min(256, low[lane]))
    }
  }

  @Test("Lanes count as zero only when every one is", arguments: 0..<16)
  func zero(lane: Int) {
    var lanes = Lanes()
    #expect(isZero(lanes))
    lanes[lane] = 1 << UInt16(lane)
    #expect(!isZero(lanes))
  }

  @Test("An opacity becomes a weight out of 256; what is no number is invisible")
  func opacities() {
    for step in 0...512 {
      let opacity = Double(step) / 512
      #expect(abs(Double(opacityWeight(opacity)) - opacity * 256) <= 0.5)
    }
    #expect(opacityWeight(1.5) == 256)
    #expect(opacityWeight(-1) == 0)
    #expect(opacityWeight(.nan) == 0)
    #expect(opacityWeight(.infinity) == 256)
  }
}
