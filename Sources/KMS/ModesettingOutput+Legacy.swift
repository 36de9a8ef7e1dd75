// SPDX-License-Identifier: Apache-2.0
internal import Geometry
internal import MonotonicTime
internal import Notices
internal import Presentation

/// Showing frames one call at a time, on drivers without atomic requests.
extension ModesettingOutput {
  /// Shows a frame by a page flip, or by setting the CRTC where that is due or all there is.
  func showByCalls(
    _ framebuffer: FramebufferID,
    _ damage: PixelRegion,
    on device: Device,
    at now: MonotonicInstant
  ) throws(KMSError) {
    guard let pipeline, let mode else { return }
    var hasEvent = false
    if setup != .modeset, canFlip {
      do throws(KMSError) {
        try device.pageFlip(pipeline.crtc, framebuffer: framebuffer, cookie: cookie)
        hasEvent = true
      } catch {
        // The picture that was found may have another layout than ours.
        guard setup == .takeover, error.kind == .refused else { throw error }
      }
    }
    if !hasEvent {
      try device.setCRTC(
        pipeline.crtc,
        framebuffer: framebuffer,
        connector: pipeline.connector.id,
        mode: pipeline.mode
      )
      // Setting a CRTC sends no event; a flip to the same framebuffer does.
      hasEvent = flipForEvent(pipeline.crtc, framebuffer, on: device)
    }
    markDirty(framebuffer, setup == .flip ? damage : PixelRegion(mode.size.bounds), on: device)
    pendingFlip = PendingFlip(
      cookie: cookie,
      committedAt: now,
      deadline: now + (hasEvent ? flipTimeout : mode.refreshInterval),
      hasEvent: hasEvent
    )
  }

  private func flipForEvent(
    _ crtc: CRTCID,
    _ framebuffer: FramebufferID,
    on device: Device
  ) -> Bool {
    guard canFlip else { return false }
    do throws(KMSError) {
      try device.pageFlip(crtc, framebuffer: framebuffer, cookie: cookie)
      return true
    } catch {
      if error.kind == .refused {
        canFlip = false
        notice(.warning, "\(device.driver) has no page flips (\(error)); frames may tear")
      }
      return false
    }
  }

  private func markDirty(
    _ framebuffer: FramebufferID,
    _ damage: PixelRegion,
    on device: Device
  ) {
    guard needsDirtyCalls, !damage.isEmpty else { return }
    do throws(KMSError) {
      try device.markDirty(framebuffer, damage)
    } catch {
      // Drivers that scan out of the buffer itself answer ENOSYS.
      if error.kind == .refused { needsDirtyCalls = false }
    }
  }
}
