// SPDX-License-Identifier: Apache-2.0

/// A generator whose numbers follow from its seed, so that a failure can be repeated (SplitMix64 by
/// Steele, Lea and Flood).
package struct SplitMix: RandomNumberGenerator {
  private var state: UInt64

  /// The numbers that follow from `seed`.
  package init(seed: some BinaryInteger) { state = UInt64(truncatingIfNeeded: seed) }

  /// The next 64 bits.
  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number in 0 ..< `bound`; `bound` is positive.
  package mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }
}
