// SPDX-License-Identifier: Apache-2.0
internal import Geometry
internal import MonotonicTime
internal import Presentation
internal import Raster
internal import Widgets

extension Scene {
  /// Draws what has changed since `buffer` was last drawn, as the scene is at `instant`.
  ///
  /// - Returns: What may differ from the frame drawn before, in buffer pixels.
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
  /// - Returns: Pixels in the scanout buffer's orientation, row by row without padding; XRGB8888 unless `format` says
  ///   otherwise.
  mutating func picture(
    at instant: MonotonicInstant,
    in format: PixelFormat = .xrgb8888
  ) -> [UInt8] {
    let size = transform.bufferSize
    let rowBytes = size.width * format.bytesPerPixel
    var bytes = [UInt8](repeating: 0, count: rowBytes * size.height)
    var span = bytes.mutableSpan
    var canvas = Canvas(
      // Any bytes are a valid pattern of bytes.
      unsafe span.mutableBytes,
      strideBytes: rowBytes,
      format: format,
      size: size
    )
    paintAll(into: &canvas, at: instant)
    return bytes
  }
}
