// SPDX-License-Identifier: Apache-2.0
import Geometry
import Raster

/// Pixels of XRGB8888 for a window, row by row without padding.
struct Picture: Sendable {
  /// Extent in pixels; both at least 1.
  let size: PixelSize
  /// The pixels.
  private(set) var pixels: [UInt32]

  /// A black picture.
  init(size: PixelSize) {
    self.size = size
    pixels = Array(repeating: 0, count: size.width * size.height)
  }

  /// The picture of a sheet.
  init(_ sheet: Sheet) { (size, pixels) = (sheet.size, sheet.pixels) }

  /// Takes a part of what a panel scans out, turned upright.
  ///
  /// - Parameters:
  ///   - frame: The panel's buffer, XRGB8888.
  ///   - strideBytes: Bytes from one of its rows to the next.
  ///   - transform: The picture's transform to it; the picture is of its view's size.
  ///   - part: The pixels of this picture that are taken, within its bounds.
  mutating func take(
    _ frame: RawSpan,
    strideBytes: Int,
    transform: OutputTransform,
    part: PixelRect
  ) {
    let stride = strideBytes / 4
    let (last, end) = (transform.bufferSize.width - 1, transform.bufferSize.height - 1)
    // Where the view's first pixel is, and how far the next one in its row and in its column is from it.
    let (first, across, down) =
      switch transform.rotation {
      case .none: (0, 1, stride)
      case .quarter: (last, stride, -1)
      case .half: (end * stride + last, -1, -stride)
      case .threeQuarters: (end * stride, -stride, 1)
      }
    let width = size.width
    unsafe frame.withUnsafeBytes { bytes in
      let source = unsafe bytes.assumingMemoryBound(to: UInt32.self)
      for row in part.top..<max(part.top, part.bottom) {
        let start = first + row * down + part.left * across
        let target = row * width + part.left
        if across == 1 {
          unsafe pixels.withUnsafeMutableBufferPointer { pixels in
            guard part.width > 0, let to = pixels.baseAddress, let from = source.baseAddress
            else { return }
            unsafe (to + target).update(from: from + start, count: part.width)
          }
        } else {
          for column in 0..<part.width {
            pixels[target + column] = unsafe source[start + column * across]
          }
        }
      }
    }
  }

  /// The picture at another size; smaller ones are the mean of what they stand for.
  func zoomed(_ zoom: Zoom) -> Self {
    guard zoom != .one else { return self }
    var result = Self(size: zoom.windowSize(of: size))
    let (width, factor, divisor) = (result.size.width, zoom.factor, zoom.divisor)
    for row in 0..<result.size.height {
      for column in 0..<width {
        result.pixels[row * width + column] =
          divisor == 1
          ? pixels[row / factor * size.width + column / factor]
          : mean(column * divisor, top: row * divisor, side: divisor)
      }
    }
    return result
  }

  private func mean(_ left: Int, top: Int, side: Int) -> UInt32 {
    var (red, green, blue): (UInt32, UInt32, UInt32) = (0, 0, 0)
    for row in top..<(top + side) {
      for column in left..<(left + side) {
        let pixel = pixels[row * size.width + column]
        red += pixel >> 16 & 0xFF
        green += pixel >> 8 & 0xFF
        blue += pixel & 0xFF
      }
    }
    let count = UInt32(side * side)
    func rounded(_ sum: UInt32) -> UInt32 { (sum + count / 2) / count }
    return rounded(red) << 16 | rounded(green) << 8 | rounded(blue)
  }

  // MARK: - Drawing

  /// Lays a colour over a rectangle, by its alpha.
  mutating func fill(_ rect: PixelRect, color: Color) {
    let rect = rect.intersection(size.bounds)
    guard !rect.isEmpty else { return }
    for row in rect.top..<rect.bottom {
      for column in rect.left..<rect.right {
        blend(row * size.width + column, color: color, weight: UInt32(color.alpha))
      }
    }
  }

  /// Draws a rectangle's edges, `width` pixels wide, inside of it.
  mutating func outline(_ rect: PixelRect, color: Color, width: Int = 1) {
    let (left, top, right, bottom) = (rect.left, rect.top, rect.right, rect.bottom)
    let inner = (top: top + width, bottom: max(top + width, bottom - width))
    fill(PixelRect(left: left, top: top, right: right, bottom: top + width), color: color)
    fill(PixelRect(left: left, top: inner.bottom, right: right, bottom: bottom), color: color)
    fill(
      PixelRect(left: left, top: inner.top, right: left + width, bottom: inner.bottom),
      color: color
    )
    fill(
      PixelRect(left: right - width, top: inner.top, right: right, bottom: inner.bottom),
      color: color
    )
  }

  /// Draws a line a pixel wide between the middles of two pixels.
  mutating func line(from start: Point, to end: Point, color: Color) {
    let steps = Int(max(abs(end.x - start.x), abs(end.y - start.y)).rounded(.up))
    guard steps > 0, steps < 100_000 else { return }
    for step in 0...steps {
      let share = Double(step) / Double(steps)
      let x = Int((start.x + (end.x - start.x) * share).rounded(.down))
      let y = Int((start.y + (end.y - start.y) * share).rounded(.down))
      fill(PixelRect(left: x, top: y, right: x + 1, bottom: y + 1), color: color)
    }
  }

  /// Lays ink of a colour over the picture, whose anchor is at `anchor`.
  mutating func ink(_ ink: PlacedMask, at anchor: PixelPoint, color: Color) {
    let (left, top) = (anchor.x + ink.origin.x, anchor.y + ink.origin.y)
    let extent = ink.mask.size
    let rect = PixelRect(
      left: left,
      top: top,
      right: left + extent.width,
      bottom: top + extent.height
    )
    .intersection(size.bounds)
    guard !rect.isEmpty else { return }
    for row in rect.top..<rect.bottom {
      for column in rect.left..<rect.right {
        let coverage = ink.mask.bytes[(row - top) * extent.width + column - left]
        if coverage > 0 { blend(row * size.width + column, color: color, weight: UInt32(coverage)) }
      }
    }
  }

  private mutating func blend(_ index: Int, color: Color, weight: UInt32) {
    let below = pixels[index]
    func mixed(_ channel: UInt8, shift: UInt32) -> UInt32 {
      let old = below >> shift & 0xFF
      return ((UInt32(channel) * weight + old * (255 - weight) + 127) / 255) << shift
    }
    pixels[index] =
      mixed(color.red, shift: 16) | mixed(color.green, shift: 8) | mixed(color.blue, shift: 0)
  }
}
