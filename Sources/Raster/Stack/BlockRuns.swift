// SPDX-License-Identifier: Apache-2.0
import Geometry

/// Blocks of some rows that are put together from the background up before they are written.
///
/// Blocks of one tone stay one number until something else lies over them, so that layers which cover each other cost
/// their edges and not their areas; pixels of an opaque picture stay where they are, under up to two tones.
struct BlockRuns: Sendable {
  /// The runs, row by row from the left: the first ``runCount`` of them.
  private var runs: [Run]
  private var runCount = 0
  /// The runs that take the place of the others while a layer is put over them.
  private var composed: [Run]
  private var pixels: [PlanarBlock]
  private var blockCount = 0
  private var picture = CoveredPicture()

  /// Blocks that are put together at once: as many as repay lending all layers out, but a row at least.
  ///
  /// Runs of one tone touch no pixels.
  private static let leastCapacity = 1024

  /// Room for rows of `width` pixels.
  init(width: Int) {
    let capacity = max(Self.leastCapacity, (width + blockWidth - 1) / blockWidth)
    let tone = Tone(red: 0, green: 0, blue: 0)
    pixels = Array(repeating: PlanarBlock(tone), count: capacity)
    let run = Run(
      row: 0,
      rowCount: 0,
      first: 0,
      end: 0,
      slot: 0,
      stride: 0,
      kinship: .alike,
      tone: tone
    )
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

  /// Number of rows of `count` blocks for which there is room while nothing has been added.
  @inline(__always)
  func capacity(rowsOf count: Int) -> Int { pixels.count / count }

  /// Tells if there is room for blocks of rows.
  @inline(__always)
  func hasRoom(for blocks: Range<Int>, rows: Range<Int>, kinship: Kinship) -> Bool {
    blockCount &+ slotCount(blocks, rows: rows, kinship: kinship) <= pixels.count
  }

  @inline(__always)
  private func slotCount(_ blocks: Range<Int>, rows: Range<Int>, kinship: Kinship) -> Int {
    kinship == .alike ? blocks.count : blocks.count &* rows.count
  }

  /// Adds blocks of rows, for which there is room, in one tone.
  mutating func add(blocks: Range<Int>, rows: Range<Int>, kinship: Kinship, tone: Tone) {
    runs[runCount] = Run(
      row: Int32(truncatingIfNeeded: rows.lowerBound),
      rowCount: Int32(truncatingIfNeeded: rows.count),
      first: Int32(truncatingIfNeeded: blocks.lowerBound),
      end: Int32(truncatingIfNeeded: blocks.upperBound),
      slot: Int32(truncatingIfNeeded: blockCount),
      stride: kinship == .alike ? 0 : Int32(truncatingIfNeeded: blocks.count),
      kinship: kinship,
      tone: tone
    )
    runCount &+= 1
    blockCount &+= slotCount(blocks, rows: rows, kinship: kinship)
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
    Self.unpack(&runs, count: runCount, picture: picture, into: &pixels)
  }

  private static func unpack(
    _ runs: inout [Run],
    count: Int,
    picture: CoveredPicture,
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
  ///   - extent: Rectangle that it may touch, in buffer pixels.
  @inline(__always)
  mutating func compose<View: LayerView & ~Escapable>(
    _ view: borrowing View,
    within extent: PixelRect
  ) {
    guard !extent.isEmpty else { return }
    let place = picture.add(view.solid)
    runCount = Self.compose(
      view,
      place: place,
      within: extent,
      runs: runs,
      count: runCount,
      picture: picture,
      into: &composed,
      pixels: &pixels
    )
    swap(&runs, &composed)
  }

  // MARK: - Writing

  /// Writes all blocks.
  func write<Packing: PixelPacking>(into canvas: inout Canvas, with brush: LayerBrush<Packing>) {
    let runs = runs.span.extracting(0..<runCount)
    let pixels = pixels.span
    let picture = CoveredPictureView(picture)
    for index in runs.indices {
      let run = runs[index]
      switch run.look {
      case .tone:
        brush.fill(run.tone, blocks: run.blocks, rows: run.rows, into: &canvas)
      case .picture:
        picture.paint(run, into: &canvas, with: brush)
      case .pixels:
        for y in run.rows {
          var slot = run.slots(row: y).lowerBound
          for block in run.blocks {
            let packed = brush.packing.pack(pixels[slot], row: y)
            canvas.write(packed, as: Packing.self, x: block &* blockWidth, y: y)
            slot &+= 1
          }
        }
      }
    }
  }
}
