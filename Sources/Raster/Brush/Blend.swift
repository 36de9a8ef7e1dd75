// SPDX-License-Identifier: Apache-2.0

/// Sixteen pixels with eight fractional bits a channel and ½ added: the upper bytes are the
/// channels, rounded to the nearest.
struct PlanarSums {
  var red: Lanes
  var green: Lanes
  var blue: Lanes
}

/// A tone mixed with pixels of any colour, with what is the same for all of them worked out ahead.
///
/// The same bits as ``PlanarBlock/blend(_:weight:)``.
struct ToneMix {
  private let rest: Lanes
  private let part: PlanarSums

  /// Mixes that have `weight` out of 256 of `tone`.
  @inline(__always)
  init(_ tone: Tone, weight: Lanes) {
    rest = 256 &- weight
    part = PlanarSums(
      red: weight &* Lanes(repeating: tone.red) &+ 128,
      green: weight &* Lanes(repeating: tone.green) &+ 128,
      blue: weight &* Lanes(repeating: tone.blue) &+ 128
    )
  }

  @inline(__always)
  func sums(_ pixels: PlanarBlock) -> PlanarSums {
    PlanarSums(
      red: pixels.red &* rest &+ part.red,
      green: pixels.green &* rest &+ part.green,
      blue: pixels.blue &* rest &+ part.blue
    )
  }
}

/// All mixtures of two tones: what pixels look like that an edge between them covers partly.
///
/// The same bits as ``PlanarBlock/blend(_:weight:)``, with everything that is the same for all
/// pixels worked out ahead.
struct Blend {
  /// The tone at weight 0, times 256, plus ½.
  let start: Tone
  /// Increment per 1/256 of the second tone; wraps where a channel falls.
  let step: Tone

  @inline(__always)
  init(from: Tone, to: Tone) {
    start = Tone(
      red: (from.red &<< 8) &+ 128,
      green: (from.green &<< 8) &+ 128,
      blue: (from.blue &<< 8) &+ 128
    )
    step = Tone(
      red: to.red &- from.red,
      green: to.green &- from.green,
      blue: to.blue &- from.blue
    )
  }

  /// Sixteen mixtures by weights 0 … 256 of the second tone.
  @inline(__always)
  func sums(_ weight: Lanes) -> PlanarSums {
    PlanarSums(
      red: Lanes(repeating: start.red) &+ weight &* Lanes(repeating: step.red),
      green: Lanes(repeating: start.green) &+ weight &* Lanes(repeating: step.green),
      blue: Lanes(repeating: start.blue) &+ weight &* Lanes(repeating: step.blue)
    )
  }

  /// `sums` with `weight` of the first tone replaced by the second one.
  @inline(__always)
  func sums(_ sums: PlanarSums, _ weight: Lanes) -> PlanarSums {
    PlanarSums(
      red: sums.red &+ weight &* Lanes(repeating: step.red),
      green: sums.green &+ weight &* Lanes(repeating: step.green),
      blue: sums.blue &+ weight &* Lanes(repeating: step.blue)
    )
  }

  /// Mixtures in which a part of the second tone's area, `further`, belongs to the second tone of
  /// `other`, whose first is the second of this.
  @inline(__always)
  func sums(_ weight: Lanes, _ other: Self, _ further: Lanes) -> PlanarSums {
    other.sums(sums(weight), further)
  }
}
