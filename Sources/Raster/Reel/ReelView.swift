// SPDX-License-Identifier: Apache-2.0
import Geometry

/// A ``ReelLayer`` lent out for painting.
struct ReelView: LayerView, ~Escapable {
  private let rect: PixelRect
  private let runsAcross: Bool
  private let opacity: UInt16
  private let cards: Span<ReelLayer.Placed>
  private let inks: Span<ReelInk>
  private let corner: Span<UInt16>
  private let radius: Int
  private let usual: SolidCover

  @_lifetime(borrow layer)
  init(_ layer: borrowing ReelLayer) {
    rect = layer.rect
    runsAcross = layer.runsAcross
    opacity = layer.state.opacity
    cards = layer.cards.span.extracting(0..<layer.count)
    inks = layer.inks.span
    corner = layer.corner.span
    radius = layer.radius
    usual = SolidCover(
      tone: Tone(layer.usual),
      weight: weight(of: layer.usual.alpha),
      opacity: layer.state.opacity
    )
  }

  // MARK: - Where what lies

  /// The first card that ends behind a place along the reel: a row, or a column where cards lie side by side.
  @inline(__always)
  private func firstCard(endingBehind place: Int) -> Int {
    var (low, high) = (0, cards.count)
    while low < high {
      let middle = (low &+ high) / 2
      let rect = cards[middle].rect
      if (runsAcross ? rect.right : rect.bottom) > place {
        high = middle
      } else {
        low = middle &+ 1
      }
    }
    return low
  }

  /// The card that has pixels in row `y`; nil where that lies between two of them, or cards lie side by side.
  @inline(__always)
  private func card(row y: Int) -> ReelLayer.Placed? {
    guard !runsAcross else { return nil }
    let index = firstCard(endingBehind: y)
    guard index < cards.count, cards[index].rect.top <= y else { return nil }
    return cards[index]
  }

  /// Neighbouring rows of the buffer that have the same ink and corners.
  struct Section {
    /// The first row behind them.
    var end: Int
    /// True if none of them cuts a corner.
    var isStraight = true
    /// True if there is no ink on them.
    var isBlank = true

    /// True if all of them look the same.
    var isPlain: Bool { isStraight && isBlank }
  }

  /// The rows from `y` on that have the same ink and corners.
  func section(row y: Int) -> Section {
    guard y >= rect.top, y < rect.bottom else { return Section(end: y &+ 1, isStraight: false) }
    // Cards that lie side by side have their rows in common.
    let index = runsAcross ? 0 : firstCard(endingBehind: y)
    guard index < cards.count else { return Section(end: rect.bottom) }
    let card = cards[index]
    guard card.rect.top <= y else { return Section(end: min(card.rect.top, rect.bottom)) }
    let (row, height) = (y &- card.rect.top, card.rect.height)
    var section = Section(end: height)
    /// Tells if the row is one of these; the section ends where they begin or end.
    func isAmong(_ rows: Range<Int>) -> Bool {
      guard row < rows.upperBound, !rows.isEmpty else { return false }
      let isAmong = row >= rows.lowerBound
      section.end = min(section.end, isAmong ? rows.upperBound : rows.lowerBound)
      return isAmong
    }
    if isAmong(0..<radius) { section.isStraight = false }
    if isAmong(max(radius, height &- radius)..<height) { section.isStraight = false }
    for other in index..<(runsAcross ? cards.count : index &+ 1) {
      for ink in 0..<2 {
        let rows = inks[cards[other].inks &+ ink].rect
        if isAmong(rows.top..<rows.bottom) { section.isBlank = false }
      }
    }
    section.end = min(card.rect.top &+ section.end, rect.bottom)
    return section
  }

  /// The columns of a card that are shown.
  @inline(__always)
  private func columns(_ card: ReelLayer.Placed) -> Range<Int> {
    let left = max(card.rect.left, rect.left)
    return left..<max(left, min(card.rect.right, rect.right))
  }

  /// The blocks of a card that it covers as a whole in row `y`.
  @inline(__always)
  private func wholeBlocks(_ card: ReelLayer.Placed, row y: Int) -> Range<Int> {
    let depth = min(y &- card.rect.top, card.rect.bottom &- 1 &- y)
    guard depth < radius else { return columns(card).wholeBlocks }
    let left = max(card.rect.left &+ radius, rect.left)
    return (left..<max(left, min(card.rect.right &- radius, rect.right))).wholeBlocks
  }

  /// The blocks of row `y` that an ink of a card touches.
  @inline(__always)
  private func blocks(_ card: ReelLayer.Placed, ink: Int, row y: Int) -> Range<Int> {
    let ink = inks[card.inks &+ ink].rect
    let row = y &- card.rect.top
    guard row >= ink.top, row < ink.bottom else { return 0..<0 }
    return (card.rect.left &+ ink.left..<card.rect.left &+ ink.right).blocks
  }

  // MARK: - Composing

