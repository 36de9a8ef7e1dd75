// SPDX-License-Identifier: Apache-2.0
import Geometry
import TestSupport
import Testing

@testable import Raster

@Suite("Rows of a disc")
struct DiscRowsTests {
  /// A disc near the upper left corner; its middle and its radius follow from `random`.
  private func disc(_ random: inout SplitMix, radius: Double? = nil) -> DiscLayer.State {
    DiscLayer.State(
      x: Double(random.below(40_000)) / 1000 - 5,
      y: Double(random.below(40_000)) / 1000 - 5,
      radius: radius ?? Double(random.below(40_000)) / 1000,
      opacity: 256
    )
  }

  /// How far the nearest and the farthest point of a pixel lie from the disc's middle.
  private func distances(_ column: Int, _ row: Int, _ disc: DiscLayer.State) -> ClosedRange<Double>
  {
    func ends(_ low: Int, _ middle: Double) -> (near: Double, far: Double) {
      let (before, behind) = (Double(low) - middle, Double(low + 1) - middle)
      return (max(before, -behind, 0), max(-before, behind))
    }
    let (across, down) = (ends(column, disc.x), ends(row, disc.y))
    let near = (across.near * across.near + down.near * down.near).squareRoot()
    return near...(across.far * across.far + down.far * down.far).squareRoot()
  }

  @Test(
    "What the disc reaches is touched, what it does not cover is not covered",
    arguments: 0..<60
  )
  func rows(seed: Int) {
    var random = SplitMix(seed: seed)
    let disc = disc(&random)
    let rows = DiscRows(disc)
    for row in -60..<90 {
      let (touched, covered) = (rows.touched(row: row), rows.covered(row: row))
      let wrong = (-60..<90).first { column in
        let distances = distances(column, row, disc)
        let (isTouched, isCovered) = (touched.contains(column), covered.contains(column))
        return distances.lowerBound < disc.radius && !isTouched
          || distances.upperBound > disc.radius && isCovered
          // Not much more is touched, nor less covered: a pixel and the margin.
          || distances.lowerBound >= max(disc.radius, 1) + 2 && isTouched
          || distances.upperBound < disc.radius - 2 && !isCovered
          || isTouched && !rows.bounds.contains(x: column, y: row)
      }
      #expect(wrong == nil, "row \(row)")
    }
  }

  @Test("An invisible disc has no rows, and a tiny one covers nothing")
  func nothing() {
    let hidden = DiscRows(DiscLayer.State(x: 20, y: 20, radius: 9, opacity: 0))
    #expect(hidden.bounds.isEmpty && hidden.covered(row: 20).isEmpty)
    let tiny = DiscRows(DiscLayer.State(x: 20.5, y: 20.5, radius: 0.9, opacity: 256))
    #expect(tiny.covered(row: 20).isEmpty && tiny.touched(row: 20).contains(20))
  }

  @Test("Between two rims lies whatever differs, and not the middle", arguments: 0..<40)
  func ring(seed: Int) {
    var random = SplitMix(seed: seed)
    let small = disc(&random, radius: seed % 4 == 0 ? nil : 60 + Double(random.below(9000)) / 1000)
    var large = small
    large.radius += Double(random.below(9000)) / 1000
    let (one, other) = (DiscRows(small), DiscRows(large))
    let region = seed % 2 == 0 ? one.ring(to: other) : other.ring(to: one)
    let frame = one.bounds.union(other.bounds)
    var count = 0
    for row in frame.top..<frame.bottom {
      let covered = one.covered(row: row).clamped(to: other.covered(row: row))
      let touched = other.touched(row: row)
      let columns = frame.left..<frame.right
      let isIn = columns.map { region.contains(x: $0, y: row) }
      count += isIn.count { $0 }
      let missing = columns.first { column in
        touched.contains(column) && !covered.contains(column) && !isIn[column - frame.left]
      }
      #expect(missing == nil, "row \(row)")
    }
    guard small.radius >= 60 else { return }
    // Of a thin ring's frame three fifths are hollow in seven bands.
    #expect(count < frame.width * frame.height * 6 / 10)
    #expect(!region.contains(x: Int(small.x.rounded(.down)), y: Int(small.y.rounded(.down))))
  }
}

extension PixelRect {
  fileprivate func contains(x: Int, y: Int) -> Bool {
    x >= left && x < right && y >= top && y < bottom
  }
}
