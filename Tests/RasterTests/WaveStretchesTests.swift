// SPDX-License-Identifier: Apache-2.0
import Geometry
import TestSupport
import Testing

@testable import Raster

@Suite("Stretches of a block of waves")
struct WaveStretchesTests {
  /// A layer whose crests lie anywhere, upright or upside down.
  private static func layer(_ random: inout SplitMix, alpha: UInt8) -> WaveLayer {
    let size = PixelSize(width: 16 + random.below(70), height: 20 + random.below(60))
    let mask = CoverageMask(
      size: size,
      bytes: [UInt8](repeating: 255, count: size.width * size.height)
    )
    let transform = OutputTransform(
      bufferSize: PixelSize(width: 160, height: 120),
      rotation: random.below(2) == 0 ? .none : .half,
      scale: 1
    )
    let color = Color(red: 10, green: 20, blue: 30, alpha: 255)
    let colors = WaveLayer.Colors(
      outline: color,
      back: color,
      front: Color(red: 90, green: 20, blue: 30, alpha: alpha),
      figure: color
    )
    var layer = WaveLayer(
      mask: PlacedMask(mask: mask, origin: PixelPoint(x: random.below(40), y: random.below(30))),
      frequency: Double(random.below(5)) / 2,
      colors: colors,
      figures: nil,
      transform: transform
    )
    layer.update(
      level: Double(random.below(121)) / 100 - 0.1,
      amplitude: Double(random.below(9)),
      phase: Double(random.below(360)),
      figure: -1,
      opacity: 1
    )
    return layer
  }

  /// What a row of a block has to show, by the coverage of its sixteen pixels.
  private static func shows(
    _ part: WaveView.Part,
    _ higher: Lanes,
    _ lower: Lanes
  ) -> Bool {
    let (none, all) = (Lanes(), Lanes(repeating: 256))
    return switch part {
    case .base: higher == none && lower == none
    case .middle: higher == all && lower == none
    case .front: higher == all && lower == all
    case .higher: lower == none
    case .lower: higher == all
    case .only: higher == lower
    case .both: true
    }
  }

  @Test("every row lies in one stretch, which shows what its pixels' coverage says")
  func bruteForce() {
    var random = SplitMix(seed: 41)
    var seen: Set<WaveView.Part> = []
    for round in 0..<400 {
      let layer = Self.layer(&random, alpha: round % 3 == 0 ? 200 : 255)
      let view = WaveView(layer)
      let rect = layer.mask.rect
      let first = rect.top + random.below(rect.height)
      let rows = first..<first + random.below(rect.bottom - first + 1)
      for column in 0..<layer.ranges.count {
        let stretches = view.stretches(column, rows: rows)
        var count = [Int](repeating: 0, count: rows.count)
        let parts: [(WaveView.Part, Range<Int>)] = [
          (.base, stretches.base),
          (stretches.isOnly ? .only : .higher, stretches.higher),
          (stretches.isClose ? .both : .middle, stretches.between),
          (.lower, stretches.lower),
          (.front, stretches.front),
        ]
        for (part, covered) in parts where !covered.isEmpty {
          seen.insert(part)
          for y in covered {
            count[y - rows.lowerBound] += 1
            let block = column + layer.mask.firstBlock
            let higher = view.coverage(of: view.higher, block: block, row: y)
            let lower = view.coverage(of: view.lower, block: block, row: y)
            #expect(Self.shows(part, higher, lower), "\(part) in row \(y) of \(rows)")
          }
        }
        #expect(count.allSatisfy { $0 == 1 }, "rows \(rows) in block \(column): \(count)")
      }
    }
    #expect(seen.count == 7)
  }

  @Test("what the crests pass is one range of rows")
  func crests() {
    var random = SplitMix(seed: 42)
    for _ in 0..<200 {
      let layer = Self.layer(&random, alpha: 255)
      let view = WaveView(layer)
      let rows = layer.mask.rect.top..<layer.mask.rect.bottom
      for column in 0..<layer.ranges.count {
        let stretches = view.stretches(column, rows: rows)
        let rest = stretches.base.count + stretches.front.count
        #expect(stretches.crests.count + rest == rows.count)
        #expect(!stretches.crests.overlaps(stretches.base))
        #expect(!stretches.crests.overlaps(stretches.front))
      }
    }
  }
}
