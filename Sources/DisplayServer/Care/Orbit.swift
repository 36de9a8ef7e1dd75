// SPDX-License-Identifier: Apache-2.0
internal import Geometry
internal import MonotonicTime

/// The walk of the picture over the panel, which lets no edge of it stand still for long.
///
/// It goes from the middle outward in a square spiral and the same way back, a pixel to a side a step:
/// ```
///   4 3 2      each of the (2 × range + 1)² places is taken once on the way out and once on the way back,
///   5 0 1      for as long as the others; where the walk turns, at both ends, it stays for two steps
///   6 7 8
/// ```
struct Orbit: Hashable {
  /// Distance that it goes to each side, in pixels.
  let range: Int
  /// Duration of the stay at each place.
  let interval: MonotonicInterval
  /// Number of steps made, in the circle of ways out and back.
  private var step = 0
  /// The instant at which the next one is due.
  private(set) var deadline: MonotonicInstant

  /// A walk that begins in the middle at `now`, of 1 … 16 pixels to each side.
  init(range: Int, interval: MonotonicInterval, at now: MonotonicInstant) {
    self.range = range
    self.interval = interval
    deadline = now + interval
  }

  /// Makes the step that is due; steps that were missed are left out.
  ///
  /// - Returns: Offset of the picture from now on.
  mutating func advance(to now: MonotonicInstant) -> PixelPoint {
    let side = 2 * range + 1
    let count = side * side
    step = (step + 1) % (2 * count)
    deadline = now + interval
    return Self.place(step < count ? step : 2 * count - 1 - step)
  }

  /// The place `index` steps from the middle, 0 and up.
  static func place(_ index: Int) -> PixelPoint {
    guard index > 0 else { return .zero }
    var ring = 1
    while (2 * ring + 1) * (2 * ring + 1) <= index { ring += 1 }
    // The ring's 8 × ring places begin beside the lower right corner of the ring before.
    let offset = index - (2 * ring - 1) * (2 * ring - 1)
    let along = offset % (2 * ring)
    return switch offset / (2 * ring) {
    case 0: PixelPoint(x: ring, y: ring - 1 - along)
    case 1: PixelPoint(x: ring - 1 - along, y: -ring)
    case 2: PixelPoint(x: -ring, y: along + 1 - ring)
    default: PixelPoint(x: along + 1 - ring, y: ring)
    }
  }
}
