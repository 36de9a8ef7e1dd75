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
    damage: PixelRegion,
    on shown: Shown,
    at now: MonotonicInstant
  ) throws(KMSError) {
    let (pipeline, setup) = (shown.pipeline, shown.setup)
    var hasEvent = false
    if setup != .modeset, shown.calls.hasPageFlips {
      do throws(KMSError) {
        try shown.device.pageFlip(pipeline.crtc, framebuffer: framebuffer, cookie: past.cookie)
        hasEvent = true
      } catch {
        // The picture that was found may have another layout than ours.
        guard setup == .takeover, error.kind == .refused else { throw error }
      }
    }
    if !hasEvent {
      setProperties(on: shown)
      try shown.device.setCRTC(
        pipeline.crtc,
        framebuffer: framebuffer,
        connector: pipeline.connector.id,
        mode: pipeline.mode
      )
      // Setting a CRTC sends no event; a flip to the same framebuffer does.
      hasEvent = flipForEvent(framebuffer, on: shown)
    }
    let whole = PixelRegion(shown.mode.size.bounds)
    markDirty(framebuffer, damage: setup == .flip ? damage : whole, on: shown)
    shown.send(
      Shown.Flip(
        cookie: past.cookie,
        committedAt: now,
        deadline: now + (hasEvent ? shown.nextFlipTimeout : shown.mode.refreshInterval),
        hasEvent: hasEvent,
        isModeset: setup == .modeset
      )
    )
  }

  /// Sets what the configuration wants of the connector.
  private func setProperties(on shown: Shown) {
    let connector = shown.pipeline.connector.id.rawValue
    for wanted in shown.pipeline.requested where wanted.object == connector {
      do throws(KMSError) {
        try shown.device.setProperty(wanted.property, of: connector, to: wanted.value)
      } catch {
        shown.pipeline.leaveOut(wanted)
        notice(
          .warning,
          recovery: "property-dropped",
          "\(shown.device.driver) refuses \(wanted.name) (\(error)); going on without"
        )
      }
    }
  }

  private func flipForEvent(_ framebuffer: FramebufferID, on shown: Shown) -> Bool {
    guard shown.calls.hasPageFlips else { return false }
    let device = shown.device
    do throws(KMSError) {
      try device.pageFlip(shown.pipeline.crtc, framebuffer: framebuffer, cookie: past.cookie)
      return true
    } catch {
      if error.kind == .refused {
        shown.calls.hasPageFlips = false
        notice(.warning, "\(device.driver) has no page flips (\(error)); frames may tear")
      }
      return false
    }
  }

  private func markDirty(
    _ framebuffer: FramebufferID,
    damage: PixelRegion,
    on shown: Shown
  ) {
    guard shown.calls.takesDamage, !damage.isEmpty else { return }
    do throws(KMSError) {
      try shown.device.markDirty(framebuffer, damage: damage)
    } catch {
      // Drivers that scan out of the buffer itself answer ENOSYS.
      if error.kind == .refused { shown.calls.takesDamage = false }
    }
  }
}
