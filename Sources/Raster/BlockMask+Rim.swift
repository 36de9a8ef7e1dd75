// SPDX-License-Identifier: Apache-2.0
import Geometry

/// For sixteen pixels on a mask's rim, how much more of their far half is covered than of their
/// near half, in 64ths; 0 away from the rim.
typealias RimLanes = SIMD16<Int8>

extension BlockMask {
  /// How the mask's coverage is distributed along the depth within the pixels of its rim.
  ///
  /// Where a crest passes a pixel that the mask covers partly, the common area is not the product
  /// of both coverages. Taking the covered width as linear over the depth, from m − d/2 to m + d/2,
  /// a fluid that fills the far part c of the pixel has c·m + d/2·c·(1 − c) of it inside the mask.
  /// d follows from the direction of the coverage's gradient; for edges across the depth, where the
  /// width jumps, it is that of the linear profile with the same first moment, 6·m·(1 − m).
  ///
  /// - Returns: One element a block, in the order of the mask's blocks.
  func rim(alongColumns: Bool, isFlipped: Bool) -> [RimLanes] {
    var result = [RimLanes](repeating: RimLanes(), count: lanes.count)
    for row in 0..<rect.height {
      for column in 0..<blocksPerRow * blockWidth {
        let m = coverage(column, row)
        guard m > 0, m < 1 else { continue }
        // Sobel's gradients.
        var x = 0.0
        var y = 0.0
        for step in -1...1 {
          let weight = step == 0 ? 2.0 : 1
          x += weight * (coverage(column + 1, row + step) - coverage(column - 1, row + step))
          y += weight * (coverage(column + step, row + 1) - coverage(column + step, row - 1))
        }
        let (along, across) = alongColumns ? (y, x) : (x, y)
        let limit = 6 * m * (1 - m)
        let slope = abs(across) > 1e-6 ? along / abs(across) : along * 1e6
        let d = min(max(isFlipped ? -slope : slope, -limit), limit)
        result[row * blocksPerRow + (column >> 4)][column & 15] = Int8((d * 64).rounded())
      }
    }
    return result
  }

  /// The coverage 0 … 1 at a column and row of the blocks; 0 outside.
  private func coverage(_ column: Int, _ row: Int) -> Double {
    guard row >= 0, row < rect.height, column >= 0, column < blocksPerRow * blockWidth else {
      return 0
    }
    return Double(lanes[row * blocksPerRow + (column >> 4)][column & 15]) / 255
  }
}

/// The part of `mask` that lies behind a crest with coverage `crest`, both 0 … 256.
@inline(__always)
func common(_ mask: Lanes, _ crest: Lanes, _ rim: RimLanes) -> Lanes {
  let plain = product(mask, crest)
  var slope = SignedLanes()
  for lane in 0..<16 { slope[lane] = Int16(rim[lane]) }
  var spread = SignedLanes()
  let square = (crest &* (256 &- crest)) &>> 8
  for lane in 0..<16 { spread[lane] = Int16(bitPattern: square[lane]) }
  let shift = bits((spread &* slope &+ 64) &>> 7)
  // Kept within both; what is negative as a signed number is not common at all.
  let sum = plain &+ shift
  return smaller(sum & ~(Lanes() &- (sum &>> 15)), smaller(mask, crest))
}

/// `one` times `other` out of 256, lane by lane, rounded to the nearest; both at most 256.
@inline(__always)
private func product(_ one: Lanes, _ other: Lanes) -> Lanes {
  // 256 · 256 does not fit, and is the only product of two numbers that both have that bit.
  ((one &* other &+ 128) &>> 8) | (one & other & 256)
}
