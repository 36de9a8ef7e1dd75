// SPDX-License-Identifier: Apache-2.0
package import Geometry

/// A line through points from left to right, with round ends and joints, in a gradient's colours; or bars at them.
///
/// The stroke is the union of its pieces, each a segment with round ends; discs may stand at its first
/// and last point. It can be revealed from its beginning on, by length. The colour is a function of the
/// view's column alone, whatever the rotation.
package struct TraceLayer: Layer {
  /// Shape and colours of a line.
  package struct Style: Sendable {
    /// The colours, by the column's middle in view pixels.
    package var gradient: LinearGradient
    /// The stroke's width in pixels; above 0.
    package var width: Double
    /// The radius of the discs in pixels.
    package var dotRadius: Double
    /// Rectangle to which the line is cut, in view pixels.
    package var clip: PixelRect
    /// The y down to which the line is filled below, in view pixels; nil for none.
    package var floor: Double?
    /// The most points.
    package var capacity: Int
    /// The y from which a bar of ``width`` stands to each point, in view pixels; nil for a line.
    package var foot: Double?
    /// True if every x is counted from the view's right edge.
    package var isMirrored = false

    /// A style of the six values.
    package init(
      gradient: LinearGradient,
      width: Double,
      dotRadius: Double,
      clip: PixelRect,
      floor: Double? = nil,
      capacity: Int
    ) {
      self.gradient = gradient
      self.width = width
      self.dotRadius = dotRadius
      self.clip = clip
      self.floor = floor
      self.capacity = capacity
    }
  }

  /// The visible part of a line.
  package struct Extent: Hashable, Sendable {
    /// The length that is revealed, in pixels; gaps have none.
    package var length: Double
    /// True if anything is to be seen, even of a line without length; the disc at the first point goes with it.
    package var isBegun: Bool
    /// True if a disc stands where the revealed part ends.
    package var hasEnd: Bool

    /// An extent of the three values.
    package init(length: Double, isBegun: Bool, hasEnd: Bool) {
      self.length = length
      self.isBegun = isBegun
      self.hasEnd = hasEnd
    }

    /// Nothing to see.
    package static let none = Self(length: 0, isBegun: false, hasEnd: false)
  }

  /// The layer's appearance; two equal states look the same.
  struct State: Equatable {
    /// The revealed part of the line.
    var extent = Extent.none
    /// 0 invisible … 256 opaque.
    var opacity: UInt16 = 0
    /// Counts changes of the points.
    var version = 0
    /// Range of the ink in each of sixteen stripes across the line, from the rectangle's edge on.
    var low = SignedLanes(repeating: .max)
    var end = SignedLanes(repeating: .min)
  }

  static var unpainted: State { State() }

  private(set) var state = State()
  /// The line's coverage of pixels.
  private(set) var coverage: TraceCoverage
  /// The colour of each block of columns, or of each row where the view's columns are rows.
  let colors: [PlanarBlock]
  /// Their opacity, the same way; empty where all is opaque.
  let alphas: [Lanes]
  /// View columns that share a stripe of ``State/low``; whole groups of sixteen.
  let stripeWidth: Int

  let radius: Double
  let dotRadius: Double
  let floor: Double?
  private let foot: Double?
  private let capacity: Int
  let transform: OutputTransform
  private(set) var points: [TracePoint] = []
  /// The line's length up to each point.
  private(set) var lengths: [Double] = []
  /// The pieces of the revealed part.
  private var pieces: [TraceCapsule] = []

  /// A line without points in the buffers of `transform`.
  package init(_ style: Style, transform: OutputTransform) {
    let clip = style.clip.intersection(transform.viewSize.bounds)
    coverage = TraceCoverage(
      clip: clip,
      floor: style.floor,
      capacity: style.capacity,
      isMirrored: style.isMirrored,
      transform: transform
    )
    foot = style.foot
    radius = min(max(style.width / 2, 0.05), 1000)
    dotRadius = min(max(style.dotRadius, 0.05), 1000)
    floor = style.floor
    capacity = style.capacity
    self.transform = transform
    let width = coverage.isTurned ? coverage.rect.height : coverage.blocksPerRow * blockWidth
    stripeWidth = max(1, (width + 255) / 256) * blockWidth
    (colors, alphas) = Self.colors(style.gradient, coverage: coverage)
    points.reserveCapacity(capacity)
    lengths.reserveCapacity(capacity)
    pieces.reserveCapacity(capacity)
  }

  private static func colors(
    _ gradient: LinearGradient,
    coverage: TraceCoverage
  ) -> (colors: [PlanarBlock], alphas: [Lanes]) {
    let columns = (0..<coverage.clip.width).map { column in
      gradient.color(at: Double(coverage.clip.left + column) + 0.5)
    }
    let isTurned = coverage.rotation.swapsAxes
    let count = isTurned ? coverage.rect.height : coverage.blocksPerRow
    var colors = Array(
      repeating: PlanarBlock(Tone(gradient.from)),
      count: columns.isEmpty ? 0 : count
    )
    var alphas = Array(repeating: Lanes(repeating: 256), count: colors.count)
    for index in colors.indices {
      for lane in 0..<blockWidth {
        let place = coverage.column(at: isTurned ? index : index * blockWidth + lane)
        let color = columns[min(max(place, 0), columns.count - 1)]
        colors[index].red[lane] = UInt16(color.red)
        colors[index].green[lane] = UInt16(color.green)
        colors[index].blue[lane] = UInt16(color.blue)
        alphas[index][lane] = weight(of: color.alpha)
      }
    }
    let isOpaque = gradient.from.alpha == 255 && gradient.to.alpha == 255
    return (colors, isOpaque ? [] : alphas)
  }

  // MARK: - Showing

  /// Takes over what is to be shown; does not allocate.
  ///
  /// - Parameters:
  ///   - points: The corners, at most as many as the style's capacity; the rest is left out.
  ///   - extent: The revealed part of them.
  ///   - opacity: 0 invisible … 1 opaque.
  package mutating func update(_ points: [TracePoint], extent: Extent, opacity: Double) {
    state.opacity = opacityWeight(opacity)
    let isSame = points == self.points
    if !isSame { take(points) }
    let length = extent.length.isFinite ? min(max(extent.length, 0), lengths.last ?? 0) : 0
    let isBegun = extent.isBegun && !self.points.isEmpty
    let limited =
      isBegun ? Extent(length: length, isBegun: true, hasEnd: extent.hasEnd) : .none
    guard !isSame || limited != state.extent else { return }
    // Bars are revealed all at once.
    if !isSame || foot != nil { state.version += 1 }
    state.extent = limited
    trace()
    noteInk()
  }

  private mutating func take(_ points: [TracePoint]) {
    self.points.removeAll(keepingCapacity: true)
    lengths.removeAll(keepingCapacity: true)
    var (length, last) = (0.0, TracePoint(x: -.infinity, y: 0, isJoined: false))
    for point in points.prefix(capacity) {
      var point = point
      let limit = 1e9
      point.x = point.x.isFinite ? min(max(point.x, last.x, -limit), limit) : max(last.x, 0)
      point.y = point.y.isFinite ? min(max(point.y, -limit), limit) : 0
      if self.points.isEmpty { point.isJoined = false }
      if point.isJoined {
        length += Point(x: last.x, y: last.y).distance(to: Point(x: point.x, y: point.y))
      }
      self.points.append(point)
      lengths.append(length)
      last = point
    }
  }

  /// Makes the pieces of what is revealed, and works out what they cover.
  private mutating func trace() {
    pieces.removeAll(keepingCapacity: true)
    guard state.extent.isBegun, let first = points.first else {
      coverage.show(pieces, start: nil, end: nil)
      return
    }
    let shown = state.extent.length
    let size = PixelSize(width: coverage.clip.width, height: coverage.clip.height)
    if let foot {
      let floor = foot - Double(coverage.clip.top)
      for point in points {
        let bar = TraceCapsule(barAt: local(point), from: floor, width: 2 * radius, size: size)
        if let bar { pieces.append(bar) }
      }
      coverage.show(pieces, start: nil, end: nil)
      return
    }
    for index in points.indices {
      let here = local(points[index])
      if points[index].isJoined {
        let before = lengths[index - 1]
        guard before < shown else { break }
        let whole = lengths[index] - before
        let share = shown < lengths[index] ? (shown - before) / whole : 1
        if let piece = TraceCapsule(
          local(points[index - 1]),
          here,
          share: share,
          radius: radius,
          size: size
        ) {
          pieces.append(piece)
        }
      } else {
        guard lengths[index] <= shown else { break }
        let isAlone = index + 1 == points.count || !points[index + 1].isJoined
        if isAlone,
          let dot = TraceCapsule(here, here, share: 0, radius: radius, size: size)
        {
          pieces.append(dot)
        }
      }
    }
    let end = points.position(after: shown)
    coverage.show(
      pieces,
      start: dot(first),
      end: state.extent.hasEnd ? end.flatMap { dot($0) } : nil
    )
  }

  private func local(_ point: TracePoint) -> Point {
    Point(x: point.x - Double(coverage.clip.left), y: point.y - Double(coverage.clip.top))
  }

  /// The disc around a point of the view; nil where it is far from what is drawn.
  private func dot(_ point: TracePoint) -> TraceCapsule? {
    let (x, y) = (point.x - Double(coverage.clip.left), point.y - Double(coverage.clip.top))
    let isNear =
      x > -dotRadius && x < Double(coverage.clip.width) + dotRadius && y > -dotRadius
      && y < Double(coverage.clip.height) + dotRadius
    return isNear ? TraceCapsule(x: x, y: y, radius: dotRadius) : nil
  }

  /// Notes where there is ink.
  private mutating func noteInk() {
    state.low = SignedLanes(repeating: .max)
    state.end = SignedLanes(repeating: .min)
    let units = stripeWidth / (coverage.isTurned ? 1 : blockWidth)
    for stripe in 0..<16 {
      var ink = TraceCoverage.Span()
      let first = min(stripe * units, coverage.spans.count)
      for unit in first..<min(first + units, coverage.spans.count) {
        ink.low = min(ink.low, coverage.spans[unit].low)
        ink.end = max(ink.end, coverage.spans[unit].end)
      }
      state.low[stripe] = ink.low
      state.end[stripe] = ink.end
    }
  }
}

extension TraceLayer {
  mutating func unshare() {
    coverage.unshare()
    points.unshare()
    lengths.unshare()
    pieces.unshare()
  }
}

extension TraceCoverage {
  fileprivate mutating func unshare() {
    lanes.unshare()
    lineSpans.unshare()
    fills.unshare()
    fillSpans.unshare()
    plainSpans.unshare()
    spans.unshare()
    capsules.unshare()
    tile.unshare()
  }
}
