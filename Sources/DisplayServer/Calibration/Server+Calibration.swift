// SPDX-License-Identifier: Apache-2.0
internal import Control
internal import Geometry
internal import MonotonicTime
internal import Presentation
internal import Touch
internal import Widgets

extension Server {
  /// Shows the page of crosses, or the scene again.
  ///
  /// - Parameters:
  ///   - cross: The cross that is to be touched, counted from 0; nil for the end.
  ///   - session: The session of the client that asks; the page goes with it.
  ///   - now: The current time.
  /// - Returns: The cross's place.
  /// - Throws: The fault that the client is told: there is no display, or another client calibrates.
  func calibrate(
    _ cross: Int?,
    for session: ControlSession,
    at now: MonotonicInstant
  ) throws(RequestFault) -> ControlResult {
    guard let cross else {
      session.calibration = nil
      followCalibration(at: now)
      return .empty
    }
    guard let size = output.mode?.size, scene != nil else {
      throw .noDisplay(output.description.state)
    }
    if let calibration = stage.calibration, calibration !== session.calibration {
      throw .misplaced("another client calibrates the panel; end that first")
    }
    let page = session.calibration ?? CalibrationPage()
    page.cross = cross
    session.calibration = page
    stage.calibration = page
    use(isByPerson: true, at: now)
    if !stage.isCalibrating {
      journal.tell(.notice, "touch is being calibrated", at: now)
      // Fingers that are down press nothing any more; those that come are told to the client.
      cancelPresses(at: now)
      stage.isCalibrating = true
    }
    setNeedsFrame(at: now)
    let (x, y) = CalibrationPage.fraction(of: cross, on: size)
    return .cross(x: x, y: y, width: size.width, height: size.height)
  }

  /// Shows the scene again when the client of the page has gone.
  func followCalibration(at now: MonotonicInstant) {
    guard stage.isCalibrating, stage.calibration == nil else { return }
    stage.isCalibrating = false
    journal.tell(.notice, "touch is no longer being calibrated", at: now)
    forgetBuffers()
    setNeedsFrame(at: now)
  }

  /// Draws the page.
  func drawCrosses(at now: MonotonicInstant, for target: MonotonicInstant) {
    commitFrame(target, at: now) { buffer in
      stage.calibration?.paint(&buffer)
      return PixelRegion(buffer.size.bounds)
    }
  }

  /// Tells clients of a touch on the page; no widget gets it.
  func tellTouch(_ event: TouchEvent) {
    guard let transform = scene?.transform else { return }
    let (x, y) = transform.panelFraction(of: event.position)
    let device = touchSource.devices.first { $0.number == event.contact.device }
    let phase: RemoteTouch.Phase =
      switch event.phase {
      case .down: .down
      case .move: .move
      case .up: .up
      case .cancel: .cancel
      }
    publish(.touch(phase, event.contact.slot, x, y), id: device?.path, at: event.time)
  }
}
