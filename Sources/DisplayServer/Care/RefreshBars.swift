// SPDX-License-Identifier: Apache-2.0
internal import Geometry
internal import MonotonicTime
internal import Presentation
internal import Raster

/// Bars of the strongest colours that wander over the panel, so that each of its pixels is driven as all others.
///
/// They lie in buffer space and go around: what leaves on the right comes on the left. A frame paints the few columns
/// at their edges that have changed since its buffer was painted last.
struct RefreshBars {
  /// Duration of their way over the panel.
  static let duration = MonotonicInterval(seconds: 60)
  /// Time in which all of them come by: each pixel has each colour as long as the others.
  private static let round = MonotonicInterval(seconds: 20)
  private static let colors: InlineArray<5, Color> = [
    Color(rgb: 0xFFFFFF), Color(rgb: 0x000000), Color(rgb: 0xFF0000), Color(rgb: 0x00FF00),
    Color(rgb: 0x0000FF),
  ]

  /// The instant at which they began.
  let start: MonotonicInstant
  /// Distance that the bars have wandered in each buffer, -1 where its contents are unknown; there are 3 at most.
  private var painted = InlineArray<3, Int>(repeating: -1)

  /// Bars that begin at `now`.
  init(at now: MonotonicInstant) { start = now }

  /// The instant of their end.
  var end: MonotonicInstant { start + Self.duration }

  /// Forgets the contents of the buffers.
  mutating func forgetBuffers() { painted = InlineArray(repeating: -1) }

  /// Distance that the bars have wandered at an instant on a panel so many columns wide.
  private func distance(at instant: MonotonicInstant, width: Int) -> Int {
    max(0, Int((instant - start).seconds / Self.round.seconds * Double(width)))
  }

  /// The column where a bar begins before it has wandered; that of the sixth is the width.
  private static func beginning(of bar: Int, width: Int) -> Int {
    (bar * width + colors.count - 1) / colors.count
  }

  /// Paints what has changed in `buffer`.
  ///
  /// - Returns: In buffer pixels, what was painted.
  mutating func paint(_ buffer: inout BackBuffer, at instant: MonotonicInstant) -> PixelRegion {
    let width = buffer.size.width
    let distance = distance(at: instant, width: width)
    let before = painted[buffer.index]
    painted[buffer.index] = distance
    let isKnown = before >= 0 && (0..<width / Self.colors.count).contains(distance - before)
    var damage = PixelRegion()
    for bar in Self.colors.indices {
      // A bar grows on the right, over the one that it pushes on, which is painted there after it where all is new.
      let next = Self.beginning(of: bar + 1, width: width)
      let first = isKnown ? next + before : Self.beginning(of: bar, width: width) + distance
      fill(
        &buffer,
        first: first,
        count: next + distance - first,
        color: Self.colors[bar],
        damage: &damage
      )
    }
    return damage
  }

  /// Fills columns from `first` on, which goes around, with a colour.
  private func fill(
    _ buffer: inout BackBuffer,
    first: Int,
    count: Int,
    color: Color,
    damage: inout PixelRegion
  ) {
    let size = buffer.size
    let left = first % size.width
    // What is beyond the right edge is empty in most frames.
    let right = PixelRect(
      left: left,
      top: 0,
      right: min(left + count, size.width),
      bottom: size.height
    )
    let around = PixelRect(left: 0, top: 0, right: left + count - size.width, bottom: size.height)
    buffer.fill(right, color: color)
    buffer.fill(around, color: color)
    damage.add(right)
    damage.add(around)
  }
}
