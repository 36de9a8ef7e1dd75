// SPDX-License-Identifier: Apache-2.0
import Geometry

/// Blocks of some rows that are put together from the background up before they are written.
///
/// What is of one tone over several blocks stays one number until something else lies over it, so that
/// layers which cover each other cost their edges and not their areas.
struct BlockRuns: Sendable {
  /// Neighbouring blocks of a row.
  struct Run {
    var row: Int32
    var first: Int32
    var end: Int32
    /// Where the first block's pixels are, or would be.
    var slot: Int32
    /// What all pixels look like, if ``isTone``.
    var tone: Tone
    var isTone: Bool

    @inline(__always)
    var blocks: Range<Int> { Int(first)..<Int(end) }

    /// A part of the run.
    @inline(__always)
    func part(_ blocks: Range<Int>) -> Self {
      var part = self
      part.first = Int32(truncatingIfNeeded: blocks.lowerBound)
      part.end = Int32(truncatingIfNeeded: blocks.upperBound)
      part.slot &+= part.first &- first
      return part
    }
  }

  /// The runs, row by row from the left: the first ``runCount`` of them.
  private var runs: [Run]
  private var runCount = 0
  /// What becomes of them, while a layer is put over them.
  private var composed: [Run]
  private var pixels: [PlanarBlock]
  private var blockCount = 0

  /// Blocks that are put together at once: as many as repay lending all layers out, but a row at least. What
  /// stays a tone touches no pixels.
  private static let leastCapacity = 1024

  /// Room for rows of `width` pixels.
  init(width: Int) {
    let capacity = max(Self.leastCapacity, (width + blockWidth - 1) / blockWidth)
    let tone = Tone(red: 0, green: 0, blue: 0)
    pixels = Array(repeating: PlanarBlock(tone), count: capacity)
    let run = Run(row: 0, first: 0, end: 0, slot: 0, tone: tone, isTone: true)
    runs = Array(repeating: run, count: capacity)
    composed = Array(repeating: run, count: capacity)
  }

  /// Takes memory of its own, where a copy has the same.
  mutating func unshare() {
    runs.unshare()
    composed.unshare()
    pixels.unshare()
  }

  /// Forgets all blocks.
  mutating func removeAll() {
    runCount = 0
    blockCount = 0
  }

  /// Whether `count` more blocks have room.
  @inline(__always)
  func hasRoom(for count: Int) -> Bool { blockCount &+ count <= pixels.count }

  /// Adds blocks of a row, which have room, in one tone.
  mutating func add(blocks: Range<Int>, row y: Int, tone: Tone) {
    runs[runCount] = Run(
      row: Int32(truncatingIfNeeded: y),
      first: Int32(truncatingIfNeeded: blocks.lowerBound),
      end: Int32(truncatingIfNeeded: blocks.upperBound),
      slot: Int32(truncatingIfNeeded: blockCount),
      tone: tone,
      isTone: true
    )
    runCount &+= 1
    blockCount &+= blocks.count
  }

  // MARK: - Composing

  /// Puts a layer over all blocks.
  ///
  /// - Parameters:
  ///   - view: The layer.
  ///   - extent: What it may touch, in buffer pixels.
  @inline(__always)
  mutating func compose<View: LayerView & ~Escapable>(
    _ view: borrowing View,
    within extent: PixelRect
  ) {
    guard !extent.isEmpty else { return }
    runCount = Self.compose(view, within: extent, runs, runCount, into: &composed, &pixels)
    swap(&runs, &composed)
  }

  /// Puts a layer over the first `count` of `runs`; returns how many `composed` has then.
  @inline(__always)
  private static func compose<View: LayerView & ~Escapable>(
    _ view: borrowing View,
    within extent: PixelRect,
    _ runs: [Run],
    _ count: Int,
    into composed: inout [Run],
    _ pixels: inout [PlanarBlock]
  ) -> Int {
    let runs = runs.span.extracting(0..<count)
    var composed = composed.mutableSpan
    var pixels = pixels.mutableSpan
    let known = view.constantLooks
    let reached = (extent.left..<extent.right).blocks
    var count = 0
    for index in runs.indices {
      let run = runs[index]
      let y = Int(run.row)
      let blocks = run.blocks
      guard y >= extent.top, y < extent.bottom, reached.overlaps(blocks) else {
        composed[count] = run
        count &+= 1
        continue
      }
      let parts = view.parts(row: y)
      let touched = parts.touched.clamped(to: blocks)
      guard !touched.isEmpty else {
        composed[count] = run
        count &+= 1
        continue
      }
      let solid = parts.solid.clamped(to: touched)
      let inked = parts.inked.clamped(to: solid)
      let before = touched.lowerBound..<solid.lowerBound
      let behind = solid.upperBound..<touched.upperBound
      keep(run, blocks.lowerBound..<touched.lowerBound, &composed, &count)
      mix(view, known, run, before, &pixels, &composed, &count)
      cover(view, run, solid.lowerBound..<inked.lowerBound, &pixels, &composed, &count)
      mix(view, known, run, inked, &pixels, &composed, &count)
      cover(view, run, inked.upperBound..<solid.upperBound, &pixels, &composed, &count)
      mix(view, known, run, behind, &pixels, &composed, &count)
      keep(run, touched.upperBound..<blocks.upperBound, &composed, &count)
    }
    return count
  }

