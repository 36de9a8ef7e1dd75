// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

@testable import Raster

/// Sixteen pieces of an edge, and the exact areas behind them.
struct Pieces {
  var from = FloatLanes()
  var to = FloatLanes()
  var full = FloatLanes()

  /// Pieces that follow from `random`, within `reach` of depth 0, none longer than `height`.
  init(_ random: inout SplitMix, reach: Float, height: Float, full: Float? = nil) {
    for lane in 0..<16 {
      from[lane] = Float.random(in: -reach...reach, using: &random)
      // Level pieces and pieces on a pixel's border, too.
      if random.below(4) == 0 { from[lane] = from[lane].rounded() }
      to[lane] = from[lane] + Float.random(in: -height...height, using: &random)
      if random.below(4) == 0 { to[lane] = from[lane] }
      self.full[lane] = full ?? Float(random.below(257))
    }
  }

  /// The coverage out of 256 of the pixel at `depth` in a step.
  func coverage(_ lane: Int, _ depth: Int) -> Double {
    (area(lane, Double(depth) + 1) - area(lane, Double(depth))) * Double(full[lane])
  }

  /// The area between the piece and the depth `v`, where that is deeper.
  private func area(_ lane: Int, _ v: Double) -> Double {
    let (from, to) = (Double(from[lane]), Double(to[lane]))
    let (low, height) = (min(from, to), abs(to - from))
    if v <= low { return 0 }
    // A triangle as long as the chord is above v, and a trapezium where all of it is.
    if v < low + height { return (v - low) * (v - low) / (2 * height) }
    return v - low - height / 2
  }
}

@Suite("Exact areas behind an edge")
struct EdgeTableTests {
  /// A whole number is off by half; where a crest within 2⁻¹⁰ px of a border is put on it, by a
  /// quarter more.
  private static let tolerance = 0.76

  private func table(_ pieces: Pieces, isSteep: Bool) -> EdgeTable {
    var table = EdgeTable(blocks: 2)
    table.begin(isSteep: isSteep)
    table.set(block: 1, from: pieces.from, to: pieces.to, full: pieces.full)
    return table
  }

