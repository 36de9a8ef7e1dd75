// SPDX-License-Identifier: Apache-2.0
internal import Geometry
internal import MonotonicTime
internal import Motion
package import Raster
internal import TOMLReading
internal import Touch

/// The table `elastic`: a widget stands on a rectangle of one colour that swells where it is touched.
package struct ElasticFrameSettings: Hashable, Sendable {
  /// How far the edges' control points go out, in points, −1000 … 1000; negative bows inward.
  package var amplitude: Double = 10
  /// The rectangle's colour.
  package var color: Color
  /// How it swells.
  package var press = ButtonSettings.Spring(duration: 0.25, damping: 0.9, velocity: 1.5)
  /// How it comes back.
  package var release = ButtonSettings.Spring(duration: 0.45, damping: 0.15, velocity: 5.5)

  /// The defaults, with a colour.
  package init(color: Color = Color(rgb: 0x1C2229)) { self.color = color }
}

extension TableReader {
  /// Reads the inline table `elastic`; nil where there is none.
  mutating func elastic(_ color: Color, _ frame: FrameSettings) -> ElasticFrameSettings? {
    table("elastic", nil) { ElasticFrameSettings(&$0, color, frame) }
  }
}

extension ElasticFrameSettings {
  fileprivate init(_ reader: inout TableReader, _ color: Color, _ frame: FrameSettings) {
    self.init(color: color)
    amplitude = reader.number("amplitude", amplitude, in: -1000...1000)
    reader.checkAmplitude(amplitude, frame)
    self.color = reader.color("color", color)
    press = reader.table("press", press) { [press] in
      ButtonSettings.Spring(&$0, defaults: press)
    }
    release = reader.table("release", release) { [release] in
      ButtonSettings.Spring(&$0, defaults: release)
    }
  }
}

/// What is beneath a widget with ``ElasticFrameSettings``: it swells by itself when a finger comes down, as
/// a text field does, and tells nobody.
struct ElasticFrame {
  private var model: ElasticButton
  private var recognizer = PressRecognizer()
  private let place: WidgetPlace
  private let layer: LayerID<ElasticLayer>
  /// What the layer was told last; nil before the first frame.
  private var shown: ElasticButtonSnapshot?

  /// A frame at rest, on top of the layers that are there; nil where `settings` are.
  init?(
    _ settings: ElasticFrameSettings?,
    in place: WidgetPlace,
    isVisible: Bool,
    _ layers: inout LayerStack,
    at instant: MonotonicInstant
  ) {
    guard let settings else { return nil }
    self.place = place
    model = ElasticButton(
      settings: ElasticButton.Settings(
        frame: place.frame,
        elastic: ElasticMotion.Settings(
          style: .tap,
          amplitude: settings.amplitude,
          press: settings.press.spring,
          release: settings.release.spring
        )
      ),
      pixelsPerPoint: place.scale,
      at: instant,
      isVisible: isVisible
    )
    let (frame, scale) = (place.frame, place.scale)
    layer = layers.add(
      ElasticLayer(
        rect: Rect(
          x: frame.minX * scale,
          y: frame.minY * scale,
          width: frame.size.width * scale,
          height: frame.size.height * scale
        ),
        fill: settings.color,
        labelColor: settings.color,
        transform: place.transform
      )
    )
  }

  /// Whether the picture still changes at `instant`.
  func isMoving(at instant: MonotonicInstant) -> Bool { model.isMoving(at: instant) }

  /// What a finger that comes down at `point` (in points) is to it.
  func hit(at point: Point) -> WidgetHit {
    model.isTouchable && place.frame.contains(point) ? .whole : .none
  }

  /// Takes note of a contact's change.
  mutating func handle(_ event: TouchEvent, isInside: Bool, _ events: inout WidgetEvents) {
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

  /// Shows or hides it, fading.
  mutating func setVisible(_ isVisible: Bool, at instant: MonotonicInstant) {
    guard isVisible != model.isVisible else { return }
    model.setVisible(isVisible, at: instant)
    if !isVisible { _ = recognizer.abandon() }
  }

  /// Hands the layer what it shows at `instant`.
  mutating func show(at instant: MonotonicInstant, in layers: inout LayerStack) {
    let snapshot = model.snapshot(at: instant)
    guard snapshot != shown else { return }
    shown = snapshot
    layers.update(layer, offset: snapshot.offset * place.scale, opacity: snapshot.opacity)
  }
}
