// SPDX-License-Identifier: Apache-2.0
import Geometry
import Glibc
import KMS
import Raster

/// A dumb buffer of the card that `--card` names, or memory laid out as one: page-aligned, rows at
/// multiples of 64 bytes.
@safe
struct ScanoutMemory: ~Copyable {
  let size: PixelSize
  let format: PixelFormat
  let strideBytes: Int
  private let bytes: UnsafeMutableRawBufferPointer
  /// The card's buffer whose memory it is.
  private let buffer: (card: DRMDevice, allocation: BufferAllocation)?

  /// Memory for a picture; not the card's where `isOrdinary`, or where the card does not have the format.
  init(size: PixelSize, format: PixelFormat, isOrdinary: Bool = false) {
    self.size = size
    self.format = format
    if !isOrdinary, BenchCard.takes(format), let card = unsafe BenchCard.device {
      let allocation = BenchCard.makeBuffer(size, format)
      buffer = (card, allocation)
      strideBytes = allocation.strideBytes
      unsafe bytes = UnsafeMutableRawBufferPointer(
        start: allocation.memory,
        count: allocation.strideBytes * size.height
      )
    } else {
      buffer = nil
      strideBytes = (size.width * format.bytesPerPixel + 63) / 64 * 64
      unsafe bytes = UnsafeMutableRawBufferPointer.allocate(
        byteCount: strideBytes * size.height,
        alignment: 4096
      )
    }
    // So that no page is met for the first time while the clock runs.
    unsafe bytes.initializeMemory(as: UInt8.self, repeating: 1)
  }

  deinit {
    if let buffer {
      buffer.card.releaseBuffer(buffer.allocation, keepingPicture: false)
    } else {
      unsafe bytes.deallocate()
    }
  }

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
