// SPDX-License-Identifier: Apache-2.0
internal import Geometry

extension PagePair {
  /// Sixteen bits of a row each: two channels of eight bits, or a pixel of 5, 6 and 5.
  private typealias Lanes = SIMD16<UInt16>

  // MARK: - In place

  /// Fills the buffer with the coming picture by `weight` of 256, 0 … 256, and with the leaving one by the rest,
  /// each channel rounded.
  ///
  /// - Parameters:
  ///   - target: The buffer's memory.
  ///   - coming: The picture that comes.
  ///   - leaving: The picture that leaves; nil where the buffer shows it.
  ///   - weight: The share of the first.
  func mix(
    _ target: inout MutableRawSpan,
    coming: RawSpan,
    leaving: RawSpan?,
    weight: UInt32
  ) {
    let whole = rowBytes - rowBytes % MemoryLayout<Lanes>.size
    let (share, rest) = (
      Lanes(repeating: UInt16(weight)), Lanes(repeating: UInt16(256 &- weight))
    )
    // Most of a scene is flat: lanes that are those before have their mix.
    var last = (over: Lanes(), under: Lanes(), mix: Lanes())
    for y in 0..<size.height {
      let (place, origin) = (y * targetStride, y * rowBytes)
      let sources = origin..<origin + whole
      precondition(target.byteOffsets.contains(place..<place + whole))
      precondition(coming.byteOffsets.contains(sources))
      if let leaving { precondition(leaving.byteOffsets.contains(sources)) }
      var byte = 0
      while byte < whole {
        let over = lanes(coming, at: origin &+ byte)
        let under =
          if let leaving {
            lanes(leaving, at: origin &+ byte)
          } else {
            lanes(target.bytes, at: place &+ byte)
          }
        let change = over ^ last.over | under ^ last.under
        if !isZero(change) { last = (over, under, mixed(over, share, under, rest)) }
        unsafe target.storeBytes(
          of: last.mix,
          toUncheckedByteOffset: place &+ byte,
          as: Lanes.self
        )
        byte &+= MemoryLayout<Lanes>.size
      }
      for byte in stride(from: whole, to: rowBytes, by: pixelBytes) {
        let mix = mixed(
          pixel(coming, at: origin + byte),
          under: pixel(leaving, at: origin + byte, or: target, at: place + byte),
          weight: weight
        )
        store(mix, target: &target, at: place + byte)
      }
    }
  }

  /// Lanes of a picture that are known to lie in it.
  @inline(__always)
  private func lanes(_ picture: RawSpan, at offset: Int) -> Lanes {
    unsafe picture.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: Lanes.self)
  }

  @inline(__always)
  private func isZero(_ lanes: Lanes) -> Bool {
    let words = unsafe unsafeBitCast(lanes, to: SIMD4<UInt64>.self)
    let halves = words.lowHalf | words.highHalf
    return halves[0] | halves[1] == 0
  }

  /// The pixels' ``mixed(_:under:weight:)``, of sixteen lanes at once.
  @inline(__always)
  private func mixed(_ over: Lanes, _ share: Lanes, _ under: Lanes, _ rest: Lanes) -> Lanes {
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
