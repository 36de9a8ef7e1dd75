// SPDX-License-Identifier: Apache-2.0
import Geometry
import TestSupport
import Testing

@testable import Raster

/// A mask of a few rectangles of full, no and some coverage, so that all kinds of blocks occur.
func anyMask(_ random: inout SplitMix, width: Int, height: Int) -> CoverageMask {
  var bytes = [UInt8](repeating: random.below(2) == 0 ? 0 : 255, count: width * height)
  for _ in 0..<6 {
    let (left, top) = (random.below(width), random.below(height))
    let (right, bottom) = (left + random.below(width), top + random.below(height))
    let kind = random.below(3)
    for y in top..<min(bottom, height) {
      for x in left..<min(right, width) {
        bytes[y * width + x] = [0, 255, UInt8(random.below(256))][kind]
      }
    }
  }
  return CoverageMask(size: PixelSize(width: width, height: height), bytes: bytes)
}

@Suite("Masks in blocks")
struct BlockMaskTests {
  /// A mask in the buffer, with what every pixel of the buffer should hold of it.
  private struct Placed {
    let mask: BlockMask
    var coverage: [Int: [Int: UInt8]] = [:]

    init(rotation: Rotation, seed: Int) {
      var random = SplitMix(seed: seed)
      let mask = anyMask(&random, width: 1 + random.below(90), height: 1 + random.below(60))
      let origin = PixelPoint(x: random.below(80) - 40, y: random.below(60) - 30)
      let transform = OutputTransform(
        bufferSize: PixelSize(width: 120, height: 90),
        rotation: rotation,
        scale: 1
      )
      self.mask = BlockMask(mask, origin: origin, transform: transform)
      for y in 0..<mask.size.height {
        for x in 0..<mask.size.width {
          let (left, top) = (origin.x + x, origin.y + y)
          let pixel = transform.bufferRect(
            ofView: PixelRect(left: left, top: top, right: left + 1, bottom: top + 1)
          )
          coverage[pixel.top, default: [:]][pixel.left] = mask.bytes[y * mask.size.width + x]
        }
      }
    }

    func coverage(_ x: Int, _ y: Int) -> UInt8 { coverage[y]?[x] ?? 0 }

    /// The sixteen coverages of a block of a row.
    func block(_ block: Int, _ y: Int) -> [UInt8] { (0..<16).map { coverage(block * 16 + $0, y) } }

    func isFull(_ block: Int, _ y: Int) -> Bool { self.block(block, y).allSatisfy { $0 == 255 } }
  }

  /// Every range of the longest run of numbers in `range` that are `good`; the empty one if none is.
  private func longest(_ range: Range<Int>, _ isGood: (Range<Int>) -> Bool) -> Int {
    var longest = 0
    for low in range {
      for end in stride(from: low + longest + 1, through: range.upperBound, by: 1)
      where isGood(low..<end) {
        longest = end - low
      }
    }
    return longest
  }

