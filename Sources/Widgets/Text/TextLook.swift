// SPDX-License-Identifier: Apache-2.0
internal import Geometry
internal import PlainText
internal import Raster

/// The look of a text field besides its shape: made when text, caret or focus have changed, handed to the layers with
/// the next frame.
struct TextLook {
  /// The text or the placeholder, in view pixels from the view's corner.
  var ink: PlacedMask
  /// True if the ink is that of the placeholder.
  var isPlaceholder: Bool
  /// The rectangle of the text.
  var room: PixelRect
  /// The caret; empty without the focus.
  var caret: PixelRect
  /// The rectangle behind selected text; empty without a selection.
  var selection: PixelRect
  /// True if the button that empties the field is there.
  var hasButton: Bool
  /// The rectangle of that button.
  var button: PixelRect

  static let none = Self(
    ink: PlacedMask(
      mask: CoverageMask(size: PixelSize(width: 0, height: 0), bytes: []),
      origin: PixelPoint(x: 0, y: 0)
    ),
    isPlaceholder: true,
    room: .empty,
    caret: .empty,
    selection: .empty,
    hasButton: false,
    button: .empty
  )
}

extension TextField {
  /// A text of at most so many bytes is shaped by the loop, so that a key is seen with the next frame.
  private static var bytesAtOnce: Int { 128 }

  /// Makes what is shown anew, shaping the text where that has changed: for the first change after a
  /// frame at once, or a long one beside the loop where that can be, and for further ones when the next frame is drawn or what is
  /// being shaped is ready, so that however many come between two frames long texts are not shaped for each.
  mutating func layOut() {
    needsLayout = isTyping || isLaidOut || coming != nil
    guard !needsLayout else { return }
    isLaidOut = hasFrames
    let cuts = !isFocused || edit.isEmpty
    if needsShaping || cuts != shaped.isCut && shaped.isLong {
      needsShaping = false
      let order = ShapingOrder(
        text: edit.isEmpty ? settings.placeholder : visibleText,
        isPlaceholder: edit.isEmpty,
        cuts: cuts,
        reveals: revealed != nil,
        settings: settings,
        room: room
      )
      let lines = lines
      let isShort = order.text.utf8.count <= Self.bytesAtOnce
      var made: ShapedText?
      if hasFrames || isTakenOver {
        if isShort {
          _ = lines.atOnce(order.text, font: settings.font) { made = order.shaped(by: $0) }
        }
        if made == nil {
          coming = Future.begin(by: lines.makeLater) { order.shaped(by: lines) }
          guard coming == nil else { return }
        }
      }
      shaped = made ?? order.shaped(by: lines)
    }
    layOutShaped()
  }

  /// Puts what is shaped where it is seen, with the caret and the selection.
  mutating func layOutShaped() {
    let isRightToLeft = line.isRightToLeft
    let hasButton = room.hasButton(
      settings,
      isPlaceholder: shaped.isPlaceholder,
      isRightToLeft: isRightToLeft
    )
    let text = room.text(hasButton: hasButton, isRightToLeft: isRightToLeft)
    let shown = shaped.shown
    let left = lineLeft(of: shown, in: text)
    // Of a line that is read to the left the end is cut off, so that the whole one begins farther left.
    lineStart = left + (isRightToLeft ? Int((shown.advance - line.advance).rounded()) : 0)
    let middle = Double(text.top + text.bottom) / 2
    look = TextLook(
      ink: PlacedMask(
        mask: shown.mask.mask,
        origin: PixelPoint(
          x: shown.mask.origin.x + left,
          y: shown.mask.origin.y + Int((middle + shown.baselineDrop).rounded())
        )
      ),
      isPlaceholder: shaped.isPlaceholder,
      room: text,
      caret: isFocused && !text.isEmpty
        ? room.caret(at: caretLeft(left, in: text), in: text) : .empty,
      selection: selection(of: shown, from: left, in: text),
      hasButton: hasButton,
      button: room.button(isRightToLeft: isRightToLeft)
    )
    lookVersion += 1
  }

