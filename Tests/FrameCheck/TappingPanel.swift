// SPDX-License-Identifier: Apache-2.0
import JSON
import Glibc
import LinuxSystem
import MonotonicTime
import Touch

/// A panel on which a finger taps again and again, then leaves it alone, and ends the program at last.
final class TappingPanel: TouchSource {
  /// Time between two reports: some fall into each part of a frame.
  private static let step = MonotonicInterval.milliseconds(37)
  /// How long the panel is left alone; a button wobbles for less than a second of it.
  private static let silence = MonotonicInterval.milliseconds(3000)

  let devices: [InputDeviceDescription] = []
  let deadline: MonotonicInstant? = nil

  private let meter: Meter
  private let reports: Int
  private var reported = 0
  private var timer: TimerDescriptor
  private var waiting: TouchSourceEvent?

  /// A panel that reports `reports` changes, to be started by the loop.
  init(reports: Int, _ meter: Meter) throws(SystemError) {
    self.reports = reports
    self.meter = meter
    timer = try TimerDescriptor.open()
  }

  var descriptor: CInt? { timer.descriptor }

  func start(at now: MonotonicInstant) { timer.arm(at: now + Self.step) }

  func processReadiness(at now: MonotonicInstant) {
    guard reported < reports else {
      meter.noteEnd()
      // The loop reads it from its signal descriptor.
      kill(getpid(), SIGTERM)
      timer.acknowledge()
      return
    }
    meter.noteTouch()
    let phases: [4 of TouchPhase] = [.down, .move, .move, .up]
    waiting = .contact(
      PanelContact(
        contact: ContactID(device: 1, slot: 0),
        phase: phases[reported % 4],
        x: 0.5,
        y: 0.5,
        time: now
      )
    )
    reported += 1
    timer.acknowledge()
    timer.arm(at: now + (reported < reports ? Self.step : Self.silence))
  }

  func nextEvent() -> TouchSourceEvent? {
    defer { waiting = nil }
    return waiting
  }

  func processDeadline(at now: MonotonicInstant) {}
  func suspend(at now: MonotonicInstant) {}
  func resume(at now: MonotonicInstant) {}
  func stop() {}
}