  @inline(__always)
  func parts(row y: Int) -> RowParts {
    guard opacity > 0, y >= rect.top, y < rect.bottom else { return .none }
    guard !runsAcross else { return RowParts(touched: (rect.left..<rect.right).blocks) }
    guard let card = card(row: y) else { return .none }
    let touched = columns(card).blocks
    guard card.isUsual else { return RowParts(touched: touched) }
    return RowParts(
      touched: touched,
      solid: wholeBlocks(card, row: y),
      inked: blocks(card, ink: 0, row: y).joined(blocks(card, ink: 1, row: y))
    )
  }

  @inline(__always)
  var solid: SolidCover { usual }

  /// Nothing can be said ahead.
  @inline(__always)
  func looks(over under: PlanarBlock) {}

  @inline(__always)
  func compose(over under: PlanarBlock, with looks: Void, block: Int, row y: Int) -> PlanarBlock {
    let x = block &* blockWidth
    guard opacity > 0, y >= rect.top, y < rect.bottom, x < rect.right, x &+ blockWidth > rect.left
    else { return under }
    var result = under
    var index = firstCard(endingBehind: runsAcross ? x : y)
    while index < cards.count {
      let card = cards[index]
      guard runsAcross ? card.rect.left < x &+ blockWidth : card.rect.top <= y else { break }
      blend(card, into: &result, x, y)
      guard runsAcross else { break }
      index &+= 1
    }
    return result.faded(opacity, over: under)
  }

  /// Puts what a block has of a card over its pixels.
  private func blend(_ card: ReelLayer.Placed, into pixels: inout PlanarBlock, _ x: Int, _ y: Int) {
    let cover = cover(card, x, y)
    pixels.blend(card.fill, weight: weakened(cover, part: card.fillWeight))
    blendInks(card, into: &pixels, cover, x, y)
  }

  @inline(__always)
  private func blendInks(
    _ card: ReelLayer.Placed,
    into pixels: inout PlanarBlock,
    _ cover: Lanes,
    _ x: Int,
    _ y: Int
  ) {
    let (column, row) = (x &- card.rect.left, y &- card.rect.top)
    for ink in 0..<2 {
      let place = card.inks &+ ink
      let coverage = inks[place].coverage(column, row)
      if !isZero(coverage) {
        let weight = weakened(weights(coverage), part: card.inkWeight)
        // 256 times 256 does not fit, and is the only product of two numbers that both have that bit.
        let share = ((weight &* cover &+ 128) &>> 8) | (weight & cover & 256)
        pixels.blend(card.ink, weight: share)
      }
      if inks[place].hasPixels(column, row) {
        pixels = inks[place].pixels(column, row).cut(to: cover).over(pixels)
      }
    }
  }

  /// A card's coverage of sixteen pixels, out of 256.
  @inline(__always)
  private func cover(_ card: ReelLayer.Placed, _ x: Int, _ y: Int) -> Lanes {
    let columns = columns(card)
    let depth = min(y &- card.rect.top, card.rect.bottom &- 1 &- y)
    let isRound =
      depth < radius
      && (x < card.rect.left &+ radius || x &+ blockWidth > card.rect.right &- radius)
    if !isRound, columns.lowerBound <= x, columns.upperBound >= x &+ blockWidth {
      return Lanes(repeating: 256)
    }
    guard isRound else {
      // The columns of the block that lie in the card.
      let first = UInt16(clamping: columns.lowerBound &- x)
      let end = UInt16(clamping: columns.upperBound &- x)
      let places = bits(laneNumbers)
      return Lanes().replacing(with: 256, where: (places .>= first) .& (places .< end))
    }
    var cover = Lanes()
    for lane in 0..<blockWidth {
      let column = x &+ lane
      guard column >= columns.lowerBound, column < columns.upperBound else { continue }
      let place = min(column &- card.rect.left, card.rect.right &- 1 &- column)
      let isCut = depth < radius && place < radius
      cover[lane] = isCut ? corner[depth &* radius &+ place] : 256
    }
    return cover
  }

  // MARK: - Painting alone

  /// Paints blocks of rows alone over the brush's tone.
  func paint<Packing: PixelPacking>(
    blocks: Range<Int>,
    rows: Range<Int>,
    into canvas: inout Canvas,
    with brush: LayerBrush<Packing>
  ) {
    var y = rows.lowerBound
    while y < rows.upperBound {
      var end = y &+ 1
      if opacity == 0 || y < rect.top || y >= rect.bottom {
        end = y < rect.top && opacity > 0 ? min(rect.top, rows.upperBound) : rows.upperBound
        brush.fill(brush.under, blocks: blocks, rows: y..<end, into: &canvas)
      } else {
        let section = section(row: y)
        if section.isStraight { end = min(section.end, rows.upperBound) }
        paintRows(y..<end, blocks: blocks, into: &canvas, with: brush)
      }
      y = end
    }
  }

