// SPDX-License-Identifier: Apache-2.0
internal import Geometry
internal import Raster

/// The places of a text field's parts, in view pixels.
struct TextRoom: Hashable, Sendable {
  /// A square at the side at which the text ends, for the button that empties the field.
  private let square: Int
  /// Further indent of the text from that side while the button is there.
  private let indent: Int
  private let frame: PixelRect
  private let inset: Int
  private let top: Int
  private let bottom: Int
  /// The caret's extent.
  let caretSize: PixelSize
  /// View pixels of an em.
  let fontSize: Double

  /// Tells if the button that empties the field is there; it is not where it would leave nothing of the text's room.
  func hasButton(_ settings: TextFieldSettings, isPlaceholder: Bool, isRightToLeft: Bool) -> Bool {
    settings.hasClearButton && !isPlaceholder
      && !text(hasButton: true, isRightToLeft: isRightToLeft).isEmpty
  }

  init(_ settings: TextFieldSettings, in place: WidgetPlace) {
    let (rect, scale) = (place.frame, place.scale)
    // Beyond every screen nothing needs to be exact.
    func pixel(_ points: Double) -> Int {
      let pixels = points * scale
      return abs(pixels) < 1e6 ? Int(pixels.rounded()) : pixels < 0 ? -1_000_000 : 1_000_000
    }
    frame = PixelRect(
      left: pixel(rect.minX),
      top: pixel(rect.minY),
      right: pixel(rect.maxX),
      bottom: pixel(rect.maxY)
    )
    inset = pixel(rect.minX + settings.insetX) - frame.left
    top = pixel(rect.minY + settings.insetY)
    bottom = pixel(rect.maxY - settings.insetY)
    square = pixel(min(rect.size.height, 44))
    indent = max(pixel(min(rect.size.height, 44) - 10), 0)
    fontSize = settings.fontSize * scale
    caretSize = PixelSize(
      width: max(1, pixel(2)),
      height: min(max(1, Int((1.2 * fontSize).rounded())), max(bottom - top, 0))
    )
  }

  /// The rectangle of the text; empty in a field that is smaller than its insets.
  func text(hasButton: Bool, isRightToLeft: Bool) -> PixelRect {
    let end = hasButton ? inset + indent : inset
    let rect = PixelRect(
      left: frame.left + (isRightToLeft ? end : inset),
      top: top,
      right: frame.right - (isRightToLeft ? inset : end),
      bottom: bottom
    )
    return rect.isEmpty ? .empty : rect
  }

  /// The rectangle in which a finger empties the field.
  func button(isRightToLeft: Bool) -> PixelRect {
    let middle = (frame.top + frame.bottom) / 2
    return PixelRect(
      left: isRightToLeft ? frame.left : frame.right - square,
      top: middle - square / 2,
      right: isRightToLeft ? frame.left + square : frame.right,
      bottom: middle - square / 2 + square
    )
  }

  /// The pixels between two rows in the middle of the text.
  func caret(at x: Int, in text: PixelRect) -> PixelRect {
    let top = (text.top + text.bottom - caretSize.height) / 2
    let left = min(max(x, text.left), max(text.right - caretSize.width, text.left))
    return PixelRect(
      left: left,
      top: top,
      right: min(left + caretSize.width, text.right),
      bottom: top + caretSize.height
    )
  }
}

/// The glyph of the button that empties a field: a disc, and the cross on it.
struct ClearGlyph {
  /// The disc, from the middle of its square.
  let disc: PlacedMask
  /// The cross, from the same point.
  let cross: PlacedMask

  /// The glyph at so many view pixels a point.
  init(scale: Double) {
    let side = max(1, Int((16 * scale).rounded()))
    let size = PixelSize(width: side, height: side)
    let origin = PixelPoint(x: -(side / 2), y: -(side / 2))
    disc = PlacedMask(mask: MaskShape.circle.mask(size: size), origin: origin)
    let middle = Double(side) / 2
    // Half of 6 pt along both axes; half of 1.5 pt across, along each axis √½ of that.
    let (reach, half) = (3 * scale, 0.75 * scale * 0.5.squareRoot())
    var path = Path()
    for turn in [1.0, -1.0] {
      let corners = [
        (-reach - half, -reach + half), (-reach + half, -reach - half),
        (reach + half, reach - half), (reach - half, reach + half),
      ].map { Point(x: middle + $0.0 * turn, y: middle + $0.1) }
      // Both bars turn the same way, so that where they cross counts once.
      let ordered = turn > 0 ? corners : corners.reversed()
      path.move(to: ordered[0])
      for corner in ordered.dropFirst() { path.addLine(to: corner) }
      path.close()
    }
    cross = PlacedMask(mask: CoverageMask(filling: path, size: size), origin: origin)
  }
}
