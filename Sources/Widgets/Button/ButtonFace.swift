// SPDX-License-Identifier: Apache-2.0
internal import Geometry
internal import PlainText
internal import Raster

/// The label and the icon of a button, together in its middle, in view pixels.
struct ButtonFace: Sendable {
  /// The outcome of reading an icon; none where it cannot be shown, which is told once.
  struct Reading: Sendable {
    private let file: ExactText
    fileprivate let box: PixelSize
    let icon: Icon?

    /// The outcome for the icon that `settings` name in `place`.
    init(_ icon: Icon?, of settings: ButtonSettings, in place: WidgetPlace) {
      file = ExactText(settings.icon)
      box = settings.iconBox(in: place.frame.size, scale: place.scale)
      self.icon = icon
    }

    /// Tells if it is that of the same icon.
    func isSame(as other: Self) -> Bool { file == other.file && box == other.box }
  }

  /// Pixels with colours of their own in their place.
  struct Placed: Hashable, Sendable {
    let pixels: PremultipliedPixels
    let origin: PixelPoint
  }

  /// The ink in the label's colour, from the view's upper left corner; nil where there is none.
  private(set) var ink: PlacedMask?
  /// An icon of several colours; nil where there is none.
  private(set) var picture: Placed?

  private let place: WidgetPlace

  /// The face of a button in `place`, with an icon that has been read.
  init(
    _ settings: ButtonSettings,
    icon: Icon?,
    in place: WidgetPlace,
    from materials: any Materials
  ) {
    self.place = place
    let icon = icon.flatMap { $0.size.bounds.isEmpty ? nil : $0 }
    let em = settings.labelSize(inHeight: place.frame.size.height) * place.scale
    let gap = Int((Icon.gap * em).rounded())
    let size = icon?.size ?? PixelSize(width: 0, height: 0)
    let isBeside = icon != nil && !settings.iconSide.isUpright
    let taken = isBeside ? Double(size.width + gap) : 0
    let label = Self.label(settings, em: em, taken: taken, place: place, from: materials)
    let middle = (x: offset(place.frame.center.x), y: offset(place.frame.center.y))
    guard let icon else {
      ink = label.map { $0.moved(by: middle.x, middle.y) }
      return
    }
    guard let label, !label.mask.bytes.isEmpty else {
      add(
        icon,
        label: nil,
        at: PixelPoint(x: begin(size.width, across: true), y: begin(size.height))
      )
      return
    }
    if isBeside {
      let width = label.mask.size.width
      let left = begin(size.width + gap + width, across: true)
      let isLeft = (settings.iconSide == .start) != settings.frame.isMirrored
      add(
        icon,
        label: label.moved(
          by: (isLeft ? left + size.width + gap : left) - label.origin.x,
          middle.y
        ),
        at: PixelPoint(x: isLeft ? left : left + width + gap, y: begin(size.height))
      )
    } else {
      // By what letters measure and not by their ink, so that the labels of a row stand on one line.
      let height = Int((Double(max(settings.shownLabel.labelLines.count, 1)) * em).rounded())
      let top = begin(size.height + gap + height)
      let isTop = settings.iconSide == .top
      add(
        icon,
        label: label.moved(by: middle.x, (isTop ? top + size.height + gap : top) + height / 2),
        at: PixelPoint(
          x: begin(size.width, across: true),
          y: isTop ? top : top + height + gap
        )
      )
    }
  }

  /// The icon of several colours as a layer shows it.
  var shownPicture: Picture {
    guard let picture else { return .none }
    return Picture(
      premultiplied: picture.pixels.rgba,
      size: picture.pixels.size,
      at: picture.origin,
      clip: place.pixels,
      transform: place.transform
    )
  }

  /// Joins an icon of one colour with the label's ink, and keeps another one beside it.
  private mutating func add(_ icon: Icon, label: PlacedMask?, at origin: PixelPoint) {
    switch icon {
    case .colors(let pixels):
      ink = label
      picture = Placed(pixels: pixels, origin: origin)
    case .ink(let mask):
      var sheet = InkSheet()
      sheet.add(label, at: PixelPoint(x: 0, y: 0))
      sheet.add(PlacedMask(mask: mask, origin: PixelPoint(x: 0, y: 0)), at: origin)
      let reach = 2 * Self.farAway
      ink = sheet.mask(
        clippedTo: PixelRect(left: -reach, top: -reach, right: reach, bottom: reach)
      )
    }
  }

  // MARK: - Places

  /// Pixels from the screen at which a place counts as far away, to any side.
  private static let farAway = 1_000_000

  /// A place in whole view pixels.
  private func pixel(_ pixels: Double) -> Int {
    abs(pixels) < Double(Self.farAway) ? Int(pixels.rounded()) : -Self.farAway
  }

  private func offset(_ points: Double) -> Int { pixel(points * place.scale) }

  /// The first of so many pixels in the button's middle, from the top or `across` it.
  private func begin(_ length: Int, across: Bool = false) -> Int {
    let middle = across ? place.frame.center.x : place.frame.center.y
    return pixel(middle * place.scale - Double(length) / 2)
  }

  // MARK: - Materials

  /// The label's ink from the button's middle; nil where there is nothing to draw.
  private static func label(
    _ settings: ButtonSettings,
    em: Double,
    taken: Double,
    place: WidgetPlace,
    from materials: any Materials
  ) -> PlacedMask? {
    let text = settings.shownLabel
    guard !text.isEmpty else { return nil }
    do throws(MaterialFault) {
      return try materials.label(
        text,
        font: settings.font,
        pixelSize: em,
        least: LetterGroup.leastSize * place.scale,
        maximumWidth: ButtonSettings.labelWidth(in: place.frame.size) * place.scale - taken
      )
    } catch {
      materials.complain("the label \"\(text)\" is left out: \(error.reason)")
      return nil
    }
  }

  /// Reads the icon that `settings` want, unless `known` is that one.
  ///
  /// - Throws: ``MaterialFault`` where it cannot be shown, or is not there yet.
  static func read(
    _ settings: ButtonSettings,
    in place: WidgetPlace,
    unless known: Reading?,
    from materials: any Materials
  ) throws(MaterialFault) -> Reading? {
    guard !settings.icon.isEmpty else { return nil }
    let wanted = Reading(nil, of: settings, in: place)
    if let known, known.isSame(as: wanted) { return known }
    guard let path = settings.iconFiles.path(of: settings.icon) else {
      throw MaterialFault("it lies in none of the folders from which icons are shown")
    }
    return Reading(try materials.icon(path, fitting: wanted.box), of: settings, in: place)
  }
}

extension PlacedMask {
  /// The ink so many pixels further to the right and down.
  fileprivate func moved(by x: Int, _ y: Int) -> Self {
    Self(mask: mask, origin: PixelPoint(x: origin.x + x, y: origin.y + y))
  }
}
