// SPDX-License-Identifier: Apache-2.0
internal import Geometry
internal import PlainText
internal import Raster

/// The static part of a chart: its rectangle, the lines across, and the labels.
///
/// All but the labels below is put together once; those move with the values that they belong to.
struct ChartBackdrop {
  private static let gridInk = 0
  private static let axisInk = 1
  private static let labelInk = 2

  private let place: WidgetPlace
  private let layer: LayerID<PlateLayer>
  /// The labels' inks, by their text, around their middles; nil for one that cannot be had.
  private var inks: [ExactText: PlacedMask?] = [:]
  private var axis: ChartAxis?
  /// Number of places by which the values have moved on: labels that are left out move with them.
  private var shifted = 0
  /// The label that leaves on the left.
  private var leaving: String?
  private var labels: [String] = []
  /// From place to place, in pixels.
  private var spacing = 0.0

  /// The backdrop of a chart without labels, on top of the layers that are there.
  init(_ settings: ChartSettings, in place: WidgetPlace, on layers: inout LayerStack) {
    self.place = place
    // What swells is drawn beneath, by a rectangle of its own.
    let rect = settings.elastic == nil ? place.pixels : .empty
    layer = layers.add(
      PlateLayer(rect: rect, fill: settings.background, transform: place.transform)
    )
    setColors(settings, on: &layers)
  }

  /// Hands over the colours of lines and labels.
  ///
  /// Faint ink over a muted rectangle would be brighter than over the usual one; its colour makes up for it.
  func setColors(_ settings: ChartSettings, on layers: inout LayerStack) {
    var (grid, label) = (settings.gridColor, settings.labelColor)
    if let plate = settings.elastic?.color, !settings.isEnabled {
      let behind = plate.muted(on: place.background)
      grid = grid.muted(on: place.background).seen(at: Fade.disabledOpacity, over: behind)
      label = label.muted(on: place.background).seen(at: Fade.disabledOpacity, over: behind)
    }
    layers.setColor(grid, ofInk: Self.gridInk, of: layer)
    layers.setColor(label, ofInk: Self.axisInk, of: layer)
    layers.setColor(label, ofInk: Self.labelInk, of: layer)
  }

  /// Notes that the values, and the labels with them, move on by so many places.
  mutating func noteShift(by count: Int) {
    guard count > 0 else { return }
    shifted += count
    leaving = count == 1 ? labels.first : nil
  }

  /// Shows the backdrop with the labels below `shift` places right of theirs.
  func show(shift: Double, opacity: Double, in layers: inout LayerStack) {
    show(by: pixel(shift * spacing), opacity: opacity, in: &layers)
  }

  /// Shows the backdrop with the labels below so many pixels right of where they were put.
  func show(by pixels: Int, opacity: Double, in layers: inout LayerStack) {
    let offset = PixelPoint(x: pixels, y: 0)
    layers.move(ink: Self.labelInk, by: offset, isShown: true, of: layer)
    layers.update(layer, opacity: opacity)
  }

  // MARK: - Labels

  /// Asks for the inks that ``setLabels(_:_:_:)`` wants.
  func ask(for settings: ChartSettings, from materials: any Materials) {
    let geometry = settings.geometry(place.frame.size)
    guard geometry.hasPlot else { return }
    if axis != settings.axis {
      forEachAxisLabel(settings, in: geometry, from: materials) { _, _ in }
    }
    for text in settings.labels where !text.isEmpty && inks[ExactText(text)] == nil {
      _ = ink(of: text, settings: settings, room: geometry.size.width, from: materials)
    }
  }

  /// Takes over the lines and labels of `settings`.
  mutating func setLabels(
    _ settings: ChartSettings,
    from materials: any Materials,
    on layers: inout LayerStack
  ) {
    let geometry = settings.geometry(place.frame.size)
    guard geometry.hasPlot else { return }
    if axis != settings.axis {
      axis = settings.axis
      layers.setMask(
        grid(settings, in: geometry),
        clip: clip(geometry),
        ofInk: Self.gridInk,
        of: layer
      )
      layers.setMask(
        axisLabels(settings, in: geometry, from: materials),
        clip: clip(geometry),
        ofInk: Self.axisInk,
        of: layer
      )
    }
    guard settings.span == 0 else { return }
    labels = settings.labels
    spacing = geometry.spacing * place.scale * (geometry.isMirrored ? -1 : 1)
    setValueLabels(settings, in: geometry, from: materials, on: &layers)
    leaving = nil
  }

  /// Puts labels below that have been made elsewhere.
  func setTimeLabels(_ mask: PlacedMask?, settings: ChartSettings, on layers: inout LayerStack) {
    let clip = clip(settings.geometry(place.frame.size))
    layers.setMask(mask, clip: clip, ofInk: Self.labelInk, of: layer)
  }

  /// The frame's pixels from `start` points on to its end.
  private func clip(_ geometry: ChartGeometry, from start: Double = 0) -> PixelRect {
    let (origin, scale) = (place.frame.origin, place.scale)
    let (one, other) = (geometry.across(start), geometry.across(geometry.size.width))
    return PixelRect(
      left: pixel((origin.x + min(one, other)) * scale),
      top: pixel(origin.y * scale),
      right: pixel((origin.x + max(one, other)) * scale),
      bottom: pixel((origin.y + geometry.size.height) * scale)
    )
  }

