// SPDX-License-Identifier: Apache-2.0
internal import Geometry
package import MonotonicTime
internal import Notices
package import Presentation

/// Handing frames over, and what to do when they are refused.
extension ModesettingOutput {
  /// After how long a flip event counts as lost.
  var flipTimeout: MonotonicInterval { flipClock.timeout }

  package func commit(at now: MonotonicInstant) -> CommitOutcome {
    guard isAwake, pipeline != nil, let swapchain else { return .unavailable }
    guard pendingFlip == nil, let pending = swapchain.pending else { return .busy }
    do throws(KMSError) {
      try show(swapchain.framebuffer(pending), swapchain.damage, at: now)
    } catch {
      return commitWasRefused(error, at: now)
    }
    frameWasAccepted(swapchain)
    return .queued
  }

  /// Hands `framebuffer` to the device with as much set-up as is due; a flip is pending afterwards.
  func show(
    _ framebuffer: FramebufferID,
    _ damage: PixelRegion,
    at now: MonotonicInstant
  ) throws(KMSError) {
    guard let device, let isAtomic = pipeline?.isAtomic else { return }
    cookie &+= 1
    if isAtomic {
      try showAtomically(framebuffer, damage, on: device, at: now)
    } else {
      try showByCalls(framebuffer, damage, on: device, at: now)
    }
    setup = .flip
  }

  private func frameWasAccepted(_ swapchain: Swapchain<Device>) {
    swapchain.accept()
    busySince = nil
    isShortOfMemory = false
  }

  private func commitWasRefused(_ error: KMSError, at now: MonotonicInstant) -> CommitOutcome {
    switch error.kind {
    case .busy:
      return frameHasToWait(at: now)
    case .outOfMemory:
      if !isShortOfMemory {
        isShortOfMemory = true
        notice(.warning, recovery: "out-of-memory", "\(error)")
      }
      return frameHasToWait(at: now)
    case .notMaster, .notPermitted:
      loseMaster(error, at: now)
      return .unavailable
    case .gone:
      loseDevice("\(error)", at: now)
      return .unavailable
    case .refused:
      return setUpAnew(after: error, at: now)
    }
  }

  /// Nothing has changed and the server tries again; unless that goes on for too long.
  private func frameHasToWait(at now: MonotonicInstant) -> CommitOutcome {
    guard let since = busySince else {
      busySince = now
      return .busy
    }
    guard now - since > flipTimeout else { return .busy }
    busySince = now
    return displayIsStuck(at: now) ? .busy : .unavailable
  }

  /// A driver that worked a moment ago refuses the frame: its state has been lost somewhere.
  private func setUpAnew(after error: KMSError, at now: MonotonicInstant) -> CommitOutcome {
    guard let swapchain, let pending = swapchain.pending else { return .unavailable }
    if setup != .modeset {
      notice(.warning, recovery: "modeset", "\(error); setting the mode anew")
      prepareModeset()
      do throws(KMSError) {
        try show(swapchain.framebuffer(pending), swapchain.damage, at: now)
        frameWasAccepted(swapchain)
        return .queued
      } catch {
        guard error.kind == .refused else { return commitWasRefused(error, at: now) }
      }
    }
    // Perhaps the monitor is another one by now: choose anew, and test other modes.
    notice(.error, recovery: "refused", "\(error); looking for a mode that works")
    deactivate("the driver refuses the frame")
    search(at: now)
    return pipeline == nil ? .unavailable : .busy
  }

  /// Makes the next commit set everything, with properties as they are now.
  func prepareModeset() {
    setup = .modeset
    guard let device, let snapshot = try? device.snapshot(probing: false) else { return }
    pipeline?.refresh(from: snapshot)
  }
}
