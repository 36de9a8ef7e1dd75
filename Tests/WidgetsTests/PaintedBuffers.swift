// SPDX-License-Identifier: Apache-2.0
import Geometry
import LayerPainting
import Raster

@testable import Widgets

/// Memory of a small swapchain, filled with noise so that a pixel nobody writes is noticed.
struct PaintedBuffers {
  let transform: OutputTransform
  let format: PixelFormat
  let strideBytes: Int
  var buffers: [[UInt8]]

  init(transform: OutputTransform, format: PixelFormat, padding: Int, count: Int) {
    self.transform = transform
    self.format = format
    let size = transform.bufferSize
    let stride = size.width * format.bytesPerPixel + padding
    strideBytes = stride
    buffers = (0..<count).map { buffer in
      (0..<stride * size.height).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ buffer) }
    }
  }

  /// Paints the next frame into `buffer` and returns the damage.
  mutating func paint(
    _ painter: inout LayerPainter,
    _ buttons: [ElasticButtonSnapshot],
    _ progresses: [WaveProgressSnapshot],
    buffer: Int
  ) -> PixelRegion {
    var bytes = buffers[buffer].mutableSpan
    var canvas = unsafe Canvas(
      bytes.mutableBytes,
      strideBytes: strideBytes,
      format: format,
      size: transform.bufferSize
    )
    return painter.paint(
      buttons: buttons.span,
      progresses: progresses.span,
      into: &canvas,
      buffer: buffer
    )
  }

  /// Paints everything into `buffer`.
  mutating func paintAll(
    _ painter: inout LayerPainter,
    _ buttons: [ElasticButtonSnapshot],
    _ progresses: [WaveProgressSnapshot],
    buffer: Int
  ) {
    var bytes = buffers[buffer].mutableSpan
    var canvas = unsafe Canvas(
      bytes.mutableBytes,
      strideBytes: strideBytes,
      format: format,
      size: transform.bufferSize
    )
    painter.paintAll(buttons: buttons.span, progresses: progresses.span, into: &canvas)
  }

  /// The pixels of a buffer without the padding of its rows.
  func pixels(_ buffer: Int) -> [[UInt8]] {
    let rowBytes = transform.bufferSize.width * format.bytesPerPixel
    return (0..<transform.bufferSize.height).map { y in
      Array(buffers[buffer][y * strideBytes..<y * strideBytes + rowBytes])
    }
  }
}
