// SPDX-License-Identifier: Apache-2.0
internal import Geometry
internal import Raster

/// The layer that paints an indicator: waves of one colour each, or with pictures in place of colours, or an arc.
enum ProgressLayer {
  case waves(LayerID<WaveLayer>)
  case fluid(LayerID<FluidLayer>)
  case arc(LayerID<ArcLayer>)

  /// A layer on top of those that are there; with pictures where any can be had.
  init(
    _ settings: ProgressSettings,
    look: ProgressLook,
    colors: WaveLayer.Colors,
    in place: WidgetPlace,
    from materials: any Materials,
    on layers: inout LayerStack
  ) {
    guard settings.fill != .ring else {
      let layer = ArcLayer(
        mask: look.mask,
        ring: look.ring,
        isReversed: settings.frame.isMirrored,
        colors: colors,
        figures: look.figures,
        transform: place.transform
      )
      self = .arc(layers.add(layer))
      return
    }
    func picture(_ path: String) -> FluidPicture? {
      Self.picture(path, of: settings, box: look.box, place: place, from: materials)
    }
    let pictures = (front: picture(settings.frontImage), back: picture(settings.backImage))
    guard pictures.front != nil || pictures.back != nil else {
      let layer = WaveLayer(
        mask: look.mask,
        frequency: settings.frequency,
        colors: colors,
        figures: look.figures,
        transform: place.transform
      )
      self = .waves(layers.add(layer))
      return
    }
    let layer = FluidLayer(
      mask: look.mask,
      in: look.box,
      pictures: pictures,
      frequency: settings.frequency,
      colors: colors,
      figures: look.figures,
      transform: place.transform
    )
    self = .fluid(layers.add(layer))
  }

  /// The picture of a file, which covers the box; nil where it cannot be had.
  private static func picture(
    _ path: String,
    of settings: ProgressSettings,
    box: PixelRect,
    place: WidgetPlace,
    from materials: any Materials
  ) -> FluidPicture? {
    guard !path.isEmpty else { return nil }
    let size = PixelSize(width: box.width, height: box.height)
    // As if the view were as large as the box: what lies beyond the panel comes in with the waves.
    let turned = OutputTransform(
      bufferSize: place.transform.rotation.swapsAxes
        ? PixelSize(width: size.height, height: size.width) : size,
      rotation: place.transform.rotation,
      scale: place.scale
    )
    do throws(MaterialFault) {
      return FluidPicture(
        try materials.picture(
          path,
          edition: 0,
          fit: .cover,
          in: size.bounds,
          radius: 0,
          transform: turned
        )
      )
    } catch {
      materials.complain(
        "a colour stands in for an image of \"\(settings.id)\": \(error.reason)"
      )
      return nil
    }
  }

  /// True if pictures move with the waves.
  var isPictured: Bool { if case .fluid = self { true } else { false } }

  /// Replaces the colours; with `isPictured` pictures are shown where there are any.
  func setColors(_ colors: WaveLayer.Colors, isPictured: Bool, in layers: inout LayerStack) {
    switch self {
    case .waves(let layer): layers.setColors(colors, of: layer)
    case .fluid(let layer): layers.setColors(colors, isPictured: isPictured, of: layer)
    case .arc(let layer): layers.setColors(colors, of: layer)
    }
  }

  /// Takes over what is to be shown; the pictures have moved `travel` pixels to the left.
  func update(
    _ snapshot: WaveProgressSnapshot,
    travel: Double,
    scale: Double,
    in layers: inout LayerStack
  ) {
    switch self {
    case .waves(let layer):
      layers.update(
        layer,
        level: snapshot.level,
        amplitude: snapshot.amplitude * scale,
        phase: snapshot.phase,
        figure: snapshot.figure,
        opacity: snapshot.opacity
      )
    case .fluid(let layer):
      layers.update(
        layer,
        level: snapshot.level,
        amplitude: snapshot.amplitude * scale,
        phase: snapshot.phase,
        travel: travel,
        figure: snapshot.figure,
        opacity: snapshot.opacity
      )
    case .arc(let layer):
      layers.update(
        layer,
        turn: snapshot.level,
        figure: snapshot.figure,
        opacity: snapshot.opacity
      )
    }
  }
}
