// SPDX-License-Identifier: Apache-2.0
import Geometry
import Glibc
import Raster

/// Memory laid out as a dumb buffer: page-aligned, rows at multiples of 64 bytes.
@safe
struct ScanoutMemory: ~Copyable {
  let size: PixelSize
  let format: PixelFormat
  let strideBytes: Int
  private let bytes: UnsafeMutableRawBufferPointer

  init(size: PixelSize, format: PixelFormat) {
    self.size = size
    self.format = format
    strideBytes = (size.width * format.bytesPerPixel + 63) / 64 * 64
    unsafe bytes = UnsafeMutableRawBufferPointer.allocate(
      byteCount: strideBytes * size.height,
      alignment: 4096
    )
    // So that no page is met for the first time while the clock runs.
    unsafe bytes.initializeMemory(as: UInt8.self, repeating: 1)
  }

  deinit { unsafe bytes.deallocate() }

  /// Lends the memory as a canvas.
  mutating func withCanvas<Result>(_ body: (inout Canvas) -> Result) -> Result {
    let span = unsafe MutableRawSpan(_unsafeBytes: bytes)
    var canvas = Canvas(span, strideBytes: strideBytes, format: format, size: size)
    return body(&canvas)
  }

  /// Sets the bytes of `rects`.
  mutating func set(_ rects: [PixelRect]) {
    for rect in rects {
      let count = rect.width * format.bytesPerPixel
      for y in rect.top..<rect.bottom {
        let offset = y * strideBytes + rect.left * format.bytesPerPixel
        if let base = unsafe bytes.baseAddress { unsafe memset(base + offset, 0x40, count) }
      }
    }
  }

  /// Sets every byte to one that no pixel's unused byte has.
  mutating func poison() { unsafe bytes.initializeMemory(as: UInt8.self, repeating: 0xA5) }

  /// How many 64-byte lines differ from `other`, which is laid out alike.
  func differingLines(from other: borrowing ScanoutMemory) -> Int {
    guard let one = unsafe bytes.baseAddress, let two = unsafe other.bytes.baseAddress else {
      return 0
    }
    var count = 0
    for offset in stride(from: 0, to: strideBytes * size.height, by: 64) {
      if unsafe memcmp(one + offset, two + offset, 64) != 0 { count += 1 }
    }
    return count
  }

  /// Takes over everything from `other`, which is laid out alike.
  mutating func copy(from other: borrowing ScanoutMemory) {
    unsafe bytes.copyMemory(from: UnsafeRawBufferPointer(other.bytes))
  }

  /// Copies `rects` from `source`, which is laid out alike.
  mutating func copy(_ rects: [PixelRect], from source: borrowing ScanoutMemory) {
    for rect in rects {
      let count = rect.width * format.bytesPerPixel
      for y in rect.top..<rect.bottom {
        let offset = y * strideBytes + rect.left * format.bytesPerPixel
        if let to = unsafe bytes.baseAddress, let from = unsafe source.bytes.baseAddress {
          unsafe memcpy(to + offset, from + offset, count)
        }
      }
    }
  }

  /// The memory of one of several buffers in an array.
  final class Holder {
    var memory: ScanoutMemory

    init(_ size: PixelSize, _ format: PixelFormat) {
      memory = ScanoutMemory(size: size, format: format)
    }
  }
}
