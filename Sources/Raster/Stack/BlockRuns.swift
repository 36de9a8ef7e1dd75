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

  /// The runs, row by row from the left.
  private(set) var runs: [Run] = []
  private var composed: [Run] = []
  private var pixels: [PlanarBlock]
  private var count = 0

  /// Blocks that are put together at once: what the first-level cache holds, but a row at least.
  private static let leastCapacity = 192

  /// Room for rows of `width` pixels.
  init(width: Int) {
    let capacity = max(Self.leastCapacity, (width + blockWidth - 1) / blockWidth)
    pixels = Array(repeating: PlanarBlock(Tone(red: 0, green: 0, blue: 0)), count: capacity)
    runs.reserveCapacity(capacity)
    composed.reserveCapacity(capacity)
  }

  /// Takes memory of its own, where a copy has the same.
  mutating func unshare() {
    runs.unshare()
    composed.unshare()
    pixels.unshare()
  }

  /// Forgets all blocks.
  mutating func removeAll() {
    runs.removeAll(keepingCapacity: true)
    count = 0
  }

  /// Whether `blockCount` more blocks have room.
  @inline(__always)
  func hasRoom(for blockCount: Int) -> Bool { count &+ blockCount <= pixels.count }

  /// Adds blocks of a row, which have room, in one tone.
  mutating func add(blocks: Range<Int>, row y: Int, tone: Tone) {
    runs.append(
      Run(
        row: Int32(truncatingIfNeeded: y),
        first: Int32(truncatingIfNeeded: blocks.lowerBound),
        end: Int32(truncatingIfNeeded: blocks.upperBound),
        slot: Int32(truncatingIfNeeded: count),
        tone: tone,
        isTone: true
      )
    )
    count &+= blocks.count
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
    composed.removeAll(keepingCapacity: true)
    let known = view.constantLooks
    let reached = (extent.left..<max(extent.left, extent.right)).blocks
    for index in runs.indices {
      let run = runs[index]
      let y = Int(run.row)
      let blocks = run.blocks
      guard y >= extent.top, y < extent.bottom, reached.overlaps(blocks) else {
        composed.append(run)
        continue
      }
      let parts = view.parts(row: y)
      let touched = parts.touched.clamped(to: blocks)
      guard !touched.isEmpty else {
        composed.append(run)
        continue
      }
      let solid = parts.solid.clamped(to: touched)
      let inked = parts.inked.clamped(to: solid)
      keep(run, blocks.lowerBound..<touched.lowerBound)
      mix(view, known, run, touched.lowerBound..<solid.lowerBound)
      cover(view, run, solid.lowerBound..<inked.lowerBound)
      mix(view, known, run, inked)
      cover(view, run, inked.upperBound..<solid.upperBound)
      mix(view, known, run, solid.upperBound..<touched.upperBound)
      keep(run, touched.upperBound..<blocks.upperBound)
    }
    swap(&runs, &composed)
  }

  @inline(__always)
  private mutating func keep(_ run: Run, _ blocks: Range<Int>) {
    if !blocks.isEmpty { composed.append(run.part(blocks)) }
  }

  @inline(__always)
  private mutating func cover<View: LayerView & ~Escapable>(
    _ view: borrowing View,
    _ run: Run,
    _ blocks: Range<Int>
  ) {
    guard !blocks.isEmpty else { return }
    var part = run.part(blocks)
    // Over pixels an opaque layer is a tone too.
    let over = view.solid(over: run.tone)
    if run.isTone {
      part.tone = over
    } else if view.hides {
      part.tone = over
      part.isTone = true
    } else {
      for slot in Int(part.slot)..<Int(part.slot) &+ blocks.count {
        pixels[slot] = view.solid(over: pixels[slot])
      }
    }
    composed.append(part)
  }

  @inline(__always)
  private mutating func mix<View: LayerView & ~Escapable>(
    _ view: borrowing View,
    _ known: View.Looks?,
    _ run: Run,
    _ blocks: Range<Int>
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
    composed.append(part)
  }

  // MARK: - Writing

  /// Writes all blocks.
  func write<Packing: PixelPacking>(into canvas: inout Canvas, _ brush: LayerBrush<Packing>) {
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
