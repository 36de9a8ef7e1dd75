// SPDX-License-Identifier: Apache-2.0
internal import CDRM
package import Geometry
internal import Glibc

/// Buffers in the device's memory.
extension DRMDevice {
  /// Makes a dumb buffer, maps it, and lets only framebuffer and mapping keep it.
  ///
  /// The handle is closed at once: framebuffer and mapping hold the memory by themselves, and a handle
  /// left behind by a killed process could not be found again in a stored device, whereas its
  /// framebuffers are listed.
  package func makeBuffer(
    _ size: PixelSize,
    format: PixelFormat,
    padsRows: Bool
  ) throws(KMSError) -> BufferAllocation {
    let (width, height) = (UInt32(clamping: size.width), UInt32(clamping: size.height))
    var (handle, pitch, byteCount): (UInt32, UInt32, UInt64) = (0, 0, 0)
    let bits = UInt32(format.bytesPerPixel * 8)
    let unit = padsRows ? 64 * 8 / bits : 1
    let columns = (width + unit - 1) / unit * unit
    try check(
      unsafe cdrm_create_dumb(rawDescriptor, columns, height, bits, &handle, &pitch, &byteCount),
      operation: .makeBuffer
    )
    defer { _ = cdrm_destroy_dumb(rawDescriptor, handle) }
    guard Int(pitch) >= size.width * format.bytesPerPixel,
      byteCount >= UInt64(pitch) * UInt64(height), let length = Int(exactly: byteCount)
    else { throw KMSError(.makeBuffer, device: path, number: EINVAL) }

    let framebuffer = try makeFramebuffer(
      width,
      height: height,
      format: format,
      handle: handle,
      pitch: pitch
    )
    var offset: UInt64 = 0
    let mapping = unsafe cdrm_map_dumb(rawDescriptor, handle, &offset)
    guard mapping == 0 else {
      drmModeRmFB(rawDescriptor, framebuffer)
      throw KMSError(.mapBuffer, device: path, number: mapping)
    }
    let access = PROT_READ | PROT_WRITE
    let place = off_t(truncatingIfNeeded: offset)
    let memory = unsafe mmap(nil, length, access, MAP_SHARED, rawDescriptor, place)
    guard let memory = unsafe memory, unsafe memory != MAP_FAILED else {
      let number = errno
      drmModeRmFB(rawDescriptor, framebuffer)
      throw KMSError(.mapBuffer, device: path, number: number)
    }
    return unsafe BufferAllocation(
      framebuffer: FramebufferID(framebuffer),
      memory: memory,
      byteCount: length,
      strideBytes: Int(pitch)
    )
  }

  private func makeFramebuffer(
    _ width: UInt32,
    height: UInt32,
    format: PixelFormat,
    handle: UInt32,
    pitch: UInt32
  ) throws(KMSError) -> UInt32 {
    let code =
      switch format {
      case .xrgb8888: cdrm_format_xrgb8888
      case .rgb565: cdrm_format_rgb565
      }
    var framebuffer: UInt32 = 0
    let handles: [UInt32] = [handle, 0, 0, 0]
    let pitches: [UInt32] = [pitch, 0, 0, 0]
    let offsets: [UInt32] = [0, 0, 0, 0]
    let result = unsafe drmModeAddFB2(
      rawDescriptor,
      width,
      height,
      code,
      handles,
      pitches,
      offsets,
      &framebuffer,
      0
    )
    if result == 0 { return framebuffer }
    // Before AddFB2 depth and bits stood for the format.
    let (depth, bits): (UInt8, UInt8) = format == .xrgb8888 ? (24, 32) : (16, 16)
    let old = unsafe drmModeAddFB(
      rawDescriptor,
      width,
      height,
      depth,
      bits,
      pitch,
      handle,
      &framebuffer
    )
    try check(old == 0 ? 0 : abs(result), operation: .makeFramebuffer)
    return framebuffer
  }

  package func releaseBuffer(_ buffer: BufferAllocation, keepingPicture: Bool) {
    _ = unsafe munmap(buffer.memory, buffer.byteCount)
    if keepingPicture {
      // Kernels before 6.8 do not know it; then the picture stays as long as the file is open
      // somewhere, as in the service manager's descriptor store.
      _ = cdrm_close_framebuffer(rawDescriptor, buffer.framebuffer.rawValue)
    } else {
      drmModeRmFB(rawDescriptor, buffer.framebuffer.rawValue)
    }
  }

  package func removeFramebuffer(_ framebuffer: FramebufferID) {
    drmModeRmFB(rawDescriptor, framebuffer.rawValue)
  }
}
