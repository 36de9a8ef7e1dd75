// SPDX-License-Identifier: Apache-2.0
package import Geometry
package import Raster

/// A stack of layers and the memory of its buffers.
package struct PaintedStack {
  /// The layers; what is added to them is painted with the next frame.
  package var layers: LayerStack
  /// How the view lies in the buffers.
  package let transform: OutputTransform
  /// How a pixel is laid out.
  package let format: PixelFormat
  /// Distance from one row to the next in bytes.
  package let strideBytes: Int
  /// What is in the buffers that take turns.
  package var buffers: [[UInt8]]
  /// What ``paintAll()`` painted last.
  package var full: [UInt8]

  /// A stack without layers; its memory is full of noise, so that a pixel that nobody writes is
  /// noticed.
  ///
  /// - Parameters:
  ///   - view: The extent of the upright picture in pixels.
  ///   - format: How a pixel is laid out.
  ///   - rotation: How the view is turned in the buffers.
  ///   - scale: Pixels a point.
  ///   - background: What lies beneath the layers.
  ///   - bufferCount: How many buffers take turns.
  ///   - padding: Bytes behind the end of each row.
  package init(
    view: PixelSize,
    format: PixelFormat = .xrgb8888,
    rotation: Rotation = .none,
    scale: Double = 1,
    background: Color = Color(rgb: 0),
    bufferCount: Int = 2,
    padding: Int = 0
  ) {
    let size =
      rotation.swapsAxes ? PixelSize(width: view.height, height: view.width) : view
    transform = OutputTransform(bufferSize: size, rotation: rotation, scale: scale)
    self.format = format
    strideBytes = size.width * format.bytesPerPixel + padding
    layers = LayerStack(transform: transform, background: background, bufferCount: bufferCount)
    let byteCount = strideBytes * size.height
    let noise = (0...bufferCount).map { _ in
      (0..<byteCount).map { UInt8(truncatingIfNeeded: $0 &* 37) }
    }
    (full, buffers) = (noise[0], Array(noise[1...]))
  }

  /// Brings a buffer up to the layers.
  ///
  /// - Returns: What is told to the display as changed since the frame before, in buffer pixels.
  package mutating func paint(_ buffer: Int) -> PixelRegion {
    var bytes: [UInt8] = []
    // Taken out, as a copy would be written to.
    swap(&bytes, &buffers[buffer])
    defer { swap(&bytes, &buffers[buffer]) }
    return lend(&bytes) { layers, canvas in layers.paint(into: &canvas, buffer: buffer) }
  }

  /// Paints everything into ``full``.
  package mutating func paintAll() {
    var bytes = full
    lend(&bytes) { layers, canvas in layers.paint(rows: 0..<canvas.size.height, into: &canvas) }
    full = bytes
  }

  private mutating func lend<Result>(
    _ bytes: inout [UInt8],
    _ body: (inout LayerStack, inout Canvas) -> Result
  ) -> Result {
    var span = bytes.mutableSpan
    var canvas = unsafe Canvas(
      span.mutableBytes,
      strideBytes: strideBytes,
      format: format,
      size: transform.bufferSize
    )
    return body(&layers, &canvas)
  }

  /// The buffer pixel that a byte of a buffer belongs to; beyond the row's end for its padding.
  package func pixel(ofByte index: Int) -> PixelPoint {
    PixelPoint(x: index % strideBytes / format.bytesPerPixel, y: index / strideBytes)
  }

  /// A pixel of the view in the picture that was painted in full, in XRGB8888.
  package func pixel(_ x: Int, _ y: Int) -> (red: Int, green: Int, blue: Int) {
    let rect = transform.bufferRect(ofView: PixelRect(left: x, top: y, right: x + 1, bottom: y + 1))
    let index = rect.top * strideBytes + rect.left * 4
    return (Int(full[index + 2]), Int(full[index + 1]), Int(full[index]))
  }

  /// The blue channel of a pixel of the view in the picture that was painted in full, in XRGB8888.
  package func level(_ x: Int, _ y: Int) -> Int { pixel(x, y).blue }
}
