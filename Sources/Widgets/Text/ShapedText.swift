// SPDX-License-Identifier: Apache-2.0
internal import Geometry
internal import Raster

/// A text field's text, shaped: all of it, and what is seen of it.
struct ShapedText: Sendable {
  /// The whole text, or the placeholder.
  var line: TextLine
  /// As much of it as there is room for with an ellipsis behind it, where it was to be cut; else the whole.
  var shown: TextLine
  /// True for the placeholder.
  var isPlaceholder: Bool
  /// True if the text was to be cut to the room that there is.
  var isCut: Bool
  /// True if the text is wider than the room.
  var isLong: Bool
  /// True if a character of a password can be read in it.
  var reveals: Bool

  static let none = Self(
    line: .blank,
    shown: .blank,
    isPlaceholder: true,
    isCut: true,
    isLong: false,
    reveals: false
  )
}

extension TextLine {
  /// A line without ink or characters.
  fileprivate static let blank = TextLine(
    mask: TextLook.none.ink,
    advance: 0,
    baselineDrop: 0,
    isRightToLeft: false,
    boundaries: [TextBoundary(x: 0, byteOffset: 0, isRightToLeft: false)],
    isCut: false
  )
}

/// The order to shape a field's text, with all that the thread which shapes it needs to know.
struct ShapingOrder: Sendable {
  /// The text as it is seen, or the placeholder.
  let text: String
  /// True for the placeholder.
  let isPlaceholder: Bool
  /// True if the text is cut to the room that there is.
  let cuts: Bool
  /// True if a character of a password can be read in it.
  let reveals: Bool
  let settings: TextFieldSettings
  let room: TextRoom

  /// Shapes the text.
  func shaped(by maker: any LineMaker) -> ShapedText {
    let whole = line(text, from: maker)
    let hasButton = room.hasButton(
      settings,
      isPlaceholder: isPlaceholder,
      isRightToLeft: whole.isRightToLeft
    )
    let space = room.text(hasButton: hasButton, isRightToLeft: whole.isRightToLeft)
    let width = Double(space.width)
    let isLong = whole.advance > width && !space.isEmpty
    return ShapedText(
      line: whole,
      shown: cuts && isLong ? cut(to: width, from: maker) : whole,
      isPlaceholder: isPlaceholder,
      isCut: cuts,
      isLong: isLong,
      reveals: reveals
    )
  }

  private func line(_ text: String, from maker: any LineMaker) -> TextLine {
    let direction: TextDirection =
      switch settings.direction {
      case .auto: .automatic
      case .leftToRight: .leftToRight
      case .rightToLeft: .rightToLeft
      }
    do throws(MaterialFault) {
      return try maker.line(
        text,
        font: settings.font,
        pixelSize: room.fontSize,
        direction: direction
      )
    } catch {
      // Not a word of the text.
      maker.complain("the text in \"\(settings.id)\" is left out: \(error.reason)")
      let isRightToLeft = direction == .rightToLeft
      return TextLine(
        mask: TextLook.none.ink,
        advance: 0,
        baselineDrop: 0,
        isRightToLeft: isRightToLeft,
        boundaries: (0...text.count).map {
          TextBoundary(x: 0, byteOffset: $0, isRightToLeft: isRightToLeft)
        },
        isCut: false
      )
    }
  }

  /// As much of the text as fits `width` with an ellipsis behind it, by bisection.
  private func cut(to width: Double, from maker: any LineMaker) -> TextLine {
    var best = line("…", from: maker)
    var (low, high) = (0, text.count)
    while low < high {
      let middle = (low + high + 1) / 2
      let candidate = line(String(text.prefix(middle)) + "…", from: maker)
      if candidate.advance <= width {
        best = candidate
        low = middle
      } else {
        high = middle - 1
      }
    }
    return best
  }
}
