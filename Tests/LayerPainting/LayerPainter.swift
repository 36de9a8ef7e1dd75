// SPDX-License-Identifier: Apache-2.0
package import Geometry
package import Raster
package import Widgets

/// Layers of both kinds steered by snapshots, as tests and benchmarks want to steer them: without
/// models, materials and time.
///
/// Styles are given once; every frame brings a snapshot for each widget. Buttons and indicators are
/// numbered apart, each in the order of adding; a widget added later lies over those added before.
package struct LayerPainter {
  /// How the user's view lies in the buffers.
  package let transform: OutputTransform
  /// The pixel format of the buffers.
  package let format: PixelFormat

  private let background: Color
  private var layers: LayerStack
  private var buttons: [Button] = []
  private var progresses: [Progress] = []

  private struct Progress {
    let layer: LayerID<WaveLayer>
    /// What was drawn last; nil before the first frame.
    var shown: WaveProgressSnapshot?
  }

  private struct Button {
    var style: ButtonStyle
    let layer: LayerID<ElasticLayer>
    var isEnabled = true
    /// What was drawn last; nil before the first frame.
    var shown: ElasticButtonSnapshot?
  }

  /// A painter without widgets.
  ///
  /// - Parameters:
  ///   - transform: How the user's view lies in the buffers.
  ///   - format: The buffers' pixel format.
  ///   - background: What is seen where no widget is; its alpha is not used.
  ///   - bufferCount: How many buffers take turns.
  package init(
    transform: OutputTransform,
    format: PixelFormat,
    background: Color,
    bufferCount: Int
  ) {
    self.transform = transform
    self.format = format
    self.background = background
    layers = LayerStack(transform: transform, background: background, bufferCount: bufferCount)
  }

  // MARK: - Styles

  /// Adds a button on top of everything.
  ///
  /// - Returns: Its index among the buttons.
  package mutating func addButton(_ style: ButtonStyle) -> Int {
    let scale = transform.scale
    let frame = style.frame
    let rect = Rect(
      x: frame.minX * scale,
      y: frame.minY * scale,
      width: frame.size.width * scale,
      height: frame.size.height * scale
    )
    let layer = layers.add(
      ElasticLayer(
        rect: rect,
        fill: style.color,
        labelColor: style.labelColor,
        cornerRadius: style.cornerRadius * scale,
        transform: transform
      )
    )
    buttons.append(Button(style: style, layer: layer))
    setLabel(style.label, ofButton: buttons.count - 1)
    return buttons.count - 1
  }

  /// Adds an indicator on top of everything.
  ///
  /// - Returns: Its index among the indicators.
  package mutating func addProgress(_ style: ProgressStyle) -> Int {
    let layer = layers.add(
      WaveLayer(
        mask: style.mask,
        frequency: style.frequency,
        colors: style.colors,
        figures: style.figure,
        transform: transform
      )
    )
    progresses.append(Progress(layer: layer))
    return progresses.count - 1
  }

  /// Replaces a button's label; see ``ButtonStyle/label``.
  package mutating func setLabel(_ label: PlacedMask?, ofButton index: Int) {
    buttons[index].style.label = label
    let center = buttons[index].style.frame.center
    // A label of a button that is nowhere near the screen is nowhere near it either.
    func pixel(_ points: Double) -> Int {
      let pixels = points * transform.scale
      return abs(pixels) < 1e6 ? Int(pixels.rounded()) : -1_000_000
    }
    let anchor = PixelPoint(x: pixel(center.x), y: pixel(center.y))
    let placed = label.map { label in
      PlacedMask(
        mask: label.mask,
        origin: PixelPoint(x: label.origin.x + anchor.x, y: label.origin.y + anchor.y)
      )
    }
    layers.setLabel(placed, of: buttons[index].layer)
  }

  /// Replaces a button's colours.
  package mutating func setColors(_ color: Color, label: Color, ofButton index: Int) {
    buttons[index].style.color = color
    buttons[index].style.labelColor = label
    applyColors(ofButton: index)
  }

  private mutating func applyColors(ofButton index: Int) {
    let button = buttons[index]
    let (fill, label) = (button.style.color, button.style.labelColor)
    layers.setColors(
      fill: button.isEnabled ? fill : fill.muted(on: background),
      label: button.isEnabled ? label : label.muted(on: fill.muted(on: background)),
      of: button.layer
    )
  }

  // MARK: - Frames

  /// Forgets what `buffer` holds; it is painted in full next time.
  package mutating func invalidate(buffer: Int) { layers.invalidate(buffer: buffer) }

  /// Forgets what every buffer holds and what was shown last.
  package mutating func invalidateAll() { layers.invalidateAll() }

  /// Brings `buffer` up to the snapshots, writing only blocks that may differ from what it holds.
  ///
  /// Does not allocate once every buffer has been painted.
  ///
  /// - Parameters:
  ///   - buttons: One snapshot a button, in the order of adding.
  ///   - progresses: One snapshot an indicator, in the order of adding.
  ///   - canvas: The buffer's memory, which has to hold what was last painted for `buffer`.
  ///   - buffer: Which buffer, `0 ..< bufferCount`.
  /// - Returns: In buffer pixels, what may differ from the frame painted last, whichever buffer
  ///   that went to: the damage clips of the commit. It may cover more, never less.
  package mutating func paint(
    buttons: Span<ElasticButtonSnapshot>,
    progresses: Span<WaveProgressSnapshot>,
    into canvas: inout Canvas,
    buffer: Int
  ) -> PixelRegion {
    update(buttons, progresses)
    return layers.paint(into: &canvas, buffer: buffer)
  }

  /// Paints the whole scene into memory that is no buffer of the swapchain.
  ///
  /// What the buffers hold is not forgotten: the next ``paint(buttons:progresses:into:buffer:)``
  /// goes on as if nothing had happened.
  package mutating func paintAll(
    buttons: Span<ElasticButtonSnapshot>,
    progresses: Span<WaveProgressSnapshot>,
    into canvas: inout Canvas
  ) {
    update(buttons, progresses)
    layers.paint(rows: 0..<canvas.size.height, into: &canvas)
  }

  private mutating func update(
    _ buttonSnapshots: Span<ElasticButtonSnapshot>,
    _ progressSnapshots: Span<WaveProgressSnapshot>
  ) {
    precondition(buttonSnapshots.count == buttons.count)
    precondition(progressSnapshots.count == progresses.count)
    for index in buttonSnapshots.indices {
      let snapshot = buttonSnapshots[index]
      // At rest a widget costs no more than this comparison.
      guard snapshot != buttons[index].shown else { continue }
      buttons[index].shown = snapshot
      if snapshot.isEnabled != buttons[index].isEnabled {
        buttons[index].isEnabled = snapshot.isEnabled
        applyColors(ofButton: index)
      }
      layers.update(
        buttons[index].layer,
        offset: snapshot.offset * transform.scale,
        opacity: snapshot.opacity
      )
    }
    for index in progressSnapshots.indices {
      let snapshot = progressSnapshots[index]
      guard snapshot != progresses[index].shown else { continue }
      progresses[index].shown = snapshot
      layers.update(
        progresses[index].layer,
        level: snapshot.level,
        amplitude: snapshot.amplitude * transform.scale,
        phase: snapshot.phase,
        figure: snapshot.figure,
        opacity: snapshot.opacity
      )
    }
  }
}
