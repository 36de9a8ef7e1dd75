// SPDX-License-Identifier: Apache-2.0
package import Geometry

/// A mask filled by a fluid with a wave in front of another, and a percent figure over it.
///
/// Both crests are functions of one axis. The fluid is seen as three regions stacked along its
/// depth: what neither wave reaches, what only the back wave reaches, and the front wave; where that
/// is translucent, what one of the waves reaches, and what both do. A pixel's colour is the sum of
/// the regions' colours by exact area, so that nothing shines through where crests cross; then the
/// mask's coverage blends it with what is beneath.
///
/// All in buffer pixels: a rotated output only changes which way the depth goes.
package struct WaveLayer: Layer {
  /// The layer's appearance; two equal states look the same.
  struct State: Equatable {
    /// Depth of the fluid's mean line below the mask's upper edge (in the view), in pixels.
    var mean: Float = 0
    /// The waves' amplitude times the sine and the cosine of their phase.
    var sine: Float = 0
    var cosine: Float = 0
    /// 0 … 100, or -1 for none.
    var figure = -1
    /// 0 invisible … 256 opaque.
    var opacity: UInt16 = 0
    /// Counts changes of colours.
    var version = 0

    /// Tells if the crests are those of another state.
    func hasCrests(of other: Self) -> Bool {
      mean == other.mean && sine == other.sine && cosine == other.cosine
    }
  }

  /// The indicator's colours, each with its own alpha.
  package struct Colors: Sendable, Hashable {
    /// The part of the mask that is not filled.
    package var outline: Color
    /// The wave behind, over the outline colour.
    package var back: Color
    /// The wave in front, over both.
    package var front: Color
    /// The percent figure.
    package var figure: Color

    /// The four colours.
    package init(outline: Color, back: Color, front: Color, figure: Color) {
      self.outline = outline
      self.back = back
      self.front = front
      self.figure = figure
    }
  }

  /// The waves between the higher crest and the lower one in sixteen steps.
  enum Between: UInt8 {
    /// The two are the same: an opaque front wave is the higher one.
    case nothing
    /// The back wave alone.
    case back
    /// The front wave alone, which is translucent.
    case front
    /// One or the other: the crests cross, and the front wave is translucent.
    case both

    /// Tells if the space between other crests with `past` between them looks the same.
    @inline(__always)
    func looksLike(_ past: Self) -> Bool {
      switch self {
      case .nothing, .back: past == .nothing || past == .back
      case .front: past == .front
      case .both: false
      }
    }
  }

  let mask: BlockMask
  /// False for a mask without pixels or too far away for the tables.
  private let isDrawable: Bool
  /// Slopes of the coverage at the mask's rim, in relation to the depth; per block of the mask.
  let rim: [Rim]
  let figures: FigureTiles
  private let hasFigures: Bool
  /// True if the crests are functions of the buffer's columns; false if of its rows.
  let runsAlongColumns: Bool
  /// True if the depth grows against the buffer's axis.
  let isFlipped: Bool
  /// Extent of the mask across the waves and along the depth.
  private let length: Int
  let depth: Int
  private let frequency: Double
  /// Sines and cosines of the wave's angle at the steps' borders, one more than there are steps.
  private let sines: [Float]
  private let cosines: [Float]

  static var unpainted: State { State() }

  private(set) var state = State()
  private(set) var colors: Colors
  private(set) var figure = FigureTiles.Figure(repeating: .init())
  /// The places of the figure's glyphs.
  private(set) var figureColumns: FigureColumns
  /// The higher crest, where the fluid begins, and the one where the last region begins: the lower
  /// crest or, as an opaque front wave hides what is behind it, the front one.
  private(set) var higher: EdgeTable
  private(set) var lower: EdgeTable
  /// The waves between these two in sixteen steps.
  private(set) var between: [Between]
  /// Share of the front wave in that, 0 … 256 a step; set where it is some of each.
  private(set) var frontShares: [Lanes]
  private var hasCrests = false
  /// Partly covered depths of the lower crest and of the higher one, per block of columns; empty
  /// where the crests are functions of the rows.
  private(set) var ranges: [EdgeRanges]
  /// The same per row, empty where they are functions of the columns.
  private(set) var rowRanges: [StepRanges]
  /// The ranges of what each buffer holds, one buffer after the other.
  var pastRanges: [EdgeRanges] = []
  var pastRowRanges: [StepRanges] = []
  /// The waves between the crests there.
  var pastBetween: [Between] = []

  private static let highestAmplitude = 3_000.0

  /// A layer that is invisible until it is updated.
  ///
  /// - Parameters:
  ///   - mask: The shape to fill, placed in view pixels from the upper left corner of the view.
  ///   - frequency: Waves across the mask's width.
  ///   - colors: The colours to start with.
  ///   - figures: Glyphs of the percent figure, centred in the mask; nil for none.
  ///   - transform: The view's transform to the buffer; its scale is not used.
  package init(
    mask: PlacedMask,
    frequency: Double,
    colors: Colors,
    figures: FigureGlyphs?,
    transform: OutputTransform
  ) {
    let size = mask.mask.size
    let center = Point(
      x: Double(mask.origin.x) + Double(size.width) / 2,
      y: Double(mask.origin.y) + Double(size.height) / 2
    )
    self.mask = BlockMask(mask.mask, origin: mask.origin, transform: transform)
    self.figures =
      figures.map { FigureTiles($0, center: center, transform: transform) } ?? .none
    figureColumns = FigureColumns(bounds: self.figures.bounds)
    hasFigures = figures != nil
    self.colors = colors
    runsAlongColumns = !transform.rotation.swapsAxes
    isFlipped = transform.rotation == .half || transform.rotation == .quarter
    rim = self.mask.rim(alongColumns: runsAlongColumns, isFlipped: isFlipped)
    (length, depth) = (size.width, size.height)
    self.frequency = frequency.isFinite ? frequency : 0
    let rect = self.mask.rect
    // Crests in buffer columns and rows fit 16 bits then, however high they are.
    let limit = 24_000
    isDrawable =
      !rect.isEmpty && rect.left >= -limit && rect.top >= -limit && rect.right <= limit
      && rect.bottom <= limit
    let blocks = runsAlongColumns ? self.mask.blocksPerRow : (rect.height + 15) / 16
    let start = runsAlongColumns ? self.mask.firstBlock * blockWidth - rect.left : 0
    (sines, cosines) = Self.angles(
      frequency: self.frequency,
      length: length,
      start: start,
      blocks: blocks,
      isReversed: transform.rotation == .half || transform.rotation == .threeQuarters
    )
    ranges = Array(repeating: EdgeRanges(), count: runsAlongColumns ? blocks : 0)
    rowRanges = Array(repeating: StepRanges(), count: runsAlongColumns ? 0 : blocks)
    higher = EdgeTable(blocks: blocks)
    lower = EdgeTable(blocks: blocks)
    between = Array(repeating: .nothing, count: blocks)
    frontShares = Array(repeating: Lanes(), count: blocks)
  }

  private static func angles(
    frequency: Double,
    length: Int,
    start: Int,
    blocks: Int,
    isReversed: Bool
  ) -> (sines: [Float], cosines: [Float]) {
    let turn = 2 * Double.pi * frequency / Double(max(length, 1))
    let angles = (0...blocks * 16).map { step in
      let border = start + step
      return Trigonometry.sineAndCosine(turn * Double(isReversed ? length - border : border))
    }
    return (angles.map { Float($0.sine) }, angles.map { Float($0.cosine) })
  }

  /// Replaces the colours.
  package mutating func setColors(_ colors: Colors) {
    guard colors != self.colors else { return }
    if isTranslucent != (colors.front.alpha < 255) { hasCrests = false }
    self.colors = colors
    state.version += 1
  }

  /// Takes over what is to be shown.
  ///
  /// - Parameters:
  ///   - level: Level of the mean line, 0 at the mask's lower edge … 1 at its upper edge.
  ///   - amplitude: The waves' amplitude in pixels.
  ///   - phase: Their phase in degrees.
  ///   - figure: The percent figure, 0 … 100; less for none.
  ///   - opacity: 0 invisible … 1 opaque.
  package mutating func update(
    level: Double,
    amplitude: Double,
    phase: Double,
    figure: Int,
    opacity: Double
  ) {
    let limit = Self.highestAmplitude
    let amplitude = amplitude.isFinite ? min(max(amplitude, -limit), limit) : 0
    let level = level.isFinite ? min(max(level, -1), 2) : 0
    let (sine, cosine) = Trigonometry.sineAndCosine(phase * .pi / 180)
    // The chord of a sine over a step lies inside its arc; this factor makes the areas equal.
    let halfStep = Double.pi * frequency / Double(max(length, 1))
    let stretch =
      halfStep > 1e-4 && halfStep < 0.8 ? Trigonometry.tangent(halfStep) / halfStep : 1
    var next = state
    // No crest is to be seen from farther away than this.
    let reach = abs(amplitude) * stretch + 2
    next.mean = Float(min(max(Double(depth) * (1 - level), -reach), Double(depth) + reach))
    next.sine = Float(amplitude * stretch * sine)
    next.cosine = Float(amplitude * stretch * cosine)
    next.opacity = isDrawable ? opacityWeight(opacity) : 0
    next.figure = hasFigures ? min(max(figure, -1), 100) : -1
    if next.figure != state.figure {
      self.figure = figures.figure(next.figure)
      figureColumns.show(self.figure)
    }
    let isSame =
      next.mean == state.mean && next.sine == state.sine && next.cosine == state.cosine
    state = next
    if !isSame || !hasCrests {
      hasCrests = true
      setCrests(isSteep: abs(amplitude) * stretch * 2 * halfStep > 1)
    }
  }

  var isTranslucent: Bool { colors.front.alpha < 255 }

  private mutating func setCrests(isSteep: Bool) {
    // Either crest is as steep as the steeper wave, and its break is at most half a step off.
    higher.begin(isSteep: isSteep)
    lower.begin(isSteep: isSteep)
    let mean = FloatLanes(repeating: state.mean)
    let (sine, cosine) = (state.sine, state.cosine)
    let full = FloatLanes(repeating: 256)
    for block in 0..<between.count {
      let (start, next) = (block &* 16, block &* 16 &+ 1)
      let (sineFrom, cosineFrom) = (lanes(of: sines, at: start), lanes(of: cosines, at: start))
      let (sineTo, cosineTo) = (lanes(of: sines, at: next), lanes(of: cosines, at: next))
      let frontFrom = mean + (sineFrom * cosine + cosineFrom * sine)
      let frontTo = mean + (sineTo * cosine + cosineTo * sine)
      let backFrom = mean + (cosineFrom * cosine - sineFrom * sine)
      let backTo = mean + (cosineTo * cosine - sineTo * sine)
      let before = frontFrom - backFrom
      let after = frontTo - backTo
      let frontLeads = !any(before .> 0) && !any(after .> 0)
      var (highFrom, highTo) = (backFrom, backTo)
      var (lowFrom, lowTo) = (frontFrom, frontTo)
      between[block] = .back
      if frontLeads && !isTranslucent {
        between[block] = .nothing
      } else if frontLeads {
        between[block] = .front
        swap(&highFrom, &lowFrom)
        swap(&highTo, &lowTo)
      } else if any(before .< 0) || any(after .< 0) {
        // Where the crests cross within a step, the higher one is a bent line; a straight one with
        // the same area lies lower by half the height of the triangle between them.
        let drop = positive(-(before * after)) / (magnitude(before - after) + 1e-6) * 0.5
        highFrom = backFrom + (before - magnitude(before)) * 0.5 + drop
        highTo = backTo + (after - magnitude(after)) * 0.5 + drop
        if isTranslucent {
          between[block] = .both
          lowFrom = frontFrom + backFrom - highFrom
          lowTo = frontTo + backTo - highTo
          frontShares[block] = Self.frontShare(before, after)
        }
      }
      lower.set(block: block, from: lowFrom, to: lowTo, full: full)
      if between[block] == .nothing {
        higher.set(block: block, like: lower, shift: 0)
      } else {
        higher.set(block: block, from: highFrom, to: highTo, full: full)
      }
    }
    setRanges()
  }

  /// The front wave's share, 0 … 256, of the area between the crests in steps at whose borders it
  /// lies lower than the back wave by `before` and `after`.
  ///
  /// Crests that cross leave two similar triangles, whose areas are as the squares of their sides.
  private static func frontShare(_ before: FloatLanes, _ after: FloatLanes) -> Lanes {
    let own = positive(-before) * positive(-before) + positive(-after) * positive(-after)
    let all = before * before + after * after
    return bits(roundedLowBits(own / (all + 1e-12) * 256))
  }

  private mutating func setRanges() {
    for index in ranges.indices {
      var next = EdgeRanges(lower, higher, block: index)
      // Rounding may put the higher crest a pixel behind the lower one where they cross.
      next.secondLow = min(next.secondLow, next.firstLow)
      next.firstEnd = max(next.firstEnd, next.secondEnd)
      ranges[index] = next
    }
    for index in rowRanges.indices {
      var next = StepRanges(lower, higher, block: index)
      next.secondLow = smaller(next.secondLow, next.firstLow)
      next.firstEnd = greater(next.firstEnd, next.secondEnd)
      rowRanges[index] = next
    }
  }
}

extension WaveLayer {
  mutating func unshare() {
    figureColumns.unshare()
    higher.unshare()
    lower.unshare()
    between.unshare()
    frontShares.unshare()
    ranges.unshare()
    rowRanges.unshare()
    pastRanges.unshare()
    pastRowRanges.unshare()
    pastBetween.unshare()
  }
}
