// SPDX-License-Identifier: Apache-2.0
internal import Geometry
internal import Raster

/// The bubble that says the last value: a rounded rectangle with a tip that points at it.
///
/// ```
///    ╭──────╮ 24
///    │  20  │
///    ╰──╲╱──╯
///       ╵    6 + 4 to the point
/// ```
struct ChartBubble {
  private static let bodyInk = 0
  private static let tipDownInk = 1
  private static let tipUpInk = 2
  private static let textInk = 3

  private static let bodyHeight = 24.0
  private static let tipExtent = 6.0
  private static let radius = 6.0
  /// From the tip's end to the point.
  private static let gap = 4.0
  /// Distance of the bubble's middle to the left of the point, in points.
  private static let lean = 2.0
  private static let leastWidth = 30.0
  /// The largest text that the body holds with some room around it.
  private static let largestFontSize = 14.0

  private let place: WidgetPlace
  private let layer: LayerID<PlateLayer>
  /// The body's width in points.
  private var width = leastWidth
  private var hasText = false
  private var color = Color(rgb: 0xFFFFFF)

  /// A bubble without a text, on top of the layers that are there.
  init(in place: WidgetPlace, on layers: inout LayerStack) {
    self.place = place
    layer = layers.add(PlateLayer(rect: .empty, fill: color, transform: place.transform))
    layers.setColor(Color(rgb: 0xFFFFFF), ofInk: Self.textInk, of: layer)
    for (ink, pointsDown) in [(Self.tipDownInk, true), (Self.tipUpInk, false)] {
      layers.setMask(tip(pointsDown: pointsDown), clip: screen, ofInk: ink, of: layer)
    }
  }

  private var screen: PixelRect { place.transform.viewSize.bounds }

  private func pixels(_ points: Double) -> Int { max(1, pixel(points * place.scale)) }

  // MARK: - Showing

  /// Shows the bubble at the last point, in view pixels; nil where there is none.
  ///
  /// It stands above the point, or below it where that is asked for, as far as there is room.
  mutating func show(
    _ point: Point?,
    isBelow: Bool = false,
    color: Color,
    opacity: Double,
    in layers: inout LayerStack
  ) {
    guard let point, hasText, opacity > 0 else {
      layers.update(layer, opacity: 0)
      return
    }
    if color != self.color {
      self.color = color
      for ink in [Self.bodyInk, Self.tipDownInk, Self.tipUpInk] {
        layers.setColor(color, ofInk: ink, of: layer)
      }
    }
    let scale = place.scale
    let (frame, height) = (place.frame, pixels(Self.bodyHeight))
    let extent = pixels(Self.tipExtent)
    // Above the point and 2 points left of its middle, within the frame.
    let (first, last) = (frame.minX * scale, frame.maxX * scale - Double(pixels(width)))
    let wanted = point.x - (width / 2 + Self.lean) * scale
    let left = pixel(max(first, min(wanted, last)))
    let above = point.y - (Self.gap + Self.tipExtent + Self.bodyHeight) * scale
    let lowest = point.y + (Self.gap + Self.tipExtent + Self.bodyHeight) * scale
    let isAbove = above >= frame.minY * scale && !(isBelow && lowest <= frame.maxY * scale)
    let top = isAbove ? pixel(above) : pixel(point.y + Self.gap * scale)
    let body = isAbove ? top : top + extent
    layers.move(ink: Self.bodyInk, by: PixelPoint(x: left, y: body), isShown: true, of: layer)
    layers.move(ink: Self.textInk, by: PixelPoint(x: left, y: body), isShown: true, of: layer)
    let inset = pixels(Self.radius)
    let tip = max(
      left + inset,
      min(pixel(point.x) - extent, left + pixels(width) - inset - 2 * extent)
    )
    layers.move(
      ink: Self.tipDownInk,
      by: PixelPoint(x: tip, y: top + height),
      isShown: isAbove,
      of: layer
    )
    layers.move(ink: Self.tipUpInk, by: PixelPoint(x: tip, y: top), isShown: !isAbove, of: layer)
    layers.update(layer, opacity: opacity)
  }

