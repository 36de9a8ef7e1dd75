// SPDX-License-Identifier: Apache-2.0
internal import Geometry
internal import MonotonicTime
internal import PlainText
internal import Raster

/// One line of a chart on the screen: how it moves, and its layers.
struct ShownLine: Sendable {
  /// The line's heights, drawing and growth.
  var motion: ChartMotion
  /// Its colours, along its own direction.
  let gradient: LinearGradient
  let trace: LayerID<TraceLayer>
  /// The bubble of its last value, which lies over all lines; nil until that is made.
  var bubble: ChartBubble?
  /// A change that has not been told, because one has been for the frame that is shown.
  var unreported: MonotonicInstant?

  /// A line of `settings` by its place, on top of the layers that are there.
  init(
    _ settings: ChartSettings,
    index: Int,
    in geometry: ChartGeometry,
    scale: TimeScale?,
    in place: WidgetPlace,
    on layers: inout LayerStack,
    at instant: MonotonicInstant
  ) {
    let line = settings.line(index)
    let frame = place.along(settings.frame)
    motion = ChartMotion(settings, line: index, in: geometry, scale: scale, at: instant)
    gradient = LinearGradient(
      from: line.fromColor,
      to: line.toColor,
      start: (frame.minX + settings.padding) * place.scale,
      end: frame.maxX * place.scale
    )
    trace = layers.add(
      TraceLayer(
        Self.style(settings, in: geometry, place: place, gradient: gradient),
        transform: place.transform
      )
    )
  }

  /// Says the last value in its bubble.
  mutating func setText(
    _ settings: ChartSettings,
    index: Int,
    from materials: any Materials,
    on layers: inout LayerStack
  ) {
    let text = settings.bubbleText(ofLine: index)
    bubble?.setText(text, settings: settings, from: materials, on: &layers)
  }

  private static func style(
    _ settings: ChartSettings,
    in geometry: ChartGeometry,
    place: WidgetPlace,
    gradient: LinearGradient
  ) -> TraceLayer.Style {
    let (frame, scale) = (place.along(settings.frame), place.scale)
    let floor = frame.maxY - settings.padding
    let hasBars = settings.form == .bars
    let margin = hasBars ? 0 : settings.lineWidth
    let width = hasBars ? settings.barWidth(geometry) : settings.lineWidth
    var style = TraceLayer.Style(
      gradient: gradient,
      width: width * scale,
      dotRadius: settings.lineWidth * scale,
      clip: geometry.hasPlot
        ? PixelRect(
          left: pixel((frame.minX + settings.padding - margin) * scale),
          top: pixel((frame.minY - margin) * scale),
          right: pixel((frame.maxX + margin) * scale),
          bottom: pixel((floor + margin) * scale)
        ) : .empty,
      floor: settings.isFilled && !hasBars ? floor * scale : nil,
      capacity: ChartSettings.mostValues + 2
    )
    if hasBars { style.foot = (frame.minY + settings.foot(geometry)) * scale }
    style.isMirrored = settings.frame.isMirrored
    return style
  }
}

extension ChartSettings {
  /// The share of a place that bars take.
  private static let barShare = 0.7

  /// Width of a bar in points: those of all lines stand side by side in a place.
  func barWidth(_ geometry: ChartGeometry) -> Double {
    geometry.spacing * Self.barShare / Double(lineCount)
  }

  /// The bars' foot in points from the frame's upper edge: at 0, or at the end of the axis that is nearest to it.
  func foot(_ geometry: ChartGeometry) -> Double {
    geometry.y(min(max(0, axis.minimum), axis.maximum))
  }
}

extension WidgetPlace {
  /// The frame along the direction in which the widget runs: the other way round from the view's right edge where it
  /// is mirrored.
  func along(_ settings: FrameSettings) -> Rect {
    guard settings.isMirrored else { return frame }
    var frame = frame
    frame.origin.x = transform.viewSizeInPoints.width - frame.maxX
    return frame
  }
}
