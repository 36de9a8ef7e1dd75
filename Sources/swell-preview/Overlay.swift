// SPDX-License-Identifier: Apache-2.0
import Geometry
import Raster
import Typography
import Widgets

/// Marks that the window shows over the scene and the panel would not.
struct Overlay {
  /// Frames of widgets, in points, with their control points.
  var guides: [WidgetGuide] = []
  /// Frame to which a widget is dragged, in points.
  var outline: Rect?
  /// Rectangles that the newest frame has changed, in view pixels.
  var damage: [PixelRect] = []
  /// View pixels a point.
  var scale = 1.0
  /// Place at which a finger was left, in window pixels.
  var finger: PixelPoint?
  /// Faults of the file, a line each.
  var errors: [String] = []
  /// Other lines to be read; empty for none.
  var notes: [String] = []

  /// True if there is nothing to be seen.
  var isEmpty: Bool {
    guides.isEmpty && outline == nil && damage.isEmpty && finger == nil && errors.isEmpty
      && notes.isEmpty
  }

  /// Draws it over a picture at this zoom; without fonts texts are left out.
  func draw(over picture: inout Picture, zoom: Zoom, fonts: FontLibrary?) {
    for rect in damage {
      let place = Self.scaled(rect, zoom: zoom)
      picture.fill(place, color: Color(rgb: 0xFF3FA4, alpha: 28))
      picture.outline(place, color: Color(rgb: 0xFF3FA4, alpha: 200))
    }
    for guide in guides { draw(guide, over: &picture, zoom: zoom) }
    if let outline { draw(outline, color: Self.handleColor, over: &picture, zoom: zoom) }
    if let finger { Self.drawFinger(at: finger, over: &picture) }
    if !notes.isEmpty {
      Self.drawPlate(notes, color: Self.noteColor, isAtTop: true, over: &picture, fonts: fonts)
    }
    if !errors.isEmpty {
      Self.drawPlate(errors, color: Self.errorColor, isAtTop: false, over: &picture, fonts: fonts)
    }
  }

  private static func scaled(_ rect: PixelRect, zoom: Zoom) -> PixelRect {
    func place(_ value: Int) -> Int { value * zoom.factor / zoom.divisor }
    return PixelRect(
      left: place(rect.left),
      top: place(rect.top),
      right: max(place(rect.right), place(rect.left) + 1),
      bottom: max(place(rect.bottom), place(rect.top) + 1)
    )
  }

  // MARK: - Guides

  private static let frameColor = Color(rgb: 0x35D0FF, alpha: 190)
  private static let handleColor = Color(rgb: 0xFFB020)

  /// Draws a widget's frame, and of elastic edges each control point with its lines to the corners.
  private func draw(_ guide: WidgetGuide, over picture: inout Picture, zoom: Zoom) {
    let corners = draw(guide.frame, color: Self.frameColor, over: &picture, zoom: zoom)
    guard let offset = guide.offset.map({ $0 * scale * zoom.scale }) else { return }
    let (left, top) = (corners[0].x, corners[0].y)
    let (right, bottom) = (corners[2].x, corners[2].y)
    let (middleX, middleY) = ((left + right) / 2, (top + bottom) / 2)
    let handles = [
      Point(x: middleX, y: top - offset), Point(x: right + offset, y: middleY),
      Point(x: middleX, y: bottom + offset), Point(x: left - offset, y: middleY),
    ]
    for (index, handle) in handles.enumerated() {
      picture.line(from: corners[index], to: handle, color: Self.handleColor)
      picture.line(from: handle, to: corners[(index + 1) % 4], color: Self.handleColor)
      let (x, y) = (Int(handle.x.rounded(.down)), Int(handle.y.rounded(.down)))
      let square = PixelRect(left: x - 3, top: y - 3, right: x + 4, bottom: y + 4)
      picture.fill(square, color: Self.handleColor)
    }
  }

  /// Draws a frame, and returns its corners in window pixels, clockwise from the upper left.
  @discardableResult
  private func draw(
    _ frame: Rect,
    color: Color,
    over picture: inout Picture,
    zoom: Zoom
  ) -> [Point] {
    let unit = scale * zoom.scale
    let (left, top) = (frame.minX * unit, frame.minY * unit)
    let (right, bottom) = (frame.maxX * unit, frame.maxY * unit)
    let corners = [
      Point(x: left, y: top), Point(x: right, y: top), Point(x: right, y: bottom),
      Point(x: left, y: bottom),
    ]
    for index in corners.indices {
      picture.line(from: corners[index], to: corners[(index + 1) % 4], color: color)
    }
    return corners
  }

  private static func drawFinger(at place: PixelPoint, over picture: inout Picture) {
    for (reach, color) in [(11, Color(rgb: 0x000000, alpha: 120)), (10, Color(rgb: 0xFFFFFF))] {
      picture.outline(
        PixelRect(
          left: place.x - reach,
          top: place.y - reach,
          right: place.x + reach + 1,
          bottom: place.y + reach + 1
        ),
        color: color,
        width: 2
      )
    }
  }

  // MARK: - Text

  private static let noteColor = Color(rgb: 0x101418, alpha: 232)
  private static let errorColor = Color(rgb: 0x8E1B1B, alpha: 238)
  /// Pixels an em, and from the edge to the text.
  private static let fontSize = 14.0
  private static let margin = 10

  /// Draws lines of text on a plate across the window.
  private static func drawPlate(
    _ lines: [String],
    color: Color,
    isAtTop: Bool,
    over picture: inout Picture,
    fonts: FontLibrary?
  ) {
    let size = picture.size
    let text: TextBlock?
    do throws(TypographyError) {
      text = try fonts?.paragraph(
        lines.joined(separator: "\n"),
        font: nil,
        pixelSize: fontSize,
        width: Double(max(1, size.width - 2 * margin)),
        lines: TextBlock.maximumLineCount
      )
    } catch {
      // Without a font there is the plate's colour, and the lines are in the log.
      text = nil
    }
    let height = min(size.height, (text?.height ?? 0) + 2 * margin)
    let top = isAtTop ? 0 : size.height - height
    picture.fill(
      PixelRect(left: 0, top: top, right: size.width, bottom: top + height),
      color: color
    )
    guard let text else { return }
    var baseline = top + margin + text.ascent
    for line in text.lines {
      picture.ink(line.mask, at: PixelPoint(x: margin, y: baseline), color: Color(rgb: 0xFFFFFF))
      baseline += text.lineHeight
    }
  }
}
