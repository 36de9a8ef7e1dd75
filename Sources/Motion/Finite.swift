// SPDX-License-Identifier: Apache-2.0
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The largest magnitude that lengths, values and velocities keep; larger ones are clamped to it.
///
/// Far beyond anything on a screen, and small enough that products of several such numbers stay
/// finite.
let largestMagnitude = 1e60

extension Double {
  /// The number, limited to ±`largestMagnitude`; NaN becomes `replacement`.
  func bounded(nan replacement: Double = 0) -> Double {
    isNaN ? replacement : Swift.min(Swift.max(self, -largestMagnitude), largestMagnitude)
  }

  /// The number, limited to `range`; NaN becomes `replacement`.
  func bounded(to range: ClosedRange<Double>, nan replacement: Double) -> Double {
    isNaN ? replacement : Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
  }
}

/// `from` plus the fraction `f` of the way to `to`, finite for finite arguments.
///
/// Exactly `from` at 0 and exactly `to` at 1; a fraction outside 0 … 1 extrapolates.
func blend(_ from: Double, _ to: Double, _ f: Double) -> Double {
  if f == 0 { return from }
  if f == 1 { return to }
  let direct = from + (to - from) * f
  if direct.isFinite { return direct }
  return ((1 - f) * from.bounded() + f * to.bounded()).bounded()
}

// The functions of libm under names that do not collide with anything in this module.

@inline(__always) func exponential(_ x: Double) -> Double { exp(x) }
@inline(__always) func exponentialMinusOne(_ x: Double) -> Double { expm1(x) }
@inline(__always) func logarithm(_ x: Double) -> Double { log(x) }
@inline(__always) func sine(_ x: Double) -> Double { sin(x) }
@inline(__always) func cosine(_ x: Double) -> Double { cos(x) }
@inline(__always) func cubeRoot(_ x: Double) -> Double { cbrt(x) }
@inline(__always) func powerOfTwo(_ x: Double) -> Double { exp2(x) }
@inline(__always) func length(_ x: Double, _ y: Double) -> Double { hypot(x, y) }
