// SPDX-License-Identifier: Apache-2.0
package import Geometry

/// One of the cards that a ``ReelLayer`` shows.
package struct ReelCard: Hashable, Sendable {
  /// From the upper edge of the reel to the card's, in view pixels.
  package var top: Int
  /// The card's colour.
  package var fill: Color
  /// The colour of what is on it.
  package var ink: Color
  /// Index of the first of the card's two inks in the reel.
  package var inks: Int

  /// A card.
  package init(top: Int, fill: Color, ink: Color, inks: Int) {
    self.top = top
    self.fill = fill
    self.ink = ink
    self.inks = inks
  }
}

/// Cards of one size in a frame, one below the other, that move by whole pixels: the rows of a list.
///
/// Each has one colour, round corners and up to two inks of another colour, over which there may be pixels of any.
/// Over one tone all but the ink is filled, and the inks are read from the places of the cards: a frame in which all of
/// them move costs little more than writing its pixels.
package struct ReelLayer: Layer {
  /// The layer's appearance; two equal states look the same.
  struct State: Equatable {
    /// 0 invisible … 256 opaque.
    var opacity: UInt16 = 0
    /// Counts changes of cards and inks.
    var content = 0
  }

  /// A card where it lies in the buffer.
  struct Placed {
    var rect = PixelRect.empty
    var fill = Tone(red: 0, green: 0, blue: 0)
    var fillWeight: UInt16 = 0
    var ink = Tone(red: 0, green: 0, blue: 0)
    var inkWeight: UInt16 = 0
    var inks = 0
    /// True if it has the usual colour.
    var isUsual = false
  }

  static var unpainted: State { State() }

  private(set) var state = State()
  /// The frame in the buffer, outside of which nothing is drawn.
  let rect: PixelRect
  /// True if the cards lie side by side in the buffer.
  let runsAcross: Bool
  /// The first ``count`` are the cards, as they come in the buffer.
  private(set) var cards: [Placed]
  private(set) var count = 0
  private(set) var inks: [ReelInk]
  /// The weights of a corner's pixels, ``radius`` to the side: those of a card's upper left one.
  let corner: [UInt16]
  let radius: Int
  /// The colour that most cards have.
  let usual: Color

  private let card: PixelSize
  /// The frame in the view.
  private let frame: PixelRect
  private let transform: OutputTransform
  /// The cards as they were told last.
  private var told: [ReelCard] = []

  /// A reel without cards.
  ///
  /// - Parameters:
  ///   - frame: Its rectangle, in view pixels.
  ///   - height: Height of a card in view pixels, 1 at least; it is as wide as the frame.
  ///   - radius: The radius of its corners in view pixels.
  ///   - usual: The colour that most cards have.
  ///   - capacity: The most cards.
  ///   - inkCount: Number of places for inks.
  ///   - transform: The view's transform to the buffer.
  package init(
    in frame: PixelRect,
    cardHeight height: Int,
    radius: Double,
    usual: Color,
    capacity: Int,
    inkCount: Int,
    transform: OutputTransform
  ) {
    self.frame = frame
    self.transform = transform
    self.usual = usual
    card = PixelSize(width: max(frame.width, 0), height: max(height, 1))
    rect =
      frame.isEmpty
      ? .empty : transform.bufferRect(ofView: frame).intersection(transform.bufferSize.bounds)
    runsAcross = transform.rotation.swapsAxes
    cards = Array(repeating: Placed(), count: max(capacity, 1))
    told.reserveCapacity(max(capacity, 1))
    inks = Array(repeating: .none, count: inkCount)
    let radius = max(0, min(radius, Double(min(card.width, card.height)) / 2))
    let side = Int(radius.rounded(.up))
    self.radius = side
    let mask = MaskShape.rectangle(
      PixelSize(width: 2 * max(side, 1), height: 2 * max(side, 1)),
      radius: radius
    )
    corner = (0..<side * side).map { index in
      let coverage = mask.bytes[index / side * 2 * side + index % side]
      return UInt16(coverage) + UInt16(coverage) >> 7
    }
  }

  /// The cards that the reel has room for.
  var capacity: Int { cards.count }

  /// Puts ink where cards find it.
  package mutating func setInk(_ ink: ReelInk, at place: Int) {
    inks[place] = ink
    state.content += 1
  }

  /// Shows the cards, from the uppermost to the lowest; those beyond the capacity are left out.
  ///
  /// Does not allocate.
  ///
  /// - Parameters:
  ///   - cards: None of which overlaps another one.
  ///   - opacity: 0 invisible … 1 opaque.
  package mutating func update(_ cards: [ReelCard], opacity: Double) {
    state.opacity = opacityWeight(opacity)
    guard cards != told else { return }
    told.removeAll(keepingCapacity: true)
    let shown = cards.prefix(capacity)
    told.append(contentsOf: shown)
    state.content += 1
    count = shown.count
    let isReversed = isReversed
    for (index, card) in shown.enumerated() {
      let view = PixelRect(
        left: frame.left,
        top: frame.top + card.top,
        right: frame.right,
        bottom: frame.top + card.top + self.card.height
      )
      self.cards[isReversed ? count - 1 - index : index] = Placed(
        rect: transform.bufferRect(ofView: view),
        fill: Tone(card.fill),
        fillWeight: weight(of: card.fill.alpha),
        ink: Tone(card.ink),
        inkWeight: weight(of: card.ink.alpha),
        inks: card.inks,
        isUsual: card.fill == usual
      )
    }
  }

  /// True if the lowest card of the view is the first of the buffer.
  private var isReversed: Bool {
    switch transform.rotation {
    case .none, .threeQuarters: false
    case .quarter, .half: true
    }
  }

  mutating func unshare() {
    cards.unshare()
    told.unshare()
    inks.unshare()
  }
}

extension ReelLayer {
  /// The buffer pixels that the layer may touch as it is.
  var bounds: PixelRect {
    mutating get { state.opacity == 0 || count == 0 ? .empty : rect }
  }

  /// The buffer pixels that the layer may touch as it is, or touched in `past`.
  mutating func extent(with past: State) -> PixelRect { past.opacity == 0 ? bounds : rect }

  /// The buffer pixels in which the present state may look different from `past`: all of the frame.
  mutating func changes(since past: State) -> PixelRegion {
    let extent = extent(with: past)
    return extent.isEmpty ? PixelRegion() : PixelRegion(extent)
  }

  static var paintsAlone: Bool { true }

  /// Paints the layer alone over the brush's tone.
  mutating func paint<Packing: PixelPacking>(
    blocks: Range<Int>,
    rows: Range<Int>,
    into canvas: inout Canvas,
    with brush: LayerBrush<Packing>
  ) { ReelView(self).paint(blocks: blocks, rows: rows, into: &canvas, with: brush) }

  /// Rows between cards, and those of a card without ink and corners, are alike.
  mutating func alikeEnd(row y: Int) -> Int {
    let section = ReelView(self).section(row: y)
    return section.isPlain ? section.end : y &+ 1
  }

  /// Rows with the same ink are similar.
  mutating func similarEnd(row y: Int) -> Int { ReelView(self).section(row: y).end }

  /// Puts the layer over blocks that are being composed.
  mutating func compose(over runs: inout BlockRuns) {
    let extent = bounds
    runs.compose(ReelView(self), within: extent)
  }
}