  /// Shows nothing of a password but dots, in a picture that leaves the screen; where they cannot be had at
  /// once, nothing.
  ///
  /// Of use to a copy: what is being made beside the loop is not waited for.
  mutating func conceal() {
    guard settings.mode == .password, shaped.reveals || revealed != nil else { return }
    revealed = nil
    coming = nil
    needsLayout = false
    let order = ShapingOrder(
      text: visibleText,
      isPlaceholder: edit.isEmpty,
      cuts: !isFocused || edit.isEmpty,
      reveals: false,
      settings: settings,
      room: room
    )
    var made: ShapedText?
    if !edit.isEmpty {
      _ = lines.atOnce(order.text, font: settings.font) { made = order.shaped(by: $0) }
    }
    shaped = made ?? .none
    layOutShaped()
  }

  /// Makes at once a look that has been put off, for a caller that needs the places of the text's characters.
  ///
  /// Of a text that is being shaped beside the loop these places are those that are seen.
  mutating func layOutWhatWaits() {
    guard needsLayout, coming == nil, !isTyping || needsShaping else { return }
    let wasTyping = isTyping
    (isTyping, isLaidOut) = (false, false)
    layOut()
    isTyping = wasTyping
  }

  /// Tells if a text is shaped here as it is in `other`, so that the text shaped there can be shown.
  func isShapedLike(_ other: Self) -> Bool {
    settings == other.settings && room == other.room && edit.text.hasSameBytes(as: other.edit.text)
      && isFocused == other.isFocused && revealed == nil && other.revealed == nil
  }

  private func selection(of line: TextLine, from left: Int, in text: PixelRect) -> PixelRect {
    guard isFocused, edit.isSelected else { return .empty }
    let whole = PixelRect(
      left: left,
      top: text.top,
      right: left + Int(line.advance.rounded(.up)),
      bottom: text.bottom
    )
    return whole.intersection(text)
  }

  /// The caret's left pixel, not kept within anything, where the line begins at `left`.
  private func caretLeft(_ left: Int, in text: PixelRect) -> Int {
    let half = Double(room.caretSize.width) / 2
    // Where nothing is typed the first character would come to stand, whatever the placeholder takes.
    guard !edit.isEmpty else {
      return text.left + Int((share(line.isRightToLeft) * Double(text.width) - half).rounded())
    }
    return left + Int((boundary(edit.caret) - half).rounded())
  }

  /// The share of the room's slack that is left of the line.
  private func share(_ isRightToLeft: Bool) -> Double {
    switch settings.align {
    case .left: 0
    case .center: 0.5
    case .right: 1
    case .start: isRightToLeft ? 1 : 0
    case .end: isRightToLeft ? 0 : 1
    }
  }

  /// Distance of a boundary of the text from the line's left end, in view pixels.
  private func boundary(_ index: Int) -> Double {
    line.boundaries[min(index, line.boundaries.count - 1)].x
  }

  /// Left end of the line, in view pixels: as it is aligned, or scrolled by the least that keeps the caret within
  /// `text`.
  private mutating func lineLeft(of line: TextLine, in text: PixelRect) -> Int {
    let isRightToLeft = line.isRightToLeft
    let excess = Int((line.advance + Double(room.caretSize.width)).rounded(.up)) - text.width
    let slack = Double(text.width) - line.advance
    guard isFocused, !edit.isEmpty, excess > 0 else {
      scroll = 0
      return text.left + Int((max(slack, 0) * share(isRightToLeft)).rounded())
    }
    let base = isRightToLeft ? text.right - Int(line.advance.rounded(.up)) : text.left
    let caret = base + Int(boundary(edit.caret).rounded())
    let width = room.caretSize.width
    // Where the caret would be too far to the right, or to the left.
    scroll = max(scroll, caret + width - width / 2 - text.right)
    scroll = min(scroll, caret - text.left)
    scroll = min(max(scroll, isRightToLeft ? -excess : 0), isRightToLeft ? 0 : excess)
    return base - scroll
  }

  /// The text that is seen: the field's own, or a dot a character.
  private var visibleText: String {
    guard settings.mode == .password else { return edit.text }
    var dots = String(repeating: Self.dot, count: edit.length)
    if let revealed, revealed.index < edit.length {
      let text = edit.text
      let shown = String(text[text.index(text.startIndex, offsetBy: revealed.index)])
      let place = dots.index(dots.startIndex, offsetBy: revealed.index)
      dots.replaceSubrange(place...place, with: shown)
    }
    return dots
  }

  private static let dot: Character = "\u{2022}"
}
