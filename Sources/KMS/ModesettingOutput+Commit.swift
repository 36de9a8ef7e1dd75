// SPDX-License-Identifier: Apache-2.0
internal import Geometry
package import MonotonicTime
internal import Notices
package import Presentation

/// Handing frames over, and what to do when they are refused.
extension ModesettingOutput {
  package func commit(at now: MonotonicInstant) -> CommitOutcome {
    do throws(KMSError) {
      return try commitPending(at: now)
    } catch {
      return commitWasRefused(error, at: now)
    }
  }

  /// Hands over the frame that was drawn last.
  private func commitPending(at now: MonotonicInstant) throws(KMSError) -> CommitOutcome {
    guard isAwake, let shown else { return .unavailable }
    let swapchain = shown.swapchain
    guard shown.flip == nil, let pending = swapchain.pending else { return .busy }
    try show(swapchain.framebuffer(pending), damage: swapchain.damage, on: shown, at: now)
    swapchain.accept()
    past.hasToldOfMemory = false
    return .queued
  }

  /// Hands `framebuffer` to the device with as much set-up as is due; a flip is pending afterwards.
  func show(
    _ framebuffer: FramebufferID,
    damage: PixelRegion,
    on shown: Shown,
    at now: MonotonicInstant
  ) throws(KMSError) {
    past.cookie &+= 1
    if shown.pipeline.isAtomic {
      try showAtomically(framebuffer, damage: damage, on: shown, at: now)
    } else {
      try showByCalls(framebuffer, damage: damage, on: shown, at: now)
    }
    if shown.setup == .modeset {
      shown.isInterrupted = true
      shown.isCleared = DriverTraits(shown.device.driver).clearsMemoryInModesets
    }
    shown.setup = .flip
  }

  private func commitWasRefused(_ error: KMSError, at now: MonotonicInstant) -> CommitOutcome {
    switch error.kind {
    case .outOfMemory where takesBackRoom(after: error): return .unavailable
    case .refused where takesBackRoom(after: error): return .unavailable
    case .busy:
      return frameHasToWait(at: now)
    case .outOfMemory:
      if !past.hasToldOfMemory {
        past.hasToldOfMemory = true
        notice(.warning, recovery: "out-of-memory", "\(error)")
      }
      return firstFrameIsTooLarge(at: now) ? .unavailable : frameHasToWait(at: now)
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

  /// Some drivers find only when a buffer is to be shown that their memory cannot hold it: a smaller
  /// picture is looked for if the first frame has not been taken for too long.
  ///
  /// - Returns: True if there is no display any more, or another one.
  private func firstFrameIsTooLarge(at now: MonotonicInstant) -> Bool {
    // Held here, its buffers would take the memory that the smaller ones need.
    guard shown?.isNew == true, shown?.hold(at: now) == true, let pipeline = shown?.pipeline else {
      return false
    }
    past.noteTooLarge(pipeline.mode, format: pipeline.format)
    deactivate("the card has no memory for the picture", at: now)
    search(at: now)
    return true
  }

  /// Nothing has changed and the server tries again; unless that goes on for too long.
  private func frameHasToWait(at now: MonotonicInstant) -> CommitOutcome {
    guard shown?.hold(at: now) == true else { return .busy }
    return displayIsStuck(at: now) ? .busy : .unavailable
  }

  /// A driver that worked a moment ago refuses the frame: its state has been lost somewhere.
  private func setUpAnew(after error: KMSError, at now: MonotonicInstant) -> CommitOutcome {
    guard let setup = shown?.setup else { return .unavailable }
    if setup != .modeset {
      notice(.warning, recovery: "modeset", "\(error); setting the mode anew")
      prepareModeset()
      do throws(KMSError) {
        return try commitPending(at: now)
      } catch {
        guard error.kind == .refused else { return commitWasRefused(error, at: now) }
      }
    }
    // Perhaps the monitor is another one by now: choose anew, and test other modes.
    notice(.error, recovery: "refused", "\(error); looking for a mode that works")
    deactivate("the driver refuses the frame", at: now)
    search(at: now)
    return shown == nil ? .unavailable : .busy
  }

  /// Makes the next commit set everything, with properties as they are now.
  func prepareModeset() {
    guard let shown else { return }
    shown.setup = .modeset
    guard let snapshot = try? shown.device.snapshot(probing: .none) else { return }
    shown.pipeline.refresh(from: snapshot)
  }
}
