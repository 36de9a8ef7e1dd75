// SPDX-License-Identifier: Apache-2.0
import JSON
import Geometry
import MonotonicTime
import Presentation

/// A virtual display that tells a meter of every commit and every flip.
final class MeteredOutput: Output {
  private let display: VirtualOutput
  private let meter: Meter

  init(_ display: VirtualOutput, _ meter: Meter) {
    self.display = display
    self.meter = meter
  }

  var descriptor: CInt? { display.descriptor }
  var deadline: MonotonicInstant? { display.deadline }
  var mode: OutputMode? { display.mode }
  var description: OutputDescription { display.description }

  func start(at now: MonotonicInstant) { display.start(at: now) }
  func processReadiness(at now: MonotonicInstant) { display.processReadiness(at: now) }
  func processDeadline(at now: MonotonicInstant) { display.processDeadline(at: now) }
  func setPower(_ isOn: Bool, at now: MonotonicInstant) { display.setPower(isOn, at: now) }
  func stop() { display.stop() }

  func nextEvent() -> OutputEvent? {
    let event = display.nextEvent()
    if case .presented = event { meter.noteFlip() }
    return event
  }

  func withBackBuffer(_ draw: (inout BackBuffer) -> PixelRegion) -> Bool {
    display.withBackBuffer(draw)
  }

  func commit(at now: MonotonicInstant) -> CommitOutcome {
    let outcome = display.commit(at: now)
    meter.noteCommit()
    return outcome
  }
}
