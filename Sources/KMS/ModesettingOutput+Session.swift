// SPDX-License-Identifier: Apache-2.0
internal import Glibc
internal import MonotonicTime
internal import Notices
internal import Presentation

/// Sharing the screen with other programs and the process before, and sleep of the machine.
extension ModesettingOutput {
  /// Interval between looks if a device has been let go.
  private var handoverInterval: MonotonicInterval { .milliseconds(5) }
  /// Longest time that this may hold up a switch of terminals.
  private var handoverPatience: MonotonicInterval { .milliseconds(500) }

  /// Reads what the session reports.
  func readSession(at now: MonotonicInstant) {
    while let change = session?.nextChange() {
      switch change {
      case .release: release(at: now)
      case .acquire: acquire(at: now)
      case .resume: resume(at: now)
      }
    }
  }

  private func release(at now: MonotonicInstant) {
    notice(.notice, "the screen goes to another virtual terminal")
    perform(phase.release(), at: now)
    past.distrustsPicture = true
    guard let device, !device.dropMaster() else {
      session?.confirmRelease()
      return
    }
    // The kernel lets only the process that has opened a device drop master without privileges. One
    // that was taken over is let go altogether, and so has to be the duplicate in the store.
    let handover = Handover(
      path: device.path,
      deadline: now + handoverPatience,
      nextLook: now + handoverInterval
    )
    perform(phase.release(handover), at: now)
    use(nil)
  }

  /// Lets the screen go once no duplicate of the device keeps us master.
  func proceed(with handover: Handover, at now: MonotonicInstant) {
    // Opening makes master when no other process is.
    if now < handover.deadline, let probe = try? system.open(handover.path),
      !(probe.acquireMaster() && probe.dropMaster())
    {
      var next = handover
      next.nextLook = now + handoverInterval
      perform(phase.release(next), at: now)
      return
    }
    perform(phase.release(), at: now)
    session?.confirmRelease()
    // It may come right back.
    readSession(at: now)
  }

  private func acquire(at now: MonotonicInstant) {
    let action = phase.acquire()
    guard case .search = action else { return }
    notice(.notice, "the screen is ours again")
    past.backoff.reset()
    perform(action, at: now)
  }

  /// Nothing is certain after sleep: monitors may be others, modes and mastery lost.
  private func resume(at now: MonotonicInstant) {
    notice(.notice, recovery: "resume", "the machine has woken from sleep")
    guard let device = shown?.device else {
      search(at: now)
      return
    }
    guard device.acquireMaster() else {
      loseMaster(KMSError(.modeset, device: device.path, number: EACCES), at: now)
      return
    }
    reconsider(probing: .all, at: now)
    guard isAwake, let shown, shown.flip == nil else { return }
    prepareModeset()
    events.append(.needsFullFrame)
  }

  /// Goes on with the device that an earlier process has left, if it can be used.
  func adoptDevice() {
    guard let adopted = adopted.take() else { return }
    do {
      let device = try system.adopt(adopted)
      let wanted = settings.cardPath.map { system.node(for: $0) }
      guard wanted == nil || wanted == device.path else {
        deviceGeneration += 1
        return
      }
      let snapshot = try device.snapshot(probing: .none)
      // Processes that died before their first frame have left theirs one after the other; they would take
      // the memory that new ones need. What is shown stays until there is another picture.
      let strays = snapshot.framebuffers.filter { framebuffer in
        if snapshot.isShown(framebuffer) { return true }
        device.removeFramebuffer(framebuffer)
        return false
      }
      use(device, strayFramebuffers: strays, isStored: true)
      notice(.notice, "took over \(device.path) (\(device.driver)) as it was left")
    } catch {
      deviceGeneration += 1
      notice(.warning, "the stored display device cannot be used: \(error)")
    }
  }
}
