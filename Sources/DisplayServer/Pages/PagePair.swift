// SPDX-License-Identifier: Apache-2.0
internal import Geometry

/// The composition of a page that comes and the one that leaves in a buffer; both are pictures of its extent and
/// format, row by row without padding.
///
/// Depths are pixels from the side that the page comes from.
struct PagePair {
  /// Extent of the buffer and of both pictures.
  let size: PixelSize
  /// Bytes of a pixel: 4, or 2 for 5, 6 and 5 bits.
  let pixelBytes: Int
  /// Bytes from one row of the buffer to the next.
  let targetStride: Int
  /// Depth of the coming picture's pixels less the one at which they are shown; its last ones are shown beyond.
  let shift: Int

  var rowBytes: Int { size.width * pixelBytes }

  // MARK: - From the left or from the right

  /// Fills all rows, each up to its own edge.
  ///
  /// - Parameters:
  ///   - target: The buffer's memory.
  ///   - coming: The picture of the page that comes.
  ///   - leaving: The picture of the page that leaves; nil where the buffer shows it already.
  ///   - edges: Depths of the edge at the borders of the rows.
  ///   - isMirrored: True if the page comes from the right.
  ///   - end: The depth beyond which the buffer shows the leaving page already.
  func composeRows(
    _ target: inout MutableRawSpan,
    coming: RawSpan,
    leaving: RawSpan?,
    edges: Span<Double>,
    isMirrored: Bool,
    upTo end: Int
  ) {
    let way = size.width
    func column(_ depth: Int) -> Int { isMirrored ? way - 1 - depth : depth }
    for y in 0..<size.height {
      let (first, last) = (edges[y], edges[y + 1])
      let covered = min(max(Int(min(first, last).rounded(.down)), 0), way)
      let touched = min(max(Int(max(first, last).rounded(.up)), covered), way)
      let (place, row) = (y * targetStride, y * rowBytes)
      let moved = min(covered, way - shift)
      let (left, right) = isMirrored ? (way - moved, -shift) : (0, shift)
      Self.copy(
        &target,
        at: place + left * pixelBytes,
        from: coming,
        at: row + (left + right) * pixelBytes,
        count: moved * pixelBytes
      )
      let border = pixel(coming, at: row + column(way - 1) * pixelBytes)
      for depth in moved..<covered {
        store(border, target: &target, at: place + column(depth) * pixelBytes)
      }
      for depth in covered..<touched {
        let over = column(min(depth + shift, way - 1))
        let under = column(depth) * pixelBytes
        let mix = mixed(
          pixel(coming, at: row + over * pixelBytes),
          under: pixel(leaving, at: row + under, or: target, at: place + under),
          weight: PageEdge.weight(first, last: last, depth: depth)
        )
        store(mix, target: &target, at: place + under)
      }
      guard let leaving, touched < end else { continue }
      let rest = (isMirrored ? way - end : touched) * pixelBytes
      Self.copy(
        &target,
        at: place + rest,
        from: leaving,
        at: row + rest,
        count: (end - touched) * pixelBytes
      )
    }
  }

  // MARK: - From above or from below

  /// Fills all columns, each up to its own edge.
  ///
  /// - Parameters:
  ///   - target: The buffer's memory.
  ///   - coming: The picture of the page that comes.
  ///   - leaving: The picture of the page that leaves; nil where the buffer shows it already.
  ///   - edges: Depths of the edge at the borders of the columns.
  ///   - reaches: The least and the most of them.
  ///   - isMirrored: True if the page comes from below.
  ///   - end: The depth beyond which the buffer shows the leaving page already.
  func composeColumns(
    _ target: inout MutableRawSpan,
    coming: RawSpan,
    leaving: RawSpan?,
    edges: Span<Double>,
    reaches: (least: Double, most: Double),
    isMirrored: Bool,
    upTo end: Int
  ) {
    let way = size.height
    func row(_ depth: Int) -> Int { isMirrored ? way - 1 - depth : depth }
    for depth in 0..<way where Double(depth) < reaches.most || depth < end {
      let place = row(depth) * targetStride
      let (over, under) = (row(min(depth + shift, way - 1)) * rowBytes, row(depth) * rowBytes)
      if Double(depth + 1) <= reaches.least {
        Self.copy(&target, at: place, from: coming, at: over, count: rowBytes)
      } else if Double(depth) >= reaches.most {
        guard let leaving else { continue }
        Self.copy(&target, at: place, from: leaving, at: under, count: rowBytes)
      } else {
        for x in 0..<size.width {
          let offset = x * pixelBytes
          let weight = PageEdge.weight(edges[x], last: edges[x + 1], depth: depth)
          let mix = mixed(
            pixel(coming, at: over + offset),
            under: pixel(leaving, at: under + offset, or: target, at: place + offset),
            weight: weight
          )
          store(mix, target: &target, at: place + offset)
        }
      }
    }
  }

  // MARK: - Pixels

  private static func copy(
    _ target: inout MutableRawSpan,
    at place: Int,
    from picture: RawSpan,
    at origin: Int,
    count: Int
  ) {
    unsafe target.withUnsafeMutableBytes { memory in
      unsafe picture.withUnsafeBytes { pixels in
        unsafe UnsafeMutableRawBufferPointer(rebasing: memory[place..<place + count])
          .copyMemory(from: UnsafeRawBufferPointer(rebasing: pixels[origin..<origin + count]))
      }
    }
  }

  @inline(__always)
  func pixel(_ picture: RawSpan, at offset: Int) -> UInt32 {
    pixelBytes == 4
      ? unsafe picture.unsafeLoad(fromByteOffset: offset, as: UInt32.self)
      : UInt32(unsafe picture.unsafeLoad(fromByteOffset: offset, as: UInt16.self))
  }

  /// A pixel of the leaving page, which the buffer shows where there is no picture of it.
  @inline(__always)
  func pixel(
    _ leaving: RawSpan?,
    at offset: Int,
    or target: borrowing MutableRawSpan,
    at place: Int
  ) -> UInt32 {
    if let leaving { pixel(leaving, at: offset) } else { pixel(target.bytes, at: place) }
  }

  @inline(__always)
  func store(_ pixel: UInt32, target: inout MutableRawSpan, at offset: Int) {
    if pixelBytes == 4 {
      target.storeBytes(of: pixel, toByteOffset: offset, as: UInt32.self)
    } else {
      target.storeBytes(
        of: UInt16(truncatingIfNeeded: pixel),
        toByteOffset: offset,
        as: UInt16.self
      )
    }
  }

  /// `over` with `weight` of 256, and `under` with the rest, each channel rounded.
  @inline(__always)
  func mixed(_ over: UInt32, under: UInt32, weight: UInt32) -> UInt32 {
    if weight == 256 { return over }
    if weight == 0 { return under }
    let rest = 256 &- weight
    func mix(_ mask: UInt32, half: UInt32) -> UInt32 {
      (((over & mask) &* weight &+ (under & mask) &* rest &+ half) &>> 8) & mask
    }
    if pixelBytes == 2 {
      return mix(0xF800, half: 0x4_0000) | mix(0x07E0, half: 0x1000) | mix(0x001F, half: 128)
    }
    // Two channels at a time, which do not meet: 255 · 256 + 128 has sixteen bits.
    let low = mix(0x00FF_00FF, half: 0x0080_0080)
    let (high, ground) = (over &>> 8 & 0x00FF_00FF, under &>> 8 & 0x00FF_00FF)
    return low | (high &* weight &+ ground &* rest &+ 0x0080_0080) & 0xFF00_FF00
  }
}
