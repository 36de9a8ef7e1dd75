// SPDX-License-Identifier: Apache-2.0
internal import Geometry
package import MonotonicTime
internal import Presentation
internal import Raster
package import Widgets

extension Scene {
  /// Draws what has changed since `buffer` was last drawn, as the scene is at `instant`.
  ///
  /// - Returns: The region that may differ from the frame drawn before, in buffer pixels.
  mutating func paint(_ buffer: inout BackBuffer, at instant: MonotonicInstant) -> PixelRegion {
    let (stride, format, size) = (buffer.strideBytes, buffer.format, buffer.size)
    let index = buffer.index
    var canvas = Canvas(
      buffer.bytes._mutatingExtracting(...),
      strideBytes: stride,
      format: format,
      size: size
    )
    return paint(into: &canvas, buffer: index, at: instant)
  }

  /// Draws the whole scene as it is at `instant`, without a trace in what the buffers remember.
  ///
  /// - Returns: Pixels in the scanout buffer's orientation, row by row without padding; XRGB8888.
  package mutating func picture(at instant: MonotonicInstant) -> [UInt8] {
    var picture = [UInt8].picture(of: transform.bufferSize, in: .xrgb8888)
    paintAll(into: &picture, in: .xrgb8888, at: instant)
    return picture
  }

  /// Draws the whole scene as it is at `instant` into a `picture` of its extent, in the same way.
  mutating func paintAll(
    into picture: inout [UInt8],
    in format: PixelFormat,
    at instant: MonotonicInstant
  ) {
    let size = transform.bufferSize
    var span = picture.mutableSpan
    var canvas = Canvas(
      // Any bytes are a valid pattern of bytes.
      unsafe span.mutableBytes,
      strideBytes: size.width * format.bytesPerPixel,
      format: format,
      size: size
    )
    paintAll(into: &canvas, at: instant)
  }
}

extension [UInt8] {
  /// Memory for the pixels of a picture, row by row without padding, of which all are going to be written.
  static func picture(of size: PixelSize, in format: PixelFormat) -> Self {
    let count = size.width * size.height * format.bytesPerPixel
    return unsafe Self(unsafeUninitializedCapacity: count) { _, written in written = count }
  }
}
