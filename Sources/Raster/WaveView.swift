// SPDX-License-Identifier: Apache-2.0
import Geometry

/// A ``WaveLayer`` lent out for painting: reading it counts no references.
struct WaveView: LayerView, ~Escapable {
  /// The fluid's regions over what is beneath, wherever nothing but the region is to be seen.
  struct Looks {
    /// What neither wave reaches.
    var base: PlanarBlock
    /// What only the back wave reaches.
    var middle: PlanarBlock
    /// The front wave over the back wave.
    var front: PlanarBlock
    /// The front wave where it is alone; the same unless it is translucent.
    var alone: PlanarBlock
  }

  /// The same over one tone, with the mixtures that the edges between the regions need.
  struct Fluid {
    let base: Tone
    let middle: Tone
    let front: Tone
    /// What the higher crest mixes, and what the front one mixes behind it.
    let higher: Blend
    let crest: Blend
    /// What the front crest mixes where it is the higher one.
    let only: Blend
    /// What the mask's rim mixes: what is beneath with each of the three.
    let rim: (base: Blend, middle: Blend, front: Blend)
    let looks: Looks
  }

  let front: EdgeView
  let either: EdgeView
  private let back: EdgeView
  let ranges: Span<EdgeRanges>
  let rowRanges: Span<StepRanges>
  let summary: EdgeRanges
  /// Whether the front crest is the higher one in all of sixteen steps.
  let frontLeads: Span<Bool>
  let mask: BlockMaskView
  let rim: Span<Rim>
  let figure: FigureView
  let firstBlock: Int
  let runsAlongColumns: Bool
  let isFlipped: Bool
  private let isTranslucent: Bool
  private let colors: WaveLayer.Colors
  let figureTone: Tone
  let figureWeight: UInt16
  private let opacity: UInt16
  /// Whether nothing calls for the general way: flat crests, opaque front, no fading.
  let isPlain: Bool

