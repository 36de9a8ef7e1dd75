// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

@testable import Raster

/// A tone whose channels follow from `random`.
func anyTone(_ random: inout SplitMix) -> Tone {
  Tone(
    red: UInt16(random.below(256)),
    green: UInt16(random.below(256)),
    blue: UInt16(random.below(256))
  )
}

/// The bytes of sixteen pixels, whatever they are called.
func bytes<Pixels: BitwiseCopyable>(_ pixels: Pixels) -> [UInt8] {
  unsafe withUnsafeBytes(of: pixels) { unsafe Array($0) }
}

@Suite("XRGB8888")
struct XRGB8888PackingTests {
  private let packing = XRGB8888Packing()

  @Test("Sixteen pixels become their bytes: blue, green, red, 0", arguments: 0..<20)
  func layout(seed: Int) {
    var random = SplitMix(seed: seed)
    var block = PlanarBlock(Tone(red: 0, green: 0, blue: 0))
    var expected: [UInt8] = []
    for lane in 0..<16 {
      let tone = anyTone(&random)
      block.red[lane] = tone.red
      block.green[lane] = tone.green
      block.blue[lane] = tone.blue
      expected += [UInt8(tone.blue), UInt8(tone.green), UInt8(tone.red), 0]
    }
    #expect(bytes(packing.pack(block, row: seed)) == expected)
  }

  @Test("A channel is the upper byte of its sum", arguments: [0, 127, 128, 255])
  func sums(fraction: Int) {
    for value in 0...255 {
      let sum = Lanes(repeating: UInt16(value << 8 | fraction))
      let packed = packing.pack(PlanarSums(red: sum, green: sum, blue: sum), row: 0)
      #expect(packed == SIMD16(repeating: UInt32(value) * 0x01_0101))
    }
  }

  @Test("A tone in pairs has the bytes of a tone in pixels", arguments: 0..<20)
  func pairs(seed: Int) {
    var random = SplitMix(seed: seed)
    let tone = anyTone(&random)
    #expect(bytes(packing.pairs(tone, row: 3)) == bytes(packing.pack(tone, row: 3)))
  }
}

@Suite("RGB565")
struct RGB565PackingTests {
  private let packing = RGB565Packing()

  /// The pixels of an 8 × 8 tile of a grey, row by row: red, green and blue.
  private func tile(_ value: Int) -> [(red: Int, green: Int, blue: Int)] {
    let channel = UInt16(value)
    let tone = Tone(red: channel, green: channel, blue: channel)
    return (0..<8).flatMap { row in
      let packed = packing.pack(tone, row: row)
      return (0..<8).map { column in
        let pixel = Int(packed[column])
        return (pixel >> 11, pixel >> 5 & 63, pixel & 31)
      }
    }
  }

  @Test("Every value is one of its two neighbours, on average itself, full and empty exactly")
  func levels() {
    for value in 0...255 {
      let tile = tile(value)
      for (levels, top) in [
        (tile.map(\.red), 31), (tile.map(\.green), 63), (tile.map(\.blue), 31),
      ] {
        let exact = Double(value * top) / 255
        let mean = Double(levels.reduce(0, +)) / 64
        // Thresholds are 1/64 of a level apart; 249/2¹¹ and 253/2¹⁰ are a little more than due.
        #expect(abs(mean - exact) <= 1.0 / 64 + 0.004, "\(value) of \(top)")
        #expect(levels.allSatisfy { abs(Double($0) - exact) < 1.004 }, "\(value) of \(top)")
      }
    }
    #expect(tile(0).allSatisfy { $0 == (0, 0, 0) })
    #expect(tile(255).allSatisfy { $0 == (31, 63, 31) })
  }

  @Test("No pixel becomes darker where the tone becomes lighter")
  func monotone() {
    for value in 1...255 {
      let (before, after) = (tile(value - 1), tile(value))
      for pixel in 0..<64 {
        #expect(after[pixel].red >= before[pixel].red, "\(value)")
        #expect(after[pixel].green >= before[pixel].green, "\(value)")
      }
    }
  }

  @Test("All 64 pixels of a tile have thresholds of their own, spread over rows and columns")
  func thresholds() {
    // The least value at which a pixel of the lowest step turns on orders the pixels.
    var brightness = [Int](repeating: 0, count: 64)
    for value in 0...255 {
      for (pixel, levels) in tile(value).enumerated() { brightness[pixel] += levels.green }
    }
    // Half of the brightest pixels are in each half of the columns and of the rows: no stripes.
    let brightest = brightness.indices.sorted { brightness[$0] > brightness[$1] }.prefix(32)
    for half in 0..<2 {
      #expect(brightest.filter { $0 % 8 / 4 == half }.count == 16)
      #expect(brightest.filter { $0 / 32 == half }.count == 16)
    }
    // A checkerboard.
    #expect(Set(brightest.map { ($0 / 8 + $0 % 8) % 2 }).count == 1)
  }