  @Test("Each pixel's coverage is the area under its chord", arguments: [false, true], 0..<25)
  func coverage(isSteep: Bool, seed: Int) {
    var random = SplitMix(seed: seed)
    let pieces = Pieces(&random, reach: 200, height: isSteep ? 40 : 1)
    let table = table(pieces, isSteep: isSteep)
    let view = EdgeView(table)
    for depth in -245...245 {
      let found = view.coverage(block: 1, depth: depth)
      for lane in 0..<16 {
        let exact = pieces.coverage(lane, depth)
        #expect(
          abs(Double(found[lane]) - exact) <= Self.tolerance,
          "step \(lane) at \(depth): \(pieces.from[lane]) to \(pieces.to[lane])"
        )
      }
    }
  }

  @Test(
    "Nothing is covered before the range of partial pixels, and all behind it",
    arguments: [false, true],
    0..<25
  )
  func ranges(isSteep: Bool, seed: Int) {
    var random = SplitMix(seed: seed)
    let pieces = Pieces(&random, reach: 60, height: isSteep ? 20 : 1)
    let table = table(pieces, isSteep: isSteep)
    let view = EdgeView(table)
    let ends = table.end(steps: 1)
    for depth in -90...90 {
      let found = view.coverage(block: 1, depth: depth)
      for lane in 0..<16 {
        let full = UInt16(pieces.full[lane])
        if depth < Int(table.steps[1].start[lane]) { #expect(found[lane] == 0) }
        if depth >= Int(ends[lane]) { #expect(found[lane] == full, "step \(lane) at \(depth)") }
      }
    }
    #expect(table.low(block: 1) == (0..<16).map { Int(table.steps[1].start[$0]) }.min())
    #expect(table.end(block: 1) == (0..<16).map { Int(ends[$0]) }.max())
  }

  @Test(
    "Seen along the depth, forth and back, a step has the coverages of its column",
    arguments: [false, true],
    0..<10
  )
  func alongDepth(isSteep: Bool, seed: Int) {
    var random = SplitMix(seed: seed)
    let pieces = Pieces(&random, reach: 30, height: isSteep ? 20 : 1)
    let table = table(pieces, isSteep: isSteep)
    let view = EdgeView(table)
    for lane in 0..<16 {
      for depth in stride(from: -50, through: 50, by: 7) {
        let forth = view.coverage(step: 16 + lane, depth: depth, isFlipped: false)
        let back = view.coverage(step: 16 + lane, depth: depth, isFlipped: true)
        for index in 0..<16 {
          #expect(forth[index] == view.coverage(block: 1, depth: depth + index)[lane])
          #expect(back[index] == view.coverage(block: 1, depth: depth - index)[lane])
        }
      }
    }
  }

  @Test("A table keeps how far each piece falls, in 64ths", arguments: 0..<10)
  func falls(seed: Int) {
    var random = SplitMix(seed: seed)
    let pieces = Pieces(&random, reach: 100, height: 30)
    let table = table(pieces, isSteep: true)
    let view = EdgeView(table)
    for lane in 0..<16 {
      let exact = (pieces.to[lane] - pieces.from[lane]) * 64
      #expect(abs(Float(view.fall(block: 1)[lane]) - exact) <= 0.51)
      #expect(view.fall(step: 16 + lane) == view.fall(block: 1)[lane])
    }
  }

  @Test(
    "A copy that lies deeper covers the same, so many pixels deeper",
    arguments: [false, true],
    [0, 1, -17, 400]
  )
  func shifted(isSteep: Bool, shift: Int) {
    var random = SplitMix(seed: shift)
    let original = table(Pieces(&random, reach: 30, height: isSteep ? 9 : 1), isSteep: isSteep)
    var copy = EdgeTable(blocks: 2)
    copy.begin(isSteep: isSteep)
    copy.set(block: 1, like: original, shift: shift)
    let (view, other) = (EdgeView(original), EdgeView(copy))
    for depth in -60...60 {
      let expected = view.coverage(block: 1, depth: depth)
      #expect(other.coverage(block: 1, depth: depth + shift) == expected, "at \(depth)")
    }
    #expect(copy.low(block: 1) == original.low(block: 1) + shift)
    #expect(copy.end(block: 1) == original.end(block: 1) + shift)
  }
}

@Suite("Ranges of partly covered pixels")
struct EdgeRangesTests {
  /// Ranges that follow from `random`.
  private func ranges(_ random: inout SplitMix) -> EdgeRanges {
    var ranges = EdgeRanges()
    ranges.firstLow = Int16(random.below(100) - 50)
    ranges.firstEnd = ranges.firstLow + Int16(random.below(9))
    ranges.secondLow = Int16(random.below(100) - 50)
    ranges.secondEnd = ranges.secondLow + Int16(random.below(9))
    return ranges
  }

  @Test("Joined they hold what either holds, and no pixel beyond both", arguments: 0..<100)
  func joined(seed: Int) {
    var random = SplitMix(seed: seed)
    let (one, other) = (ranges(&random), ranges(&random))
    let joined = one.joined(other)
    #expect(joined.firstLow == min(one.firstLow, other.firstLow))
    #expect(joined.firstEnd == max(one.firstEnd, other.firstEnd))
    #expect(joined.secondLow == min(one.secondLow, other.secondLow))
    #expect(joined.secondEnd == max(one.secondEnd, other.secondEnd))
    #expect(one.first(with: other) == Int(joined.firstLow)..<Int(joined.firstEnd))
    #expect(one.second(with: other) == Int(joined.secondLow)..<Int(joined.secondEnd))
  }

  @Test("Seen from the other end the second range holds the mirrored pixels", arguments: 0..<50)
  func mirrored(seed: Int) {
    var random = SplitMix(seed: seed)
    let ranges = ranges(&random)
    let mirrored = ranges.secondMirrored
    for pixel in Int16(-70)..<70 {
      #expect(
        (ranges.secondLow..<ranges.secondEnd).contains(pixel)
          == (mirrored.secondLow..<mirrored.secondEnd).contains(-1 - pixel)
      )
    }
    #expect(mirrored.firstLow == ranges.firstLow && mirrored.firstEnd == ranges.firstEnd)
  }

  @Test("Of two tables they say where coverage is partial", arguments: [false, true], 0..<10)
  func tables(isSteep: Bool, seed: Int) {
    var random = SplitMix(seed: seed)
    var (first, second) = (EdgeTable(blocks: 1), EdgeTable(blocks: 1))
    first.begin(isSteep: isSteep)
    second.begin(isSteep: isSteep)
    let height: Float = isSteep ? 12 : 1
    let one = Pieces(&random, reach: 40, height: height, full: 256)
    let two = Pieces(&random, reach: 40, height: height, full: 256)
    first.set(block: 0, from: one.from, to: one.to, full: one.full)
    second.set(block: 0, from: two.from, to: two.to, full: two.full)
    let steps = StepRanges(first, second, block: 0)
    let (firstView, secondView) = (EdgeView(first), EdgeView(second))
    for depth in -60..<60 {
      let (near, far) = (
        firstView.coverage(block: 0, depth: depth), secondView.coverage(block: 0, depth: depth)
      )
      for lane in 0..<16 {
        let ranges = steps[lane]
        if near[lane] != 0 && near[lane] != 256 {
          #expect((Int(ranges.firstLow)..<Int(ranges.firstEnd)).contains(depth))
        }
        if far[lane] != 0 && far[lane] != 256 {
          #expect((Int(ranges.secondLow)..<Int(ranges.secondEnd)).contains(depth))
        }
      }
    }
    #expect(steps.joined == EdgeRanges(first, second, block: 0))
  }

  @Test("Step by step they join and mirror as one range does", arguments: 0..<20)
  func steps(seed: Int) {
    var random = SplitMix(seed: seed)
    var (one, other) = (StepRanges(), StepRanges())
    for lane in 0..<16 {
      let (left, right) = (ranges(&random), ranges(&random))
      one.firstLow[lane] = left.firstLow
      one.firstEnd[lane] = left.firstEnd
      one.secondLow[lane] = left.secondLow
      one.secondEnd[lane] = left.secondEnd
      other.firstLow[lane] = right.firstLow
      other.firstEnd[lane] = right.firstEnd
      other.secondLow[lane] = right.secondLow
      other.secondEnd[lane] = right.secondEnd
    }
    for lane in 0..<16 {
      #expect(one.joined(other)[lane] == one[lane].joined(other[lane]))
      #expect(one.secondMirrored[lane] == one[lane].secondMirrored)
    }
    let all = (1..<16).reduce(one[0]) { $0.joined(one[$1]) }
    #expect(one.joined == all)
  }
}
