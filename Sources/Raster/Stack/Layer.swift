// SPDX-License-Identifier: Apache-2.0
import Geometry

/// A shape composed over what lies beneath it.
///
/// Five laws hold for every kind, whatever it draws:
///
/// 1. ``compose(over:)`` is a function of ``state`` and of what never changes: equal states, equal pixels.
/// 2. Every pixel that it changes lies in ``bounds``.
/// 3. Every pixel in which two states differ lies in ``changes(since:)``, and in what
///    ``mark(since:buffer:in:)`` marks.
/// 4. ``paintChanges(since:buffer:scratch:into:with:)`` leaves what composing everything would have left, if
///    the buffer held the state that was remembered for it.
/// 5. Nothing allocates after ``reserveHistories(_:)``, nor after a copy was made and
///    ``unshare()`` called.
///
/// Requirements that ask or paint are `mutating` so that a layer is worked on in its place in an array: lending it out
/// from a copy would count references to each of its tables.
protocol Layer: Sendable {
  /// The layer's appearance; two equal states look the same.
  associatedtype State: Equatable, Sendable

  /// The state of a layer that no buffer holds yet.
  static var unpainted: State { get }
  /// The layer's present appearance.
  var state: State { get }
  /// The buffer pixels that the layer may touch as it is; empty while it is invisible.
  var bounds: PixelRect { mutating get }

  /// Makes room for what `count` buffers hold.
  mutating func reserveHistories(_ count: Int)
  /// Takes memory of its own for what changes from frame to frame, where a copy has the same.
  mutating func unshare()
  /// Notes that `buffer` holds what is shown now.
  mutating func remember(in buffer: Int)
  /// The buffer pixels that the layer may touch as it is, or touched in `past`; empty while it is
  /// invisible in both.
  mutating func extent(with past: State) -> PixelRect
  /// The buffer pixels in which the present state may look different from `past`.
  mutating func changes(since past: State) -> PixelRegion

  /// Marks the blocks that may look different from `past`, which `buffer` holds.
  mutating func mark(since past: State, buffer: Int, in changed: inout ChangedBlocks)
  /// Puts the layer over blocks that are being composed.
  mutating func compose(over runs: inout BlockRuns)
  /// The first row behind `y`, which lies in ``bounds``, in which the layer may do something else to what lies
  /// beneath.
  mutating func alikeEnd(row y: Int) -> Int
  /// The first row behind `y`, which lies in ``bounds``, of which the layer may touch or cover other blocks.
  mutating func similarEnd(row y: Int) -> Int

  /// True if the kind has a painter of its own for layers that lie alone over one tone.
  static var paintsAlone: Bool { get }
  /// True if that painter knows the changes of such a layer as this one is; else they are marked.
  var paintsChanges: Bool { get }
  /// Paints what differs from `past`, which `buffer` holds, alone over the brush's tone.
  mutating func paintChanges<Packing: PixelPacking>(
    since past: State,
    buffer: Int,
    scratch: inout RowScratch,
    into canvas: inout Canvas,
    with brush: LayerBrush<Packing>
  )
  /// Paints the layer alone over the brush's tone.
  mutating func paint<Packing: PixelPacking>(
    blocks: Range<Int>,
    rows: Range<Int>,
    into canvas: inout Canvas,
    with brush: LayerBrush<Packing>
  )
}

extension Layer {
  /// Does nothing: of a buffer's content only the layer's state is remembered.
  mutating func reserveHistories(_ count: Int) {}
  /// Does nothing: of a buffer's content only the layer's state is remembered.
  mutating func remember(in buffer: Int) {}
  /// Nothing but the state changes from frame to frame.
  mutating func unshare() {}

  /// Marks all of what differs from `past`.
  mutating func mark(since past: State, buffer: Int, in changed: inout ChangedBlocks) {
    let region = changes(since: past)
    for index in 0..<region.count { changed.mark(region[index]) }
  }

  mutating func alikeEnd(row y: Int) -> Int { y &+ 1 }

  mutating func similarEnd(row y: Int) -> Int { alikeEnd(row: y) }

  static var paintsAlone: Bool { false }

  var paintsChanges: Bool { true }

  /// Paints the whole blocks of what differs from `past`.
  mutating func paintChanges<Packing: PixelPacking>(
    since past: State,
    buffer: Int,
    scratch: inout RowScratch,
    into canvas: inout Canvas,
    with brush: LayerBrush<Packing>
  ) {
    let changes = changes(since: past)
    var region = PixelRegion()
    for index in 0..<changes.count { region.add(brush.lines(of: changes[index])) }
    // Each pixel is written once.
    if region.overlapsItself { region = PixelRegion(region.bounds) }
    for index in 0..<region.count {
      let rect = region[index]
      paint(
        blocks: brush.blocks(of: rect),
        rows: brush.rows(rect.top..<max(rect.top, rect.bottom)),
        into: &canvas,
        with: brush
      )
    }
  }

  /// Nothing: the kind is composed.
  mutating func paint<Packing: PixelPacking>(
    blocks: Range<Int>,
    rows: Range<Int>,
    into canvas: inout Canvas,
    with brush: LayerBrush<Packing>
  ) {}
}

/// Names a layer of a stack; a name of one kind cannot be mistaken for one of another.
package struct LayerID<Kind>: Hashable, Sendable {
  /// The layer's place on its kind's shelf.
  let index: Int
}
