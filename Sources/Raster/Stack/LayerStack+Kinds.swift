// SPDX-License-Identifier: Apache-2.0
import Geometry

// The only place that lists the kinds of layers: a line a kind in each switch
// and list.
//
// What is called for each layer that has changed is kept out of line: in a loop, the compiler asks
// ahead of it whether each shelf's arrays are shared, those of kinds that the scene does not have too
// (Swift 6.3.1), and asks empty arrays the long way.

/// The place of a layer of the drawing order: its kind, and its index on the kind's shelf.
enum LayerEntry {
  case elastic(Int)
  case wave(Int)
  case disc(Int)
  case ink(Int)
  case trace(Int)
  case plate(Int)
  case picture(Int)
  case fluid(Int)
  case reel(Int)
  case outline(Int)
  case arc(Int)
}

extension LayerStack {
  /// Adds a layer on top.
  package mutating func add(_ layer: ElasticLayer) -> LayerID<ElasticLayer> {
    let index = elastic.add(layer, at: order.count)
    place(.elastic(index), bounds: elastic.layers[index].bounds)
    return LayerID(index: index)
  }

  /// Adds a layer on top.
  package mutating func add(_ layer: WaveLayer) -> LayerID<WaveLayer> {
    let index = waves.add(layer, at: order.count)
    place(.wave(index), bounds: waves.layers[index].bounds)
    return LayerID(index: index)
  }

  /// Adds a layer on top.
  package mutating func add(_ layer: DiscLayer) -> LayerID<DiscLayer> {
    let index = discs.add(layer, at: order.count)
    place(.disc(index), bounds: discs.layers[index].bounds)
    return LayerID(index: index)
  }

  /// Adds a layer on top.
  package mutating func add(_ layer: InkLayer) -> LayerID<InkLayer> {
    let index = inks.add(layer, at: order.count)
    place(.ink(index), bounds: inks.layers[index].bounds)
    return LayerID(index: index)
  }

  /// Adds a layer on top.
  package mutating func add(_ layer: TraceLayer) -> LayerID<TraceLayer> {
    let index = traces.add(layer, at: order.count)
    place(.trace(index), bounds: traces.layers[index].bounds)
    return LayerID(index: index)
  }

  /// Adds a layer on top.
  package mutating func add(_ layer: PlateLayer) -> LayerID<PlateLayer> {
    let index = plates.add(layer, at: order.count)
    place(.plate(index), bounds: plates.layers[index].bounds)
    return LayerID(index: index)
  }

  /// Adds a layer on top.
  package mutating func add(_ layer: PictureLayer) -> LayerID<PictureLayer> {
    let index = pictures.add(layer, at: order.count)
    place(.picture(index), bounds: pictures.layers[index].bounds)
    return LayerID(index: index)
  }

  /// Adds a layer on top.
  package mutating func add(_ layer: FluidLayer) -> LayerID<FluidLayer> {
    let index = fluids.add(layer, at: order.count)
    place(.fluid(index), bounds: fluids.layers[index].bounds)
    return LayerID(index: index)
  }

  /// Adds a layer on top.
  package mutating func add(_ layer: ReelLayer) -> LayerID<ReelLayer> {
    let index = reels.add(layer, at: order.count)
    place(.reel(index), bounds: reels.layers[index].bounds)
    return LayerID(index: index)
  }

  /// Adds a layer on top.
  package mutating func add(_ layer: OutlineLayer) -> LayerID<OutlineLayer> {
    let index = outlines.add(layer, at: order.count)
    place(.outline(index), bounds: outlines.layers[index].bounds)
    return LayerID(index: index)
  }

  /// Adds a layer on top.
  package mutating func add(_ layer: ArcLayer) -> LayerID<ArcLayer> {
    let index = arcs.add(layer, at: order.count)
    place(.arc(index), bounds: arcs.layers[index].bounds)
    return LayerID(index: index)
  }

  /// Takes memory of its own, where a copy has the same.
  mutating func unshareShelves() {
    elastic.unshare()
    waves.unshare()
    discs.unshare()
    inks.unshare()
    traces.unshare()
    plates.unshare()
    pictures.unshare()
    fluids.unshare()
    reels.unshare()
    outlines.unshare()
    arcs.unshare()
  }

