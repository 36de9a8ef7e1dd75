// SPDX-License-Identifier: Apache-2.0
internal import Glibc
package import MonotonicTime
internal import Notices
internal import Presentation

/// Finds pictures of others that are left on the screen while nothing moved.
extension ModesettingOutput {
  /// Looks whether the monitor still shows a frame of ours, if no frame was sent since the last look.
  ///
  /// A program that becomes DRM master while the scene is at rest, paints and goes leaves its picture,
  /// or none; no event tells of it, and no commit of ours fails as long as none is made. The session is
  /// looked at as well.
  package func checkScanout(at now: MonotonicInstant) {
    guard phase.isRunning else { return }
    if let sentence = session?.renewHold() { notice(.warning, recovery: "keyboard", sentence) }
    guard past.checkedCookie == past.cookie else {
      // Frames were accepted meanwhile.
      past.checkedCookie = past.cookie
      return
    }
    guard let shown = restingDisplay else { return }
    lookAtScreen(of: shown, at: now)
  }

  /// Looks whether the frame that was shown last is what is scanned out.
  ///
  /// Only if it is not, or the CRTC is off, the whole device is read. Where a frame that was drawn anew is
  /// not found either, the next one is left to ``checkScanout(at:)``: a driver that tells nonsense of its
  /// planes would keep the picture from resting.
  package func pictureRests(at now: MonotonicInstant) {
    guard let shown = restingDisplay else { return }
    let pipeline = shown.pipeline
    let present = shown.device.scanout(of: pipeline.crtc, by: pipeline.plane)
    guard present.map({ shown.swapchain.owns($0) }) != true else {
      past.hasDrawnAnew = false
      return
    }
    guard !past.hasDrawnAnew else { return }
    past.hasDrawnAnew = true
    lookAtScreen(of: shown, at: now)
  }

  /// The display, if it is awake and shows a frame with none on its way.
  private var restingDisplay: Shown? {
    guard phase.isRunning, isAwake, let shown, shown.flip == nil, shown.setup == .flip,
      !shown.isNew
    else { return nil }
    return shown
  }

  private func lookAtScreen(of shown: Shown, at now: MonotonicInstant) {
    let device = shown.device
    do throws(KMSError) {
      let snapshot = try device.snapshot(probing: .none)
      let isMaster = device.acquireMaster()
      if let present = shown.pipeline.framebuffer(in: snapshot), shown.swapchain.owns(present),
        shown.pipeline.fits(snapshot)
      {
        return
      }
      guard isMaster else { throw KMSError(.commit, device: device.path, number: EACCES) }
      notice(
        .warning,
        recovery: "scanout-lost",
        "\(shown.pipeline.connector.name) shows what another program has left; drawing anew"
      )
      shown.pipeline.refresh(from: snapshot)
      shown.setup = shown.pipeline.canTakeOver(snapshot) ? .takeover : .modeset
      events.append(.needsFullFrame)
    } catch {
      switch error.kind {
      case .notMaster, .notPermitted: loseMaster(error, at: now)
      case .gone: loseDevice("\(error)", at: now)
      case .busy, .outOfMemory, .refused: break
      }
    }
  }
}
