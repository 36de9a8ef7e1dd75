// SPDX-License-Identifier: Apache-2.0
import Configuration
import Geometry
import MonotonicTime
import Presentation

/// The daemon's virtual display, whose frames are shown in a window, and which may become another one.
final class DeskOutput: Output {
  let descriptor: CInt? = nil

  private let desk: Desk
  private var display: VirtualOutput
  /// Transform from the view to the frame that is on its way.
  private var queued: OutputTransform?
  /// True if the next frame is shown whole, not by its damage alone.
  private var isNew = true

  /// The display of a desk.
  init(_ desk: Desk) {
    self.desk = desk
    display = VirtualOutput(mode: desk.panel.mode(turn: desk.turn), hertz: desk.panel.hertz)
  }

  var deadline: MonotonicInstant? {
    desk.hasNewPanel ? MonotonicInstant(nanoseconds: 0) : display.deadline
  }

  var mode: OutputMode? { display.mode }

  var description: OutputDescription {
    var description = display.description
    description.connector = "Window-1"
    return description
  }

  func start(at now: MonotonicInstant) { display.start(at: now) }

  func processReadiness(at now: MonotonicInstant) {}

  func processDeadline(at now: MonotonicInstant) {
    if desk.hasNewPanel {
      desk.hasNewPanel = false
      isNew = true
      queued = nil
      let (room, shift) = (display.room, display.shift)
      display = VirtualOutput(mode: desk.panel.mode(turn: desk.turn), hertz: desk.panel.hertz)
      display.makeRoom(room, at: now)
      display.move(to: shift)
      display.start(at: now)
    }
    display.processDeadline(at: now)
  }

  func nextEvent() -> OutputEvent? {
    let event = display.nextEvent()
    if case .presented(let feedback) = event { show(at: feedback.time) }
    return event
  }

  func withBackBuffer(_ draw: (inout BackBuffer) -> PixelRegion) -> Bool {
    display.withBackBuffer(draw)
  }

  func commit(at now: MonotonicInstant) -> CommitOutcome {
    let outcome = display.commit(at: now)
    if outcome == .queued { queued = desk.transform() }
    return outcome
  }

  func setPower(_ isOn: Bool, at now: MonotonicInstant) {
    display.setPower(isOn, at: now)
    isNew = true
    if !isOn { desk.goDark() }
  }

  var room: Int { display.room }

  var shift: PixelPoint { display.shift }

  func makeRoom(_ range: Int, at now: MonotonicInstant) { display.makeRoom(range, at: now) }

  func move(to shift: PixelPoint) { display.move(to: shift) }

  func stop() { display.stop() }

  private func show(at instant: MonotonicInstant) {
    guard let transform = queued else { return }
    let damage = isNew ? PixelRegion(transform.bufferSize.bounds) : display.presentedDamage
    isNew = false
    display.withPresentedFrame { bytes, strideBytes in
      desk.show(bytes, strideBytes: strideBytes, damage: damage, transform: transform, at: instant)
    }
  }
}
