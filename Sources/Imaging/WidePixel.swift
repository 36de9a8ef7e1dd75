// SPDX-License-Identifier: Apache-2.0
internal import Geometry

/// Four channels of 0 … 255 in 1/255: 16 bits each, the first one lowest.
struct WidePixel {
  private(set) var lanes: UInt64

  /// Channels that lie where they do in ``lanes``.
  fileprivate init(lanes: UInt64) { self.lanes = lanes }

  /// A single channel of 0 … 255, with 0 in the others.
  init(_ value: UInt8) { lanes = 255 &* UInt64(value) }

  /// Red, green and blue of an opaque pixel and its alpha, as little-endian machines load them.
  init(opaque rgba: UInt32) { lanes = 255 &* Self.spread(rgba) }

  /// The same of a pixel with straight alpha; colours are multiplied by it.
  init(premultiplying rgba: UInt32) {
    let alpha = UInt64(rgba &>> 24)
    lanes = Self.spread(rgba & 0xFF_FFFF) &* alpha | (255 &* alpha) &<< 48
  }

  /// Four bytes, each in 16 bits.
  @inline(__always)
  private static func spread(_ bytes: UInt32) -> UInt64 {
    let halves = (UInt64(bytes) | UInt64(bytes) &<< 16) & WideSum.low
    return (halves | halves &<< 8) & 0x00FF_00FF_00FF_00FF
  }

  /// The channels in whole 0 … 255, to the nearest: a byte each, the first one lowest.
  var bytes: UInt32 {
    // x / 255 is (x + x / 256) / 256 for x half a step on.
    let half = lanes &+ 0x0080_0080_0080_0080
    let sums = half &+ (half &>> 8 & 0x00FF_00FF_00FF_00FF)
    let wide = sums &>> 8 & 0x00FF_00FF_00FF_00FF
    let pairs = (wide | wide &>> 8) & WideSum.low
    return UInt32(truncatingIfNeeded: pairs | pairs &>> 16)
  }
}

/// A weighted sum of pixels: the channels in 32 bits each, every other one in a number.
struct WideSum {
  /// The lower 16 bits of each 32.
  fileprivate static var low: UInt64 { 0x0000_FFFF_0000_FFFF }

  private var even: UInt64 = 0
  private var odd: UInt64 = 0

  init() {}

  /// Adds a pixel; the weights of all are 65,536 at most, or all 1.
  @inline(__always)
  mutating func add(_ pixel: WidePixel, weight: UInt64) {
    even &+= (pixel.lanes & Self.low) &* weight
    odd &+= (pixel.lanes &>> 16 & Self.low) &* weight
  }

  /// A 65,536th of the sum, to the nearest.
  @inline(__always)
  var nearest: WidePixel {
    // 255 · 255 · 65,536 and half of a step still have room in 32 bits.
    let half: UInt64 = 0x8000_0000_8000
    return WidePixel(lanes: (even &+ half) &>> 16 & Self.low | (odd &+ half) & ~Self.low)
  }

  /// The sum over so many pixels of weight 1, to the nearest.
  func divided(by count: UInt64) -> WidePixel {
    func channels(_ sums: UInt64) -> UInt64 {
      let (low, high) = (sums & 0xFFFF_FFFF, sums &>> 32)
      return (low + count / 2) / count | ((high + count / 2) / count) &<< 32
    }
    return WidePixel(lanes: channels(even) | channels(odd) &<< 16)
  }
}

/// Pixels that become larger or smaller.
struct PixelScaling {
  /// Extent of the source.
  let source: PixelSize
  /// Weights for the result's columns.
  let columns: Resampling
  /// Weights for the result's rows.
  let rows: Resampling

  /// Calls `body` with the place of each result inside the source, row by row, and with the result; `sample`
  /// has the source's pixels by their places.
  @inline(__always)
  func forEach(_ sample: (Int) -> WidePixel, _ body: (Int, WidePixel) -> Void) {
    var line = [WidePixel](repeating: WidePixel(0), count: source.width)
    let width = source.width
    var place = 0
    for down in rows.shares {
      guard down.count > 0 else {
        place += columns.shares.count
        continue
      }
      for x in 0..<width { line[x] = down.result { sample($0 &* width &+ x) } }
      for across in columns.shares {
        if across.count > 0 { body(place, across.result { line[$0] }) }
        place += 1
      }
    }
  }
}
