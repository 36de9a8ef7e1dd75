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
