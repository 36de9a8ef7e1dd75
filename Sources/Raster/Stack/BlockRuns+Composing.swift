// SPDX-License-Identifier: Apache-2.0
import Geometry

// What becomes of runs, and of their pixels, when a layer is put over them.
extension BlockRuns {
  /// Puts a layer over the first `count` of `runs`; returns how many `composed` has then.
  @inline(__always)
  static func compose<View: LayerView & ~Escapable>(
    _ view: borrowing View,
    place: UInt8,
    within extent: PixelRect,
    runs: [Run],
    count: Int,
    picture: CoveredPicture,
    into composed: inout [Run],
    pixels: inout [PlanarBlock]
  ) -> Int {
    let runs = runs.span.extracting(0..<count)
    var composed = composed.mutableSpan
    var pixels = pixels.mutableSpan
    let picture = CoveredPictureView(picture)
    let common = (cover: view.solid, place: place)
    let ink = View.hasInk ? Run.Mix.ink : .anything
    let reached = (extent.left..<extent.right).blocks
    var count = 0
    var (parts, partsRow) = (RowParts.none, Int.min)
    for index in runs.indices {
      let run = runs[index]
      let y = Int(run.row)
      let blocks = run.blocks
      guard y &+ Int(run.rowCount) > extent.top, y < extent.bottom, reached.overlaps(blocks) else {
        composed[count] = run
        count &+= 1
        continue
      }
      if run.kinship == .none {
        if View.isPicture, isSolid(view, run: run, within: extent) {
          cover(
            View.self,
            solid: common,
            run: run,
            blocks: blocks,
            picture: picture,
            pixels: &pixels,
            composed: &composed,
            count: &count
          )
        } else {
          keep(run, blocks: blocks, mix: .anything, composed: &composed, count: &count)
        }
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
      let solid = view.gradesRows ? (cover: view.solid(row: y), place: UInt8(0)) : common
      let covered = parts.solid.clamped(to: touched)
      let inked = parts.inked.clamped(to: covered)
      let before = touched.lowerBound..<covered.lowerBound
      let behind = covered.upperBound..<touched.upperBound
      keep(run, blocks: blocks.lowerBound..<touched.lowerBound, composed: &composed, count: &count)
      keep(run, blocks: before, mix: .anything, composed: &composed, count: &count)
      cover(
        View.self,
        solid: solid,
        run: run,
        blocks: covered.lowerBound..<inked.lowerBound,
        picture: picture,
        pixels: &pixels,
        composed: &composed,
        count: &count
      )
      keep(run, blocks: inked, mix: ink, composed: &composed, count: &count)
      cover(
        View.self,
        solid: solid,
        run: run,
        blocks: inked.upperBound..<covered.upperBound,
        picture: picture,
        pixels: &pixels,
        composed: &composed,
        count: &count
      )
      keep(run, blocks: behind, mix: .anything, composed: &composed, count: &count)
      keep(run, blocks: touched.upperBound..<blocks.upperBound, composed: &composed, count: &count)
    }
    mix(
      view,
      rows: extent.top..<extent.bottom,
      runs: &composed,
      count: count,
      picture: picture,
      pixels: &pixels
    )
    return count
  }

  /// Tells if a layer covers all of a run.
  @inline(__always)
  private static func isSolid<View: LayerView & ~Escapable>(
    _ view: borrowing View,
    run: Run,
    within extent: PixelRect
  ) -> Bool {
    guard run.rows.clamped(to: extent.top..<extent.bottom) == run.rows else { return false }
    for y in run.rows where !view.parts(row: y).solid.contains(run.blocks) { return false }
    return true
  }

  @inline(__always)
  private static func keep(
    _ run: Run,
    blocks: Range<Int>,
    mix: Run.Mix = .nothing,
    composed: inout MutableSpan<Run>,
    count: inout Int
  ) {
    guard !blocks.isEmpty else { return }
    composed[count] = run.part(blocks)
    composed[count].mix = mix
    count &+= 1
  }

  /// Puts what a layer covers in one tone, or as an opaque picture, over a part of a run.
  @inline(__always)
  private static func cover<View: LayerView & ~Escapable>(
    _ view: View.Type,
    solid: (cover: SolidCover, place: UInt8),
    run: Run,
    blocks: Range<Int>,
    picture: borrowing CoveredPictureView,
    pixels: inout MutableSpan<PlanarBlock>,
    composed: inout MutableSpan<Run>,
    count: inout Int
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
      for y in part.pixelRows {
        for slot in part.slots(row: y) { pixels[slot] = solid.cover.over(pixels[slot]) }
      }
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
    rows: Range<Int>,
    runs: inout MutableSpan<Run>,
    count: Int,
    picture: borrowing CoveredPictureView,
    pixels: inout MutableSpan<PlanarBlock>
  ) {
    let known = view.constantLooks
    for index in 0..<count where runs[index].mix != .nothing {
      if runs[index].look == .picture { picture.unpack(&runs[index], into: &pixels) }
      let run = runs[index]
      runs[index].mix = .nothing
      runs[index].look = .pixels
      if View.hasInk, run.mix == .ink {
        ink(view, over: run, pixels: &pixels)
        continue
      }
      let tone = PlanarBlock(run.tone)
      if run.kinship == .similar, blend(view, over: run, pixels: &pixels) { continue }
      for y in run.pixelRows {
        var slot = run.slots(row: y).lowerBound
        if run.kinship == .none, !rows.contains(y) {
          guard run.look == .tone else { continue }
          for slot in run.slots(row: y) { pixels[slot] = tone }
          continue
        }
        for block in run.blocks {
          defer { slot &+= 1 }
          guard view.touches(block: block, row: y) else {
            if run.look == .tone { pixels[slot] = tone }
            continue
          }
          let under = run.look == .tone ? tone : pixels[slot]
          if let known {
            pixels[slot] = view.compose(over: under, with: known, block: block, row: y)
          } else {
            pixels[slot] = view.compose(
              over: under,
              with: view.looks(over: under),
              block: block,
              row: y
            )
          }
        }
      }
    }
  }

  /// Puts the paint and the ink of a layer over a run that it covers.
  @inline(__always)
  private static func ink<View: LayerView & ~Escapable>(
    _ view: borrowing View,
    over run: Run,
    pixels: inout MutableSpan<PlanarBlock>
  ) {
    for y in run.pixelRows {
      let (paint, ink) = (view.solid(row: y), view.inkPaint)
      var slot = run.slots(row: y).lowerBound
      if run.look == .tone {
        let blend = Blend(from: paint.over(run.tone), to: ink.over(run.tone))
        for block in run.blocks {
          pixels[slot] = PlanarBlock(blend.sums(view.inkWeight(block: block, row: y)))
          slot &+= 1
        }
      } else {
        for block in run.blocks {
          let under = pixels[slot]
          pixels[slot] = paint.over(under)
          pixels[slot].blend(ink.over(under), weight: view.inkWeight(block: block, row: y))
          slot &+= 1
        }
      }
    }
  }

  /// Mixes a layer's tone with pixels whose rows it treats alike; returns false where there is more to a block.
  @inline(__always)
  private static func blend<View: LayerView & ~Escapable>(
    _ view: borrowing View,
    over run: Run,
    pixels: inout MutableSpan<PlanarBlock>
  ) -> Bool {
    guard run.rowCount > 1, run.blocks.count == 1,
      let weight = view.commonWeight(block: run.blocks.lowerBound, rows: run.rows)
    else { return false }
    let mix = ToneMix(view.solid.tone, weight: weight)
    let tone = PlanarBlock(mix.sums(PlanarBlock(run.tone)))
    var slot = Int(run.slot)
    for _ in run.rows {
      pixels[slot] = run.look == .tone ? tone : PlanarBlock(mix.sums(pixels[slot]))
      slot &+= Int(run.stride)
    }
    return true
  }
}