  /// Adds to `region` what may look different in a layer from what `history` remembers, in buffer
  /// pixels.
  @inline(never)
  mutating func addChanges(
    of entry: LayerEntry,
    since history: Int,
    to region: inout PixelRegion
  ) {
    switch entry {
    case .elastic(let index): elastic.addChanges(of: index, since: history, to: &region)
    case .wave(let index): waves.addChanges(of: index, since: history, to: &region)
    case .disc(let index): discs.addChanges(of: index, since: history, to: &region)
    case .ink(let index): inks.addChanges(of: index, since: history, to: &region)
    case .trace(let index): traces.addChanges(of: index, since: history, to: &region)
    case .plate(let index): plates.addChanges(of: index, since: history, to: &region)
    case .picture(let index): pictures.addChanges(of: index, since: history, to: &region)
    case .fluid(let index): fluids.addChanges(of: index, since: history, to: &region)
    case .reel(let index): reels.addChanges(of: index, since: history, to: &region)
    case .outline(let index): outlines.addChanges(of: index, since: history, to: &region)
    case .arc(let index): arcs.addChanges(of: index, since: history, to: &region)
    }
  }

  /// The buffer pixels that a layer may touch as it is, or touched when `history` remembered it.
  @inline(never)
  mutating func extent(of entry: LayerEntry, with history: Int) -> PixelRect {
    switch entry {
    case .elastic(let index): elastic.extent(of: index, with: history)
    case .wave(let index): waves.extent(of: index, with: history)
    case .disc(let index): discs.extent(of: index, with: history)
    case .ink(let index): inks.extent(of: index, with: history)
    case .trace(let index): traces.extent(of: index, with: history)
    case .plate(let index): plates.extent(of: index, with: history)
    case .picture(let index): pictures.extent(of: index, with: history)
    case .fluid(let index): fluids.extent(of: index, with: history)
    case .reel(let index): reels.extent(of: index, with: history)
    case .outline(let index): outlines.extent(of: index, with: history)
    case .arc(let index): arcs.extent(of: index, with: history)
    }
  }

  /// Paints a layer's changes if it lies alone, and marks them if not.
  @inline(never)
  mutating func repaint<Packing: PixelPacking>(
    _ entry: LayerEntry,
    buffer: Int,
    isAlone: Bool,
    into canvas: inout Canvas,
    with brush: LayerBrush<Packing>
  ) {
    switch entry {
    case .elastic(let index):
      elastic.repaint(
        index,
        buffer: buffer,
        isAlone: isAlone,
        scratch: &rows,
        changed: &changed,
        into: &canvas,
        with: brush
      )
    case .wave(let index):
      waves.repaint(
        index,
        buffer: buffer,
        isAlone: isAlone,
        scratch: &rows,
        changed: &changed,
        into: &canvas,
        with: brush
      )
    case .disc(let index):
      discs.repaint(
        index,
        buffer: buffer,
        isAlone: isAlone,
        scratch: &rows,
        changed: &changed,
        into: &canvas,
        with: brush
      )
    case .ink(let index):
      inks.repaint(
        index,
        buffer: buffer,
        isAlone: isAlone,
        scratch: &rows,
        changed: &changed,
        into: &canvas,
        with: brush
      )
    case .trace(let index):
      traces.repaint(
        index,
        buffer: buffer,
        isAlone: isAlone,
        scratch: &rows,
        changed: &changed,
        into: &canvas,
        with: brush
      )
    case .plate(let index):
      plates.repaint(
        index,
        buffer: buffer,
        isAlone: isAlone,
        scratch: &rows,
        changed: &changed,
        into: &canvas,
        with: brush
      )
    case .picture(let index):
      pictures.repaint(
        index,
        buffer: buffer,
        isAlone: isAlone,
        scratch: &rows,
        changed: &changed,
        into: &canvas,
        with: brush
      )
    case .fluid(let index):
      fluids.repaint(
        index,
        buffer: buffer,
        isAlone: isAlone,
        scratch: &rows,
        changed: &changed,
        into: &canvas,
        with: brush
      )
    case .reel(let index):
      reels.repaint(
        index,
        buffer: buffer,
        isAlone: isAlone,
        scratch: &rows,
        changed: &changed,
        into: &canvas,
        with: brush
      )
    case .outline(let index):
      outlines.repaint(
        index,
        buffer: buffer,
        isAlone: isAlone,
        scratch: &rows,
        changed: &changed,
        into: &canvas,
        with: brush
      )
    case .arc(let index):
      arcs.repaint(
        index,
        buffer: buffer,
        isAlone: isAlone,
        scratch: &rows,
        changed: &changed,
        into: &canvas,
        with: brush
      )
    }
  }