  @Test("The pattern repeats after eight rows and eight columns", arguments: 0..<10)
  func period(seed: Int) {
    var random = SplitMix(seed: seed)
    let tone = anyTone(&random)
    for row in 0..<RGB565Packing.period {
      let packed = packing.pack(tone, row: row)
      #expect(packed == packing.pack(tone, row: row + RGB565Packing.period))
      #expect(packed == packing.pack(tone, row: row + 8 * 1000))
      #expect(packed.lowHalf == packed.highHalf)
      #expect(bytes(packing.pairs(tone, row: row)) == bytes(packed))
    }
  }

  @Test("A pixel anywhere is packed as it is within its block", arguments: 0..<40)
  func scattered(seed: Int) {
    var random = SplitMix(seed: seed)
    var (columns, rows) = (Lanes(), Lanes())
    var sums = PlanarSums(red: Lanes(), green: Lanes(), blue: Lanes())
    for lane in 0..<16 {
      columns[lane] = UInt16(random.below(4000))
      rows[lane] = UInt16(random.below(4000))
      sums.red[lane] = UInt16(random.below(65536))
      sums.green[lane] = UInt16(random.below(65536))
      sums.blue[lane] = UInt16(random.below(65536))
    }
    let packed = packing.pack(sums, columns: columns, rows: rows)
    for lane in 0..<16 {
      let block = PlanarSums(
        red: Lanes(repeating: sums.red[lane]),
        green: Lanes(repeating: sums.green[lane]),
        blue: Lanes(repeating: sums.blue[lane])
      )
      let whole = packing.pack(block, row: Int(rows[lane]))
      #expect(packed[lane] == UInt32(whole[Int(columns[lane] % 16)]))
    }
  }
}

@Suite("Edges as choices between pixels")
struct CrossedPixelsTests {
  /// Checks one edge and two in one format.
  private func check<Packing: PixelPacking>(_ packing: Packing, seed: Int) {
    var random = SplitMix(seed: seed)
    let tones = (0..<3).map { _ in anyTone(&random) }
    let row = random.below(16)
    let pixels = tones.map { packing.pairs($0, row: row) }
    let size = Packing.bytesPerPixel
    let patterns = Packing.patterns
    #expect(patterns.count == EdgePattern<Packing.Pairs>.count)
    let pair = random.next()
    let pairBytes = Array(bytes(pair).prefix(2 * size))
    /// What stands at a column: a tone, or the pair's pixel for an even or an odd column.
    func expected(_ starts: [Int], _ pairs: [[UInt8]]) -> [UInt8] {
      (0..<16).flatMap { column in
        var pixel = Array(bytes(pixels[0])[column * size..<column * size + size])
        for (index, start) in starts.enumerated() {
          if column >= start + 2 {
            pixel = Array(bytes(pixels[index + 1])[column * size..<column * size + size])
          }
        }
        for (index, start) in starts.enumerated() where column == start || column == start + 1 {
          pixel = Array(pairs[index][column % 2 * size..<column % 2 * size + size])
        }
        return pixel
      }
    }
    for start in -4...18 {
      let pattern = patterns[EdgePattern<Packing.Pairs>.index(start)]
      let found = Packing.crossed(
        pixels[0],
        difference: pixels[0] ^ pixels[1],
        pair: pair,
        pattern: pattern
      )
      #expect(bytes(found) == expected([start], [pairBytes]), "an edge from \(start)")
      // The second edge lies behind what the first one covers partly.
      for other in start + 2...20 {
        let second = random.next()
        let both = Packing.crossed(
          pixels[0],
          first: (pixels[0] ^ pixels[1], pair, pattern),
          second: (
            pixels[1] ^ pixels[2], second, patterns[EdgePattern<Packing.Pairs>.index(other)]
          )
        )
        let secondBytes = Array(bytes(second).prefix(2 * size))
        #expect(
          bytes(both) == expected([start, other], [pairBytes, secondBytes]),
          "edges from \(start) and \(other)"
        )
      }
    }
  }

  @Test("In XRGB8888 every place of an edge or two is drawn pixel by pixel", arguments: 0..<4)
  func wide(seed: Int) { check(XRGB8888Packing(), seed: seed) }

  @Test("In RGB565 as well", arguments: 0..<4)
  func narrow(seed: Int) { check(RGB565Packing(), seed: seed) }
}
