// SPDX-License-Identifier: Apache-2.0
import Geometry
import LayerTrials
import TestSupport
import Testing

@testable import Raster

@Suite("How often a pixel is written", .serialized)
struct WrittenOnceTests {
  private static let buffers = 2

  /// The first pixel that one of some frames of layers, the lowest first, writes twice; nil if there is none.
  ///
  /// Looked at are pixels in which so many layers lie `least`.
  private func rewritten<Packing: PixelPacking>(
    _ kinds: [any LayerTrial.Type],
    seed: Int,
    rotation: Rotation,
    least: Int,
    _ format: PixelFormat,
    _ packing: Packing
  ) -> String? where Packing.Pixel: FixedWidthInteger {
    var random = SplitMix(seed: seed)
    var choices = ByteScript(
      bytes: (0..<8192).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    )
    let view = PixelSize(width: 32 + random.below(50), height: 20 + random.below(30))
    let size = rotation.swapsAxes ? PixelSize(width: view.height, height: view.width) : view
    let transform = OutputTransform(bufferSize: size, rotation: rotation, scale: 1)
    var layers = LayerStack(
      transform: transform,
      background: Color(rgb: 0x123456),
      bufferCount: Self.buffers
    )
    var trials = kinds.map { kind in
      var trial: any LayerTrial = kind.init(&choices, view: view)
      trial.add(to: &layers, transform)
      return trial
    }
    let counter = WriteCounter<Packing.Pixel>(pixelCount: size.bounds.area)
    for frame in 0..<10 {
      for index in trials.indices {
        if frame > 0 { trials[index].change(&choices) }
        trials[index].show(in: &layers)
      }
      counter.paint { bytes in
        var canvas = Canvas(
          bytes,
          strideBytes: size.width * format.bytesPerPixel,
          format: format,
          size: size
        )
        let packing = CountingPacking(base: packing)
        _ = layers.paint(into: &canvas, buffer: frame % Self.buffers, as: packing)
      }
      let bounds = layers.bounds
      let twice = counter.counts.indices.first { index in
        let (y, x) = index.quotientAndRemainder(dividingBy: size.width)
        let pixel = PixelRect(left: x, top: y, right: x + 1, bottom: y + 1)
        return counter.counts[index] > 1 && bounds.count { $0.intersects(pixel) } >= least
      }
      if let twice {
        return "frame \(frame) writes (\(twice % size.width), \(twice / size.width)) of \(size)"
          + " \(counter.counts[twice]) times"
      }
      // All of a buffer is written in its first frame, which shows that writes are counted.
      if frame < Self.buffers, counter.counts.count(where: { $0 == 0 }) > size.bounds.area / 2 {
        return "frame \(frame) leaves half of \(size)"
      }
    }
    return nil
  }

  /// The seeds of a rotation: others than those of the rest, one for each format.
  private static func seeds(_ rotation: Rotation) -> Range<Int> {
    let first = 2 * (Rotation.allCases.firstIndex(of: rotation) ?? 0)
    return first..<first + 2
  }

  /// The same in the format of the seed.
  private func rewritten(
    _ kinds: [any LayerTrial.Type],
    seed: Int,
    rotation: Rotation,
    least: Int
  ) -> String? {
    let (turn, isWide) = (rotation, seed % 2 == 0)
    return isWide
      ? rewritten(kinds, seed: seed, rotation: turn, least: least, .xrgb8888, XRGB8888Packing())
      : rewritten(kinds, seed: seed, rotation: turn, least: least, .rgb565, RGB565Packing())
  }

  @Test(
    "What several layers change is written once a frame, each kind over and under others",
    arguments: LayerTrials.all.indices,
    Rotation.allCases
  )
  func stacked(index: Int, rotation: Rotation) {
    for seed in Self.seeds(rotation) {
      var random = SplitMix(seed: seed * 97 + index)
      var kinds = (0..<1 + random.below(3)).map { _ in
        LayerTrials.all[random.below(LayerTrials.all.count)].kind
      }
      kinds.insert(LayerTrials.all[index].kind, at: random.below(kinds.count + 1))
      let found = rewritten(kinds, seed: seed + 32 * index, rotation: rotation, least: 2)
      #expect(found == nil, "\(kinds), seed \(seed)")
    }
  }

  @Test(
    "What a layer changes that lies alone is written once a frame",
    arguments: LayerTrials.all.indices,
    Rotation.allCases
  )
  func alone(index: Int, rotation: Rotation) {
    for seed in Self.seeds(rotation) {
      let found = rewritten(
        [LayerTrials.all[index].kind],
        seed: seed + 54 * index,
        rotation: rotation,
        least: 1
      )
      #expect(found == nil, "\(LayerTrials.all[index].name), seed \(seed)")
    }
  }

  @Test(
    "A figure that changes while the crests pass it is written once a frame",
    arguments: Rotation.allCases
  )
  func figureAmongCrests(rotation: Rotation) {
    for seed in Self.seeds(rotation) {
      let found = rewritten([CountingWave.self], seed: seed, rotation: rotation, least: 1)
      #expect(found == nil, "seed \(seed)")
    }
  }
}

/// Waves that rise through a figure, which is another one in each frame.
private struct CountingWave: LayerTrial {
  private var id: LayerID<WaveLayer>?
  private var step = 0

  init(_ choices: inout ByteScript, view: PixelSize) { step = choices.below(10) }

  mutating func add(to layers: inout LayerStack, _ transform: OutputTransform) {
    let square = { (side: Int, left: Int, top: Int) in
      PlacedMask(
        mask: CoverageMask(
          size: PixelSize(width: side, height: side),
          bytes: [UInt8](repeating: 255, count: side * side)
        ),
        origin: PixelPoint(x: left, y: top)
      )
    }
    let digits = (0..<FigureGlyphs.count).map { square(2 + $0, 0, -8) }
    id = layers.add(
      WaveLayer(
        mask: square(64, -3, -5),
        frequency: 1.5,
        colors: WaveLayer.Colors(
          outline: Color(rgb: 0x203040),
          back: Color(rgb: 0x4F8DF7),
          front: Color(rgb: 0x2F6BFF),
          figure: Color(rgb: 0xFFFFFF)
        ),
        figures: FigureGlyphs(glyphs: digits, advances: digits.map { _ in 8 }, digitHeight: 8),
        transform: transform
      )
    )
  }

  mutating func change(_ choices: inout ByteScript) { step += 1 }

  mutating func show(in layers: inout LayerStack) {
    guard let id else { return }
    layers.update(
      id,
      level: 0.3 + Double(step % 10) * 0.04,
      amplitude: 3,
      phase: Double(step * 8),
      figure: step * 7 % 100,
      opacity: 1
    )
  }
}
