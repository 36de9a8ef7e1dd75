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
    self.red = widened(red)
    self.green = widened(green)
    self.blue = widened(blue)
    self.alpha = widened(alpha)
  }

  /// The pixels of a picture.
  @inline(__always)
  init(_ block: Picture.Block) {
    self.init(red: block.red, green: block.green, blue: block.blue, alpha: block.alpha)
  }

  /// Becomes a mix of itself and `other`, of which it has `weight` out of 256.
  @inline(__always)
  mutating func mix(_ other: Self, weight: Lanes) {
    red = mixed(red, other.red, weight)
    green = mixed(green, other.green, weight)
    blue = mixed(blue, other.blue, weight)
    alpha = mixed(alpha, other.alpha, weight)
  }

  /// The part of the pixels that a shape covers, out of 256.
  @inline(__always)
  func cut(to cover: Lanes) -> Self {
    var part = self
    part.red = (red &* cover &+ 128) &>> 8
    part.green = (green &* cover &+ 128) &>> 8
    part.blue = (blue &* cover &+ 128) &>> 8
    part.alpha = (alpha &* cover &+ 128) &>> 8
    return part
  }

  /// The pixels over `under`, weakened by `opacity` out of 256.
  @inline(__always)
  func over(_ under: PlanarBlock, opacity: UInt16 = 256) -> PlanarBlock {
    if opacity == 0 || isZero(alpha) { return under }
    // One more than alpha, but 0 for 0: no colour exceeds 255 out of 256 of it, so that no sum overflows.
    let weight = weakened(alpha &+ ((alpha &+ 255) &>> 8), part: opacity)
    let rest = 256 &- weight
    let part = Lanes(repeating: opacity)
    return PlanarBlock(
      red: (under.red &* rest &+ red &* part &+ 128) &>> 8,
      green: (under.green &* rest &+ green &* part &+ 128) &>> 8,
      blue: (under.blue &* rest &+ blue &* part &+ 128) &>> 8
    )
  }
}

extension Picture.Block {
  /// True if nothing beneath shows.
  @inline(__always)
  var isOpaque: Bool { isZero(~alpha) }
}
