// SPDX-License-Identifier: Apache-2.0
internal import Geometry
internal import Raster

/// The layers of a slider: a line, the part of it up to the knob, and the knob on the crest between them.
///
/// All of it lies: a slider that goes upward is drawn by a transform that is turned by a quarter more, so that
/// its way leads from left to right there too. One that is mirrored is counted from the view's right edge.
struct SliderLine: Sendable {
  /// The transform from the lying slider's coordinates to the buffers'.
  private let transform: OutputTransform
  /// The same of the view.
  private let view: OutputTransform
  private let isTurned: Bool
  private let isMirrored: Bool
  /// The range of the knob's middle, in points along the lying slider.
  let way: ClosedRange<Double>
  /// The line's height there.
  private let middle: Double
  /// Reach of the crest to each side of the knob, in points.
  private let reach: Double
  private let track: LayerID<TraceLayer>
  private let fill: LayerID<TraceLayer>
  private let knob: LayerID<TraceLayer>
  /// Corners of the line and of the knob, kept so that a frame does not allocate.
  private var points: [TracePoint] = []
  private var knobPoints: [TracePoint] = []

  /// Samples of the crest to each side of the knob.
  private static let samples = 16

  init(_ settings: SliderSettings, in place: WidgetPlace, on layers: inout LayerStack) {
    isTurned = settings.isVertical
    isMirrored = settings.runsLeft
    view = place.transform
    transform =
      isTurned
      ? OutputTransform(
        bufferSize: view.bufferSize,
        rotation: view.rotation.turned(by: .threeQuarters),
        scale: view.scale
      ) : view
    let (scale, radius) = (place.scale, settings.knobSize / 2)
    let lying =
      isTurned
      ? Self.lying(place.frame, view: view, transform: transform) : place.along(settings.frame)
    middle = lying.center.y
    let (first, last) = (lying.minX + radius, lying.maxX - radius)
    way = first < last ? first...last : lying.center.x...lying.center.x + 0.001
    reach = max(4 * abs(settings.amplitude), 1.5 * radius)
    let height = 2 * abs(settings.amplitude) + max(radius, settings.lineWidth / 2) + 1
    let clip = PixelRect(
      left: pixel((lying.minX - 2) * scale),
      top: pixel((middle - height) * scale),
      right: pixel((lying.maxX + 2) * scale),
      bottom: pixel((middle + height) * scale)
    )
    let (capacity, transform, middle) = (2 * Self.samples + 3, transform, middle)
    let isMirrored = isMirrored
    func line(_ color: Color, width: Double, floor: Double? = nil) -> TraceLayer {
      var style = TraceLayer.Style(
        gradient: LinearGradient(from: color, to: color, start: 0, end: 1),
        width: width * scale,
        dotRadius: width * scale / 2,
        clip: clip,
        floor: floor,
        capacity: capacity
      )
      style.isMirrored = isMirrored
      return TraceLayer(style, transform: transform)
    }
    track = layers.add(line(settings.color, width: settings.lineWidth))
    fill = layers.add(
      line(
        settings.fillColor,
        width: settings.lineWidth,
        floor: (middle + settings.lineWidth / 2) * scale
      )
    )
    knob = layers.add(line(settings.knobColor, width: settings.knobSize))
    points.reserveCapacity(capacity)
    knobPoints.reserveCapacity(1)
  }

  private static func lying(
    _ frame: Rect,
    view: OutputTransform,
    transform: OutputTransform
  ) -> Rect {
    func turned(_ x: Double, _ y: Double) -> Point {
      let (x, y) = view.panelFraction(of: Point(x: x, y: y))
      return transform.point(ofPanelFraction: x, y)
    }
    let (one, other) = (turned(frame.minX, frame.minY), turned(frame.maxX, frame.maxY))
    return Rect(
      x: min(one.x, other.x),
      y: min(one.y, other.y),
      width: abs(one.x - other.x),
      height: abs(one.y - other.y)
    )
  }

  /// The point of the view at a share of the way.
  func place(share: Double) -> Point {
    let x = way.lowerBound + share * (way.upperBound - way.lowerBound)
    guard isTurned else { return Point(x: mirrored(x), y: middle) }
    let (across, down) = transform.panelFraction(of: Point(x: x, y: middle))
    return view.point(ofPanelFraction: across, down)
  }

  /// The share of the way at which a point of the view lies; beyond the ends less than 0 and more than 1.
  func share(at point: Point) -> Double {
    var along = mirrored(point.x)
    if isTurned {
      let (x, y) = view.panelFraction(of: point)
      along = transform.point(ofPanelFraction: x, y).x
    }
    return (along - way.lowerBound) / (way.upperBound - way.lowerBound)
  }

  /// Converts between the view's x and that along a lying slider.
  private func mirrored(_ x: Double) -> Double {
    isMirrored ? view.viewSizeInPoints.width - x : x
  }

  /// Length of the knob's way in points.
  var length: Double { way.upperBound - way.lowerBound }

  /// Hands the layers what they show: the knob at a share of the way, on a crest so many points high.
  mutating func show(share: Double, crest: Double, opacity: Double, in layers: inout LayerStack) {
    let length = bend(to: way.lowerBound + share * self.length, crest: crest)
    let whole = TraceLayer.Extent(length: .greatestFiniteMagnitude, isBegun: true, hasEnd: false)
    layers.update(track, points: points, extent: whole, opacity: opacity)
    layers.update(
      fill,
      points: points,
      extent: TraceLayer.Extent(length: length, isBegun: true, hasEnd: false),
      opacity: opacity
    )
    layers.update(knob, points: knobPoints, extent: whole, opacity: opacity)
  }

  /// Puts the line's corners into ``points``: with u the distance from the knob as a share of the crest's reach, (1 − u²)² of its height.
  ///
  /// - Returns: The length up to the knob in pixels.
  private mutating func bend(to x: Double, crest: Double) -> Double {
    let scale = transform.scale
    points.removeAll(keepingCapacity: true)
    knobPoints.removeAll(keepingCapacity: true)
    knobPoints.append(
      TracePoint(x: x * scale, y: (middle - crest) * scale, isJoined: false)
    )
    add(way.lowerBound, knob: x, crest: crest)
    var length = 0.0
    for sample in -Self.samples...Self.samples where crest != 0 || sample == 0 {
      let place = x + reach * Double(sample) / Double(Self.samples)
      guard sample == 0 || place > way.lowerBound && place < way.upperBound else { continue }
      add(place, knob: x, crest: crest)
      guard sample <= 0, points.count > 1 else { continue }
      let (one, other) = (points[points.count - 2], points[points.count - 1])
      length += Point(x: one.x, y: one.y).distance(to: Point(x: other.x, y: other.y))
    }
    add(way.upperBound, knob: x, crest: crest)
    return length
  }

  private mutating func add(_ x: Double, knob: Double, crest: Double) {
    let distance = min(abs(x - knob) / reach, 1)
    let rest = 1 - distance * distance
    let y = middle - crest * rest * rest
    let scale = transform.scale
    points.append(TracePoint(x: x * scale, y: y * scale, isJoined: !points.isEmpty))
  }
}