  /// The lines, each on whole pixels so that none is grey twice.
  private func grid(_ settings: ChartSettings, in geometry: ChartGeometry) -> PlacedMask? {
    guard settings.gridWidth > 0 else { return nil }
    let screen = place.transform.viewSize.bounds
    // A line may lie outside the screen.
    let lines = (0...geometry.axis.steps).map { line in
      let height = geometry.y(geometry.axis.value(atLine: line))
      return place.row(at: height, width: settings.gridWidth, in: geometry).intersection(screen)
    }
    let all = lines.reduce(PixelRect.empty) { $0.union($1) }
    guard !all.isEmpty else { return nil }
    let size = PixelSize(width: all.width, height: all.height)
    var bytes = [UInt8](repeating: 0, count: size.width * size.height)
    for line in lines where !line.isEmpty {
      for row in line.top - all.top..<line.bottom - all.top {
        for column in 0..<size.width { bytes[row * size.width + column] = 255 }
      }
    }
    return PlacedMask(
      mask: CoverageMask(size: size, bytes: bytes),
      origin: PixelPoint(x: all.left, y: all.top)
    )
  }

  /// The numbers beside the lines.
  private func axisLabels(
    _ settings: ChartSettings,
    in geometry: ChartGeometry,
    from materials: any Materials
  ) -> PlacedMask? {
    var sheet = InkSheet()
    forEachAxisLabel(settings, in: geometry, from: materials) { value, ink in
      sheet.add(ink, at: middle(geometry.across(geometry.padding / 2), geometry.y(value)))
    }
    return sheet.mask(clippedTo: clip(geometry).intersection(place.transform.viewSize.bounds))
  }

  private func forEachAxisLabel(
    _ settings: ChartSettings,
    in geometry: ChartGeometry,
    from materials: any Materials,
    body: (_ value: Double, _ ink: PlacedMask?) -> Void
  ) {
    for line in 0...geometry.axis.steps {
      let value = geometry.axis.value(atLine: line)
      let text =
        settings.axisFormat?.text(of: value, unit: settings.unit, in: settings.spoken)
        ?? NumberFormat.spoken(
          JSONText.number((value * 1e6).rounded() / 1e6 + 0),
          in: settings.spoken
        )
      body(value, ink(of: text, settings: settings, room: geometry.padding - 2, from: materials))
    }
  }

  private func middle(_ x: Double, _ y: Double) -> PixelPoint {
    let (origin, scale) = (place.frame.origin, place.scale)
    return PixelPoint(x: pixel((origin.x + x) * scale), y: pixel((origin.y + y) * scale))
  }

  /// Sets the labels below the values; where one is too wide only every second, third … is shown.
  private mutating func setValueLabels(
    _ settings: ChartSettings,
    in geometry: ChartGeometry,
    from materials: any Materials,
    on layers: inout LayerStack
  ) {
    let texts = (leaving.map { [$0] } ?? []) + labels
    let known = inks
    inks = [:]
    for text in texts where !text.isEmpty && inks[ExactText(text)] == nil {
      let name = ExactText(text)
      inks[name] =
        known[name] ?? ink(of: text, settings: settings, room: geometry.size.width, from: materials)
    }
    let widest = inks.values.map { $0?.mask.size.width ?? 0 }.max() ?? 0
    let room = geometry.spacing * place.scale
    let every = max(1, Int(min((Double(widest) + 4 * place.scale) / room, 512).rounded(.up)))
    var sheet = InkSheet()
    let y = (geometry.floor + geometry.size.height) / 2
    for (index, text) in labels.enumerated() where (index + shifted) % every == 0 {
      if let ink = inks[ExactText(text)] ?? nil {
        sheet.add(ink, at: middle(geometry.across(geometry.x(Double(index))), y))
      }
    }
    if every == 1, let leaving, let ink = inks[ExactText(leaving)] ?? nil {
      sheet.add(ink, at: middle(geometry.across(geometry.x(-1)), y))
    }
    // A label that has left is cut off at the plot; one that is wider than its place reaches over it.
    let start = every == 1 ? geometry.padding - 2 : 0
    let reach = PixelRect(
      left: -Int(room.rounded(.up)),
      top: 0,
      right: place.transform.viewSize.width + Int(room.rounded(.up)),
      bottom: place.transform.viewSize.height
    )
    layers.setMask(
      sheet.mask(clippedTo: reach),
      clip: clip(geometry, from: start),
      ofInk: Self.labelInk,
      of: layer
    )
  }

  private func ink(
    of text: String,
    settings: ChartSettings,
    room: Double,
    from materials: any Materials
  ) -> PlacedMask? {
    do throws(MaterialFault) {
      return try materials.label(
        text,
        font: settings.font,
        pixelSize: settings.fontSize * place.scale,
        maximumWidth: max(1, room) * place.scale
      )
    } catch {
      materials.complain("the label \"\(text)\" is left out: \(error.reason)")
      return nil
    }
  }
}
