// SPDX-License-Identifier: Apache-2.0
internal import Geometry
internal import Raster

/// The shadow of a plate: ink in the plate's shape at rest, which neither moves nor swells with it.
struct PlateShadow: Sendable {
  private let layer: LayerID<InkLayer>
  private let place: WidgetPlace
  /// Radius of the plate's corners in points.
  private let cornerRadius: Double

  /// A shadow that is not seen yet, on top of the layers that are there; nil where `settings` are.
  init?(
    _ settings: ShadowSettings?,
    cornerRadius: Double,
    in place: WidgetPlace,
    from materials: any Materials,
    on layers: inout LayerStack
  ) {
    guard let settings else { return nil }
    self.place = place
    self.cornerRadius = cornerRadius
    layer = layers.add(InkLayer(color: settings.color))
    setMask(settings, from: materials, on: &layers)
  }

  /// Asks for what ``update(to:from:_:_:)`` would ask for.
  ///
  /// - Returns: True if the shadow changes its place or its shape.
  func ask(
    for settings: ShadowSettings?,
    beside before: ShadowSettings?,
    from materials: any Materials
  ) -> Bool {
    guard let settings, settings.differsInShape(from: before) else { return false }
    _ = ink(settings, from: materials)
    return true
  }

  /// Shows other settings.
  func update(
    to settings: ShadowSettings?,
    from before: ShadowSettings?,
    from materials: any Materials,
    on layers: inout LayerStack
  ) {
    guard let settings, settings != before else { return }
    layers.setColor(settings.color, of: layer)
    if settings.differsInShape(from: before) { setMask(settings, from: materials, on: &layers) }
  }

  /// Takes over how visible the plate is, 0 … 1.
  func setOpacity(_ opacity: Double, on layers: inout LayerStack) {
    layers.setOpacity(opacity, of: layer)
  }

  private func setMask(
    _ settings: ShadowSettings,
    from materials: any Materials,
    on layers: inout LayerStack
  ) {
    guard let ink = ink(settings, from: materials) else {
      return layers.setRectangle(.empty, of: layer)
    }
    layers.setMask(ink, clip: place.transform.viewSize.bounds, of: layer)
  }

  /// The ink from the view's upper left corner; nil where there is none.
  private func ink(_ settings: ShadowSettings, from materials: any Materials) -> PlacedMask? {
    let (frame, scale) = (place.pixels, place.scale)
    guard !frame.isEmpty else { return nil }
    let reach = pixel(settings.blur * scale)
    let mask = try? materials.shadow(
      PixelSize(
        width: min(frame.width, PixelBudget.maximumExtent),
        height: min(frame.height, PixelBudget.maximumExtent)
      ),
      radius: cornerRadius * scale,
      reach: reach
    )
    return mask.map {
      PlacedMask(
        mask: $0,
        origin: PixelPoint(
          x: frame.left + pixel(settings.x * scale) - reach,
          y: frame.top + pixel(settings.y * scale) - reach
        )
      )
    }
  }
}

extension ShadowSettings {
  /// Tells if more differs than the colour.
  fileprivate func differsInShape(from other: Self?) -> Bool {
    var other = other
    other?.color = color
    return self != other
  }
}