  /// Paints rows of one section without corners, or a single row.
  private func paintRows<Packing: PixelPacking>(
    _ rows: Range<Int>,
    blocks: Range<Int>,
    into canvas: inout Canvas,
    with brush: LayerBrush<Packing>
  ) {
    let y = rows.lowerBound
    var next = blocks.lowerBound
    var index = firstCard(endingBehind: runsAcross ? max(rect.left, next &* blockWidth) : y)
    while index < cards.count, next < blocks.upperBound {
      let card = cards[index]
      guard card.rect.top <= y, columns(card).lowerBound < blocks.upperBound &* blockWidth,
        !columns(card).isEmpty
      else { break }
      let touched = columns(card).blocks.clamped(to: next..<blocks.upperBound)
      brush.fill(brush.under, blocks: next..<touched.lowerBound, rows: rows, into: &canvas)
      // A block in which another card begins, too, is composed.
      let solid = wholeBlocks(card, row: y).clamped(to: touched)
      let (before, behind) = (
        touched.lowerBound..<solid.lowerBound, solid.upperBound..<touched.upperBound
      )
      paintEdge(index, blocks: before, rows: rows, into: &canvas, with: brush)
      paintSolid(card, solid: solid, rows: rows, into: &canvas, with: brush)
      paintEdge(index, blocks: behind, rows: rows, into: &canvas, with: brush)
      next = touched.upperBound
      guard runsAcross else { break }
      index &+= 1
    }
    guard next < blocks.upperBound else { return }
    brush.fill(brush.under, blocks: next..<blocks.upperBound, rows: rows, into: &canvas)
  }

  /// Tells if a card has ink in one of the blocks of row `y`; `index` is that of the first that may.
  private func isInked(_ blocks: Range<Int>, row y: Int, from index: Int) -> Bool {
    var index = index
    while index < cards.count, columns(cards[index]).lowerBound < blocks.upperBound &* blockWidth {
      for ink in 0..<2 {
        let inked = self.blocks(cards[index], ink: ink, row: y)
        if inked.lowerBound < blocks.upperBound, inked.upperBound > blocks.lowerBound {
          return true
        }
      }
      guard runsAcross else { break }
      index &+= 1
    }
    return false
  }

  /// Paints blocks that the card at `index` covers in part, the first of those that do: each once for all of the
  /// rows, where there is no ink.
  private func paintEdge<Packing: PixelPacking>(
    _ index: Int,
    blocks: Range<Int>,
    rows: Range<Int>,
    into canvas: inout Canvas,
    with brush: LayerBrush<Packing>
  ) {
    let y = rows.lowerBound
    guard !blocks.isEmpty else { return }
    guard !isInked(blocks, row: y, from: index) else {
      return brush.paint(self, with: (), blocks: blocks, rows: rows, into: &canvas)
    }
    for block in blocks {
      let pixels = compose(over: PlanarBlock(brush.under), with: (), block: block, row: y)
      for y in rows {
        canvas.write(
          brush.packing.pack(pixels, row: y),
          as: Packing.self,
          x: block &* blockWidth,
          y: y
        )
      }
    }
  }

  /// Paints blocks that a card covers as a whole.
  private func paintSolid<Packing: PixelPacking>(
    _ card: ReelLayer.Placed,
    solid: Range<Int>,
    rows: Range<Int>,
    into canvas: inout Canvas,
    with brush: LayerBrush<Packing>
  ) {
    let y = rows.lowerBound
    let cover = SolidCover(tone: card.fill, weight: card.fillWeight, opacity: opacity)
    let tone = cover.over(brush.under)
    var (first, second) = (
      self.blocks(card, ink: 0, row: y).clamped(to: solid),
      self.blocks(card, ink: 1, row: y).clamped(to: solid)
    )
    if second.lowerBound < first.lowerBound { swap(&first, &second) }
    var next = solid.lowerBound
    for index in 0..<2 {
      let inked = index == 0 ? first : second
      guard !inked.isEmpty, inked.upperBound > next else { continue }
      let start = max(inked.lowerBound, next)
      brush.fill(tone, blocks: next..<start, rows: rows, into: &canvas)
      paintInked(
        card,
        tone: tone,
        blocks: start..<inked.upperBound,
        rows: rows,
        into: &canvas,
        with: brush
      )
      next = inked.upperBound
    }
    guard next < solid.upperBound else { return }
    brush.fill(tone, blocks: next..<solid.upperBound, rows: rows, into: &canvas)
  }

  /// Paints blocks that a card covers as a whole, and on which there is ink.
  private func paintInked<Packing: PixelPacking>(
    _ card: ReelLayer.Placed,
    tone: Tone,
    blocks: Range<Int>,
    rows: Range<Int>,
    into canvas: inout Canvas,
    with brush: LayerBrush<Packing>
  ) {
    guard opacity == 256 else {
      return brush.paint(self, with: (), blocks: blocks, rows: rows, into: &canvas)
    }
    let whole = Lanes(repeating: 256)
    for y in rows {
      for block in blocks {
        let x = block &* blockWidth
        var pixels = PlanarBlock(tone)
        blendInks(card, into: &pixels, whole, x, y)
        canvas.write(brush.packing.pack(pixels, row: y), as: Packing.self, x: x, y: y)
      }
    }
  }
}
