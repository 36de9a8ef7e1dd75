// SPDX-License-Identifier: Apache-2.0
internal import Geometry
internal import MonotonicTime
internal import PlainText
internal import Raster

/// The order of the keys of a layout for some kind of field, with all that the thread which makes them needs to know.
struct KeySheetOrder: Sendable {
  let settings: ScreenKeyboardSettings
  let transform: OutputTransform
  let bufferCount: Int
  /// Index of the layout in the settings.
  let layout: Int
  let kind: KeyboardPlan.Kind
  /// The instant at which the keys are at rest.
  let instant: MonotonicInstant

  /// The least height of a row with which there is a row of digits, in pixels: points of a design may be of any size.
  private static let leastRow = 36.0
  /// The most columns that a row's height goes into one: keys are not much wider than high.
  private static let mostColumn = 1.7

  /// The keyboard's height in view pixels.
  static func height(_ settings: ScreenKeyboardSettings, transform: OutputTransform) -> Int {
    let view = transform.viewSizeInPoints
    // Keys that are much higher than wide are of no use.
    let most = min(view.height * 0.7, view.width * 0.66)
    let height = min(settings.height.resolved(in: view.height), max(most, 40))
    let pixels = max(1, Int((height * transform.scale).rounded()))
    return min(ScreenKeyboardView.grid(transform).aligned(pixels), transform.viewSize.height)
  }

  /// Makes the keys.
  func made(by lines: any LineMaker) -> KeySheet {
    let layouts = settings.layouts
    let height = Double(Self.height(settings, transform: transform)) / transform.scale
    let plan = KeyboardPlan(
      layouts[layout],
      order: KeyboardPlan.Order(
        kind: kind,
        hasLayouts: layouts.count > 1,
        canHide: settings.show != .always,
        hasDigits: height * transform.scale / 5 >= Self.leastRow
      )
    )
    return KeySheet(plan, order: self, height: height, by: lines)
  }

  /// The frames of the keys in points, and the gap between them.
  fileprivate func frames(_ plan: KeyboardPlan, height: Double) -> ([Rect], gap: Double) {
    let view = transform.viewSizeInPoints
    let row = height / (Double(plan.rows) + 0.25)
    let column = min(view.width / (plan.columns + 0.2), row * Self.mostColumn)
    let gap = min(max(min(row, column) * 0.12, 2.5), 10)
    let left = (view.width - column * plan.columns) / 2
    let top = view.height - height + row * 0.125
    let frames = plan.keys.map { key in
      Rect(
        x: left + key.x * column + gap / 2,
        y: top + Double(key.row) * row + gap / 2,
        width: key.width * column - gap,
        height: Double(key.height) * row - gap
      )
    }
    return (frames, gap)
  }
}

/// The keys of a layout for some kind of field, as layers over a ground.
struct KeySheet: Sendable {
  /// A key that is shown.
  struct Key: Sendable {
    let planned: PlannedKey
    /// Its frame in points, where it is when the keyboard is up.
    let frame: Rect
    let layer: LayerID<ElasticLayer>
    /// Ink of the key's label, page by page; nil where it has none.
    var inks: [PlacedMask?]
    var model: ElasticButton
    /// True if it was pressed last while the strokes were a secret: its swell is one as long as it is to be seen.
    var isSecret = false
    /// True if the key is on the page that is shown; on the first page all are.
    var isShown = true
    /// The ink that was handed to the layer last; nil for none.
    var shownInk: PlacedMask?
  }

  let plan: KeyboardPlan
  let kind: KeyboardPlan.Kind
  /// Index of the layout in the settings.
  let layout: Int
  var layers: LayerStack
  var keys: [Key] = []
  /// Indices of the key that submits and of the shift key; nil where the plan has none.
  let enter: Int?
  let shift: Int?
  /// Inks of the key that submits, in its two meanings, and of a locked shift key.
  let enterInks: (submit: PlacedMask, next: PlacedMask)?
  let lockedInk: PlacedMask?
  /// The layer of the strip of accented letters; nil where no key has any.
  let accents: LayerID<PlateLayer>?
  /// Gap between two keys, in points.
  let gap: Double
  /// The colours of a key: of letters, of others, of what is accented.
  let colors: (letter: Color, quiet: Color, accent: Color, label: Color, accentLabel: Color)

