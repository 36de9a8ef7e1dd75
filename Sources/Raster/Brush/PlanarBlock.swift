// SPDX-License-Identifier: Apache-2.0

/// One colour as three whole numbers 0 … 255, ready for lane arithmetic.
struct Tone: Hashable {
  var red: UInt16
  var green: UInt16
  var blue: UInt16

  init(red: UInt16, green: UInt16, blue: UInt16) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// The colour without its alpha.
  init(_ color: Color) {
    self.init(red: UInt16(color.red), green: UInt16(color.green), blue: UInt16(color.blue))
  }

  /// The tone of `color` over this tone; the same rounding as ``PlanarBlock/blend(_:weight:)``.
  @inline(__always)
  func under(_ color: Color) -> Self { mixed(with: Tone(color), weight: weight(of: color.alpha)) }

  /// A mix that has `weight` out of 256 of another tone; the same rounding as ``PlanarBlock/blend(_:weight:)``.
  @inline(__always)
  func mixed(with tone: Self, weight: UInt16) -> Self {
    func mixed(_ from: UInt16, _ to: UInt16) -> UInt16 {
      ((from &<< 8) &+ weight &* (to &- from) &+ 128) &>> 8
    }
    return Self(
      red: mixed(red, tone.red),
      green: mixed(green, tone.green),
      blue: mixed(blue, tone.blue)
    )
  }
}

/// An alpha 0 … 255 as a weight 0 … 256.
@inline(__always)
func weight(of alpha: UInt8) -> UInt16 { UInt16(alpha) &+ (UInt16(alpha) &>> 7) }

/// Sixteen neighbouring pixels of a row while they are composed, channel by channel, 0 … 255.
struct PlanarBlock {
  var red: Lanes
  var green: Lanes
  var blue: Lanes

  @inline(__always)
  init(red: Lanes, green: Lanes, blue: Lanes) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// Sixteen pixels of one colour.
  @inline(__always)
  init(_ tone: Tone) {
    red = Lanes(repeating: tone.red)
    green = Lanes(repeating: tone.green)
    blue = Lanes(repeating: tone.blue)
  }

  /// The pixels of rounded sums.
  @inline(__always)
  init(_ sums: PlanarSums) {
    self.init(red: sums.red &>> 8, green: sums.green &>> 8, blue: sums.blue &>> 8)
  }

  /// Moves every pixel towards `tone` by `weight` out of 256, rounded to the nearest.
  @inline(__always)
  mutating func blend(_ tone: Tone, weight: Lanes) {
    red = mixed(red, Lanes(repeating: tone.red), weight)
    green = mixed(green, Lanes(repeating: tone.green), weight)
    blue = mixed(blue, Lanes(repeating: tone.blue), weight)
  }

  /// Moves every pixel towards `other`'s by `weight` out of 256, rounded to the nearest.
  @inline(__always)
  mutating func blend(_ other: Self, weight: Lanes) {
    red = mixed(red, other.red, weight)
    green = mixed(green, other.green, weight)
    blue = mixed(blue, other.blue, weight)
  }
}

/// `from` moved towards `to` by `weight` out of 256, rounded to the nearest; exact at 0 and 256.
@inline(__always)
func mixed(_ from: Lanes, _ to: Lanes, _ weight: Lanes) -> Lanes {
  ((from &<< 8) &+ weight &* (to &- from) &+ 128) &>> 8
}

/// The sum of three regions by area: `base`, `middle` up to `middleCover`, of which `front` takes
/// `frontCover`; out of 256, `frontCover` at most `middleCover`, rounded to the nearest.
@inline(__always)
func stacked(
  _ base: Lanes,
  _ middle: Lanes,
  _ middleCover: Lanes,
  _ front: Lanes,
  _ frontCover: Lanes
) -> Lanes {
  ((base &<< 8) &+ middleCover &* (middle &- base) &+ frontCover &* (front &- middle) &+ 128)
    &>> 8
}

/// The sum of four regions by area: beneath, and three that take ever smaller parts of each other's
/// `covers`, out of 256, rounded to the nearest.
@inline(__always)
func layered(
  _ under: Lanes,
  _ base: Lanes,
  _ middle: Lanes,
  _ front: Lanes,
  covers: (base: Lanes, middle: Lanes, front: Lanes)
) -> Lanes {
  let basePart = covers.base &* (base &- under)
  let middlePart = covers.middle &* (middle &- base)
  let frontPart = covers.front &* (front &- middle)
  return ((under &<< 8) &+ basePart &+ middlePart &+ frontPart &+ 128) &>> 8
}
