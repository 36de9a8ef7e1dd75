// SPDX-License-Identifier: Apache-2.0
import Geometry

/// A ``WaveLayer`` lent out for painting: reading it counts no references.
struct WaveView: LayerView, ~Escapable {
  /// The fluid's regions over what is beneath, wherever nothing but the region is to be seen.
  struct Looks {
    /// Pixels that neither wave reaches.
    var base: PlanarBlock
    /// Pixels that only the back wave reaches.
    var middle: PlanarBlock
    /// The front wave over the back wave.
    var front: PlanarBlock
    /// Pixels that only the front wave reaches, where it is translucent.
    var alone: PlanarBlock
  }

  /// The same over one tone, for steps in which one wave only lies between the crests, with the
  /// mixtures that the edges between the regions need.
  struct Fluid {
    let base: Tone
    let middle: Tone
    let front: Tone
    /// Mixtures at the higher crest, and at the lower one behind it.
    let higher: Blend
    let lower: Blend
    /// Mixtures at a crest behind which both waves begin.
    let only: Blend
    /// Mixtures at the mask's rim: the pixels beneath with each of the three.
    let rim: (base: Blend, middle: Blend, front: Blend)
  }

  let higher: EdgeView
  let lower: EdgeView
  let ranges: Span<EdgeRanges>
  let rowRanges: Span<StepRanges>
  let between: Span<WaveLayer.Between>
  private let frontShares: Span<Lanes>
  let mask: BlockMaskView
  let rim: Span<Rim>
  let figure: FigureView
  let firstBlock: Int
  let runsAlongColumns: Bool
  let isFlipped: Bool
  let isTranslucent: Bool
  private let colors: WaveLayer.Colors
  let figureTone: Tone
  let figureWeight: UInt16
  private let opacity: UInt16
  /// True if no crest crosses more than two pixels' borders in a step.
  let isFlat: Bool
  /// True if nothing fades, which calls for the general way.
  let isPlain: Bool

  @_lifetime(borrow layer)
  init(_ layer: borrowing WaveLayer) {
    higher = EdgeView(layer.higher)
    lower = EdgeView(layer.lower)
    ranges = layer.ranges.span
    rowRanges = layer.rowRanges.span
    between = layer.between.span
    frontShares = layer.frontShares.span
    mask = BlockMaskView(layer.mask)
    rim = layer.rim.span
    figure = FigureView(layer.figureColumns, tiles: layer.figures, figure: layer.figure)
    firstBlock = layer.mask.firstBlock
    runsAlongColumns = layer.runsAlongColumns
    isFlipped = layer.isFlipped
    isTranslucent = layer.isTranslucent
    colors = layer.colors
    figureTone = Tone(layer.colors.figure)
    figureWeight = weight(of: layer.colors.figure.alpha)
    opacity = layer.state.opacity
    isFlat = !layer.lower.isSteep
    isPlain = layer.state.opacity == 256
  }

  /// The regions' tones for either wave between the crests.
  struct Fluids {
    let back: Fluid
    /// The same as ``back`` unless the front wave is translucent.
    let front: Fluid

    /// The tones for steps with the front wave alone between the crests, or for others.
    @inline(__always)
    func fluid(isFrontBetween: Bool) -> Fluid { isFrontBetween ? front : back }
  }

  @inline(__always)
  func parts(row y: Int) -> RowParts {
    let ink = figure.bounds
    let inked = y >= ink.top && y < ink.bottom ? ink.left..<ink.right : 0..<0
    let columns =
      y >= mask.rect.top && y < mask.rect.bottom ? mask.rect.left..<mask.rect.right : 0..<0
    return RowParts(touched: columns.joined(inked).blocks)
  }

  @inline(__always)
  var constantLooks: Looks? {
    guard colors.outline.alpha == 255 else { return nil }
    return looks(over: PlanarBlock(Tone(colors.outline)))
  }

  @inline(__always)
  func looks(over under: PlanarBlock) -> Looks {
    let base = under.under(colors.outline)
    let middle = base.under(colors.back)
    return Looks(
      base: base,
      middle: middle,
      front: middle.under(colors.front),
      alone: base.under(colors.front)
    )
  }

  func fluids(over under: Tone) -> Fluids {
    let back = fluid(over: under, isFrontBetween: false)
    return Fluids(
      back: back,
      front: isTranslucent ? fluid(over: under, isFrontBetween: true) : back
    )
  }

  /// The regions over `under`, for steps with one of the waves between the crests.
  func fluid(over under: Tone, isFrontBetween: Bool) -> Fluid {
    let base = under.under(colors.outline)
    let back = base.under(colors.back)
    let front = back.under(colors.front)
    let middle = isFrontBetween ? base.under(colors.front) : back
    return Fluid(
      base: base,
      middle: middle,
      front: front,
      higher: Blend(from: base, to: middle),
      lower: Blend(from: middle, to: front),
      only: Blend(from: base, to: front),
      rim: (
        Blend(from: under, to: base), Blend(from: under, to: middle), Blend(from: under, to: front)
      )
    )
  }

