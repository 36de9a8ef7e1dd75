// SPDX-License-Identifier: Apache-2.0

/// Sixteen neighbouring pixels of one channel, or sixteen coverages, as 16-bit numbers.
///
/// Arithmetic wraps; sums of products that are convex combinations of 8-bit numbers with weights
/// out of 256 come out right modulo 2¹⁶ whatever the sign of the single terms.
typealias Lanes = SIMD16<UInt16>

/// Sixteen signed positions or distances in pixels.
typealias SignedLanes = SIMD16<Int16>

/// Sixteen fractional positions in pixels.
typealias FloatLanes = SIMD16<Float>

/// Sixteen coverages 0 … 255 as they are kept in masks.
typealias CoverageLanes = SIMD16<UInt8>

/// Pixels that one ``Lanes`` holds, and the grid (in buffer columns) on which they start.
let blockWidth = 16

/// The block that holds column `x`; rounds down for negative columns too.
@inline(__always)
func blockIndex(ofColumn x: Int) -> Int { x >> 4 }

// The compiler turns these loops over lanes into single instructions; the standard library's
// `pointwiseMin`, comparisons of integers and converting initialisers stay calls per lane
// (Swift 6.3.1; no longer needed when `SIMD16<Int16>(truncatingIfNeeded:)` compiles to packs).

/// The lower 16 bits of the integers nearest to `values`, which lie within ±2²¹.
@inline(__always)
func roundedLowBits(_ values: FloatLanes) -> SignedLanes {
  // Adding 1.5·2²³ leaves the rounded integer in the low bits of the significand.
  let shifted = values + 12_582_912
  var result = SignedLanes()
  for lane in 0..<16 { result[lane] = Int16(truncatingIfNeeded: shifted[lane].bitPattern) }
  return result
}

/// The same bits, read as unsigned.
@inline(__always)
func bits(_ lanes: SignedLanes) -> Lanes {
  var result = Lanes()
  for lane in 0..<16 { result[lane] = UInt16(bitPattern: lanes[lane]) }
  return result
}

/// The same bits, read as signed.
@inline(__always)
func signed(_ lanes: Lanes) -> SignedLanes {
  var result = SignedLanes()
  for lane in 0..<16 { result[lane] = Int16(bitPattern: lanes[lane]) }
  return result
}

/// All ones where the lane is at least 0, zero where it is negative.
@inline(__always)
func nonNegative(_ lanes: SignedLanes) -> Lanes { ~bits(lanes &>> 15) }

/// The same numbers with sixteen bits each.
@inline(__always)
func widened(_ lanes: CoverageLanes) -> Lanes {
  var wide = Lanes()
  for lane in 0..<16 { wide[lane] = UInt16(lanes[lane]) }
  return wide
}

/// Coverages 0 … 255 as weights 0 … 256.
@inline(__always)
func weights(_ coverage: CoverageLanes) -> Lanes {
  let wide = widened(coverage)
  return wide &+ (wide &>> 7)
}

/// The same numbers with 32 bits each.
@inline(__always)
func widened(_ lanes: Lanes) -> SIMD16<UInt32> {
  var wide = SIMD16<UInt32>()
  for lane in 0..<16 { wide[lane] = UInt32(lanes[lane]) }
  return wide
}

/// The distance from 0, lane by lane.
@inline(__always)
func magnitude(_ values: FloatLanes) -> FloatLanes {
  var result = FloatLanes()
  for lane in 0..<16 { result[lane] = Float(bitPattern: values[lane].bitPattern & 0x7FFF_FFFF) }
  return result
}

/// Replaces negative lanes by 0.
@inline(__always)
func positive(_ values: FloatLanes) -> FloatLanes {
  values.replacing(with: 0, where: values .< 0)
}

/// The smaller of both, lane by lane.
@inline(__always)
func smaller(_ one: FloatLanes, _ other: FloatLanes) -> FloatLanes {
  one.replacing(with: other, where: other .< one)
}

/// The greater of both, lane by lane.
@inline(__always)
func greater(_ one: FloatLanes, _ other: FloatLanes) -> FloatLanes {
  one.replacing(with: other, where: other .> one)
}

/// The smaller of both, lane by lane.
@inline(__always)
func smaller(_ one: SignedLanes, _ other: SignedLanes) -> SignedLanes {
  var result = SignedLanes()
  for lane in 0..<16 { result[lane] = one[lane] < other[lane] ? one[lane] : other[lane] }
  return result
}

/// The greater of both, lane by lane.
@inline(__always)
func greater(_ one: SignedLanes, _ other: SignedLanes) -> SignedLanes {
  var result = SignedLanes()
  for lane in 0..<16 { result[lane] = one[lane] > other[lane] ? one[lane] : other[lane] }
  return result
}

/// Sixteen of `numbers`, from `index` on; traps where there are not as many.
@inline(__always)
func lanes(of numbers: [Float], at index: Int) -> FloatLanes {
  let bytes = unsafe numbers.span.bytes
  return unsafe bytes.unsafeLoadUnaligned(
    fromByteOffset: index &* MemoryLayout<Float>.stride,
    as: FloatLanes.self
  )
}

/// 0, 1, … 15.
@inline(__always)
var laneNumbers: SignedLanes {
  SignedLanes(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
}

/// 0, 1, … 15.
@inline(__always)
var columnNumbers: FloatLanes {
  FloatLanes(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
}

/// The distance from 0 of lanes that are read as signed.
@inline(__always)
func absolute(_ lanes: Lanes) -> Lanes {
  let sign = Lanes() &- (lanes &>> 15)
  return (lanes ^ sign) &- sign
}

/// True if all lanes are 0.
@inline(__always)
func isZero(_ lanes: Lanes) -> Bool {
  let words = unsafe unsafeBitCast(lanes, to: SIMD4<UInt64>.self)
  return words[0] | words[1] | words[2] | words[3] == 0
}

/// True if all coverages are 0.
@inline(__always)
func isZero(_ coverage: CoverageLanes) -> Bool {
  let words = unsafe unsafeBitCast(coverage, to: SIMD2<UInt64>.self)
  return words[0] | words[1] == 0
}

// Loops over `min` and `max` are not vectorised (Swift 6.3.1); these are, for numbers below 2¹⁵.

/// The negative difference `one` − `other`, lane by lane; 0 where `one` is not the smaller.
@inline(__always)
private func shortfall(_ one: Lanes, _ other: Lanes) -> Lanes {
  let difference = one &- other
  return difference & (Lanes() &- (difference &>> 15))
}

/// The greater of both, lane by lane; both below 2¹⁵.
@inline(__always)
func greater(_ one: Lanes, _ other: Lanes) -> Lanes { one &- shortfall(one, other) }

/// The smaller of both, lane by lane; both below 2¹⁵.
@inline(__always)
func smaller(_ one: Lanes, _ other: Lanes) -> Lanes { other &+ shortfall(one, other) }

/// At most 256, of numbers below 2¹⁵.
@inline(__always)
func saturated(_ lanes: Lanes) -> Lanes { smaller(lanes, Lanes(repeating: 256)) }

/// An opacity 0 … 1 as a weight 0 … 256; what is not a number is invisible.
func opacityWeight(_ opacity: Double) -> UInt16 {
  opacity > 0 ? UInt16((min(opacity, 1) * 256).rounded()) : 0
}
