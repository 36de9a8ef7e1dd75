// SPDX-License-Identifier: Apache-2.0
import Geometry
import Raster
import Testing
import Widgets

@Suite("Fill profiles")
struct FillProfileTests {
  /// A disc of `size` rows, its row sums known as chord lengths.
  static func disc(_ size: Int) -> FillProfile {
    FillProfile(
      rowSums: (0..<size).map { row in
        let y = (Double(row) + 0.5) / Double(size) * 2 - 1
        return (1 - y * y).squareRoot()
      }
    )
  }

  @Test(
    "Below the level lies the share that was asked for",
    arguments: [0.01, 0.2, 0.5, 0.83, 0.99]
  )
  func areaBelow(share: Double) {
    // The reference adds the area up again, from the level that came out.
    let level = Self.disc(1000).level(forShare: share)
    let steps = 400_000
    let sums = (0..<steps).reduce(into: (below: 0.0, all: 0.0)) { sums, index in
      let height = (Double(index) + 0.5) / Double(steps)
      let y = height * 2 - 1
      let chord = (1 - y * y).squareRoot()
      sums.all += chord
      if height < level { sums.below += chord }
    }
    #expect(abs(sums.below / sums.all - share) < 2e-4)
  }

  @Test("Levels rise with the share and reach both ends exactly")
  func monotone() {
    let profile = FillProfile(rowSums: [0, 0, 3, 0, 1, 2, 0])
    let levels = (0...1000).map { profile.level(forShare: Double($0) / 1000) }
    #expect(levels.first == 0)
    #expect(levels.last == 1)
    #expect(zip(levels, levels.dropFirst()).allSatisfy { $0 <= $1 })
    #expect(profile.inkRange.lowerBound == 1.0 / 7)
    #expect(profile.inkRange.upperBound == 5.0 / 7)
  }

  @Test("A mask's profile counts coverage, not pixels")
  func coverage() {
    let mask = CoverageMask(
      size: PixelSize(width: 2, height: 2),
      bytes: [255, 255, 85, 85]
    )
    // The upper row holds three quarters of the area.
    #expect(abs(FillProfile(mask).level(forShare: 0.25) - 0.5) < 1e-12)
    #expect(abs(FillProfile(mask).level(forShare: 0.625) - 0.75) < 1e-12)
  }

  @Test(
    "Masks without area are taken for a rectangle",
    arguments: [[], [0.0, 0], [.nan, -1], [.infinity]]
  )
  func empty(rows: [Double]) {
    #expect(FillProfile(rowSums: rows).level(forShare: 0.3) == 0.3)
  }
}
