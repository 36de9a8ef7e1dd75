// SPDX-License-Identifier: Apache-2.0
internal import Control
internal import Geometry
internal import MonotonicTime
internal import Presentation
internal import Touch
internal import Widgets

/// Bars that run over the panel at night.
extension Server {
  /// The instant of the bars' end, or of the next look at the clock; nil where they are not wanted.
  var refreshDeadline: MonotonicInstant? { stage.bars?.end ?? panel.refresh?.deadline }

  /// Ends the bars that have done, or begins those that are due.
  func refreshIsDue(at now: MonotonicInstant) {
    guard stage.bars == nil else {
      endRefresh(at: now)
      return
    }
    let isPossible =
      panel.power.isOn && scene != nil && output.mode != nil && !stage.isCalibrating
    let begins = panel.refresh?.ask(
      second: workshop.clock.timeOfWeek(at: now)?.second,
      lastUse: widgets.pages.idleness.lastUse,
      isPossible: isPossible,
      at: now
    )
    guard begins == true else { return }
    journal.tell(.notice, "bars run over the panel for a minute", at: now)
    // Fingers that clients have put down press nothing that is not seen.
    cancelPresses(at: now)
    stage.bars = RefreshBars(at: now)
    setNeedsFrame(at: now)
  }

  /// Shows the scene again, if bars run over it.
  ///
  /// - Returns: True if they ran.
  @discardableResult
  func endRefresh(at now: MonotonicInstant) -> Bool {
    guard stage.bars != nil else { return false }
    stage.bars = nil
    forgetBuffers()
    setNeedsFrame(at: now)
    return true
  }

  /// Draws the bars.
  func drawBars(at now: MonotonicInstant, for target: MonotonicInstant) {
    commitFrame(target, at: now) { buffer in
      stage.bars?.paint(&buffer, at: target) ?? PixelRegion()
    }
  }
}

extension ControlRequest {
  /// True if what it shows cannot wait until bars have run over the panel; `touch.calibrate` is not asked.
  var endsRefresh: Bool {
    switch self {
    case .showPage, .setLanguage, .setDisplay, .setFocus: true
    default: false
    }
  }
}
