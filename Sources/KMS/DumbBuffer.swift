// SPDX-License-Identifier: Apache-2.0
internal import Geometry
internal import Presentation

/// A scanout buffer that is given back when this value dies.
///
/// It holds its device, which therefore outlives it in whatever order owners let go.
struct DumbBuffer<Device: ModesettingDevice>: ~Copyable {
  private let device: Device
  private let allocation: BufferAllocation
  /// True if the picture stays on the screen when the buffer dies.
  var keepsPicture = false

  /// Makes a buffer of `size` in `format`, its rows apart by whole lines of 64 bytes if `padsRows`.
  static func make(
    on device: Device,
    size: PixelSize,
    format: PixelFormat,
    padsRows: Bool
  ) throws(KMSError) -> Self {
    Self(
      device: device,
      allocation: try device.makeBuffer(size, format: format, padsRows: padsRows)
    )
  }

  deinit { device.releaseBuffer(allocation, keepingPicture: keepsPicture) }

  /// The device's name for it.
  var framebuffer: FramebufferID { allocation.framebuffer }

  /// Lends the memory for drawing.
  ///
  /// - Parameters:
  ///   - size: The extent of the picture, which the buffer has beside and below its margin.
  ///   - format: The format the buffer was made with.
  ///   - margin: The picture's first pixel in the buffer.
  ///   - index: Its place in the swapchain.
  ///   - draw: Draws and returns what has changed.
  /// - Returns: The region that `draw` returned.
  func draw(
    _ size: PixelSize,
    format: PixelFormat,
    margin: PixelPoint,
    index: Int,
    draw: (inout BackBuffer) -> PixelRegion
  ) -> PixelRegion {
    let start = margin.y * allocation.strideBytes + margin.x * format.bytesPerPixel
    let bytes = unsafe MutableRawSpan(
      _unsafeStart: allocation.memory + start,
      byteCount: allocation.byteCount - start
    )
    var buffer = BackBuffer(
      bytes: bytes,
      strideBytes: allocation.strideBytes,
      size: size,
      format: format,
      index: index
    )
    return draw(&buffer)
  }
}
