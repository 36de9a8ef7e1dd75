// SPDX-License-Identifier: Apache-2.0
import Geometry

/// Blocks of some rows that are put together from the background up before they are written.
///
/// What is of one tone over several blocks stays one number until something else lies over it, so that
/// layers which cover each other cost their edges and not their areas; what is an opaque picture's stays
/// where it is, under up to two tones.
struct BlockRuns: Sendable {
  /// The runs, row by row from the left: the first ``runCount`` of them.
  private var runs: [Run]
  private var runCount = 0
  /// What becomes of them, while a layer is put over them.
  private var composed: [Run]
  private var pixels: [PlanarBlock]
  private var blockCount = 0
  private var picture = CoveredPicture()

  /// Blocks that are put together at once: as many as repay lending all layers out, but a row at least.
  ///
  /// What stays a tone touches no pixels.
  private static let leastCapacity = 1024

  /// Room for rows of `width` pixels.
  init(width: Int) {
    let capacity = max(Self.leastCapacity, (width + blockWidth - 1) / blockWidth)
    let tone = Tone(red: 0, green: 0, blue: 0)
    pixels = Array(repeating: PlanarBlock(tone), count: capacity)
    let run = Run(row: 0, rowCount: 0, first: 0, end: 0, slot: 0, tone: tone)
    runs = Array(repeating: run, count: capacity)
    composed = Array(repeating: run, count: capacity)
  }

  /// Takes memory of its own, where a copy has the same.
  mutating func unshare() {
    runs.unshare()
    composed.unshare()
    pixels.unshare()
    picture.unshare()
  }

  /// Forgets all blocks.
  mutating func removeAll() {
    runCount = 0
    blockCount = 0
    picture.removeAll()
  }

  var isEmpty: Bool { runCount == 0 }

  /// Whether `count` more blocks have room.
  @inline(__always)
  func hasRoom(for count: Int) -> Bool { blockCount &+ count <= pixels.count }

  /// Adds blocks of rows that look the same, in one tone; those of a row have room.
  mutating func add(blocks: Range<Int>, rows: Range<Int>, tone: Tone) {
    runs[runCount] = Run(
      row: Int32(truncatingIfNeeded: rows.lowerBound),
      rowCount: Int32(truncatingIfNeeded: rows.count),
      first: Int32(truncatingIfNeeded: blocks.lowerBound),
      end: Int32(truncatingIfNeeded: blocks.upperBound),
      slot: Int32(truncatingIfNeeded: blockCount),
      tone: tone
    )
    runCount &+= 1
    blockCount &+= blocks.count
  }

  // MARK: - Composing

  /// Puts a picture over all blocks; those that it hides are its own from now on.
  mutating func compose(_ layer: PictureLayer, within extent: PixelRect) {
    // One that fades hides nothing.
    if layer.state.opacity == 256 {
      unpackPicture()
      picture.set(layer)
    }
    compose(PictureView(layer), within: extent)
  }

  /// Takes the pixels of the picture that is there.
  private mutating func unpackPicture() {
    guard !picture.layer.state.rect.isEmpty else { return }
    Self.unpack(&runs, runCount, picture, into: &pixels)
  }