  /// Notes that `history` holds what a layer shows now.
  @inline(never)
  mutating func remember(_ entry: LayerEntry, in history: Int) {
    switch entry {
    case .elastic(let index): elastic.remember(index, in: history)
    case .wave(let index): waves.remember(index, in: history)
    case .disc(let index): discs.remember(index, in: history)
    case .ink(let index): inks.remember(index, in: history)
    case .trace(let index): traces.remember(index, in: history)
    case .plate(let index): plates.remember(index, in: history)
    case .picture(let index): pictures.remember(index, in: history)
    case .fluid(let index): fluids.remember(index, in: history)
    case .reel(let index): reels.remember(index, in: history)
    case .outline(let index): outlines.remember(index, in: history)
    case .arc(let index): arcs.remember(index, in: history)
    }
  }

  /// Paints blocks in which a layer lies alone over the background; returns false if its kind is composed.
  mutating func paint<Packing: PixelPacking>(
    _ entry: LayerEntry,
    blocks: Range<Int>,
    rows: Range<Int>,
    into canvas: inout Canvas,
    with brush: LayerBrush<Packing>
  ) -> Bool {
    switch entry {
    case .elastic(let index):
      elastic.layers[index].paint(blocks: blocks, rows: rows, into: &canvas, with: brush)
    case .wave(let index):
      waves.layers[index].paint(blocks: blocks, rows: rows, into: &canvas, with: brush)
    case .trace(let index):
      traces.layers[index].paint(blocks: blocks, rows: rows, into: &canvas, with: brush)
    case .picture(let index):
      pictures.layers[index].paint(blocks: blocks, rows: rows, into: &canvas, with: brush)
    case .fluid(let index):
      fluids.layers[index].paint(blocks: blocks, rows: rows, into: &canvas, with: brush)
    case .reel(let index):
      reels.layers[index].paint(blocks: blocks, rows: rows, into: &canvas, with: brush)
    case .disc, .ink, .plate, .outline, .arc: return false
    }
    return true
  }

  /// Puts a layer over the blocks that are being composed.
  @inline(never)
  mutating func compose(_ entry: LayerEntry) {
    switch entry {
    case .elastic(let index): elastic.layers[index].compose(over: &runs)
    case .wave(let index): waves.layers[index].compose(over: &runs)
    case .disc(let index): discs.layers[index].compose(over: &runs)
    case .ink(let index): inks.layers[index].compose(over: &runs)
    case .trace(let index): traces.layers[index].compose(over: &runs)
    case .plate(let index): plates.layers[index].compose(over: &runs)
    case .picture(let index): pictures.layers[index].compose(over: &runs)
    case .fluid(let index): fluids.layers[index].compose(over: &runs)
    case .reel(let index): reels.layers[index].compose(over: &runs)
    case .outline(let index): outlines.layers[index].compose(over: &runs)
    case .arc(let index): arcs.layers[index].compose(over: &runs)
    }
  }

  /// The first row behind `y` that may look different from it in a layer.
  @inline(never)
  mutating func alikeEnd(_ entry: LayerEntry, row y: Int) -> Int {
    switch entry {
    case .elastic(let index): elastic.layers[index].alikeEnd(row: y)
    case .wave(let index): waves.layers[index].alikeEnd(row: y)
    case .disc(let index): discs.layers[index].alikeEnd(row: y)
    case .ink(let index): inks.layers[index].alikeEnd(row: y)
    case .trace(let index): traces.layers[index].alikeEnd(row: y)
    case .plate(let index): plates.layers[index].alikeEnd(row: y)
    case .picture(let index): pictures.layers[index].alikeEnd(row: y)
    case .fluid(let index): fluids.layers[index].alikeEnd(row: y)
    case .reel(let index): reels.layers[index].alikeEnd(row: y)
    case .outline(let index): outlines.layers[index].alikeEnd(row: y)
    case .arc(let index): arcs.layers[index].alikeEnd(row: y)
    }
  }

  /// The first row behind `y` that a layer may touch or cover otherwise.
  @inline(never)
  mutating func similarEnd(_ entry: LayerEntry, row y: Int) -> Int {
    switch entry {
    case .elastic(let index): elastic.layers[index].similarEnd(row: y)
    case .wave(let index): waves.layers[index].similarEnd(row: y)
    case .disc(let index): discs.layers[index].similarEnd(row: y)
    case .ink(let index): inks.layers[index].similarEnd(row: y)
    case .trace(let index): traces.layers[index].similarEnd(row: y)
    case .plate(let index): plates.layers[index].similarEnd(row: y)
    case .picture(let index): pictures.layers[index].similarEnd(row: y)
    case .fluid(let index): fluids.layers[index].similarEnd(row: y)
    case .reel(let index): reels.layers[index].similarEnd(row: y)
    case .outline(let index): outlines.layers[index].similarEnd(row: y)
    case .arc(let index): arcs.layers[index].similarEnd(row: y)
    }
  }
}