  fileprivate init(
    _ plan: KeyboardPlan,
    order: KeySheetOrder,
    height: Double,
    by lines: any LineMaker
  ) {
    self.plan = plan
    kind = order.kind
    layout = order.layout
    let (settings, transform) = (order.settings, order.transform)
    var layers = LayerStack(
      transform: transform,
      background: settings.ground,
      bufferCount: order.bufferCount
    )
    colors = (
      settings.key.color, settings.quietColor, settings.accentColor, settings.key.labelColor,
      settings.accentLabelColor
    )
    let (frames, gap) = order.frames(plan, height: height)
    self.gap = gap
    let pen = KeyPen(settings.key, frames: frames, scale: transform.scale, from: lines)
    var keys: [Key] = []
    for (planned, frame) in zip(plan.keys, frames) {
      let place = WidgetPlace(frame: frame, transform: transform, background: settings.ground)
      let isEnter = planned.faces.first??.act == .enter
      let layer = layers.add(
        ElasticLayer(
          in: place,
          fill: isEnter ? colors.accent : planned.isLetter ? colors.letter : colors.quiet,
          labelColor: isEnter ? colors.accentLabel : colors.label,
          cornerRadius: settings.key.cornerRadius
        )
      )
      let inks = planned.faces.map { $0.flatMap { pen.ink($0.label, in: frame) } }
      // Here is more time for it than in the loop.
      layers.setLabel(inks[0], of: layer)
      layers.update(layer, offset: 0, opacity: 1)
      keys.append(
        Key(
          planned: planned,
          frame: frame,
          layer: layer,
          inks: inks,
          model: ElasticButton(settings.key, scale: transform.scale, at: order.instant),
          shownInk: inks[0]
        )
      )
    }
    accents =
      order.kind.isPad ? nil : AccentStrip.layer(settings, transform: transform, in: &layers)
    let enter = plan.keys.firstIndex { $0.faces.first??.act == .enter }
    enterInks = enter.flatMap { index in
      guard let submit = pen.ink(.glyph(.enter), in: frames[index]),
        let next = pen.ink(.glyph(.next), in: frames[index])
      else { return nil }
      return (submit, next)
    }
    let shift = plan.keys.firstIndex { $0.faces.first??.act == .shift }
    lockedInk = shift.flatMap { pen.ink(.glyph(.locked), in: frames[$0]) }
    (self.enter, self.shift) = (enter, shift)
    self.layers = layers
    self.keys = keys
  }

  /// The key that is meant by a finger at `point` in points, where each place is nearest to one that is shown.
  func key(at point: Point) -> Int? {
    var nearest: (index: Int, distance: Double)?
    for index in keys.indices where keys[index].isShown {
      let frame = keys[index].frame
      let dx = max(frame.minX - point.x, 0, point.x - frame.maxX)
      let dy = max(frame.minY - point.y, 0, point.y - frame.maxY)
      let distance = dx * dx + dy * dy
      if distance < nearest?.distance ?? .infinity { nearest = (index, distance) }
    }
    return nearest?.index
  }
}

/// Writes on keys, with one size of letters for all of them.
struct KeyPen {
  private let font: String
  private let scale: Double
  private let lines: any LineMaker
  /// View pixels per em of a character, and of a word.
  private let size: Double
  private let wordSize: Double

  /// A pen for keys of these frames, in points.
  init(_ key: ButtonSettings, frames: [Rect], scale: Double, from lines: any LineMaker) {
    font = key.font
    self.scale = scale
    self.lines = lines
    let height = frames.map(\.size.height).min() ?? 1
    let widths = frames.map(\.size.width).sorted()
    let width = widths.isEmpty ? 1 : widths[widths.count / 2]
    let points = key.fontSize ?? min(height * 0.5, width * 0.62, 40)
    size = max(1, points * scale)
    wordSize = size * 0.74
  }

  /// The ink of a label on a key with this frame, in view pixels; nil for a label without ink.
  func ink(_ label: KeyLabel, in frame: Rect) -> PlacedMask? {
    let ink: PlacedMask
    switch label {
    case .text(""): return nil
    case .glyph(let glyph): ink = glyph.ink(side: (size * 0.92).rounded())
    case .text(let text):
      guard let line = line(text, in: frame) else { return nil }
      ink = line
    }
    func pixel(_ points: Double) -> Int { Int((points * scale).rounded()) }
    let center = frame.center
    return PlacedMask(
      mask: ink.mask,
      origin: PixelPoint(x: ink.origin.x + pixel(center.x), y: ink.origin.y + pixel(center.y))
    )
  }

  /// A text from the middle of its key; letters stand on one line with those of other keys.
  private func line(_ text: String, in frame: Rect) -> PlacedMask? {
    var pixelSize = text.count > 1 ? wordSize : size
    let room = frame.size.width * scale * 0.86
    for attempt in 0..<2 {
      do throws(MaterialFault) {
        let line = try lines.line(
          text,
          font: font,
          pixelSize: pixelSize,
          direction: .automatic
        )
        let width = Double(line.mask.mask.size.width)
        if width > room, room > 1, attempt == 0 {
          pixelSize *= room / width
          continue
        }
        return PlacedMask(
          mask: line.mask.mask,
          origin: PixelPoint(
            x: -(line.mask.mask.size.width / 2),
            y: line.mask.origin.y + Int(line.baselineDrop.rounded())
          )
        )
      } catch {
        lines.complain("a key of the keyboard on the screen has no label: \(error.reason)")
        return nil
      }
    }
    return nil
  }
}