  private static func unpack(
    _ runs: inout [Run],
    _ count: Int,
    _ picture: CoveredPicture,
    into pixels: inout [PlanarBlock]
  ) {
    let picture = CoveredPictureView(picture)
    var pixels = pixels.mutableSpan
    for index in 0..<count { picture.unpack(&runs[index], into: &pixels) }
  }

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
    let place = picture.add(view.solid)
    runCount = Self.compose(
      view,
      place,
      within: extent,
      runs,
      runCount,
      picture,
      into: &composed,
      &pixels
    )
    swap(&runs, &composed)
  }

  /// Puts a layer over the first `count` of `runs`; returns how many `composed` has then.
  @inline(__always)
  private static func compose<View: LayerView & ~Escapable>(
    _ view: borrowing View,
    _ place: UInt8,
    within extent: PixelRect,
    _ runs: [Run],
    _ count: Int,
    _ picture: CoveredPicture,
    into composed: inout [Run],
    _ pixels: inout [PlanarBlock]
  ) -> Int {
    let runs = runs.span.extracting(0..<count)
    var composed = composed.mutableSpan
    var pixels = pixels.mutableSpan
    let picture = CoveredPictureView(picture)
    let solid = (cover: view.solid, place: place)
    let reached = (extent.left..<extent.right).blocks
    var count = 0
    var (parts, partsRow) = (RowParts.none, Int.min)
    for index in runs.indices {
      let run = runs[index]
      let y = Int(run.row)
      let blocks = run.blocks
      guard y >= extent.top, y < extent.bottom, reached.overlaps(blocks) else {
        composed[count] = run
        count &+= 1
        continue
      }
      // What lies beneath has cut most rows into several runs.
      if y != partsRow {
        parts = view.parts(row: y)
        partsRow = y
      }
      let touched = parts.touched.clamped(to: blocks)
      guard !touched.isEmpty else {
        composed[count] = run
        count &+= 1
        continue
      }
      let covered = parts.solid.clamped(to: touched)
      let inked = parts.inked.clamped(to: covered)
      let before = touched.lowerBound..<covered.lowerBound
      let behind = covered.upperBound..<touched.upperBound
      keep(run, blocks.lowerBound..<touched.lowerBound, &composed, &count)
      keep(run, before, isMixed: true, &composed, &count)
      cover(
        View.self,
        solid,
        run,
        covered.lowerBound..<inked.lowerBound,
        picture,
        &pixels,
        &composed,
        &count
      )
      keep(run, inked, isMixed: true, &composed, &count)
      cover(
        View.self,
        solid,
        run,
        inked.upperBound..<covered.upperBound,
        picture,
        &pixels,
        &composed,
        &count
      )
      keep(run, behind, isMixed: true, &composed, &count)
      keep(run, touched.upperBound..<blocks.upperBound, &composed, &count)
    }
    mix(view, &composed, count, picture, &pixels)
    return count
  }

  @inline(__always)
  private static func keep(
    _ run: Run,
    _ blocks: Range<Int>,
    isMixed: Bool = false,
    _ composed: inout MutableSpan<Run>,
    _ count: inout Int
  ) {
    guard !blocks.isEmpty else { return }
    composed[count] = run.part(blocks)
    composed[count].isMixed = isMixed
    count &+= 1
  }

  /// Puts what a layer covers in one tone, or as an opaque picture, over a part of a run.
  @inline(__always)
  private static func cover<View: LayerView & ~Escapable>(
    _ view: View.Type,
    _ solid: (cover: SolidCover, place: UInt8),
    _ run: Run,
    _ blocks: Range<Int>,
    _ picture: borrowing CoveredPictureView,
    _ pixels: inout MutableSpan<PlanarBlock>,
    _ composed: inout MutableSpan<Run>,
    _ count: inout Int
  ) {
    guard !blocks.isEmpty else { return }
    var part = run.part(blocks)
    if View.isPicture {
      part.look = .picture
      part.covers = (0, 0)
    } else if run.look == .tone || solid.cover.hides {
      part.tone = solid.cover.over(run.tone)
      part.look = .tone
    } else if run.look == .picture, solid.place > 0, run.covers.1 == 0 {
      if run.covers.0 == 0 { part.covers.0 = solid.place } else { part.covers.1 = solid.place }
    } else {
      picture.unpack(&part, into: &pixels)
      for slot in part.slots { pixels[slot] = solid.cover.over(pixels[slot]) }
    }
    composed[count] = part
    count &+= 1
  }

  /// Composes a layer with the pixels of those of the first `count` runs that say so.
  ///
  /// All at once, as what the loop needs of the layer is more than what most runs have of blocks.
  @inline(__always)
  private static func mix<View: LayerView & ~Escapable>(
    _ view: borrowing View,
    _ runs: inout MutableSpan<Run>,
    _ count: Int,
    _ picture: borrowing CoveredPictureView,
    _ pixels: inout MutableSpan<PlanarBlock>
  ) {
    let known = view.constantLooks
    for index in 0..<count where runs[index].isMixed {
      if runs[index].look == .picture { picture.unpack(&runs[index], into: &pixels) }
      let run = runs[index]
      runs[index].isMixed = false
      runs[index].look = .pixels
      let y = Int(run.row)
      var slot = Int(run.slot)
      let tone = PlanarBlock(run.tone)
      for block in run.blocks {
        let under = run.look == .tone ? tone : pixels[slot]
        if let known {
          pixels[slot] = view.compose(over: under, known, block: block, row: y)
        } else {
          pixels[slot] = view.compose(over: under, view.looks(over: under), block: block, row: y)
        }
        slot &+= 1
      }
    }
  }

  // MARK: - Writing

  /// Writes all blocks.
  func write<Packing: PixelPacking>(into canvas: inout Canvas, _ brush: LayerBrush<Packing>) {
    let runs = runs.span.extracting(0..<runCount)
    let pixels = pixels.span
    let picture = CoveredPictureView(picture)
    for index in runs.indices {
      let run = runs[index]
      switch run.look {
      case .tone:
        brush.fill(run.tone, blocks: run.blocks, rows: run.rows, into: &canvas)
      case .picture:
        picture.paint(run, into: &canvas, brush)
      case .pixels:
        for y in run.rows {
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
}
