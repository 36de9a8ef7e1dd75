// SPDX-License-Identifier: Apache-2.0
package import Configuration
internal import Geometry
internal import PlainText
package import Widgets

/// The faults in the layout of widgets on a panel, of a file that is right.
package struct LayoutCheck {
  /// The smallest side in millimetres of what fingers hit without looking twice.
  private static let leastTouch = 9.0
  /// Millimetres of a pixel of a panel of which nothing is known: the daemon takes it for a point, 1/160 inch.
  private static let usualPitch = 25.4 / 160

  /// The sentences, each with the ids of the widgets of which it is true, first that of the one from which it comes.
  package private(set) var findings: [(ids: [String], sentence: String)] = []

  let view: Size

  /// Looks at a scene on a panel.
  ///
  /// - Parameters:
  ///   - settings: The scene.
  ///   - panel: The panel, turned as the settings say; unless it says how large it is, as large as the common one
  ///     of its pixels.
  ///   - width: The width of a line of text at its own size, in points; nil where it cannot be told.
  package init(_ settings: Settings, on panel: PanelFormat, width: (Lettering) -> Double?) {
    let panel = panel.measured
    let transform = settings.display.place(on: panel.mode(turn: .none)).transform
    view = transform.viewSizeInPoints
    let millimetres = Double(panel.widthMillimetres)
    let pixelPitch =
      millimetres > 0 ? millimetres / Double(panel.size.width) : Self.usualPitch
    let pitch = pixelPitch * transform.scale
    let placement = settings.placement
    let shown = settings.widgets.map { ($0, $0.frame.resolved(in: view)) }
    for (index, (widget, rect)) in shown.enumerated() {
      checkExtent(of: widget.id, rect: rect)
      if let margin = widget.table.touchMargin {
        checkTouch(of: widget.id, rect: rect.outset(by: margin), pitch: pitch)
      }
      for (other, (upper, above)) in shown.enumerated().dropFirst(index + 1) {
        // What is on different pages is never seen together.
        if let page = placement[index], page != placement[other] ?? page { continue }
        guard isOverlap(widget, rect: rect, upper: upper, above: above) else { continue }
        note(widget.id, sentence: "lies under '\(upper.id)' in part")
      }
    }
    checkLetters(of: settings.widgets, on: placement, width: width)
  }

  /// Adds that a sentence is true of the widget `id`.
  mutating func note(_ id: String, sentence: String) {
    if let known = findings.firstIndex(where: { $0.sentence.hasSameBytes(as: sentence) }) {
      guard !findings[known].ids.contains(where: id.hasSameBytes) else { return }
      findings[known].ids.append(id)
    } else {
      findings.append(([id], sentence))
    }
  }

  private mutating func checkExtent(of id: String, rect: Rect) {
    let excess = max(-rect.minX, -rect.minY, rect.maxX - view.width, rect.maxY - view.height)
    if excess > 0.5 {
      note(id, sentence: "lies off the screen by \(Int(excess.rounded(.up))) points")
    }
  }

  private mutating func checkTouch(of id: String, rect: Rect, pitch: Double) {
    let side = min(rect.size.width, rect.size.height) * pitch
    if side < Self.leastTouch - 0.05 {
      note(id, sentence: "is touched on \((side * 10).rounded() / 10) mm, which should be 9")
    }
  }

  /// Tells if a widget lies in part under one that is drawn later: a widget that contains the other is its ground,
  /// unless fingers are for both.
  private func isOverlap(
    _ lower: WidgetSettings,
    rect: Rect,
    upper: WidgetSettings,
    above: Rect
  ) -> Bool {
    let width = min(rect.maxX, above.maxX) - max(rect.minX, above.minX)
    let height = min(rect.maxY, above.maxY) - max(rect.minY, above.minY)
    guard width > 1, height > 1 else { return false }
    let isContained =
      width > above.size.width - 1 && height > above.size.height - 1
      || width > rect.size.width - 1 && height > rect.size.height - 1
    let isForFingers = lower.table.touchMargin != nil && upper.table.touchMargin != nil
    let isGround = rect.size.width * rect.size.height > view.width * view.height / 2
    return !isContained || isForFingers && !isGround
  }
}
