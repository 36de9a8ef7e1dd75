// SPDX-License-Identifier: Apache-2.0
import Geometry

/// Slopes of the mask's coverage within sixteen pixels of its rim, in 64ths; 0 away from it.
struct Rim {
  /// Coverage of a pixel's far half less that of its near half, seen along the depth.
  var along = SIMD16<Int8>()
  /// The same from a crest's step to the next.
  var across = SIMD16<Int8>()
}

extension BlockMask {
  /// The slopes of the mask's coverage within the pixels of its rim.
  ///
  /// In a pixel that a crest passes and the mask covers partly, the common area is not the product of both coverages.
  /// The mask's density is taken as linear, m + a·(x − ½) + d·(y − ½), y being the depth. A fluid with a level crest
  /// that fills the far part c of the pixel then has c·m + d/2·c·(1 − c) of it inside the mask, and −a·s/12 more where
  /// the crest falls by s. a and d follow from the direction of the coverage's gradient; for edges along an axis, where
  /// the density jumps, they are those of the linear one with the same first moment, 6·m·(1 − m).
  ///
  /// - Returns: One element a block, in the order of the mask's blocks.
  func rim(alongColumns: Bool, isFlipped: Bool) -> [Rim] {
    var result = [Rim](repeating: Rim(), count: lanes.count)
    for row in 0..<rect.height {
      for column in 0..<blocksPerRow * blockWidth {
        let m = coverage(column, row: row)
        guard m > 0, m < 1 else { continue }
        // Sobel's gradients.
        var x = 0.0
        var y = 0.0
        for step in -1...1 {
          let weight = step == 0 ? 2.0 : 1
          x +=
            weight * (coverage(column + 1, row: row + step) - coverage(column - 1, row: row + step))
          y +=
            weight * (coverage(column + step, row: row + 1) - coverage(column + step, row: row - 1))
        }
        let (along, across) = alongColumns ? (y, x) : (x, y)
        let limit = 6 * m * (1 - m)
        let index = row * blocksPerRow + (column >> 4)
        result[index].along[column & 15] = Self.slope(
          isFlipped ? -along : along,
          across,
          limit: limit
        )
        result[index].across[column & 15] = Self.slope(across, along, limit: limit)
      }
    }
    return result
  }

  /// The density's slope in one direction, in 64ths, from the gradients in both.
  private static func slope(_ gradient: Double, _ other: Double, limit: Double) -> Int8 {
    let slope = abs(other) > 1e-6 ? gradient / abs(other) : gradient * 1e6
    return Int8((min(max(slope, -limit), limit) * 64).rounded())
  }

  /// The coverage 0 … 1 at a column and row of the blocks; 0 outside.
  private func coverage(_ column: Int, row: Int) -> Double {
    guard row >= 0, row < rect.height, column >= 0, column < blocksPerRow * blockWidth else {
      return 0
    }
    return Double(lanes[row * blocksPerRow + (column >> 4)][column & 15]) / 255
  }
}

/// The part of `mask` that lies behind a crest with coverage `crest`, both 0 … 256.
///
/// - Parameters:
///   - mask: The mask's coverage.
///   - crest: The crest's.
///   - rim: The slopes of the mask's coverage.
///   - fall: Depth of the crest at the end of each step less that at its start, in 64ths.
/// - Returns: Their common area, 0 … 256.
@inline(__always)
func common(_ mask: Lanes, _ crest: Lanes, rim: Rim, fall: SignedLanes) -> Lanes {
  let plain = product(mask, crest)
  var along = SignedLanes()
  var across = SignedLanes()
  for lane in 0..<16 {
    along[lane] = Int16(rim.along[lane])
    across[lane] = Int16(rim.across[lane])
  }
  let rest = 256 &- crest
  let spread = signed((crest &* rest) &>> 8)
  // The fluid's moment across the steps, a twelfth of the fall; less where the crest leaves the pixel
  // by its near or far side.
  let sign = fall &>> 15
  let least = smaller(bits((fall ^ sign) &- sign), smaller(crest, rest))
  let moment = (signed((least &* 85) &>> 8) ^ sign) &- sign
  let shift = bits(((spread &* along &+ 64) &>> 7) &- ((moment &* across &+ 32) &>> 6))
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
