// SPDX-License-Identifier: Apache-2.0
package import Geometry
package import MonotonicTime
internal import Motion
package import Raster
package import Touch

/// The table `elastic`: a widget stands on a rectangle of one colour that swells where it is touched.
package struct ElasticFrameSettings: Hashable, Sendable {
  /// Deflection of the edges' control points in points, −1000 … 1000; negative bows inward.
  package var amplitude: Double = 10
  /// Radius of the corners in points, 0 … 1000; half of the shorter side at most is used.
  package var cornerRadius: Double = 0
  /// The rectangle's colour.
  package var color: Color
  /// The spring by which the rectangle swells.
  package var press = SpringSettings(duration: 0.25, damping: 0.9, velocity: 1.5)
  /// The spring by which the rectangle returns to rest.
  package var release = SpringSettings(duration: 0.45, damping: 0.15, velocity: 5.5)

  /// The defaults, with a colour.
  package init(color: Color = Color(rgb: 0x1C2229)) { self.color = color }
}

/// The rectangle beneath a widget with ``ElasticFrameSettings``: it swells by itself when a finger comes down, as a
/// text field does, without events.
package struct ElasticFrame: Sendable {
  private var model: ElasticButton
  private var recognizer = PressRecognizer()
  private let place: WidgetPlace
  private let layer: LayerID<ElasticLayer>
  private let color: Color
  /// The snapshot that was handed to the layer last; nil before the first frame.
  private var shown: ElasticButtonSnapshot?

  /// A frame at rest, on top of the layers that are there; nil where `settings` are.
  init?(
    _ settings: ElasticFrameSettings?,
    in place: WidgetPlace,
    isVisible: Bool,
    isEnabled: Bool,
    on layers: inout LayerStack,
    at instant: MonotonicInstant
  ) {
    guard let settings else { return nil }
    self.place = place
    color = settings.color
    model = ElasticButton(
      swellingIn: place,
      amplitude: settings.amplitude,
      press: settings.press,
      release: settings.release,
      at: instant,
      isVisible: isVisible,
      isEnabled: isEnabled
    )
    layer = layers.add(
      ElasticLayer(
        in: place,
        fill: settings.color,
        labelColor: settings.color,
        cornerRadius: settings.cornerRadius
      )
    )
  }

  /// Tells if the picture still changes at `instant`.
  func isMoving(at instant: MonotonicInstant) -> Bool { model.isMoving(at: instant) }

  /// The relation of a finger that comes down at `point` (in points) to the rectangle.
  func hit(at point: Point) -> WidgetHit {
    model.isTouchable && place.frame.contains(point) ? .whole : .none
  }

  /// Takes note of a contact's change.
  mutating func handle(_ event: TouchEvent, isInside: Bool, telling events: inout WidgetEvents) {
    switch recognizer.handle(event, isInside: isInside) {
    case nil: return
    case .pressed: model.press(at: event.time)
    case .released: model.release(at: event.time)
    case .cancelled: model.cancel(at: event.time)
    }
    events.needsFrame = true
  }

  /// Ends what a finger does.
  mutating func cancelTouches(at instant: MonotonicInstant) {
    model.cancel(at: instant)
    _ = recognizer.abandon()
  }

  /// Shows or hides it in `seconds`, and lets fingers swell it or not.
  mutating func set(
    isVisible: Bool,
    isEnabled: Bool,
    over seconds: Double,
    at instant: MonotonicInstant
  ) {
    guard isVisible != model.isVisible || isEnabled != model.isEnabled else { return }
    model.setVisible(isVisible, over: seconds, at: instant)
    model.setEnabled(isEnabled, at: instant)
    if !isVisible || !isEnabled { _ = recognizer.abandon() }
  }

  /// Hands the layer what it shows at `instant`.
  mutating func show(at instant: MonotonicInstant, in layers: inout LayerStack) {
    let snapshot = model.snapshot(at: instant)
    guard snapshot != shown else { return }
    if snapshot.isEnabled != shown?.isEnabled ?? true {
      let fill = snapshot.isEnabled ? color : color.muted(on: place.background)
      layers.setColors(fill: fill, label: fill, of: layer)
    }
    shown = snapshot
    layers.update(layer, offset: snapshot.offset * place.scale, opacity: snapshot.opacity)
  }
}

/// A widget that stands on an ``ElasticFrame``, or on nothing: what touches do is done to that alone.
package protocol ElasticallyFramed: Widget {
  /// The elastic frame beneath the widget; nil for none.
  var elastic: ElasticFrame? { get set }
}

extension ElasticallyFramed {
  package func hit(at point: Point) -> WidgetHit { elastic?.hit(at: point) ?? .none }

  package mutating func handle(
    _ event: TouchEvent,
    isInside: Bool,
    telling events: inout WidgetEvents
  ) {
    elastic?.handle(event, isInside: isInside, telling: &events)
  }

  package mutating func cancelTouches(
    at instant: MonotonicInstant,
    telling events: inout WidgetEvents
  ) {
    elastic?.cancelTouches(at: instant)
  }
}

/// One that appears, disappears and is muted together with what it stands on.
package protocol FadingWithFrame: ElasticallyFramed {
  /// The widget's opacity, and its transitions.
  var fade: Fade { get set }
}

extension FadingWithFrame {
  /// Tells if the widget or its frame fades or swells at `instant`; changes of the content do not count.
  func isFrameMoving(at instant: MonotonicInstant) -> Bool {
    fade.isMoving(at: instant) || elastic?.isMoving(at: instant) ?? false
  }

  /// Shows or hides it in `seconds`, and mutes it or not.
  mutating func set(
    isVisible: Bool,
    isEnabled: Bool,
    over seconds: Double,
    at instant: MonotonicInstant
  ) {
    fade.setVisible(isVisible, isEnabled: isEnabled, over: seconds, at: instant)
    elastic?.set(isVisible: isVisible, isEnabled: isEnabled, over: seconds, at: instant)
  }
}

extension ElasticButton {
  /// A button in `place`, at rest, that swells by itself where a finger comes down.
  init(
    swellingIn place: WidgetPlace,
    amplitude: Double,
    press: SpringSettings,
    release: SpringSettings,
    at instant: MonotonicInstant,
    isVisible: Bool,
    isEnabled: Bool = true
  ) {
    self.init(
      settings: Settings(
        elastic: ElasticMotion.Settings(
          style: .tap,
          amplitude: amplitude,
          press: press.spring,
          release: release.spring
        )
      ),
      pixelsPerPoint: place.scale,
      at: instant,
      isVisible: isVisible,
      isEnabled: isEnabled
    )
  }
}

extension ElasticLayer {
  /// A layer that fills `place`, with corners of a radius in points.
  init(in place: WidgetPlace, fill: Color, labelColor: Color, cornerRadius: Double) {
    let (frame, scale) = (place.frame, place.scale)
    self.init(
      rect: Rect(
        x: frame.minX * scale,
        y: frame.minY * scale,
        width: frame.size.width * scale,
        height: frame.size.height * scale
      ),
      fill: fill,
      labelColor: labelColor,
      cornerRadius: cornerRadius * scale,
      transform: place.transform
    )
  }
}