  @inline(__always)
  func compose(
    over under: PlanarBlock,
    with looks: Looks,
    block: Int,
    row y: Int
  ) -> PlanarBlock {
    var result = under
    let kind = mask.kind(block: block, row: y)
    if kind == .full {
      result = fluid(looks, block: block, row: y)
    } else if kind == .mixed {
      result = rimmed(looks, over: under, block: block, row: y)
    }
    return inked(result, block: block, row: y).faded(opacity, over: under)
  }

  /// The pixels of a block of a row with the figure's ink over them.
  @inline(__always)
  func inked(_ pixels: PlanarBlock, block: Int, row y: Int) -> PlanarBlock {
    var result = pixels
    if figure.bounds.contains(block: block, row: y),
      let ink = figure.weight(block: block, row: y)
    {
      result.blend(figureTone, weight: weakened(ink, part: figureWeight))
    }
    return result
  }

  /// The region of the fluid that a block of a row lies in.
  enum Reach {
    /// One region only.
    case base, middle, front
    /// Some pixels are partly covered; what lies behind either crest.
    case mixed(higher: Lanes, lower: Lanes)
  }

  /// The region of the fluid that a block of a row lies in; the block lies in the mask's rows and columns.
  @inline(__always)
  func reach(block: Int, row y: Int) -> Reach {
    switch part(block, row: y) {
    case .base: return .base
    case .middle: return .middle
    case .front: return .front
    case .higher, .lower, .only, .both:
      let behind = coverage(of: lower, block: block, row: y)
      // Rounding may put the higher crest behind the lower one.
      return .mixed(
        higher: greater(coverage(of: higher, block: block, row: y), behind),
        lower: behind
      )
    }
  }

  /// The fluid and the empty part, before the mask.
  @inline(__always)
  private func fluid(_ looks: Looks, block: Int, row y: Int) -> PlanarBlock {
    switch reach(block: block, row: y) {
    case .base: return looks.base
    case .middle: return middle(looks, block: block, row: y)
    case .front: return looks.front
    case .mixed(let higher, let lower):
      let (base, middle, front) = (looks.base, middle(looks, block: block, row: y), looks.front)
      return PlanarBlock(
        red: stacked(base.red, middle.red, higher, front.red, lower),
        green: stacked(base.green, middle.green, higher, front.green, lower),
        blue: stacked(base.blue, middle.blue, higher, front.blue, lower)
      )
    }
  }

  /// The pixels of a block of a row between the crests.
  @inline(__always)
  private func middle(_ looks: Looks, block: Int, row y: Int) -> PlanarBlock {
    guard isTranslucent else { return looks.middle }
    let group = group(block, row: y)
    if between[group] == .front { return looks.alone }
    var result = looks.middle
    if between[group] == .both {
      let shares = frontShares[group]
      let step = y &- mask.rect.top
      let share = runsAlongColumns ? shares : Lanes(repeating: shares[step & 15])
      result.blend(looks.alone, weight: share)
    }
    return result
  }

  /// The fluid and the empty part on the mask's rim.
  ///
  /// Kept out of line: it is rare, and would take registers from what is not.
  @inline(never)
  func rimmed(
    _ looks: Looks,
    over under: PlanarBlock,
    block: Int,
    row y: Int
  ) -> PlanarBlock {
    let weight = mask.weight(block: block, row: y)
    var result = under
    switch reach(block: block, row: y) {
    case .base: result.blend(looks.base, weight: weight)
    case .middle: result.blend(middle(looks, block: block, row: y), weight: weight)
    case .front: result.blend(looks.front, weight: weight)
    case .mixed(let higher, let lower):
      let rim = rim[mask.index(block: block, row: y)]
      let behindLower = common(
        weight,
        lower,
        rim: rim,
        fall: fall(of: self.lower, block: block, row: y)
      )
      let behindHigher = common(
        weight,
        higher,
        rim: rim,
        fall: fall(of: self.higher, block: block, row: y)
      )
      let covers = (weight, greater(behindHigher, behindLower), behindLower)
      let (base, middle, front) = (looks.base, middle(looks, block: block, row: y), looks.front)
      result.red = layered(under.red, base.red, middle.red, front.red, covers: covers)
      result.green = layered(under.green, base.green, middle.green, front.green, covers: covers)
      result.blue = layered(under.blue, base.blue, middle.blue, front.blue, covers: covers)
    }
    return result
  }

  /// Descent of `edge` in each of the steps that a block of a row meets, in 64ths of a pixel.
  @inline(__always)
  func fall(of edge: borrowing EdgeView, block: Int, row y: Int) -> SignedLanes {
    runsAlongColumns
      ? edge.fall(block: block &- firstBlock)
      : SignedLanes(repeating: edge.fall(step: y &- mask.rect.top))
  }
}

extension PlanarBlock {
  /// The pixels of `color` over this block.
  @inline(__always)
  func under(_ color: Color) -> Self {
    var result = self
    result.blend(Tone(color), weight: Lanes(repeating: weight(of: color.alpha)))
    return result
  }
}
