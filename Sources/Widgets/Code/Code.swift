// SPDX-License-Identifier: Apache-2.0
internal import Geometry
package import MonotonicTime
internal import PlainText
package import Raster

/// A QR code: dark modules of whole pixels on a light square.
package struct Code: FadingWithFrame {
  package static let eventTypes: [WidgetEventType] = []

  package private(set) var settings: CodeSettings

  private let layer: LayerID<PlateLayer>
  /// The light square in view pixels.
  private let square: PixelRect
  /// The elastic frame beneath the code; nil for none.
  package var elastic: ElasticFrame?
  package var fade: Fade
  /// True if there is a code to be seen.
  private var hasCode = false
  /// The opacity that the layer was told last; nil before the first frame.
  private var shown: Double?

  package init(
    _ settings: CodeSettings,
    in place: WidgetPlace,
    from materials: any Materials,
    on layers: inout LayerStack,
    at instant: MonotonicInstant
  ) {
    self.settings = settings
    let pixels = place.pixels
    let side = max(min(pixels.width, pixels.height), 0)
    let (left, top) = (
      pixels.left + (pixels.width - side) / 2, pixels.top + (pixels.height - side) / 2
    )
    square = PixelRect(left: left, top: top, right: left + side, bottom: top + side)
    fade = Fade(isVisible: settings.isVisible, isEnabled: settings.isEnabled)
    elastic = ElasticFrame(
      settings.elastic,
      in: place,
      isVisible: settings.isVisible,
      isEnabled: settings.isEnabled,
      on: &layers,
      at: instant
    )
    layer = layers.add(
      PlateLayer(rect: square, fill: settings.lightColor, transform: place.transform)
    )
    layers.setColor(settings.darkColor, ofInk: 0, of: layer)
    setCode(materials, on: &layers)
  }

  /// Shows the code of the text in force; nothing where it cannot be had.
  private mutating func setCode(_ materials: any Materials, on layers: inout LayerStack) {
    let mask = mask(materials)
    hasCode = mask != nil
    shown = nil
    guard let mask else { return }
    // What is left over lies around it.
    let margin = (square.width - mask.size.width) / 2
    let origin = PixelPoint(x: square.left + margin, y: square.top + margin)
    layers.setMask(PlacedMask(mask: mask, origin: origin), clip: square, ofInk: 0, of: layer)
  }

  /// The modules of the text in force; nil where there are none, or they cannot be had.
  private func mask(_ materials: any Materials) -> CoverageMask? {
    guard !settings.text.isEmpty, square.width > 0 else { return nil }
    do throws(MaterialFault) {
      return try materials.code(settings.text, level: settings.level, fitting: square.width)
    } catch {
      materials.complain("the code of \"\(settings.id)\" is left out: \(error.reason)")
      return nil
    }
  }

  package func isMoving(at instant: MonotonicInstant) -> Bool {
    isFrameMoving(at: instant)
  }

  // MARK: - Requests

  package func ask(for settings: CodeSettings, from materials: any Materials) -> Bool {
    guard !settings.text.hasSameBytes(as: self.settings.text) else { return false }
    var next = self
    next.settings = settings
    _ = next.mask(materials)
    return true
  }

  package mutating func update(
    to settings: CodeSettings,
    from materials: any Materials,
    on layers: inout LayerStack,
    at instant: MonotonicInstant,
    telling events: inout WidgetEvents
  ) {
    let before = self.settings
    self.settings = settings
    if !settings.text.hasSameBytes(as: before.text) { setCode(materials, on: &layers) }
    set(
      isVisible: settings.isVisible,
      isEnabled: settings.isEnabled,
      over: events.fading,
      at: instant
    )
    events.needsFrame = true
  }

  /// A text is shown when it is in force.
  package mutating func perform(
    _ call: CodeCall,
    at instant: MonotonicInstant,
    telling events: inout WidgetEvents
  ) throws(WidgetFault) {}

  package static let facts: [Fact<Seen<Self>>] = [
    Fact("shown", in: "status") { $0.widget?.hasCode ?? false },
    Fact("text", in: "get") { $0.settings.text },
  ]

  // MARK: - Frames

  package mutating func show(at instant: MonotonicInstant, in layers: inout LayerStack) {
    elastic?.show(at: instant, in: &layers)
    let opacity = hasCode ? fade.opacity(at: instant) : 0
    guard opacity != shown else { return }
    shown = opacity
    layers.update(layer, opacity: opacity)
  }
}
