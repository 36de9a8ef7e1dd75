// SPDX-License-Identifier: Apache-2.0
import Geometry
import TestSupport
import Testing
import Touch

@Suite("Calibration fit")
struct CalibrationFitTests {
  private static let corners = [(0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9)]

  /// The pairs of a panel whose reports `matrix` takes to the truth, each report off by up to `noise`.
  private func pairs(
    _ reports: [(Double, Double)],
    _ matrix: AffineTransform,
    noise: Double = 0,
    seed: Int = 1
  ) -> [CalibrationFit.Pair] {
    var random = SplitMix(seed: seed)
    func error() -> Double { noise > 0 ? .random(in: -noise...noise, using: &random) : 0 }
    return reports.map { x, y in
      let (shownX, shownY) = matrix(x, y)
      return CalibrationFit.Pair(
        shownX: shownX + error(),
        shownY: shownY + error(),
        reportedX: x,
        reportedY: y
      )
    }
  }

  @Test(
    "Four exact corners give the map that they came from",
    arguments: [
      AffineTransform.identity, AffineTransform(0, -1, 1, 1, 0, 0),
      AffineTransform(-1, 0, 1, 0, -1, 1), AffineTransform(1.21, 0.03, -0.11, -0.02, 0.87, 0.06),
    ]
  )
  func exact(matrix: AffineTransform) throws {
    let fit = try #require(CalibrationFit(pairs(Self.corners, matrix)))
    for (found, original) in zip(numbers(fit.matrix), numbers(matrix)) {
      #expect(abs(found - original) < 1e-12)
    }
    #expect(fit.largestError < 1e-12)
  }

  private func numbers(_ matrix: AffineTransform) -> [Double] {
    [matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f]
  }

  @Test("Of inexact touches no other map has smaller squares", arguments: [4, 5, 9], 1...5)
  func leastSquares(count: Int, seed: Int) throws {
    var random = SplitMix(seed: seed)
    let reports = (0..<count).map { index -> (Double, Double) in
      index < 4
        ? Self.corners[index]
        : (.random(in: 0...1, using: &random), .random(in: 0...1, using: &random))
    }
    let pairs = pairs(
      reports,
      AffineTransform(0.9, 0.05, 0.02, -0.04, 1.1, -0.03),
      noise: 0.02,
      seed: seed
    )
    let fit = try #require(CalibrationFit(pairs))
    // At the minimum the errors are orthogonal to the coordinates and to 1.
    var (sums, largest) = (Array(repeating: 0.0, count: 6), 0.0)
    for pair in pairs {
      let (x, y) = fit.matrix(pair.reportedX, pair.reportedY)
      let (across, down) = (x - pair.shownX, y - pair.shownY)
      for (index, weight) in [1, pair.reportedX, pair.reportedY].enumerated() {
        sums[index] += across * weight
        sums[index + 3] += down * weight
      }
      largest = max(largest, (across * across + down * down).squareRoot())
    }
    #expect(sums.allSatisfy { abs($0) < 1e-12 })
    #expect(abs(fit.largestError - largest) < 1e-12)
    #expect(largest > 0)
  }

  @Test("A corner that was missed shows in the error")
  func missedCorner() throws {
    var pairs = pairs(Self.corners, .identity)
    pairs[2].reportedX = 0.3
    #expect(try #require(CalibrationFit(pairs)).largestError > 0.1)
  }

  @Test(
    "Points that determine no map give none",
    arguments: [
      [], [(0.1, 0.1), (0.9, 0.1), (0.9, 0.9)], [(0.1, 0.1), (0.2, 0.2), (0.5, 0.5), (0.9, 0.9)],
      [(0.5, 0.5), (0.5, 0.5), (0.5, 0.5), (0.5, 0.5)],
      [(0.1, 0.5), (0.4, 0.501), (0.7, 0.5), (0.9, 0.501)],
      [(0.1, 0.1), (0.9, .nan), (0.9, 0.9), (0.1, 0.9)],
      [(0.1, 0.1), (.infinity, 0.1), (0.9, 0.9), (0.1, 0.9)],
    ] as [[(Double, Double)]]
  )
  func undetermined(reports: [(Double, Double)]) {
    #expect(CalibrationFit(pairs(reports, .identity)) == nil)
  }

  @Test("Shown points in a line give none, wherever the panel reported them")
  func shownLine() {
    let pairs = Self.corners.map { x, y in
      CalibrationFit.Pair(shownX: x, shownY: x, reportedX: x, reportedY: y)
    }
    #expect(CalibrationFit(pairs) == nil)
  }
}
