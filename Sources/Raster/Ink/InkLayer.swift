// SPDX-License-Identifier: Apache-2.0
package import Geometry

/// Ink of one colour that changes in parts: a line of text, a caret, what is selected.
///
/// A rectangle of whole pixels or a mask, cut to a clip when it is set. The layer remembers in which
/// rectangle each of its last contents differed from the one before, so that a character more costs
/// the pixels of that character. All in buffer pixels: a rotated output turns the ink once.
///
/// One mask can become another by a mix of both coverages, so that what both have stays as it is.
package struct InkLayer: Layer {
  /// The layer's appearance; two equal states look the same.
  struct State: Equatable {
    /// The pixels that may have ink; empty for none.
    var rect = PixelRect.empty
    /// 0 invisible … 256 opaque.
    var opacity: UInt16 = 0
    /// Counts changes of what is drawn.
    var content = 0
    /// Counts changes of the colour.
    var tint = 0
    /// The mask's share of a mix with the one before it, out of 256; 256 without a mix.
    var share: UInt16 = 256
  }

  /// The rectangle in which one content differs from the one before.
  private struct Difference {
    var content: Int
    var rect: PixelRect
  }

  /// Number of contents that can be told apart: more than buffers take turns, with a few frames missed.
  private static let memory = 8

  static var unpainted: State { State() }

  private(set) var state = State()
  private(set) var color: Color
  /// The ink; ``BlockMask/none`` for a rectangle.
  private(set) var mask = BlockMask.none
  /// The mask that is mixed with the ink; ``BlockMask/none`` for nothing.
  private(set) var former = BlockMask.none
  /// True while the ink is mixed with the ink before it.
  private(set) var isMixed = false
  /// The last differences, the oldest first to be overwritten.
  private var differences: InlineArray<8, Difference>

  /// A layer without ink.
  package init(color: Color) {
    self.color = color
    differences = InlineArray(repeating: Difference(content: -1, rect: .empty))
  }

  /// True if the ink fills ``State/rect``.
  var isRectangle: Bool { mask.lanes.isEmpty && !isMixed }

  /// Replaces the colour.
  package mutating func setColor(_ color: Color) {
    guard color != self.color else { return }
    self.color = color
    state.tint += 1
  }

  /// Takes over how visible the ink is, 0 … 1.
  package mutating func setOpacity(_ opacity: Double) { state.opacity = opacityWeight(opacity) }

  /// Makes the ink a rectangle of whole view pixels; none where it is empty.
  package mutating func setRectangle(_ rect: PixelRect, transform: OutputTransform) {
    let place = rect.isEmpty ? .empty : transform.bufferRect(ofView: rect)
    guard place != state.rect || !isRectangle else { return }
    note(state.rect.union(place))
    mask = .none
    former = .none
    isMixed = false
    state.share = 256
    state.rect = place
  }

  /// Makes the ink that of `ink`, as far as it lies in `clip`.
  ///
  /// - Parameters:
  ///   - ink: The ink, placed in view pixels from the view's upper left corner.
  ///   - clip: View pixels outside of which nothing is drawn.
  ///   - transform: The view's transform to the buffer.
  package mutating func setMask(_ ink: PlacedMask, clip: PixelRect, transform: OutputTransform) {
    let before = (mask: mask, rect: state.rect, isWhole: isRectangle || isMixed)
    let visible = ink.cut(to: clip)
    guard !visible.mask.bytes.isEmpty else { return setRectangle(.empty, transform: transform) }
    mask = BlockMask(visible.mask, origin: visible.origin, transform: transform)
    former = .none
    isMixed = false
    state.share = 256
    state.rect = mask.rect
    note(before.isWhole ? before.rect.union(mask.rect) : mask.difference(from: before.mask))
  }

  /// Begins a mix of the mask that shows now with that of `ink`, of which nothing shows at first.
  ///
  /// A mix that is under way becomes one mask; a rectangle counts for nothing. Parameters as those of
  /// ``setMask(_:clip:transform:)``.
  package mutating func mixMask(_ ink: PlacedMask, clip: PixelRect, transform: OutputTransform) {
    let before = (rect: state.rect, isWhole: isRectangle || isMixed)
    former = isMixed ? former.mixed(with: mask, share: state.share) : mask
    let visible = ink.cut(to: clip)
    mask =
      visible.mask.bytes.isEmpty
      ? .none : BlockMask(visible.mask, origin: visible.origin, transform: transform)
    isMixed = true
    state.share = 0
    state.rect = former.rect.union(mask.rect)
    note(before.isWhole ? before.rect.union(state.rect) : mask.difference(from: former))
  }

  /// Takes over how much of a mix is the new mask's, 0 … 1; without a mix nothing happens.
  package mutating func setShare(_ share: Double) {
    if isMixed { state.share = opacityWeight(share) }
  }

  /// Ends a mix: the new mask alone is there.
  package mutating func endMix() {
    guard isMixed else { return }
    isMixed = false
    state.share = 256
    state.rect = mask.rect
  }

  private mutating func note(_ rect: PixelRect) {
    state.content += 1
    differences[state.content % Self.memory] = Difference(content: state.content, rect: rect)
  }

  /// The region in which the present ink differs from an earlier content; nil if that is forgotten.
  func differences(since past: State) -> PixelRegion? {
    guard past.content <= state.content else { return nil }
    // The two masks of a mix differ where the later one has differed from the one before it.
    let isMix = past.share != 256 || past.content == state.content
    let first = isMix ? max(past.content - 1, 0) : past.content
    guard state.content - first <= Self.memory else { return nil }
    var region = PixelRegion()
    for number in first..<state.content {
      let difference = differences[(number + 1) % Self.memory]
      guard difference.content == number + 1 else { return nil }
      region.add(difference.rect)
    }
    return region
  }
}