  @Test(
    "Every block holds the turned mask, and says of what kind it is",
    arguments: Rotation.allCases,
    0..<6
  )
  func blocks(rotation: Rotation, seed: Int) {
    let placed = Placed(rotation: rotation, seed: seed)
    let view = BlockMaskView(placed.mask)
    for y in -45..<140 {
      for block in -5..<12 {
        let expected = placed.block(block, y)
        let found = view.weight(block: block, row: y)
        #expect(
          (0..<16).allSatisfy { found[$0] == weight(of: expected[$0]) },
          "block \(block) of row \(y)"
        )
        let isEmpty = expected.allSatisfy { $0 == 0 }
        let kind: BlockMask.Kind =
          isEmpty ? .empty : placed.isFull(block, y) ? .full : .mixed
        let foundKind = view.kind(block: block, row: y)
        #expect(foundKind == kind, "block \(block) of row \(y)")
        let isInside = view.contains(block: block, row: y)
        #expect(isEmpty || isInside)
      }
    }
  }

  @Test("Of each row it knows the longest run of full blocks", arguments: Rotation.allCases, 0..<6)
  func fullRuns(rotation: Rotation, seed: Int) {
    let placed = Placed(rotation: rotation, seed: seed)
    let view = BlockMaskView(placed.mask)
    let rect = placed.mask.rect
    for y in rect.top - 2..<rect.bottom + 2 {
      let run = view.fullRun(row: y)
      #expect(run.allSatisfy { placed.isFull($0, y) }, "row \(y)")
      let most = longest(-5..<12) { $0.allSatisfy { placed.isFull($0, y) } }
      #expect(run.count == most, "row \(y)")
    }
    for group in 0..<(rect.height + 15) / 16 {
      let rows = rect.top + group * 16..<min(rect.bottom, rect.top + group * 16 + 16)
      let run = view.fullRun(group: group)
      for block in -5..<12 {
        let isInAll = rows.allSatisfy { view.fullRun(row: $0).contains(block) }
        #expect(run.contains(block) == isInAll, "block \(block) of group \(group)")
      }
    }
  }

  @Test(
    "Of each block column it knows the longest runs of full and of upright cut rows, and its ink",
    arguments: Rotation.allCases,
    0..<6
  )
  func columns(rotation: Rotation, seed: Int) {
    let placed = Placed(rotation: rotation, seed: seed)
    let view = BlockMaskView(placed.mask)
    let rows = placed.mask.rect.top..<placed.mask.rect.bottom
    for block in -5..<12 {
      let full = view.fullRows(block: block)
      #expect(full.allSatisfy { placed.isFull(block, $0) })
      #expect(full.count == longest(rows) { $0.allSatisfy { placed.isFull(block, $0) } })
      func isCut(_ rows: Range<Int>) -> Bool {
        let first = placed.block(block, rows.lowerBound)
        return first.contains { $0 > 0 } && first.allSatisfy { $0 == 0 || $0 == 255 }
          && rows.allSatisfy { placed.block(block, $0) == first }
      }
      let cut = view.cutRows(block: block)
      #expect(cut.isEmpty || isCut(cut), "block \(block)")
      #expect(cut.count == longest(rows, isCut), "block \(block)")
      let inked = rows.filter { placed.block(block, $0).contains { $0 > 0 } }
      let ink = view.inkRows(block: block)
      #expect(ink.count == (inked.last ?? -1) - (inked.first ?? 0) + 1)
      #expect(inked.allSatisfy(ink.contains))
    }
    for y in rows {
      let columns = view.inkColumns[(y - rows.lowerBound) / 16]
      let lane = (y - rows.lowerBound) % 16
      let inked = (-60..<200).filter { placed.coverage($0, y) > 0 }
        .map { $0 - placed.mask.rect.left }
      #expect(Int(columns.low[lane]) == inked.first ?? Int(Int16.max))
      #expect(Int(columns.end[lane]) == inked.last.map { $0 + 1 } ?? 0)
    }
  }
}

@Suite("The mask's rim")
struct RimTests {
  @Test("An upright or level edge has the slope of the linear density with its first moment")
  func straightEdges() {
    for coverage in stride(from: 5, through: 250, by: 35) {
      let m = Double(coverage) / 255
      let limit = Int8((6 * m * (1 - m) * 64).rounded())
      // From left to right: nothing, a column that is covered partly, everything.
      let row: [UInt8] = [0, 0, 0, UInt8(coverage), 255, 255, 255]
      let upright = CoverageMask(
        size: PixelSize(width: 7, height: 7),
        bytes: (0..<7).flatMap { _ in row }
      )
      let level = CoverageMask(
        size: PixelSize(width: 7, height: 7),
        bytes: row.flatMap { [UInt8](repeating: $0, count: 7) }
      )
      let rect = PixelRect(left: 16, top: 0, right: 23, bottom: 7)
      let masks = [upright, level].map { BlockMask($0, rect: rect, rotation: .none) }
      for isFlipped in [false, true] {
        let sign: Int8 = isFlipped ? -1 : 1
        let one = masks[0].rim(alongColumns: true, isFlipped: isFlipped)[3]
        #expect(one.across[3] == limit && one.along[3] == 0)
        let two = masks[1].rim(alongColumns: true, isFlipped: isFlipped)[3]
        #expect(two.along[3] == sign * limit && two.across[3] == 0)
        let three = masks[0].rim(alongColumns: false, isFlipped: isFlipped)[3]
        #expect(three.along[3] == sign * limit && three.across[3] == 0)
      }
      let rims = masks[0].rim(alongColumns: true, isFlipped: false)
      #expect(rims[3].across[2] == 0 && rims[3].across[4] == 0)
    }
  }

