// SPDX-License-Identifier: Apache-2.0
internal import Geometry
internal import Raster

/// The layout of a label's lines, in view pixels.
struct LabelLook: Sendable {
  private let settings: LabelSettings
  private let frame: PixelRect
  private let fontSize: Double
  /// Nothing is drawn outside of it.
  private let screen: PixelRect

  init(_ settings: LabelSettings, in place: WidgetPlace) {
    self.settings = settings
    frame = place.pixels
    fontSize = settings.fontSize * place.scale
    screen = place.transform.viewSize.bounds
  }

  /// The ink of `text` in its lines, from the view's upper left corner.
  func ink(of text: String, from maker: any LineMaker) -> PlacedMask {
    let none = PlacedMask(
      mask: CoverageMask(size: PixelSize(width: 0, height: 0), bytes: []),
      origin: PixelPoint(x: 0, y: 0)
    )
    guard !text.isEmpty else { return none }
    do throws(MaterialFault) {
      return sheet(of: try block(text, from: maker)).mask(clippedTo: screen) ?? none
    } catch {
      // Not a word of the text: it may be what people type.
      maker.complain("the text of \"\(settings.id)\" is left out: \(error.reason)")
      return none
    }
  }

  /// The text in at most as many lines as it may have and the frame is high enough for; one in any case.
  private func block(_ text: String, from maker: any LineMaker) throws(MaterialFault) -> TextBlock {
    func block(_ lines: Int) throws(MaterialFault) -> TextBlock {
      try maker.block(
        text,
        font: settings.font,
        pixelSize: fontSize,
        width: frame.width,
        lines: lines
      )
    }
    let most = settings.lines > 0 ? settings.lines : TextBlock.maximumLineCount
    let whole = try block(most)
    guard whole.lines.count > 1, whole.height > frame.height else { return whole }
    let further = (frame.height - whole.ascent - whole.descent) / max(whole.lineHeight, 1)
    return try block(max(1, 1 + further))
  }

  private func sheet(of block: TextBlock) -> InkSheet {
    let spare = frame.height - block.height
    let top =
      switch settings.verticalAlign {
      case .top: frame.top
      case .center: frame.top + spare / 2
      case .bottom: frame.top + spare
      }
    var sheet = InkSheet()
    for (index, line) in block.lines.enumerated() {
      let slack = Double(frame.width) - line.advance
      let left = frame.left + Int((slack * share(line)).rounded())
      let baseline = top + block.ascent + index * block.lineHeight
      sheet.add(line.mask, at: PixelPoint(x: left, y: baseline))
    }
    return sheet
  }

  /// Share, 0 … 1, of a line's free width that lies on its left.
  private func share(_ line: TextBlock.Line) -> Double {
    switch settings.align {
    case .left: 0
    case .center: 0.5
    case .right: 1
    case .start: line.isRightToLeft ? 1 : 0
    case .end: line.isRightToLeft ? 0 : 1
    }
  }
}
