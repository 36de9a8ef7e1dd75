// SPDX-License-Identifier: Apache-2.0
internal import Geometry
package import MonotonicTime
internal import Notices
internal import Presentation

/// Faults of the display and what is done about them.
extension ModesettingOutput {
  /// Duration of the ladder's rest after its last rung before the device is opened anew.
  private var restAfterLadder: MonotonicInterval { .milliseconds(5000) }

  /// The event of a flip has not come in time.
  ///
  /// A process that was held up itself, by load or by a signal, finds the event waiting, or it comes
  /// within a refresh or two; only then is it lost.
  func flipIsOverdue(at now: MonotonicInstant) {
    readDevice(at: now)
    guard let mode, let flip = shown?.flip, flip.deadline <= now else { return }
    if mirrorIsOverdue(at: now) { return }
    guard flip.isOverdue else {
      shown?.extendFlip(until: now + mode.refreshInterval * 2, isOverdue: true)
      return
    }
    guard isAwake else {
      shown?.land()
      powerDown()
      return
    }
    let waited = (now - flip.committedAt).nanoseconds / 1_000_000
    climb(from: .retry, fault: "no flip event for \(waited) ms", at: now)
  }

  /// Commits have been refused as busy for too long, with no flip of ours pending.
  ///
  /// - Returns: True if there still is a display.
  func displayIsStuck(at now: MonotonicInstant) -> Bool {
    // Trying again is what the server has done all the while.
    climb(from: .modeset, fault: "the display is busy without end", at: now)
    return shown != nil
  }

  private func climb(
    from lowest: RecoveryLadder.Rung,
    fault: String,
    at now: MonotonicInstant
  ) {
    let (rung, isFirst) = past.ladder.climb(from: lowest)
    if isFirst {
      let severity: Notice.Severity = rung >= .reopen ? .error : .warning
      notice(severity, recovery: rung.name, "\(fault); \(rung.sentence)")
    }
    switch rung {
    case .retry: break
    case .modeset: prepareModeset()
    case .powerCycle:
      prepareModeset()
      if let shown { try? switchOff(shown, isReleasing: false) }
    case .reopen:
      reopen(at: now)
      return
    case .watchdog:
      // The service manager acts on the notice; without one, go on from here.
      deactivate("frames no longer reach the screen", retryAt: now + restAfterLadder, at: now)
      past.distrustsPicture = true
      use(nil)
      return
    }
    resubmit(at: now)
  }

  /// Hands the frame that is on its way over again; the server goes on waiting for it.
  private func resubmit(at now: MonotonicInstant) {
    do throws(KMSError) {
      guard let shown, shown.flip != nil, let queued = shown.swapchain.queued else { return }
      let whole = PixelRegion(shown.mode.size.bounds)
      shown.isInterrupted = true
      try show(shown.swapchain.framebuffer(queued), damage: whole, on: shown, at: now)
    } catch {
      switch error.kind {
      case .notMaster, .notPermitted: loseMaster(error, at: now)
      case .gone: loseDevice("\(error)", at: now)
      case .busy, .outOfMemory, .refused:
        // The flip stays pending; the next rung is due soon.
        guard let shown else { return }
        shown.extendFlip(until: now + shown.mode.refreshInterval, isOverdue: false)
      }
    }
  }

  private func reopen(at now: MonotonicInstant) {
    deactivate("opening the device anew", at: now)
    past.distrustsPicture = true
    use(nil)
    search(at: now)
  }

  /// Another process shows its picture now: wait until the display can be had again.
  func loseMaster(_ error: KMSError, at now: MonotonicInstant) {
    notice(.warning, recovery: "master-lost", "\(error)")
    deactivate("waiting for DRM master", at: now)
    past.distrustsPicture = true
    search(at: now)
  }

  /// The device has left: wait until one comes.
  func loseDevice(_ sentence: String, at now: MonotonicInstant) {
    notice(.warning, recovery: "device-lost", sentence)
    deactivate("waiting for a card", at: now)
    past.distrustsPicture = true
    use(nil)
    search(at: now)
  }

  // MARK: - Sleep

  package func setPower(_ isOn: Bool, at now: MonotonicInstant) {
    guard isOn != isAwake else { return }
    isAwake = isOn
    guard let shown else { return }
    if isOn {
      if shown.isPoweredDown { powerUp(shown) }
      events.append(.needsFullFrame)
    } else if shown.flip == nil {
      powerDown()
    }
  }

  /// Switches the monitor off; no flip may be pending.
  func powerDown() {
    guard let shown, !shown.isPoweredDown else { return }
    let pipeline = shown.pipeline
    endMirror(of: shown)
    do throws(KMSError) {
      if !pipeline.isAtomic, let power = pipeline.connector.properties["DPMS"] {
        // DRM_MODE_DPMS_OFF
        try shown.device.setProperty(power.id, of: pipeline.connector.id.rawValue, to: 3)
      } else {
        try switchOff(shown, isReleasing: false)
      }
      shown.isPoweredDown = true
    } catch {
      notice(.warning, "the monitor stays on: \(error)")
    }
  }

  private func powerUp(_ shown: Shown) {
    shown.isPoweredDown = false
    shown.mirrorIsDue = true
    let pipeline = shown.pipeline
    if !pipeline.isAtomic, let power = pipeline.connector.properties["DPMS"] {
      // DRM_MODE_DPMS_ON
      try? shown.device.setProperty(power.id, of: pipeline.connector.id.rawValue, to: 0)
    }
    prepareModeset()
  }
}
