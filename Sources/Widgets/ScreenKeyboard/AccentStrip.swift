// SPDX-License-Identifier: Apache-2.0
internal import Geometry
internal import Raster
internal import Touch

/// The order of a strip of accented letters for a key that is held, with all that the thread which makes it needs to
/// know.
struct AccentStripOrder: Sendable {
  let letters: [Unicode.Scalar]
  let settings: ScreenKeyboardSettings
  let transform: OutputTransform
  /// The frames of all keys in points, where they are when the keyboard is up, and the gap between them.
  let frames: [Rect]
  let gap: Double
  /// Index of the key that is held.
  let key: Int
  /// The keyboard's upper edge in points.
  let top: Double

  /// Makes the strip.
  func made(by lines: any LineMaker) -> AccentStrip {
    let letters = LetterAccents.ordered(letters, by: settings.layouts)
    let cells = cells(count: letters.count)
    let middle = frames[key].center.x
    // The likely ones are near the finger.
    let near = cells.indices.sorted { one, other in
      let (near, far) = (abs(cells[one].center.x - middle), abs(cells[other].center.x - middle))
      return (near, one) < (far, other)
    }
    var texts = Array(repeating: "", count: cells.count)
    for (letter, cell) in zip(letters, near) { texts[cell] = String(letter) }
    let pen = KeyPen(settings.key, frames: frames, scale: transform.scale, from: lines)
    let inks = zip(texts, cells).map { pen.ink(.text($0), in: $1) }
    return AccentStrip(texts: texts, cells: cells, inks: inks, order: self)
  }

  /// The frames of as many cells as have room, in points: as large as the key, beginning over it and going on to the
  /// side that has more room; below it where the keyboard has no row above.
  private func cells(count: Int) -> [Rect] {
    let (key, width) = (frames[key], transform.viewSizeInPoints.width)
    let (step, row) = (key.size.width + gap, key.size.height + gap)
    let count = min(count, max(1, Int(width / step)))
    let length = Double(count) * step - gap
    let wanted = key.center.x <= width / 2 ? key.minX : key.maxX - length
    let left = max(gap / 2, min(wanted, width - gap / 2 - length))
    let isAbove = key.minY - row - gap / 2 >= top
    return (0..<count).map { place in
      Rect(
        x: left + Double(place) * step,
        y: isAbove ? key.minY - row : key.minY + row,
        width: key.size.width,
        height: key.size.height
      )
    }
  }
}

/// A strip of accented letters over the keys, to which the finger slides that holds their key.
struct AccentStrip: Sendable {
  /// The letters from the left.
  let texts: [String]
  /// Their cells in points, where they are when the keyboard is up.
  let cells: [Rect]
  /// The ink of each letter.
  private let inks: [PlacedMask?]
  /// Gap between two cells, in points.
  private let gap: Double
  private let scale: Double
  /// The strip in view pixels, with half a gap around its cells.
  private let place: PixelRect
  /// Masks of its parts: its ground, all letters, and a cell as it is under the finger.
  private let ground: PlacedMask
  private let ink: PlacedMask?
  private let cell: PlacedMask

  fileprivate init(texts: [String], cells: [Rect], inks: [PlacedMask?], order: AccentStripOrder) {
    (self.texts, self.cells, self.inks) = (texts, cells, inks)
    (gap, scale) = (order.gap, order.transform.scale)
    let (radius, half) = (order.settings.key.cornerRadius, order.gap / 2)
    func mask(_ rect: PixelRect, radius: Double) -> PlacedMask {
      PlacedMask(
        mask: MaskShape.rectangle(
          PixelSize(width: rect.width, height: rect.height),
          radius: radius * order.transform.scale
        ),
        origin: PixelPoint(x: rect.left, y: rect.top)
      )
    }
    let first = cells.first ?? Rect(x: 0, y: 0, width: 0, height: 0)
    let end = cells.last?.maxX ?? first.maxX
    var all = first
    all.size.width = end - first.minX
    place = all.outset(by: half).pixels(order.transform.scale)
    ground = mask(place, radius: radius + half)
    cell = mask(first.pixels(order.transform.scale), radius: radius)
    var letters = InkSheet()
    for ink in inks { letters.add(ink, at: PixelPoint(x: 0, y: 0)) }
    ink = letters.mask(clippedTo: place)
  }

  /// The cell at `point`, in points where the keyboard is up; nil beside the strip.
  func cell(at point: Point) -> Int? {
    cells.firstIndex { $0.outset(by: gap / 2).contains(point) }
  }

  // MARK: - Showing

  private static let groundInk = 0
  private static let letterInk = 1
  private static let cellInk = 2
  private static let chosenInk = 3

  /// A layer for strips, hidden and on top of those that are there: in the colours of keys, turned round so that it is
  /// no row of them.
  static func layer(
    _ settings: ScreenKeyboardSettings,
    transform: OutputTransform,
    in layers: inout LayerStack
  ) -> LayerID<PlateLayer> {
    let key = settings.key
    let layer = layers.add(
      PlateLayer(rect: .empty, fill: key.labelColor, transform: transform)
    )
    layers.setColor(key.labelColor, ofInk: groundInk, of: layer)
    layers.setColor(key.color, ofInk: letterInk, of: layer)
    layers.setColor(settings.accentColor, ofInk: cellInk, of: layer)
    layers.setColor(settings.accentLabelColor, ofInk: chosenInk, of: layer)
    return layer
  }

  fileprivate func show(in layers: inout LayerStack, layer: LayerID<PlateLayer>) {
    layers.setMask(ground, clip: place, ofInk: Self.groundInk, of: layer)
    layers.setMask(ink, clip: place, ofInk: Self.letterInk, of: layer)
    layers.setMask(cell, clip: place, ofInk: Self.cellInk, of: layer)
    show(chosen: nil, in: &layers, layer: layer)
    layers.update(layer, opacity: 1)
  }

  fileprivate func show(
    chosen: Int?,
    in layers: inout LayerStack,
    layer: LayerID<PlateLayer>
  ) {
    let left = chosen.map { cells[$0].pixels(scale).left } ?? cell.origin.x
    layers.move(
      ink: Self.cellInk,
      by: PixelPoint(x: left - cell.origin.x, y: 0),
      isShown: chosen != nil,
      of: layer
    )
    // Over the cell, which covers the letter as it was.
    layers.setMask(chosen.flatMap { inks[$0] }, clip: place, ofInk: Self.chosenInk, of: layer)
  }
}

extension KeySheet {
  /// Shows a strip, without a finger on it.
  mutating func show(_ strip: AccentStrip) {
    if let accents { strip.show(in: &layers, layer: accents) }
  }

  /// Shows which cell of the strip the finger is on; nil for none.
  mutating func show(_ strip: AccentStrip, chosen: Int?) {
    if let accents { strip.show(chosen: chosen, in: &layers, layer: accents) }
  }

  /// Shows no strip any more.
  mutating func hideStrip() {
    if let accents { layers.update(accents, opacity: 0) }
  }
}
