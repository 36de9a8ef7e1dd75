// SPDX-License-Identifier: Apache-2.0
internal import Geometry
package import MonotonicTime
internal import Notices
internal import Presentation

/// Faults of the display and what is done about them.
extension ModesettingOutput {
  /// How long the ladder rests after its last rung before the device is opened anew.
  private var restAfterLadder: MonotonicInterval { .milliseconds(5000) }

  /// The event of a flip has not come in time.
  ///
  /// A process that was held up itself, by load or by a signal, finds the event waiting, or it comes
  /// within a refresh or two; only then is it lost.
  func flipIsOverdue(at now: MonotonicInstant) {
    readDevice(at: now)
    guard let flip = pendingFlip, flip.deadline <= now else { return }
    if !flip.isOverdue, let mode {
      pendingFlip?.isOverdue = true
      pendingFlip?.deadline = now + mode.refreshInterval * 2
      return
    }
    guard isAwake else {
      pendingFlip = nil
      powerDown()
      return
    }
    climb(from: .retry, "no flip event for \(flipTimeout.nanoseconds / 1_000_000) ms", at: now)
  }

  /// Commits have been refused as busy for too long, with no flip of ours pending.
  ///
  /// - Returns: Whether there still is a display.
  func displayIsStuck(at now: MonotonicInstant) -> Bool {
    // Trying again is what the server has done all the while.
    climb(from: .modeset, "the display is busy without end", at: now)
    return pipeline != nil
  }

  private func climb(
    from lowest: RecoveryLadder.Rung,
    _ fault: String,
    at now: MonotonicInstant
  ) {
    let (rung, isFirst) = ladder.climb(from: lowest)
    if isFirst {
      let severity: Notice.Severity = rung >= .reopen ? .error : .warning
      notice(severity, recovery: rung.name, "\(fault); \(rung.sentence)")
    }
    switch rung {
    case .retry: break
    case .modeset: prepareModeset()
    case .powerCycle:
      prepareModeset()
      if let device { try? switchOff(isReleasing: false, on: device) }
    case .reopen:
      reopen(at: now)
      return
    case .watchdog:
      // Whoever watches the process acts on the notice; if nobody does, go on from here.
      pendingFlip = nil
      deactivate("frames no longer reach the screen")
      mustModeset = true
      use(nil)
      retryDeadline = now + restAfterLadder
      return
    }
    resubmit(at: now)
  }

  /// Hands the frame that is on its way over again; the server goes on waiting for it.
  private func resubmit(at now: MonotonicInstant) {
    guard pendingFlip != nil, let swapchain, let queued = swapchain.queued, let mode else { return }
    do throws(KMSError) {
      let whole = PixelRegion(mode.size.bounds)
      try show(swapchain.framebuffer(queued), whole, at: now)
    } catch {
      switch error.kind {
      case .notMaster, .notPermitted: loseMaster(error, at: now)
      case .gone: loseDevice("\(error)", at: now)
      case .busy, .outOfMemory, .refused:
        // The flip stays pending; the next rung is due soon.
        pendingFlip?.deadline = now + mode.refreshInterval
      }
    }
  }

  private func reopen(at now: MonotonicInstant) {
    pendingFlip = nil
    deactivate("opening the device anew")
    mustModeset = true
    // Whoever keeps a duplicate of the descriptor must not stay master through it.
    _ = device?.dropMaster()
    use(nil)
    search(at: now)
  }

  /// Another process shows its picture now: wait until the display can be had again.
  func loseMaster(_ error: KMSError, at now: MonotonicInstant) {
    notice(.warning, recovery: "master-lost", "\(error)")
    deactivate("waiting for DRM master")
    mustModeset = true
    search(at: now)
  }

  /// The device has left: wait until one comes.
  func loseDevice(_ sentence: String, at now: MonotonicInstant) {
    notice(.warning, recovery: "device-lost", sentence)
    deactivate("waiting for a card")
    mustModeset = true
    use(nil)
    search(at: now)
  }

  // MARK: - Sleep

  package func setPower(_ isOn: Bool, at now: MonotonicInstant) {
    guard isOn != isAwake else { return }
    isAwake = isOn
    guard pipeline != nil else { return }
    if isOn {
      if isPoweredDown { powerUp() }
      events.append(.needsFullFrame)
    } else if pendingFlip == nil {
      powerDown()
    }
  }

  /// Switches the monitor off; no flip may be pending.
  func powerDown() {
    guard let device, let pipeline, !isPoweredDown else { return }
    do throws(KMSError) {
      if !pipeline.isAtomic, let power = pipeline.connector.properties["DPMS"] {
        // DRM_MODE_DPMS_OFF
        try device.setProperty(power.id, of: pipeline.connector.id.rawValue, to: 3)
      } else {
        try switchOff(isReleasing: false, on: device)
      }
      isPoweredDown = true
    } catch {
      notice(.warning, "the monitor stays on: \(error)")
    }
  }

  private func powerUp() {
    isPoweredDown = false
    if let device, let pipeline, !pipeline.isAtomic,
      let power = pipeline.connector.properties["DPMS"]
    {
      // DRM_MODE_DPMS_ON
      try? device.setProperty(power.id, of: pipeline.connector.id.rawValue, to: 0)
    }
    prepareModeset()
  }
}
