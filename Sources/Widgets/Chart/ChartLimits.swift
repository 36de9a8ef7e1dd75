// SPDX-License-Identifier: Apache-2.0
internal import Geometry
internal import Raster

/// The lines across a chart at its limits, over its values and beneath its bubbles.
struct ChartLimits {
  /// Number of inks of a plate.
  private static let inks = 4

  private let place: WidgetPlace
  private let plates: [LayerID<PlateLayer>]
  private var axis: ChartAxis?

  /// The limits of `settings`, on top of the layers that are there.
  init(_ settings: ChartSettings, in place: WidgetPlace, on layers: inout LayerStack) {
    self.place = place
    let count = (settings.limits.count + Self.inks - 1) / Self.inks
    plates = (0..<count).map { _ in
      layers.add(
        PlateLayer(rect: .empty, fill: settings.background, transform: place.transform)
      )
    }
    for (index, limit) in settings.limits.enumerated() {
      layers.setColor(limit.color, ofInk: index % Self.inks, of: plates[index / Self.inks])
    }
    update(to: settings, on: &layers)
  }

  /// Puts the lines to where they are on the axis that is in force.
  mutating func update(to settings: ChartSettings, on layers: inout LayerStack) {
    guard axis != settings.axis else { return }
    axis = settings.axis
    let geometry = settings.geometry(place.frame.size)
    for (index, limit) in settings.limits.enumerated() {
      layers.setMask(
        geometry.hasPlot ? mask(of: limit, in: geometry) : nil,
        clip: place.transform.viewSize.bounds,
        ofInk: index % Self.inks,
        of: plates[index / Self.inks]
      )
    }
  }

  func show(opacity: Double, in layers: inout LayerStack) {
    for plate in plates { layers.update(plate, opacity: opacity) }
  }

  /// A line on whole pixels; nil for one that lies beyond the axis or the screen.
  private func mask(of limit: ChartLimit, in geometry: ChartGeometry) -> PlacedMask? {
    let height = geometry.y(limit.value)
    guard height >= 0, height <= geometry.floor else { return nil }
    let rect = place.row(at: height, width: limit.width, in: geometry)
      .intersection(place.transform.viewSize.bounds)
    guard !rect.isEmpty else { return nil }
    let size = PixelSize(width: rect.width, height: rect.height)
    return PlacedMask(
      mask: CoverageMask(
        size: size,
        bytes: [UInt8](repeating: 255, count: size.width * size.height)
      ),
      origin: PixelPoint(x: rect.left, y: rect.top)
    )
  }
}

extension WidgetPlace {
  /// A line across the plot at a height, both in points, on whole pixels so that none is grey twice.
  func row(at height: Double, width: Double, in geometry: ChartGeometry) -> PixelRect {
    let pixels = width * scale
    let y = (frame.origin.y + height) * scale
    let top = pixel((y - pixels / 2 + 0.5).rounded(.down))
    let (one, other) = (geometry.across(geometry.padding), geometry.across(geometry.size.width))
    return PixelRect(
      left: pixel((frame.origin.x + min(one, other)) * scale),
      top: top,
      right: pixel((frame.origin.x + max(one, other)) * scale),
      bottom: top + max(1, pixel(pixels))
    )
  }
}
