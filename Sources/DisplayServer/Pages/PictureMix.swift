// SPDX-License-Identifier: Apache-2.0
internal import Geometry

/// Two pictures of a buffer's extent and format of which one becomes the other in place; row by row without padding.
struct PictureMix {
  /// Sixteen bits of a row each: two channels of eight bits, or a pixel of 5, 6 and 5.
  private typealias Lanes = SIMD16<UInt16>

  /// Extent of the buffer and of both pictures.
  let size: PixelSize
  /// Bytes of a pixel: 4, or 2 for 5, 6 and 5 bits.
  let pixelBytes: Int
  /// Bytes from one row of the buffer to the next.
  let targetStride: Int
  /// The share of the coming picture, 0 … 256 of 256.
  let weight: UInt16

  /// Fills the buffer with the share of `coming` and the rest of `leaving`, each channel rounded.
  ///
  /// - Parameters:
  ///   - target: The buffer's memory.
  ///   - coming: The picture that comes.
  ///   - leaving: The picture that leaves; nil where the buffer shows it.
  func compose(_ target: inout MutableRawSpan, _ coming: RawSpan, _ leaving: RawSpan?) {
    let rowBytes = size.width * pixelBytes
    let whole = rowBytes - rowBytes % MemoryLayout<Lanes>.size
    // Most of a scene is flat: lanes that are those before have their mix.
    var last = (over: Lanes(), under: Lanes(), mix: Lanes())
    for y in 0..<size.height {
      let (place, origin) = (y * targetStride, y * rowBytes)
      for byte in stride(from: 0, to: whole, by: MemoryLayout<Lanes>.size) {
        let over = lanes(coming, at: origin + byte)
        let under =
          if let leaving {
            lanes(leaving, at: origin + byte)
          } else {
            lanes(target.bytes, at: place + byte)
          }
        let change = over ^ last.over | under ^ last.under
        if !isZero(change) { last = (over, under, mixed(over, under)) }
        target.storeBytes(of: last.mix, toByteOffset: place + byte, as: Lanes.self)
      }
      for byte in stride(from: whole, to: rowBytes, by: 2) {
        let over = lane(coming, at: origin + byte)
        let under =
          if let leaving {
            lane(leaving, at: origin + byte)
          } else {
            lane(target.bytes, at: place + byte)
          }
        target.storeBytes(of: mixed(over, under)[0], toByteOffset: place + byte, as: UInt16.self)
      }
    }
  }

  @inline(__always)
  private func lanes(_ picture: RawSpan, at offset: Int) -> Lanes {
    unsafe picture.unsafeLoadUnaligned(fromByteOffset: offset, as: Lanes.self)
  }

  /// One of a row's last lanes, in the place of all.
  @inline(__always)
  private func lane(_ picture: RawSpan, at offset: Int) -> Lanes {
    Lanes(repeating: unsafe picture.unsafeLoad(fromByteOffset: offset, as: UInt16.self))
  }

  @inline(__always)
  private func isZero(_ lanes: Lanes) -> Bool {
    let words = unsafe unsafeBitCast(lanes, to: SIMD4<UInt64>.self)
    let halves = words.lowHalf | words.highHalf
    return halves[0] | halves[1] == 0
  }

  @inline(__always)
  private func mixed(_ over: Lanes, _ under: Lanes) -> Lanes {
    let (share, rest) = (Lanes(repeating: weight), Lanes(repeating: 256 &- weight))
    let half = Lanes(repeating: 128)
    func mix(_ over: Lanes, _ under: Lanes) -> Lanes { over &* share &+ under &* rest &+ half }
    if pixelBytes == 4 {
      let low = Lanes(repeating: 0xFF)
      // 255 · 256 + 128 has sixteen bits.
      return mix(over & low, under & low) &>> 8 | mix(over &>> 8, under &>> 8) & ~low
    }
    let (five, six) = (Lanes(repeating: 0x1F), Lanes(repeating: 0x3F))
    return (mix(over &>> 11, under &>> 11) &>> 8) &<< 11
      | (mix(over &>> 5 & six, under &>> 5 & six) &>> 8) &<< 5
      | mix(over & five, under & five) &>> 8
  }
}
