// SPDX-License-Identifier: Apache-2.0
import Geometry
import Raster
import Testing

@Suite("Blurred masks")
struct BlurTests {
  /// The most by which a coverage may be off: half a step of 1/65535 by each of six means, and half
  /// a step of its own.
  private static let tolerance = 0.5 + 6 * 0.5 / 257 + 1e-9

  /// Coverages without a pattern.
  private static func noise(_ width: Int, _ height: Int) -> CoverageMask {
    var state: UInt32 = 7
    let bytes = (0..<width * height).map { _ -> UInt8 in
      state = state &* 1_664_525 &+ 1_013_904_223
      return UInt8(state >> 24)
    }
    return CoverageMask(size: PixelSize(width: width, height: height), bytes: bytes)
  }

  /// Weights of the distances -reach … reach: three boxes convolved with each other.
  private func kernel(_ reach: Int) -> [Double] {
    var kernel = [1.0]
    for radius in [reach / 3, (reach + 1) / 3, (reach + 2) / 3] {
      var next = [Double](repeating: 0, count: kernel.count + 2 * radius)
      for (index, weight) in kernel.enumerated() {
        for shift in 0...2 * radius { next[index + shift] += weight / Double(2 * radius + 1) }
      }
      kernel = next
    }
    return kernel
  }

  /// The exact coverages, out of 255.
  private func reference(_ mask: CoverageMask, _ reach: Int) -> [Double] {
    let kernel = kernel(reach)
    let (width, height) = (mask.size.width + 2 * reach, mask.size.height + 2 * reach)
    var rows = [Double](repeating: 0, count: width * mask.size.height)
    for y in 0..<mask.size.height {
      for x in 0..<mask.size.width {
        let value = Double(mask.bytes[y * mask.size.width + x])
        for (shift, weight) in kernel.enumerated() { rows[y * width + x + shift] += value * weight }
      }
    }
    var all = [Double](repeating: 0, count: width * height)
    for y in 0..<mask.size.height {
      for x in 0..<width {
        for (shift, weight) in kernel.enumerated() {
          all[(y + shift) * width + x] += rows[y * width + x] * weight
        }
      }
    }
    return all
  }

  private func mirrored(_ mask: CoverageMask, upsideDown: Bool) -> CoverageMask {
    let (width, height) = (mask.size.width, mask.size.height)
    return CoverageMask(
      size: mask.size,
      bytes: (0..<width * height).map { index in
        let (x, y) = (index % width, index / width)
        return upsideDown
          ? mask.bytes[(height - 1 - y) * width + x] : mask.bytes[y * width + width - 1 - x]
      }
    )
  }

  @Test(
    "Each coverage is that of three boxes, rounded",
    arguments: [1, 2, 3, 4, 7, 12, 24, 60],
    [PixelSize(width: 37, height: 23), PixelSize(width: 1, height: 5)]
  )
  func exact(reach: Int, size: PixelSize) {
    for mask in [Self.noise(size.width, size.height), MaskShape.rectangle(size, radius: 6)] {
      let blurred = mask.blurred(reach: reach)
      let larger = PixelSize(width: size.width + 2 * reach, height: size.height + 2 * reach)
      #expect(blurred.size == larger)
      var most = 0.0
      for (byte, exact) in zip(blurred.bytes, reference(mask, reach)) {
        most = max(most, abs(Double(byte) - exact))
      }
      #expect(most <= Self.tolerance)
    }
  }

  @Test("A single pixel becomes 1, 3, 6, 7, 6, 3, 1 parts of 27 in each direction")
  func pixel() {
    let one = CoverageMask(size: PixelSize(width: 1, height: 1), bytes: [255])
    let blurred = one.blurred(reach: 3)
    // 255 · 7 / 729 is 2.449, of which these are 1, 3, 6 and 7.
    let expected: [UInt8] = [2, 7, 15, 17, 15, 7, 2]
    let (row, column) = (blurred.bytes[21..<28], (0..<7).map { blurred.bytes[$0 * 7 + 3] })
    #expect(Array(row) == expected)
    #expect(column == expected)
    #expect(blurred.bytes[0] == 0)
  }

  @Test("It is the same from either side", arguments: [1, 5, 12], [true, false])
  func symmetric(reach: Int, upsideDown: Bool) {
    let mask = Self.noise(31, 18)
    #expect(
      mirrored(mask, upsideDown: upsideDown).blurred(reach: reach)
        == mirrored(mask.blurred(reach: reach), upsideDown: upsideDown)
    )
  }

  @Test("The sum stays, and what is far from every edge is whole")
  func sum() {
    let size = PixelSize(width: 100, height: 60)
    let mask = CoverageMask(size: size, bytes: Array(repeating: 255, count: 6000))
    let blurred = mask.blurred(reach: 9)
    for y in 18..<60 {
      let row = blurred.bytes[(y * 118 + 18)..<(y * 118 + 100)]
      #expect(row.allSatisfy { $0 == 255 })
    }
    let sum = blurred.bytes.reduce(0) { $0 + Int($1) }
    // All others are at most rounded.
    let most = Double(118 * 78 - 82 * 42) * Self.tolerance
    let difference = Double(abs(sum - 6000 * 255))
    #expect(difference <= most)
  }

  @Test("Without a reach, or without pixels, nothing is done")
  func none() {
    let mask = Self.noise(9, 7)
    #expect(mask.blurred(reach: 0) == mask)
    let empty = CoverageMask(size: PixelSize(width: 0, height: 4), bytes: [])
    #expect(empty.blurred(reach: 5) == empty)
  }
}
