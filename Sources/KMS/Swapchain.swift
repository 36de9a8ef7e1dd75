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

  /// Extent of each buffer.
  let size: PixelSize
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
  static func paddings(of size: PixelSize, _ format: PixelFormat) -> [Bool] {
    size.width * format.bytesPerPixel % 64 == 0 ? [false] : [true, false]
  }

  /// Makes both buffers.
  init(
    on device: Device,
    _ size: PixelSize,
    _ format: PixelFormat,
    padsRows: Bool
  ) throws(KMSError) {
    let first = try DumbBuffer.make(on: device, size, format, padsRows: padsRows)
    let second = try DumbBuffer.make(on: device, size, format, padsRows: padsRows)
    self.size = size
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
      ? first.draw(size, format, index: 0, draw) : second.draw(size, format, index: 1, draw)
    changed.clip(to: size.bounds)
    damage.add(changed)
    pending = index
    return true
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
