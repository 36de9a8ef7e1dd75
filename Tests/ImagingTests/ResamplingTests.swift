// SPDX-License-Identifier: Apache-2.0
import Geometry
import Raster
import TestSupport
import Testing

@testable import Imaging

@Suite("Weights of samples")
struct ResamplingTests {
  @Test(
    "Every sample of a share exists, and its weights are what of the result lies over the source",
    arguments: [1, 2, 3, 8, 31, 8192],
    [0.0003, 0.2, 0.5, 0.999, 1, 1.5, 2, 7.3]
  )
  func shares(count: Int, scale: Double) {
    for length in [1, 2, 9, 40] {
      for isWhole in [false, true] {
        let resampling = Resampling(from: count, to: length, scale: scale, isWhole: isWhole)
        #expect(resampling.shares.count == length)
        let middle = (Double(length) - Double(count) * scale) / 2
        let start = isWhole ? middle.rounded(.down) : middle
        for (position, share) in resampling.shares.enumerated() {
          #expect(share.first >= 0 && share.count >= 0 && share.first + share.count <= count)
          #expect(share.count > 2 || share.body == 0)
          #expect(share.count > 1 || share.tail == 0)
          let low = max(Double(position), start)
          let high = min(Double(position + 1), start + Double(count) * scale)
          let total = Double(share.head + share.body + share.tail)
          let expected = max(0, high - low) * Double(Resampling.whole)
          #expect(abs(total - expected) <= 0.5 + 1e-6, "\(position) of \(length)")
        }
      }
    }
  }
}

@Suite("Pictures of another size")
struct ScaledPictureTests {
  /// How much each of `count` samples counts in a result that is `low ..< high` of them: the area that they
  /// share, or, where it is less than a sample, between centres.
  private func weights(_ low: Double, _ high: Double, _ count: Int) -> [Double] {
    let extent = high - low
    if extent > 1 {
      return (0..<count).map { max(0, min(high, Double($0 + 1)) - max(low, Double($0))) / extent }
    }
    let inside = max(0, min(high, Double(count)) - max(low, 0)) / extent
    let middle = min(max((low + high) / 2 - 0.5, 0), Double(count - 1))
    return (0..<count).map { max(0, 1 - abs(middle - Double($0))) * inside }
  }

  /// Premultiplied channels, by the definition.
  private func reference(_ image: DecodedImage, _ box: PixelSize, _ fit: PictureFit) -> [Double] {
    let across = Double(box.width) / Double(image.size.width)
    let down = Double(box.height) / Double(image.size.height)
    let scale = fit == .contain ? min(across, down) : max(across, down)
    func lines(_ count: Int, _ length: Int) -> [[Double]] {
      let start = (Double(length) - Double(count) * scale) / 2
      return (0..<length).map {
        weights((Double($0) - start) / scale, (Double($0 + 1) - start) / scale, count)
      }
    }
    let columns = lines(image.size.width, box.width)
    let rows = lines(image.size.height, box.height)
    return rows.flatMap { row in
      let line = (0..<image.size.width).map { x -> [Double] in
        var sums = [0.0, 0, 0, 0]
        for y in row.indices where row[y] > 0 {
          let place = 4 * (y * image.size.width + x)
          let alpha = Double(image.rgba[place + 3])
          for channel in 0..<3 {
            sums[channel] += row[y] * Double(image.rgba[place + channel]) * alpha / 255
          }
          sums[3] += row[y] * alpha
        }
        return sums
      }
      return columns.flatMap { column in
        (0..<4).map { channel in
          column.indices.reduce(0) { $0 + column[$1] * line[$1][channel] }
        }
      }
    }
  }

  private func image(_ width: Int, _ height: Int, hasAlpha: Bool, seed: Int) -> DecodedImage {
    var random = SplitMix(seed: seed)
    // Black and white as often as not, in which errors of weights show most.
    let rgba = (0..<width * height).flatMap { _ -> [UInt8] in
      let isExtreme = random.below(2) == 0
      return (0..<4).map { channel in
        if channel == 3 && !hasAlpha { return 255 }
        return isExtreme ? UInt8(random.below(2) * 255) : UInt8(random.below(256))
      }
    }
    return DecodedImage(
      size: PixelSize(width: width, height: height),
      hasAlpha: hasAlpha,
      rgba: rgba
    )
  }

  @Test(
    "Each channel is the nearest to the mean over its area, or to what lies between centres",
    arguments: [
      (60, 40, 40, 27), (60, 40, 41, 40), (64, 64, 21, 9), (9, 7, 31, 22), (13, 13, 14, 14),
      (8192, 3, 3, 2), (2, 5000, 7, 3), (300, 200, 1, 1), (1, 1, 5, 5), (50, 3, 2, 9),
    ],
    [PictureFit.contain, .cover]
  )
  func reference(_ sizes: (Int, Int, Int, Int), fit: PictureFit) {
    for hasAlpha in [false, true] {
      let source = image(sizes.0, sizes.1, hasAlpha: hasAlpha, seed: sizes.0 + sizes.2)
      let box = PixelSize(width: sizes.2, height: sizes.3)
      let expected = reference(source, box, fit)
      let (pixels, _) = source.premultiplied(in: box, fit: fit)
      #expect(pixels.count == expected.count)
      // Half a step, and what weights of 16 bits and rounding between columns and rows take.
      let wrong = pixels.indices.first { abs(Double(pixels[$0]) - expected[$0]) > 0.53 }
      #expect(wrong == nil, "\(hasAlpha)")
    }
  }

  @Test(
    "One colour stays that colour, and what is opaque opaque",
    arguments: [(7, 5), (40, 40), (41, 23), (100, 9)]
  )
  func constant(width: Int, height: Int) {
    for value in UInt8.min...255 {
      let alpha = value % 3 == 0 ? 255 : 255 - value / 2
      let size = PixelSize(width: 40, height: 40)
      let pixel = [value, 255 - value, 9, alpha]
      let whole = DecodedImage(
        size: size,
        hasAlpha: alpha < 255,
        rgba: (0..<size.bounds.area).flatMap { _ in pixel }
      )
      let box = PixelSize(width: width, height: height)
      let (pixels, _) = whole.premultiplied(in: box, fit: .cover)
      let share = Double(alpha) / 255
      let expected = pixel[..<3].map { UInt8((Double($0) * share).rounded()) } + [alpha]
      let wrong = pixels.indices.first { pixels[$0] != expected[$0 % 4] }
      #expect(wrong == nil, "\(value)")
    }
  }
}