  @_lifetime(borrow layer)
  init(_ layer: borrowing WaveLayer) {
    front = EdgeView(layer.front)
    either = EdgeView(layer.either)
    back = EdgeView(layer.back)
    ranges = layer.ranges.span
    rowRanges = layer.rowRanges.span
    summary = layer.summary
    frontLeads = layer.frontLeads.span
    mask = BlockMaskView(layer.mask)
    rim = layer.rim.span
    figure = FigureView(layer.ink, layer.figure)
    firstBlock = layer.mask.firstBlock
    runsAlongColumns = layer.runsAlongColumns
    isFlipped = layer.isFlipped
    isTranslucent = layer.isTranslucent
    colors = layer.colors
    figureTone = Tone(layer.colors.figure)
    figureWeight = weight(of: layer.colors.figure.alpha)
    opacity = layer.state.opacity
    isPlain = !layer.front.isSteep && !layer.isTranslucent && layer.state.opacity == 256
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

  func fluid(over under: Tone) -> Fluid {
    let base = under.under(colors.outline)
    let middle = base.under(colors.back)
    let front = middle.under(colors.front)
    return Fluid(
      base: base,
      middle: middle,
      front: front,
      higher: Blend(from: base, to: middle),
      crest: Blend(from: middle, to: front),
      only: Blend(from: base, to: front),
      rim: (
        Blend(from: under, to: base), Blend(from: under, to: middle), Blend(from: under, to: front)
      ),
      looks: Looks(
        base: PlanarBlock(base),
        middle: PlanarBlock(middle),
        front: PlanarBlock(front),
        alone: PlanarBlock(base.under(colors.front))
      )
    )
  }

  @inline(__always)
  func compose(
    over under: PlanarBlock,
    _ looks: Looks,
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
    if figure.bounds.contains(block: block, row: y) {
      let ink = figure.weight(block: block, row: y)
      result.blend(figureTone, weight: weakened(ink, figureWeight))
    }
    guard opacity < 256 else { return result }
    var faded = under
    faded.blend(result, weight: Lanes(repeating: opacity))
    return faded
  }

  /// What a block of a row sees of the fluid.
  enum Reach {
    /// One region only.
    case base, middle, front
    /// Some pixels are partly covered; the coverages of the three crests.
    case mixed(front: Lanes, either: Lanes, back: Lanes)
  }

  /// Where a block of a row lies in the fluid; the block lies in the mask's rows and columns.
  @inline(__always)
  func reach(block: Int, row y: Int) -> Reach {
    switch part(block, y) {
    case .base: .base
    case .middle: .middle
    case .front: .front
    case .higher, .crest, .only, .both:
      .mixed(
        front: coverage(of: front, block, y),
        either: coverage(of: either, block, y),
        back: isTranslucent ? coverage(of: back, block, y) : Lanes()
      )
    }
  }

  /// The fluid and the empty part, before the mask.
  @inline(__always)
  private func fluid(_ looks: Looks, block: Int, row y: Int) -> PlanarBlock {
    switch reach(block: block, row: y) {
    case .base: looks.base
    case .middle: looks.middle
    case .front: looks.front
    case .mixed(let front, let either, let back):
      mixed(looks, front: front, either: either, back: back)
    }
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
    case .middle: result.blend(looks.middle, weight: weight)
    case .front: result.blend(looks.front, weight: weight)
    case .mixed(let front, let either, let back):
      guard !isTranslucent else {
        let fluid = mixed(looks, front: front, either: either, back: back)
        result.blend(fluid, weight: weight)
        return result
      }
      let rim = rim[mask.index(block: block, row: y)]
      let higher = greater(either, front)
      let behindFront = common(weight, front, rim, fall: fall(of: self.front, block, y))
      let behindHigher = common(weight, higher, rim, fall: fall(of: self.either, block, y))
      let behindEither = greater(behindHigher, behindFront)
      let covers = (weight, behindEither, behindFront)
      let (base, middle, top) = (looks.base, looks.middle, looks.front)
      result.red = layered(under.red, base.red, middle.red, top.red, covers)
      result.green = layered(under.green, base.green, middle.green, top.green, covers)
      result.blue = layered(under.blue, base.blue, middle.blue, top.blue, covers)
    }
    return result
  }

  /// How much `edge` falls in each of the steps that a block of a row meets, in 64ths.
  @inline(__always)
  func fall(of edge: borrowing EdgeView, _ block: Int, _ y: Int) -> SignedLanes {
    runsAlongColumns
      ? edge.fall(block: block &- firstBlock)
      : SignedLanes(repeating: edge.fall(step: y &- mask.rect.top))
  }

  /// The regions' tones, added by area.
  @inline(__always)
  private func mixed(_ looks: Looks, front: Lanes, either: Lanes, back: Lanes) -> PlanarBlock {
    let either = greater(either, front)
    guard isTranslucent else {
      return PlanarBlock(
        red: stacked(looks.base.red, looks.middle.red, either, looks.front.red, front),
        green: stacked(looks.base.green, looks.middle.green, either, looks.front.green, front),
        blue: stacked(looks.base.blue, looks.middle.blue, either, looks.front.blue, front)
      )
    }
    // Where the front wave is alone, the outline colour shines through instead of the back wave.
    let alone = smaller(either &- smaller(back, either), front)
    let (base, middle, both, single) = (looks.base, looks.middle, looks.front, looks.alone)
    let covers = (either, front, alone)
    return PlanarBlock(
      red: stacked(base.red, middle.red, both.red, single.red, covers),
      green: stacked(base.green, middle.green, both.green, single.green, covers),
      blue: stacked(base.blue, middle.blue, both.blue, single.blue, covers)
    )
  }
}

extension PlanarBlock {
  /// What `color` looks like over this block.
  @inline(__always)
  func under(_ color: Color) -> Self {
    var result = self
    result.blend(Tone(color), weight: Lanes(repeating: weight(of: color.alpha)))
    return result
  }
}
