// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import Imaging

@Suite("Weights of samples")
struct ResamplingTests {
  @Test(
    "Every sample that is named exists and counts, and a result inside the source is whole",
    arguments: [1, 2, 3, 8, 31],
    [0.2, 0.5, 0.999, 1, 1.5, 2, 7.3]
  )
  func taps(count: Int, scale: Double) {
    for length in [1, 2, 9, 40] {
      for isWhole in [false, true] {
        let resampling = Resampling(from: count, to: length, scale: scale, isWhole: isWhole)
        #expect(resampling.taps.count == length)
        let middle = (Double(length) - Double(count) * scale) / 2
        let start = isWhole ? middle.rounded(.down) : middle
        for (position, taps) in resampling.taps.enumerated() {
          #expect(taps.allSatisfy { (0..<count).contains($0.index) && $0.weight > 0 })
          #expect(Set(taps.map(\.index)).count == taps.count)
          // How much of the result lies over the source.
          let low = max(Double(position), start)
          let high = min(Double(position + 1), start + Double(count) * scale)
          let total = Double(taps.reduce(0) { $0 + $1.weight })
          #expect(abs(total - max(0, high - low)) < 1e-5, "\(position) of \(length)")
        }
      }
    }
  }
}