  /// The common area of a linear density and a fluid, by adding up thin columns.
  private func exact(_ m: Double, _ c: Double, _ rim: (Double, Double), fall: Double) -> Double {
    let (across, along) = rim
    var sum = 0.0
    let count = 400
    for step in 0..<count {
      let x = (Double(step) + 0.5) / Double(count) - 0.5
      let top = 1 - c + fall * x
      // ∫ m + a·x + d·(y − ½) dy from the crest to the pixel's end.
      sum += (m + across * x) * (1 - top) + along * (top * (1 - top)) / 2
    }
    return sum / Double(count)
  }

  @Test("What mask and fluid have in common is the integral over the pixel", arguments: 0..<300)
  func commonArea(seed: Int) {
    var random = SplitMix(seed: seed)
    let m = 30 + random.below(197)
    let c = 40 + random.below(177)
    let (mask, crest) = (Double(m) / 256, Double(c) / 256)
    // A density that is nowhere negative nor more than full, a crest that stays in the pixel.
    let room = min(mask, 1 - mask)
    let across = Double.random(in: -room...room, using: &random)
    let along = Double.random(in: -room...room, using: &random)
    let most = min(0.25, 2 * min(crest, 1 - crest))
    let fall = Double.random(in: -most...most, using: &random)
    var rim = Rim()
    rim.across = SIMD16(repeating: Int8((across * 64).rounded()))
    rim.along = SIMD16(repeating: Int8((along * 64).rounded()))
    let found = common(
      Lanes(repeating: UInt16(m)),
      Lanes(repeating: UInt16(c)),
      rim: rim,
      fall: SignedLanes(repeating: Int16((fall * 64).rounded()))
    )
    let area = exact(mask, crest, (across, along), fall: fall) * 256
    // Slopes in 64ths are off by up to 1/128, which a quarter of a pixel's 256 makes 1; then
    // rounding, and the square of the fall that the estimate leaves out.
    #expect(abs(Double(found[7]) - min(max(area, 0), Double(min(m, c)))) <= 2.5)
  }

  @Test("It is nothing without one, all of one within the other, and never more than either")
  func bounds() {
    var random = SplitMix(seed: 1)
    for _ in 0..<2000 {
      let (m, c) = (UInt16(random.below(257)), UInt16(random.below(257)))
      var rim = Rim()
      rim.across = SIMD16(repeating: Int8(random.below(193) - 96))
      rim.along = SIMD16(repeating: Int8(random.below(193) - 96))
      let fall = SignedLanes(repeating: Int16(random.below(129) - 64))
      let found = common(Lanes(repeating: m), Lanes(repeating: c), rim: rim, fall: fall)[0]
      #expect(found <= min(m, c))
      #expect(
        common(Lanes(repeating: m), Lanes(repeating: 256), rim: rim, fall: fall)[0] == m
          && common(Lanes(repeating: m), Lanes(), rim: rim, fall: fall)[0] == 0
          && common(Lanes(), Lanes(repeating: c), rim: rim, fall: fall)[0] == 0
      )
      #expect(common(Lanes(repeating: 256), Lanes(repeating: c), rim: Rim(), fall: fall)[0] == c)
      let plain = common(Lanes(repeating: m), Lanes(repeating: c), rim: Rim(), fall: SignedLanes())[
        0
      ]
      #expect(Int(plain) == (Int(m) * Int(c) + 128) / 256)
    }
  }
}
