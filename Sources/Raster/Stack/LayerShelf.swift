// SPDX-License-Identifier: Apache-2.0
import Geometry

/// The layers of one kind, and what each buffer last held of them: what all kinds are treated alike
/// in.
///
/// Layers are kept by kind so that they are worked on in place, called without a witness table and
/// not counted as references.
struct LayerShelf<Kind: Layer>: Sendable {
  /// The layers in the order of adding.
  var layers: [Kind] = []
  /// Position of each layer in the drawing order of the stack.
  private(set) var positions: [Int] = []
  /// The states that the histories remember, layer by layer.
  private var pasts: [Kind.State] = []
  private let bufferCount: Int

  /// A shelf for a swapchain of `bufferCount` buffers; one history more is that of the frame shown.
  init(bufferCount: Int) { self.bufferCount = bufferCount }

  /// Takes memory of its own for what changes from frame to frame, where a copy has the same.
  mutating func unshare() {
    layers.unshare()
    for index in layers.indices { layers[index].unshare() }
    pasts.unshare()
  }

  private var historyCount: Int { bufferCount + 1 }

  /// Adds a layer that lies at `position` of the drawing order.
  mutating func add(_ layer: Kind, at position: Int) -> Int {
    let index = layers.count
    layers.append(layer)
    layers[index].reserveHistories(bufferCount)
    positions.append(position)
    pasts += Array(repeating: Kind.unpainted, count: historyCount)
    return index
  }

  /// Adds to `region` the buffer pixels in which a layer may look different from what `history`
  /// remembers.
  mutating func addChanges(of index: Int, since history: Int, to region: inout PixelRegion) {
    let past = pasts[index &* historyCount &+ history]
    guard layers[index].state != past else { return }
    region.add(layers[index].changes(since: past))
  }

  /// The buffer pixels that a layer may touch as it is, or touched when `history` remembered it.
  mutating func extent(of index: Int, with history: Int) -> PixelRect {
    layers[index].extent(with: pasts[index &* historyCount &+ history])
  }

  /// Paints the changes of a layer that lies alone, or marks them for what lies over each other.
  mutating func repaint<Packing: PixelPacking>(
    _ index: Int,
    buffer: Int,
    isAlone: Bool,
    scratch: inout RowScratch,
    changed: inout ChangedBlocks,
    into canvas: inout Canvas,
    with brush: LayerBrush<Packing>
  ) {
    let past = pasts[index &* historyCount &+ buffer]
    guard layers[index].state != past else { return }
    if Kind.paintsAlone, isAlone, layers[index].paintsChanges {
      layers[index].paintChanges(
        since: past,
        buffer: buffer,
        scratch: &scratch,
        into: &canvas,
        with: brush
      )
    } else {
      layers[index].mark(since: past, buffer: buffer, in: &changed)
    }
  }

  /// Notes that `history` holds what a layer shows now.
  mutating func remember(_ index: Int, in history: Int) {
    pasts[index &* historyCount &+ history] = layers[index].state
    if history < bufferCount { layers[index].remember(in: history) }
  }
}