  // MARK: - Making

  /// Says a text, nil for none; wider where it needs that.
  mutating func setText(
    _ text: String?,
    settings: ChartSettings,
    from materials: any Materials,
    on layers: inout LayerStack
  ) {
    hasText = text != nil
    guard let text else { return }
    let ink = ink(of: text, settings: settings, from: materials)
    let textWidth = Double(ink?.mask.size.width ?? 0) / place.scale
    width = max(Self.leastWidth, textWidth + 2 * Self.radius)
    layers.setMask(body(), clip: screen, ofInk: Self.bodyInk, of: layer)
    let middle = PixelPoint(x: pixels(width) / 2, y: pixels(Self.bodyHeight) / 2)
    let placed = ink.map { ink in
      PlacedMask(
        mask: ink.mask,
        origin: PixelPoint(x: middle.x + ink.origin.x, y: middle.y + ink.origin.y)
      )
    }
    layers.setMask(placed, clip: screen, ofInk: Self.textInk, of: layer)
  }

  /// The ink of a text, from its middle; nil where it cannot be had.
  func ink(
    of text: String,
    settings: ChartSettings,
    from materials: any Materials
  ) -> PlacedMask? {
    let room = max(Self.leastWidth, place.frame.size.width) - 2 * Self.radius
    do throws(MaterialFault) {
      return try materials.label(
        text,
        font: settings.font,
        pixelSize: min(settings.fontSize, Self.largestFontSize) * place.scale,
        maximumWidth: room * place.scale
      )
    } catch {
      materials.complain("the text \"\(text)\" is left out: \(error.reason)")
      return nil
    }
  }

  private func body() -> PlacedMask {
    let size = PixelSize(width: pixels(width), height: pixels(Self.bodyHeight))
    let (right, bottom) = (Double(size.width), Double(size.height))
    let radius = min(Self.radius * place.scale, right / 2, bottom / 2)
    var path = Path()
    path.move(to: Point(x: 0, y: radius))
    let corners = [
      (Point(x: radius, y: radius), 2), (Point(x: right - radius, y: radius), 3),
      (Point(x: right - radius, y: bottom - radius), 0),
      (Point(x: radius, y: bottom - radius), 1),
    ]
    for (center, quarters) in corners {
      let angle = Double(quarters) * .pi / 2
      let start = [
        Point(x: center.x + radius, y: center.y), Point(x: center.x, y: center.y + radius),
        Point(x: center.x - radius, y: center.y), Point(x: center.x, y: center.y - radius),
      ][quarters]
      path.addLine(to: start)
      path.addArc(center: center, radius: radius, startAngle: angle, sweep: .pi / 2)
    }
    path.close()
    return PlacedMask(
      mask: CoverageMask(filling: path, size: size),
      origin: PixelPoint(x: 0, y: 0)
    )
  }

  /// The tip, twice as wide as it is high, with a slightly rounded end.
  private func tip(pointsDown: Bool) -> PlacedMask {
    let extent = pixels(Self.tipExtent)
    let (width, height) = (Double(2 * extent), Double(extent))
    func at(_ x: Double, _ y: Double) -> Point {
      Point(x: x * width, y: (pointsDown ? y : 1 - y) * height)
    }
    var path = Path()
    path.move(to: at(0, 0))
    path.addLine(to: at(0.42, 0.84))
    path.addCubic(control1: at(0.46, 0.92), control2: at(0.54, 0.92), end: at(0.58, 0.84))
    path.addLine(to: at(1, 0))
    path.close()
    return PlacedMask(
      mask: CoverageMask(filling: path, size: PixelSize(width: 2 * extent, height: extent)),
      origin: PixelPoint(x: 0, y: 0)
    )
  }
}