  @inline(__always)
  private static func keep(
    _ run: Run,
    _ blocks: Range<Int>,
    _ composed: inout MutableSpan<Run>,
    _ count: inout Int
  ) {
    guard !blocks.isEmpty else { return }
    composed[count] = run.part(blocks)
    count &+= 1
  }

  /// Puts what a layer covers in one tone over a part of a run.
  @inline(__always)
  private static func cover<View: LayerView & ~Escapable>(
    _ view: borrowing View,
    _ run: Run,
    _ blocks: Range<Int>,
    _ pixels: inout MutableSpan<PlanarBlock>,
    _ composed: inout MutableSpan<Run>,
    _ count: inout Int
  ) {
    guard !blocks.isEmpty else { return }
    var part = run.part(blocks)
    let hides = view.hides
    if run.isTone || hides {
      part.tone = view.solid(over: run.tone)
      part.isTone = true
    } else {
      for slot in Int(part.slot)..<Int(part.slot) &+ blocks.count {
        pixels[slot] = view.solid(over: pixels[slot])
      }
    }
    composed[count] = part
    count &+= 1
  }

  /// Composes a layer with a part of a run, block by block.
  ///
  /// Kept out of line: it is the largest of the loops and wanted from three places.
  @inline(never)
  private static func mix<View: LayerView & ~Escapable>(
    _ view: borrowing View,
    _ known: View.Looks?,
    _ run: Run,
    _ blocks: Range<Int>,
    _ pixels: inout MutableSpan<PlanarBlock>,
    _ composed: inout MutableSpan<Run>,
    _ count: inout Int
  ) {
    guard !blocks.isEmpty else { return }
    var part = run.part(blocks)
    let y = Int(run.row)
    var slot = Int(part.slot)
    if run.isTone {
      let under = PlanarBlock(run.tone)
      let looks: View.Looks
      if let known { looks = known } else { looks = view.looks(over: under) }
      for block in blocks {
        pixels[slot] = view.compose(over: under, looks, block: block, row: y)
        slot &+= 1
      }
      part.isTone = false
    } else if let known {
      for block in blocks {
        pixels[slot] = view.compose(over: pixels[slot], known, block: block, row: y)
        slot &+= 1
      }
    } else {
      for block in blocks {
        let under = pixels[slot]
        pixels[slot] = view.compose(over: under, view.looks(over: under), block: block, row: y)
        slot &+= 1
      }
    }
    composed[count] = part
    count &+= 1
  }

  // MARK: - Writing

  /// Writes all blocks.
  func write<Packing: PixelPacking>(into canvas: inout Canvas, _ brush: LayerBrush<Packing>) {
    let runs = runs.span.extracting(0..<runCount)
    let pixels = pixels.span
    for index in runs.indices {
      let run = runs[index]
      let y = Int(run.row)
      if run.isTone {
        brush.fill(run.tone, blocks: run.blocks, row: y, into: &canvas)
      } else {
        var slot = Int(run.slot)
        for block in run.blocks {
          let packed = brush.packing.pack(pixels[slot], row: y)
          canvas.write(packed, Packing.self, x: block &* blockWidth, y: y)
          slot &+= 1
        }
      }
    }
  }
}

extension LayerBrush {
  /// Writes a tone into `blocks` of row `y`, of which the last may stick out of the screen.
  @inline(__always)
  func fill(_ tone: Tone, blocks: Range<Int>, row y: Int, into canvas: inout Canvas) {
    let packed = packing.pack(tone, row: y)
    let whole = whole(blocks)
    canvas.fill(packed, Packing.self, blocks: whole, rows: y..<y &+ 1)
    for block in whole.upperBound..<max(whole.upperBound, blocks.upperBound) {
      canvas.write(packed, Packing.self, x: block &* blockWidth, y: y)
    }
  }
}
