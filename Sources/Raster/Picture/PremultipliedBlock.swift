// SPDX-License-Identifier: Apache-2.0

/// Sixteen neighbouring pixels with colours premultiplied by alpha, sixteen bits a channel.
struct PremultipliedBlock {
  var red: Lanes
  var green: Lanes
  var blue: Lanes
  var alpha: Lanes

  /// The pixels of four channels, 0 … 255; no colour is more than its alpha.
  @inline(__always)
  init(red: CoverageLanes, green: CoverageLanes, blue: CoverageLanes, alpha: CoverageLanes) {
    self.red = Self.widened(red)
    self.green = Self.widened(green)
    self.blue = Self.widened(blue)
    self.alpha = Self.widened(alpha)
  }

  /// The same numbers with sixteen bits each.
  @inline(__always)
  private static func widened(_ lanes: CoverageLanes) -> Lanes {
    var wide = Lanes()
    for lane in 0..<16 { wide[lane] = UInt16(lanes[lane]) }
    return wide
  }

  /// Becomes a mix of itself and `other`, of which it has `weight` out of 256.
  @inline(__always)
  mutating func mix(_ other: Self, weight: Lanes) {
    red = mixed(red, other.red, weight)
    green = mixed(green, other.green, weight)
    blue = mixed(blue, other.blue, weight)
    alpha = mixed(alpha, other.alpha, weight)
  }

  /// What it looks like over `under`, weakened by `opacity` out of 256.
  @inline(__always)
  func over(_ under: PlanarBlock, opacity: UInt16 = 256) -> PlanarBlock {
    if opacity == 0 || isZero(alpha) { return under }
    // One more than alpha, but 0 for 0: no colour exceeds 255 out of 256 of it, so that no sum overflows.
    let weight = weakened(alpha &+ ((alpha &+ 255) &>> 8), opacity)
    let rest = 256 &- weight
    let part = Lanes(repeating: opacity)
    return PlanarBlock(
      red: (under.red &* rest &+ red &* part &+ 128) &>> 8,
      green: (under.green &* rest &+ green &* part &+ 128) &>> 8,
      blue: (under.blue &* rest &+ blue &* part &+ 128) &>> 8
    )
  }
}
