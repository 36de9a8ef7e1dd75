// SPDX-License-Identifier: Apache-2.0
package import Geometry

/// Layers over a background, painted into the buffers of a swapchain with as few writes as possible.
///
/// Layers lie over each other in the order in which they were added. What each buffer last held is
/// remembered, so that only blocks that may differ are composed; each block is composed from the
/// background up and written once. Composing is a function of the layers' states alone, in integers
/// from the coverages on: painting changes gives the same bits as painting everything.
package struct LayerStack {
  enum Entry {
    case elastic(Int)
    case wave(Int)
  }

  /// What one buffer (or the frame that was presented last) showed.
  struct History {
    var isValid = false
    var elastic: [ElasticLayer.State] = []
    var waves: [WaveLayer.State] = []
    /// Positions in the drawing order of the layers that have changed since, each once.
    var changed: [Int] = []
    var isChanged: [Bool] = []

    mutating func mark(_ position: Int) {
      guard !isChanged[position] else { return }
      isChanged[position] = true
      changed.append(position)
    }

    mutating func settle() {
      for position in changed { isChanged[position] = false }
      changed.removeAll(keepingCapacity: true)
    }
  }

  let transform: OutputTransform
  let background: Tone
  /// How many buffers the swapchain has.
  package let bufferCount: Int
  var elastic: [ElasticLayer] = []
  var waves: [WaveLayer] = []
  private(set) var order: [Entry] = []
  /// Where each layer is in ``order``.
  private var elasticPositions: [Int] = []
  private var wavePositions: [Int] = []
  /// What each layer may touch now, in drawing order.
  private(set) var bounds: [PixelRect] = []
  /// One per buffer, and one for the frame presented last.
  var histories: [History]
  /// The layers that a row meets, kept to paint without allocating.
  var scratch: [Piece] = []
  /// Rows of edges that are being painted.
  private var rows = RowScratch()
  /// A row of blocks in which layers lie over each other, kept for the same reason.
  var strip: [PlanarBlock]

  /// Where a layer lies in a band of rows.
  struct Piece {
    var entry = Entry.elastic(0)
    var first = 0
    var end = 0
  }

  /// An empty stack for `bufferCount` buffers that all have to be painted in full first.
  package init(transform: OutputTransform, background: Color, bufferCount: Int) {
    self.transform = transform
    self.background = Tone(background)
    self.bufferCount = bufferCount
    histories = Array(repeating: History(), count: bufferCount + 1)
    let blocks = (transform.bufferSize.width + blockWidth - 1) / blockWidth
    strip = Array(repeating: PlanarBlock(Tone(background)), count: blocks)
  }

  // MARK: - Layers

  /// How many wave layers there are.
  package var waveCount: Int { waves.count }

  /// Adds an elastic layer on top and returns its index among its kind.
  package mutating func add(_ layer: ElasticLayer) -> Int {
    elastic.append(layer)
    elastic[elastic.count - 1].reserveHistories(bufferCount)
    for index in histories.indices { histories[index].elastic.append(ElasticLayer.State()) }
    elasticPositions.append(order.count)
    add(.elastic(elastic.count - 1), elastic[elastic.count - 1].bounds)
    return elastic.count - 1
  }

  /// Adds a wave layer on top and returns its index among its kind.
  package mutating func add(_ layer: WaveLayer) -> Int {
    waves.append(layer)
    waves[waves.count - 1].reserveHistories(bufferCount)
    for index in histories.indices { histories[index].waves.append(WaveLayer.State()) }
    wavePositions.append(order.count)
    add(.wave(waves.count - 1), layer.bounds)
    return waves.count - 1
  }

  private mutating func add(_ entry: Entry, _ rect: PixelRect) {
    order.append(entry)
    bounds.append(rect)
    scratch.reserveCapacity(order.count)
    for index in histories.indices {
      histories[index].isValid = false
      histories[index].isChanged.append(false)
      histories[index].changed.reserveCapacity(order.count)
    }
  }

  /// Replaces an elastic layer's label; see ``ElasticLayer/setLabel(_:transform:)``.
  package mutating func setLabel(_ mask: PlacedMask?, ofElastic index: Int) {
    elastic[index].setLabel(mask, transform: transform)
    markElastic(index)
  }

  /// Replaces an elastic layer's colours.
  package mutating func setColors(fill: Color, label: Color, ofElastic index: Int) {
    elastic[index].setColors(fill: fill, label: label)
    markElastic(index)
  }

  /// Replaces a wave layer's colours.
  package mutating func setColors(_ colors: WaveLayer.Colors, ofWave index: Int) {
    waves[index].setColors(colors)
    markWave(index)
  }

  /// Takes over what an elastic layer shows; see ``ElasticLayer/update(offset:opacity:)``.
  package mutating func update(elastic index: Int, offset: Double, opacity: Double) {
    elastic[index].update(offset: offset, opacity: opacity)
    markElastic(index)
  }

  /// Takes over what a wave layer shows; see
  /// ``WaveLayer/update(level:amplitude:phase:figure:opacity:)``.
  package mutating func update(
    wave index: Int,
    level: Double,
    amplitude: Double,
    phase: Double,
    figure: Int,
    opacity: Double
  ) {
    waves[index].update(
      level: level,
      amplitude: amplitude,
      phase: phase,
      figure: figure,
      opacity: opacity
    )
    markWave(index)
  }

  private mutating func markElastic(_ index: Int) {
    let position = elasticPositions[index]
    bounds[position] = elastic[index].bounds
    for history in histories.indices { histories[history].mark(position) }
  }

  private mutating func markWave(_ index: Int) {
    let position = wavePositions[index]
    bounds[position] = waves[index].bounds
    for history in histories.indices { histories[history].mark(position) }
  }

  // MARK: - Painting

  /// Forgets what `buffer` holds: its next painting is a full one.
  package mutating func invalidate(buffer: Int) { histories[buffer].isValid = false }

  /// Forgets what all buffers hold and what was presented.
  package mutating func invalidateAll() {
    for index in histories.indices { histories[index].isValid = false }
  }

  /// Brings `buffer` up to the layers' states.
  ///
  /// - Parameters:
  ///   - canvas: The buffer's memory; nothing is read from it.
  ///   - buffer: Which one, `0 ..< bufferCount`.
  /// - Returns: In buffer pixels, what may differ from the frame painted last, whichever buffer
  ///   that went to. Does not allocate.
  package mutating func paint(into canvas: inout Canvas, buffer: Int) -> PixelRegion {
    precondition(canvas.size == transform.bufferSize)
    let presented = changes(since: bufferCount)
    switch canvas.format {
    case .xrgb8888: paint(buffer, into: &canvas, XRGB8888Packing())
    case .rgb565: paint(buffer, into: &canvas, RGB565Packing())
    }
    remember(in: buffer)
    remember(in: bufferCount)
    return presented
  }

  /// Paints everything, without regard to what the canvas holds and without remembering it.
  package mutating func paintAll(into canvas: inout Canvas) {
    precondition(canvas.size == transform.bufferSize)
    let bounds = transform.bufferSize.bounds
    switch canvas.format {
    case .xrgb8888: paint(bounds, into: &canvas, XRGB8888Packing())
    case .rgb565: paint(bounds, into: &canvas, RGB565Packing())
    }
  }

  private mutating func paint<Packing: PixelPacking>(
    _ buffer: Int,
    into canvas: inout Canvas,
    _ packing: Packing
  ) {
    guard histories[buffer].isValid else {
      paint(transform.bufferSize.bounds, into: &canvas, packing)
      return
    }
    let brush = LayerBrush(
      packing: packing,
      under: background,
      size: transform.bufferSize
    )
    for position in histories[buffer].changed {
      switch order[position] {
      case .elastic(let index):
        let past = histories[buffer].elastic[index]
        guard elastic[index].state != past else { continue }
        let touched = elastic[index].extent(with: past)
        guard !touched.isEmpty else { continue }
        if isAlone(position, touched, brush) {
          elastic[index].paintChanges(since: past, buffer: buffer, &rows, into: &canvas, brush)
        } else {
          paint(elastic[index].changes(since: past), into: &canvas, packing)
        }
      case .wave(let index):
        let past = histories[buffer].waves[index]
        guard waves[index].state != past else { continue }
        guard waves[index].state.opacity > 0 || past.opacity > 0 else { continue }
        if isAlone(position, waves[index].extent, brush) {
          waves[index].paintChanges(since: past, buffer: buffer, &rows, into: &canvas, brush)
        } else {
          paint(waves[index].changes(since: past), into: &canvas, packing)
        }
      }
    }
  }

  private mutating func paint<Packing: PixelPacking>(
    _ region: PixelRegion,
    into canvas: inout Canvas,
    _ packing: Packing
  ) {
    for index in 0..<region.count { paint(region[index], into: &canvas, packing) }
  }

  /// Whether no other layer has pixels in the lines of memory that `rect` touches.
  private mutating func isAlone<Packing: PixelPacking>(
    _ position: Int,
    _ rect: PixelRect,
    _ brush: LayerBrush<Packing>
  ) -> Bool {
    let lines = brush.lines(of: rect)
    for other in bounds.indices where other != position {
      if bounds[other].intersects(lines) { return false }
    }
    return true
  }

  /// What may look different from what `history` remembers, in buffer pixels.
  private mutating func changes(since history: Int) -> PixelRegion {
    let screen = transform.bufferSize.bounds
    guard histories[history].isValid else { return PixelRegion(screen) }
    var region = PixelRegion()
    for position in histories[history].changed {
      switch order[position] {
      case .elastic(let index):
        let past = histories[history].elastic[index]
        guard elastic[index].state != past else { continue }
        region.add(elastic[index].changes(since: past))
      case .wave(let index):
        let past = histories[history].waves[index]
        guard waves[index].state != past else { continue }
        region.add(waves[index].changes(since: past))
      }
    }
    region.clip(to: screen)
    return region
  }

  private mutating func remember(in history: Int) {
    histories[history].isValid = true
    for position in histories[history].changed {
      switch order[position] {
      case .elastic(let index):
        histories[history].elastic[index] = elastic[index].state
        if history < bufferCount { elastic[index].remember(in: history) }
      case .wave(let index):
        histories[history].waves[index] = waves[index].state
        if history < bufferCount { waves[index].remember(in: history) }
      }
    }
    histories[history].settle()
  }
}
