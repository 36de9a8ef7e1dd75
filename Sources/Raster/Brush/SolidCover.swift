// SPDX-License-Identifier: Apache-2.0

/// The paint that a layer puts over pixels that it covers entirely: a tone, mixed with the pixels beneath by its alpha,
/// and both mixed with it again by the layer's opacity.
struct SolidCover {
  let tone: Tone
  /// The tone's alpha, 0 … 256.
  let weight: UInt16
  /// 0 invisible … 256 opaque.
  let opacity: UInt16

  /// A tone that is mixed in two steps.
  @inline(__always)
  init(tone: Tone = Tone(red: 0, green: 0, blue: 0), weight: UInt16 = 0, opacity: UInt16 = 256) {
    self.tone = tone
    self.weight = weight
    self.opacity = opacity
  }

  /// A tone that is mixed once: its alpha and the layer's opacity are one weight.
  @inline(__always)
  init(_ tone: Tone, weight: UInt16, fading opacity: UInt16) {
    self.init(tone: tone, weight: weakened(weight, part: opacity))
  }

  /// True if nothing beneath shows.
  @inline(__always)
  var hides: Bool { weight == 256 && opacity == 256 }

  /// True if the paint is a single mix of the pixels beneath and the tone.
  @inline(__always)
  var isOneMix: Bool { mixes && (weight == 256 || opacity == 256) }

  /// Weight of the tone in that mix, 0 … 256.
  @inline(__always)
  var mixWeight: UInt16 { weight == 256 ? opacity : weight }

  /// True if the paint changes the pixels beneath.
  @inline(__always)
  var mixes: Bool { weight > 0 && opacity > 0 }

  @inline(__always)
  func over(_ under: Tone) -> Tone {
    under.mixed(with: under.mixed(with: tone, weight: weight), weight: opacity)
  }

  @inline(__always)
  func over(_ under: PlanarBlock) -> PlanarBlock {
    let mix = ToneMix(tone, weight: Lanes(repeating: weight))
    return PlanarBlock(mix.sums(under)).faded(opacity, over: under)
  }
}

extension PlanarBlock {
  /// The pixels mixed with `under`, of which they hide `opacity` out of 256.
  @inline(__always)
  func faded(_ opacity: UInt16, over under: Self) -> Self {
    guard opacity < 256 else { return self }
    var result = under
    result.blend(self, weight: Lanes(repeating: opacity))
    return result
  }
}
