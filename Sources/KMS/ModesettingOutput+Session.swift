// SPDX-License-Identifier: Apache-2.0
internal import MonotonicTime
internal import Presentation

/// Sharing the screen with other programs, and sleep of the machine.
extension ModesettingOutput {
  /// Whether the screen is ours to look for a display on.
  var isInFront: Bool { session?.isInFront ?? true }

  /// What is said while another virtual terminal is in front.
  var backgroundState: String { "another virtual terminal is in front" }

  /// Reads what the session reports.
  func readSession(at now: MonotonicInstant) {
    while let change = session?.nextChange() {
      switch change {
      case .release: release()
      case .acquire: acquire(at: now)
      case .resume: resume(at: now)
      }
    }
  }

  private func release() {
    notice(.notice, "the screen goes to another virtual terminal")
    deactivate(backgroundState)
    retryDeadline = nil
    mustModeset = true
    // A device that was taken over from an earlier process cannot drop master without privileges; it
    // is let go altogether then, and whoever stores a duplicate does so too.
    if device?.dropMaster() == false { use(nil) }
    session?.confirmRelease()
  }

  private func acquire(at now: MonotonicInstant) {
    guard pipeline == nil else { return }
    notice(.notice, "the screen is ours again")
    backoff.reset()
    search(at: now)
  }

  /// Nothing is certain after sleep: monitors may be others, modes and mastery lost.
  private func resume(at now: MonotonicInstant) {
    notice(.notice, recovery: "resume", "the machine has woken from sleep")
    guard let device, pipeline != nil else {
      search(at: now)
      return
    }
    guard device.acquireMaster() else {
      loseMaster(KMSError(.modeset, device.path, number: 13), at: now)
      return
    }
    reconsider(probing: true, at: now)
    guard isAwake, pipeline != nil, pendingFlip == nil else { return }
    prepareModeset()
    events.append(.needsFullFrame)
  }
}
