// SPDX-License-Identifier: Apache-2.0
import Geometry

/// A picture that a fluid has in place of a colour: repeated along its waves, and turned as the buffer is.
///
/// A row holds its four channels one after the other, each with sixteen pixels more before it and as many
/// behind it as sixteen neighbours and their next ones take: those of its other end.
package struct FluidPicture: Sendable {
  /// Pixels that a row has before its first one.
  static let lead = blockWidth
  private static let trail = 2 * blockWidth

  /// Extent in buffer pixels.
  let width: Int
  let height: Int
  let bytes: [UInt8]
  /// True if nothing shines through.
  let isOpaque: Bool

  /// Bytes of a row's channel.
  static func stride(width: Int) -> Int { lead + width + trail }

  /// A picture that begins in the buffer's upper left corner, as ``Picture`` makes it for a view of its
  /// own size.
  package init(_ picture: Picture) {
    precondition(picture.rect.left == 0 && picture.rect.top == 0)
    width = picture.rect.width
    height = picture.rect.height
    let stride = Self.stride(width: width)
    var bytes = [UInt8](repeating: 0, count: 4 * stride * height)
    var isOpaque = true
    for y in 0..<height {
      for place in 0..<stride {
        // Narrow pictures come round more than once.
        let x = (place - Self.lead + Self.lead * width) % width
        let block = picture.blocks[y * picture.blocksPerRow + x >> 4]
        let start = 4 * stride * y + place
        bytes[start] = block.red[x & 15]
        bytes[start + stride] = block.green[x & 15]
        bytes[start + 2 * stride] = block.blue[x & 15]
        bytes[start + 3 * stride] = block.alpha[x & 15]
        if block.alpha[x & 15] < 255 { isOpaque = false }
      }
    }
    self.bytes = bytes
    self.isOpaque = isOpaque
  }

  /// No picture.
  static let none = Self(.none)

  var isEmpty: Bool { bytes.isEmpty }
}

/// A ``FluidPicture`` lent out for painting.
struct FluidPart: ~Escapable {
  private let bytes: RawSpan
  private let width: Int
  private let height: Int
  private let stride: Int
  /// True if nothing shines through.
  let isOpaque: Bool

  @_lifetime(borrow picture)
  init(_ picture: borrowing FluidPicture) {
    isOpaque = picture.isOpaque
    bytes = unsafe picture.bytes.span.bytes
    width = picture.width
    height = picture.height
    stride = FluidPicture.stride(width: picture.width)
  }

  /// Sixteen pixels from `column` on, -16 ..< width, in a row of the picture; each `share` of 256 nearer to
  /// the next one of the row.
  @inline(__always)
  func pixelsAlongRow(_ column: Int, row: Int, share: UInt16) -> PremultipliedBlock {
    var pixels = pixels(column, row: row)
    if share > 0 {
      pixels.mix(self.pixels(column &+ 1, row: row), weight: Lanes(repeating: share))
    }
    return pixels
  }

  /// Sixteen pixels from `column` on, -16 ..< width, in a row of the picture; each `share` of 256 nearer to
  /// the same column of the next row.
  @inline(__always)
  func pixelsAlongColumn(_ column: Int, row: Int, share: UInt16) -> PremultipliedBlock {
    var pixels = pixels(column, row: row)
    if share > 0 {
      let next = row &+ 1 == height ? 0 : row &+ 1
      pixels.mix(self.pixels(column, row: next), weight: Lanes(repeating: share))
    }
    return pixels
  }

  @inline(__always)
  private func pixels(_ column: Int, row: Int) -> PremultipliedBlock {
    let start = 4 &* stride &* row &+ FluidPicture.lead &+ column
    return PremultipliedBlock(
      red: channel(start),
      green: channel(start &+ stride),
      blue: channel(start &+ 2 &* stride),
      alpha: channel(start &+ 3 &* stride)
    )
  }

  @inline(__always)
  private func channel(_ start: Int) -> CoverageLanes {
    unsafe bytes.unsafeLoadUnaligned(fromByteOffset: start, as: CoverageLanes.self)
  }

  /// A run of blocks from `column` of `row` on, whose columns are moved by `step`, each pixel `share` of 256
  /// nearer to the next one of its row; the picture is opaque.
  @_lifetime(copy self)
  @inline(__always)
  func alongRow(_ column: Int, row: Int, step: Int, share: UInt16, count: Int) -> FluidRow {
    precondition(row >= 0 && row < height && column >= 0 && step >= 0 && step < width)
    precondition(column &+ (count &- 1) &* blockWidth < width)
    return FluidRow(
      bytes: bytes,
      stride: stride,
      start: 4 &* stride &* row &+ FluidPicture.lead,
      first: column &+ step,
      period: width,
      next: 1,
      share: share,
      count: count
    )
  }

  /// A run of blocks from `column` of `row` on, each pixel `share` of 256 nearer to the same column of the
  /// next row; the picture is opaque.
  @_lifetime(copy self)
  @inline(__always)
  func alongColumn(_ column: Int, row: Int, share: UInt16, count: Int) -> FluidRow {
    precondition(row >= 0 && row < height && column >= 0)
    precondition(column &+ (count &- 1) &* blockWidth < width)
    return FluidRow(
      bytes: bytes,
      stride: stride,
      start: 4 &* stride &* row &+ FluidPicture.lead,
      first: column,
      period: width,
      next: 4 &* stride &* (row &+ 1 == height ? 1 &- height : 1),
      share: share,
      count: count
    )
  }
}

/// A run of blocks of an opaque ``FluidPicture``, each pixel a mix of the two that it lies between.
struct FluidRow: OpaqueRow, ~Escapable {
  private let bytes: RawSpan
  private let stride: Int
  /// Offset of the row's red channel in the picture's bytes.
  private let start: Int
  /// The first block's column; from `period` on columns begin anew.
  private let first: Int
  private let period: Int
  /// Distance in bytes from each pixel to the one to mix with.
  private let next: Int
  private let share: UInt16
  let count: Int

  @_lifetime(copy bytes)
  @inline(__always)
  fileprivate init(
    bytes: RawSpan,
    stride: Int,
    start: Int,
    first: Int,
    period: Int,
    next: Int,
    share: UInt16,
    count: Int
  ) {
    self.bytes = bytes
    self.stride = stride
    self.start = start
    self.first = first
    self.period = period
    self.next = next
    self.share = share
    self.count = count
  }

  @inline(__always)
  func sums(_ index: Int) -> PlanarSums {
    let column = first &+ index &* blockWidth
    let place = start &+ (column >= period ? column &- period : column)
    return PlanarSums(
      red: mixed(place),
      green: mixed(place &+ stride),
      blue: mixed(place &+ 2 &* stride)
    )
  }

  @inline(__always)
  private func mixed(_ place: Int) -> Lanes {
    mixedSums(channel(place), channel(place &+ next), share: share)
  }

  @inline(__always)
  private func channel(_ place: Int) -> CoverageLanes {
    unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: place, as: CoverageLanes.self)
  }
}
