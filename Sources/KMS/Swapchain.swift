// SPDX-License-Identifier: Apache-2.0
internal import Geometry
internal import Presentation

/// The two buffers a display turns between.
///
/// ```
///   free ──drawn──► pending ──accepted──► queued ──flip event──► current ──next flip──► free
///                      ▲──refused──┘
/// ```
/// With two of them, none is free while one is queued and the other is still on the screen.
final class Swapchain<Device: ModesettingDevice> {
  /// Number of buffers.
  static var bufferCount: Int { 2 }

  /// Extent of the picture in each buffer.
  let size: PixelSize
  /// Distance by which the picture can be moved on the panel, in pixels to each side.
  let range: Int
  /// The picture's first pixel in each buffer.
  let margin: PixelPoint
  /// Layout of each buffer's pixels.
  let format: PixelFormat

  private var first: DumbBuffer<Device>
  private var second: DumbBuffer<Device>

  /// The buffer that has been drawn and was not accepted yet.
  private(set) var pending: Int?
  /// The buffer that was accepted and has not reached the screen.
  private(set) var queued: Int?
  /// The buffer on the screen.
  private(set) var current: Int?
  /// The region that may differ between the pending buffer and the frame accepted last.
  private(set) var damage = PixelRegion()

  /// The ways to lay out rows, the best first.
  ///
  /// The processor collects what it writes to scanout memory in lines of 64 bytes. Where rows are no
  /// multiple of that, as 1366 columns are not, each block of pixels would straddle two of them; but some
  /// drivers (mxsfb) take only rows without a gap.
  static func paddings(of size: PixelSize, format: PixelFormat) -> [Bool] {
    size.width * format.bytesPerPixel % 64 == 0 ? [false] : [true, false]
  }

  /// Extent of buffers with room for moving a picture of `size` by up to `range` pixels to each side.
  ///
  /// On the left there is a whole line of 64 bytes, so that rows of the picture begin with one as without room.
  static func extent(_ size: PixelSize, format: PixelFormat, range: Int) -> PixelSize {
    let margin = margin(format, range: range)
    return PixelSize(
      width: margin.x + size.width + range,
      height: margin.y + size.height + range
    )
  }

  private static func margin(_ format: PixelFormat, range: Int) -> PixelPoint {
    range == 0 ? .zero : PixelPoint(x: 64 / format.bytesPerPixel, y: range)
  }

  /// Makes both buffers, with room for moving the picture by up to `range` pixels, 0 … 16, to each side.
  init(
    on device: Device,
    size: PixelSize,
    format: PixelFormat,
    range: Int = 0,
    padsRows: Bool
  ) throws(KMSError) {
    let extent = Self.extent(size, format: format, range: range)
    let first = try DumbBuffer.make(on: device, size: extent, format: format, padsRows: padsRows)
    let second = try DumbBuffer.make(on: device, size: extent, format: format, padsRows: padsRows)
    self.size = size
    self.range = range
    margin = Self.margin(format, range: range)
    self.format = format
    self.first = first
    self.second = second
  }

  /// The device's name for the buffer at `index`.
  func framebuffer(_ index: Int) -> FramebufferID {
    index == 0 ? first.framebuffer : second.framebuffer
  }

  /// Tells if `framebuffer` is one of the two.
  func owns(_ framebuffer: FramebufferID) -> Bool {
    framebuffer == first.framebuffer || framebuffer == second.framebuffer
  }

  /// Draws into the free buffer and keeps what `draw` says has changed.
  ///
  /// - Returns: True if there was a free one.
  func draw(_ draw: (inout BackBuffer) -> PixelRegion) -> Bool {
    guard queued == nil else { return false }
    let index = current == 0 ? 1 : 0
    var changed =
      index == 0
      ? first.draw(size, format: format, margin: margin, index: 0, draw: draw)
      : second.draw(size, format: format, margin: margin, index: 1, draw: draw)
    changed.clip(to: size.bounds)
    damage.add(changed)
    pending = index
    return true
  }

  /// The buffer's pixel that is seen in the panel's first one where the picture is moved by `shift`, as far as there
  /// is room.
  func source(movedBy shift: PixelPoint) -> PixelPoint {
    PixelPoint(
      x: margin.x - min(max(shift.x, -range), range),
      y: margin.y - min(max(shift.y, -range), range)
    )
  }

  /// Notes that the device has accepted the pending buffer.
  func accept() {
    queued = pending
    pending = nil
    damage = PixelRegion()
  }

  /// Notes that the queued buffer has reached the screen.
  func present() {
    guard let queued else { return }
    current = queued
    self.queued = nil
  }

  /// Leaves what is on the screen or on its way there when the buffers die.
  func keepPicture() {
    for index in [queued, current] {
      if index == 0 { first.keepsPicture = true }
      if index == 1 { second.keepsPicture = true }
    }
  }
}
