// SPDX-License-Identifier: Apache-2.0
package import Geometry

/// Ink of one colour that changes in parts: a line of text, a caret, what is selected.
///
/// A rectangle of whole pixels or a mask, cut to a clip when it is set. The layer remembers in which
/// rectangle each of its last contents differed from the one before, so that a character more costs
/// the pixels of that character. All in buffer pixels: a rotated output turns the ink once.
package struct InkLayer: Layer {
  /// What the layer shows; two equal states look the same.
  struct State: Equatable {
    /// The pixels that may have ink; empty for none.
    var rect = PixelRect.empty
    /// 0 invisible … 256 opaque.
    var opacity: UInt16 = 0
    /// Counts changes of what is drawn.
    var content = 0
    /// Counts changes of the colour.
    var tint = 0
  }

  /// Where one content differs from the one before.
  private struct Difference {
    var content: Int
    var rect: PixelRect
  }

  /// How many contents can be told apart: more than buffers take turns, with a few frames missed.
  private static let memory = 8

  static var unpainted: State { State() }

  private(set) var state = State()
  private(set) var color: Color
  /// The ink; ``BlockMask/none`` for a rectangle.
  private(set) var mask = BlockMask.none
  /// The last differences, the oldest first to be overwritten.
  private var differences: InlineArray<8, Difference>

  /// A layer without ink.
  package init(color: Color) {
    self.color = color
    differences = InlineArray(repeating: Difference(content: -1, rect: .empty))
  }

  /// Whether the ink fills ``State/rect``.
  var isRectangle: Bool { mask.lanes.isEmpty }

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
    state.rect = place
  }

  /// Makes the ink that of `ink`, as far as it lies in `clip`.
  ///
  /// - Parameters:
  ///   - ink: The ink, placed in view pixels from the view's upper left corner.
  ///   - clip: View pixels outside of which nothing is drawn.
  ///   - transform: How the view lies in the buffer.
  package mutating func setMask(_ ink: PlacedMask, clip: PixelRect, transform: OutputTransform) {
    let before = (mask: mask, rect: state.rect, isRectangle: isRectangle)
    let visible = ink.cut(to: clip)
    guard !visible.mask.bytes.isEmpty else { return setRectangle(.empty, transform: transform) }
    mask = BlockMask(visible.mask, origin: visible.origin, transform: transform)
    state.rect = mask.rect
    note(before.isRectangle ? before.rect.union(mask.rect) : mask.difference(from: before.mask))
  }

  private mutating func note(_ rect: PixelRect) {
    state.content += 1
    differences[state.content % Self.memory] = Difference(content: state.content, rect: rect)
  }

  /// Where the present content differs from an earlier one; nil where that is forgotten.
  func differences(since content: Int) -> PixelRegion? {
    guard content <= state.content, state.content - content <= Self.memory else { return nil }
    var region = PixelRegion()
    for number in content..<state.content {
      let difference = differences[(number + 1) % Self.memory]
      guard difference.content == number + 1 else { return nil }
      region.add(difference.rect)
    }
    return region
  }
}

extension PlacedMask {
  /// The part of the mask that lies in `clip`.
  func cut(to clip: PixelRect) -> PlacedMask {
    let rect = PixelRect(
      left: origin.x,
      top: origin.y,
      right: origin.x + mask.size.width,
      bottom: origin.y + mask.size.height
    )
    let part = rect.intersection(clip)
    if part == rect { return self }
    guard !part.isEmpty else {
      let none = CoverageMask(size: PixelSize(width: 0, height: 0), bytes: [])
      return PlacedMask(mask: none, origin: origin)
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(part.area)
    for y in part.top..<part.bottom {
      let start = (y - rect.top) * rect.width + part.left - rect.left
      bytes += mask.bytes[start..<start + part.width]
    }
    return PlacedMask(
      mask: CoverageMask(size: PixelSize(width: part.width, height: part.height), bytes: bytes),
      origin: PixelPoint(x: part.left, y: part.top)
    )
  }
}

extension BlockMask {
  /// The pixels in which two masks may differ: the smallest rectangle of whole blocks that holds them.
  func difference(from other: BlockMask) -> PixelRect {
    let (one, two) = (BlockMaskView(self), BlockMaskView(other))
    let both = rect.union(other.rect)
    guard !both.isEmpty else { return .empty }
    var (top, bottom) = (Int.max, Int.min)
    var (first, last) = (Int.max, Int.min)
    for y in both.top..<both.bottom {
      for block in blockIndex(ofColumn: both.left)...blockIndex(ofColumn: both.right - 1) {
        guard one.weight(block: block, row: y) != two.weight(block: block, row: y) else { continue }
        top = min(top, y)
        bottom = max(bottom, y + 1)
        first = min(first, block)
        last = max(last, block)
      }
    }
    guard first <= last else { return .empty }
    return PixelRect(
      left: max(first * blockWidth, both.left),
      top: top,
      right: min((last + 1) * blockWidth, both.right),
      bottom: bottom
    )
  }
}
