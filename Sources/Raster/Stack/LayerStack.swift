// SPDX-License-Identifier: Apache-2.0
package import Geometry

/// Layers over a background, painted into the buffers of a swapchain with as few writes as possible.
///
/// Layers lie over each other in the order in which they were added. What each buffer last held is
/// remembered, so that only blocks that may differ are composed; each block is composed from the
/// background up and written once. Composing is a function of the layers' states alone, in integers
/// from the coverages on: painting changes gives the same bits as painting everything.
package struct LayerStack: Sendable {
  /// The content of one buffer, or of the frame that was presented last.
  struct History {
    var isValid = false
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
  private(set) var background: Tone
  /// The part of the buffer that is painted; its sides lie between 64-byte lines, or at the buffer's.
  package private(set) var window: PixelRect
  /// Number of buffers in the swapchain.
  package let bufferCount: Int
  var elastic: LayerShelf<ElasticLayer>
  var waves: LayerShelf<WaveLayer>
  var discs: LayerShelf<DiscLayer>
  var inks: LayerShelf<InkLayer>
  var traces: LayerShelf<TraceLayer>
  var plates: LayerShelf<PlateLayer>
  var pictures: LayerShelf<PictureLayer>
  var fluids: LayerShelf<FluidLayer>
  var reels: LayerShelf<ReelLayer>
  var outlines: LayerShelf<OutlineLayer>
  var arcs: LayerShelf<ArcLayer>
  /// The layers from the lowest to the topmost.
  private(set) var order: [LayerEntry] = []
  /// Rectangles that each layer may touch now, in buffer pixels and drawing order.
  package private(set) var bounds: [PixelRect] = []
  /// One per buffer, and one for the frame presented last.
  var histories: [History]
  /// The layers that a row meets, kept to paint without allocating.
  var scratch: [Piece] = []
  /// Rows of edges that are being painted.
  var rows = RowScratch()
  /// Blocks in which layers lie over each other, kept for the same reason.
  var runs: BlockRuns
  /// The blocks that have to be composed.
  var changed: ChangedBlocks
  /// Rectangles in which each layer lies, or may look different in the buffer that is painted; in drawing order.
  private var reaches: [PixelRect] = []

  /// A layer's place in a band of rows.
  struct Piece {
    var entry: LayerEntry
    var first: Int
    var end: Int
    /// Rows of the band that the layer may touch.
    var rows: Range<Int>

    @inline(__always)
    var isPlate: Bool {
      if case .plate = entry { true } else { false }
    }

    /// Tells if the layer lies in the stripe of blocks that begins at `stripe`.
    @inline(__always)
    func meets(_ stripe: Int) -> Bool { first <= stripe && end > stripe }
  }

  /// An empty stack for `bufferCount` buffers that all have to be painted in full first.
  package init(transform: OutputTransform, background: Color, bufferCount: Int) {
    self.transform = transform
    self.background = Tone(background)
    window = transform.bufferSize.bounds
    self.bufferCount = bufferCount
    elastic = LayerShelf(bufferCount: bufferCount)
    waves = LayerShelf(bufferCount: bufferCount)
    discs = LayerShelf(bufferCount: bufferCount)
    inks = LayerShelf(bufferCount: bufferCount)
    traces = LayerShelf(bufferCount: bufferCount)
    plates = LayerShelf(bufferCount: bufferCount)
    pictures = LayerShelf(bufferCount: bufferCount)
    fluids = LayerShelf(bufferCount: bufferCount)
    reels = LayerShelf(bufferCount: bufferCount)
    outlines = LayerShelf(bufferCount: bufferCount)
    arcs = LayerShelf(bufferCount: bufferCount)
    histories = Array(repeating: History(), count: bufferCount + 1)
    runs = BlockRuns(width: transform.bufferSize.width)
    changed = ChangedBlocks(size: transform.bufferSize)
  }

  // MARK: - Layers

  /// Puts a layer that has been added to its shelf on top of the others.
  mutating func place(_ entry: LayerEntry, bounds rect: PixelRect) {
    order.append(entry)
    bounds.append(rect)
    scratch.reserveCapacity(order.count)
    reaches.append(.empty)
    for index in histories.indices {
      histories[index].isValid = false
      histories[index].isChanged.append(false)
      histories[index].changed.reserveCapacity(order.count)
    }
  }

  /// Notes that the layer at `position` of the drawing order has changed, and what it may touch now.
  mutating func noteChange(at position: Int, bounds rect: PixelRect) {
    bounds[position] = rect
    for history in histories.indices { histories[history].mark(position) }
  }

  // MARK: - Painting

  /// Puts the layers over another colour, whose alpha is not used: everything has to be painted for it.
  package mutating func setBackground(_ color: Color) {
    let tone = Tone(color)
    guard tone != background else { return }
    background = tone
    invalidateAll()
  }

  /// Has nothing painted outside of a part of the buffer from now on, whose sides lie between 64-byte lines, or at
  /// the buffer's; the pixels outside are left to other painters.
  package mutating func setWindow(_ window: PixelRect) { self.window = window }

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
  ///   - buffer: Index of the buffer, `0 ..< bufferCount`.
  /// - Returns: In buffer pixels, what may differ from the frame painted last, whichever buffer
  ///   that went to. Does not allocate.
  package mutating func paint(into canvas: inout Canvas, buffer: Int) -> PixelRegion {
    switch canvas.format {
    case .xrgb8888: paint(into: &canvas, buffer: buffer, as: XRGB8888Packing())
    case .rgb565: paint(into: &canvas, buffer: buffer, as: RGB565Packing())
    }
  }

  /// Brings `buffer` up to the layers' states, in pixels that `packing` lays out as the canvas has them.
  mutating func paint<Packing: PixelPacking>(
    into canvas: inout Canvas,
    buffer: Int,
    as packing: Packing
  ) -> PixelRegion {
    precondition(canvas.size == transform.bufferSize)
    let presented = changes(since: bufferCount)
    paint(buffer, into: &canvas, as: packing)
    remember(in: buffer)
    remember(in: bufferCount)
    return presented
  }

  /// Paints whole rows, without regard to what the canvas holds and without remembering it.
  ///
  /// - Parameters:
  ///   - rows: Rows of the buffer; those outside of it count for nothing.
  ///   - canvas: The memory of a whole picture.
  package mutating func paint(rows: Range<Int>, into canvas: inout Canvas) {
    precondition(canvas.size == transform.bufferSize)
    let rect = PixelRect(
      left: 0,
      top: rows.lowerBound,
      right: transform.bufferSize.width,
      bottom: rows.upperBound
    )
    paint(part: rect, into: &canvas)
  }

  /// Paints a part of the buffer, without regard to what the canvas holds and without remembering it.
  ///
  /// - Parameters:
  ///   - rect: The part, of which what lies in the window is painted.
  ///   - canvas: The buffer's memory.
  package mutating func paint(part rect: PixelRect, into canvas: inout Canvas) {
    switch canvas.format {
    case .xrgb8888: paint(rect, into: &canvas, as: XRGB8888Packing())
    case .rgb565: paint(rect, into: &canvas, as: RGB565Packing())
    }
  }

  /// Takes memory of its own for what changes from frame to frame, where a copy has the same.
  ///
  /// Frames do not allocate; the first one after a copy was made would have to.
  package mutating func unshare() {
    unshareShelves()
    bounds.unshare()
    histories.unshare()
    for index in histories.indices {
      histories[index].changed.unshare()
      histories[index].isChanged.unshare()
    }
    scratch.unshare()
    rows.unshare()
    runs.unshare()
    changed.unshare()
    reaches.unshare()
  }

  private mutating func paint<Packing: PixelPacking>(
    _ buffer: Int,
    into canvas: inout Canvas,
    as packing: Packing
  ) {
    guard histories[buffer].isValid else {
      paint(window, into: &canvas, as: packing)
      return
    }
    let brush = LayerBrush(
      packing: packing,
      under: background,
      size: transform.bufferSize
    )
    changed.blocksPerLine = Packing.blocksPerLine
    for position in bounds.indices { reaches[position] = bounds[position] }
    for position in histories[buffer].changed {
      reaches[position] = brush.lines(of: extent(of: order[position], with: buffer))
    }
    for position in histories[buffer].changed where !reaches[position].isEmpty {
      let isAlone = isAlone(position)
      repaint(order[position], buffer: buffer, isAlone: isAlone, into: &canvas, with: brush)
    }
    if window != transform.bufferSize.bounds { changed.clip(to: window) }
    paintMarked(into: &canvas, with: brush)
  }

  /// Tells if no other layer lies, or lay in the buffer, where the one at `position` of the drawing order may look
  /// different, and all of it is painted.
  private func isAlone(_ position: Int) -> Bool {
    let reach = reaches[position]
    guard window.contains(reach.intersection(transform.bufferSize.bounds)) else { return false }
    for other in reaches.indices where other != position {
      if reaches[other].intersects(reach) { return false }
    }
    return true
  }

  /// The region that may look different from what `history` remembers, in buffer pixels.
  private mutating func changes(since history: Int) -> PixelRegion {
    guard histories[history].isValid else { return PixelRegion(window) }
    var region = PixelRegion()
    for position in histories[history].changed {
      addChanges(of: order[position], since: history, to: &region)
    }
    region.clip(to: window)
    return region
  }

  private mutating func remember(in history: Int) {
    histories[history].isValid = true
    for position in histories[history].changed { remember(order[position], in: history) }
    histories[history].settle()
  }
}
