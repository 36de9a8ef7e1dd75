// SPDX-License-Identifier: Apache-2.0
import Glibc
import TestSupport
import Testing

@testable import Raster

@Suite("Sine and cosine")
struct TrigonometryTests {
  @Test("They agree with the C library's", arguments: [1, 100, 10_000, 1_000_000], 0..<4)
  func values(reach: Double, seed: Int) {
    var random = SplitMix(seed: seed)
    for _ in 0..<500 {
      let angle = Double.random(in: -reach...reach, using: &random)
      let (sine, cosine) = Trigonometry.sineAndCosine(angle)
      #expect(abs(sine - Glibc.sin(angle)) <= 2e-15, "\(angle)")
      #expect(abs(cosine - Glibc.cos(angle)) <= 2e-15, "\(angle)")
    }
  }

  @Test("At quarter turns they are 0 and ±1", arguments: -9...9)
  func quarterTurns(turns: Int) {
    let (sine, cosine) = Trigonometry.sineAndCosine(Double(turns) * .pi / 2)
    let expected: [(Double, Double)] = [(0, 1), (1, 0), (0, -1), (-1, 0)]
    #expect(abs(sine - expected[turns & 3].0) <= 2e-15)
    #expect(abs(cosine - expected[turns & 3].1) <= 2e-15)
  }

  @Test("A tangent is their quotient", arguments: [-1.5, -0.3, 0, 0.7, 1.2])
  func tangent(angle: Double) {
    #expect(
      abs(Trigonometry.tangent(angle) / 1 - Glibc.tan(angle)) <= 1e-12
        * max(1, abs(Glibc.tan(angle)))
    )
  }

  @Test("What is no number counts as 0, and what is huge stays on the circle")
  func extremes() {
    for angle in [Double.nan, .infinity, -.infinity] {
      #expect(Trigonometry.sineAndCosine(angle) == (0, 1))
    }
    for angle in [1e9, -1e15, 1e300] {
      let (sine, cosine) = Trigonometry.sineAndCosine(angle)
      #expect(abs(sine * sine + cosine * cosine - 1) <= 1e-14)
    }
  }
}
