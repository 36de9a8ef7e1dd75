// SPDX-License-Identifier: Apache-2.0
import Glibc

@testable import Raster

/// Counts how often each pixel of a canvas is written.
///
/// Pixels are painted into memory that is full of a number that is hardly a pixel. Whenever a painter asks its
/// packing for something, which it does around each write, what differs from that number has been written once
/// more, and becomes the number again. A write of this very number is not noticed.
@safe final class WriteCounter<Pixel: FixedWidthInteger> {
  private let unwritten = Pixel(truncatingIfNeeded: 0xFF5A_1CE7)
  private let pixels: UnsafeMutableBufferPointer<Pixel>
  /// As many pixels as are compared at once, all of them unwritten.
  private let blank: [Pixel]
  private(set) var counts: [UInt8]

  /// A counter of so many pixels, all of them unwritten.
  init(pixelCount: Int) {
    unsafe pixels = .allocate(capacity: pixelCount)
    unsafe pixels.initialize(repeating: unwritten)
    blank = Array(repeating: unwritten, count: 256)
    counts = Array(repeating: 0, count: pixelCount)
  }

  deinit { unsafe pixels.deallocate() }

  /// Paints into the memory and notes what is written.
  func paint(_ body: (consuming MutableRawSpan) -> Void) {
    for index in counts.indices { counts[index] = 0 }
    unsafe WriteCounters.note = note
    body(unsafe UnsafeMutableRawBufferPointer(pixels).mutableBytes)
    unsafe WriteCounters.note = nil
    note()
  }

  /// Notes what has been written since the last call.
  func note() {
    for start in stride(from: 0, to: counts.count, by: blank.count) {
      let end = min(start + blank.count, counts.count)
      let bytes = (end - start) * MemoryLayout<Pixel>.stride
      guard unsafe pixels.baseAddress.map({ unsafe memcmp($0 + start, blank, bytes) }) != 0 else {
        continue
      }
      for index in start..<end where unsafe pixels[index] != unwritten {
        unsafe pixels[index] = unwritten
        counts[index] += 1
      }
    }
  }
}

/// A packing that has a counter note each write.
struct CountingPacking<Base: PixelPacking>: PixelPacking
where Base.Pixel: FixedWidthInteger {
  let base: Base

  typealias Packed = Base.Packed
  typealias Pixel = Base.Pixel
  typealias Pairs = Base.Pairs

  private static func noted() -> Base.Type {
    unsafe WriteCounters.note?()
    return Base.self
  }

  private var noted: Base {
    unsafe WriteCounters.note?()
    return base
  }

  static var bytesPerPixel: Int { noted().bytesPerPixel }
  static var blocksPerLine: Int { noted().blocksPerLine }
  static var period: Int { noted().period }
  static var patterns: [EdgePattern<Pairs>] { noted().patterns }

  func pack(_ sums: PlanarSums, row y: Int) -> Packed { noted.pack(sums, row: y) }

  func pack(red: CoverageLanes, green: CoverageLanes, blue: CoverageLanes, row y: Int) -> Packed {
    noted.pack(red: red, green: green, blue: blue, row: y)
  }

  func pairs(_ tone: Tone, row y: Int) -> Pairs { noted.pairs(tone, row: y) }

  func pack(_ sums: PlanarSums, columns: Lanes, rows: Lanes) -> SIMD16<UInt32> {
    noted.pack(sums, columns: columns, rows: rows)
  }

  static func pixel(_ packed: Packed, lane: Int) -> Pixel { noted().pixel(packed, lane: lane) }

  static func paired(even: SIMD16<UInt32>, odd: SIMD16<UInt32>) -> SIMD16<UInt64> {
    noted().paired(even: even, odd: odd)
  }

  static func fill(_ memory: UnsafeMutableRawPointer, packed: Packed, in area: FillArea) {
    unsafe noted().fill(memory, packed: packed, in: area)
  }
}

/// What packings tell whose type is all that painters know of them; one test at a time counts.
enum WriteCounters {
  nonisolated(unsafe) static var note: (() -> Void)?
}
