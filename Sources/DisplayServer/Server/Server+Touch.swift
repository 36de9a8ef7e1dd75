// SPDX-License-Identifier: Apache-2.0
internal import Configuration
internal import Control
internal import Geometry
internal import Logging
internal import MonotonicTime
internal import Notices
internal import Touch
internal import Widgets

extension Server {
  // MARK: - Touch

  func processTouch(at now: MonotonicInstant) {
    while let event = touchSource.nextEvent() {
      switch event {
      case .contact(let contact):
        guard let transform = stage?.transform else { continue }
        let position = transform.point(ofPanelFraction: contact.x, contact.y)
        handleTouch(
          TouchEvent(
            contact: contact.contact,
            phase: contact.phase,
            position: position,
            time: contact.time
          ),
          at: now
        )
      case .deviceAdded(let device):
        tell("touch device found", of: device.name, at: now)
        publish(
          .input,
          id: device.path,
          [("name", .string(device.name)), ("state", "added")],
          at: now
        )
      case .deviceRemoved(let device):
        tell("touch device gone", of: device.name, at: now)
        publish(
          .input,
          id: device.path,
          [("name", .string(device.name)), ("state", "removed")],
          at: now
        )
      case .notice(let notice):
        record(notice, as: "touch")
      }
    }
    requestFrameIfNeeded(at: now)
  }

  /// Writes into the log that a device came or went; of one that flaps not each time.
  private func tell(_ message: Logger.Message, of name: String, at now: MonotonicInstant) {
    guard let heldCount = noticeLimiter.admit("\(message) \(name)", at: now) else { return }
    var metadata: Logger.Metadata = ["device": "\(name)"]
    if heldCount > 0 { metadata["untold"] = "\(heldCount)" }
    log.notice(message, metadata: metadata)
  }

  /// Gives a touch to the scene, unless it only wakes the panel.
  func handleTouch(_ event: TouchEvent, at now: MonotonicInstant) {
    switch power.touch(event, at: now) {
    case .deliver: break
    case .swallow: return
    case .wake:
      wake(at: now)
      return
    }
    stage?.scene.handle(event, &buttonEvents)
    guard !buttonEvents.isEmpty else { return }
    // A device's clock may run ahead of what has been shown, never behind it.
    if firstTouch == nil { firstTouch = event.time }
    setNeedsFrame(at: now)
    deliverButtonEvents(at: now)
  }

  /// Presses a button without a finger.
  func play(button: Int, at now: MonotonicInstant) -> Bool {
    guard stage?.scene.play(button: button, at: now, &buttonEvents) ?? false else { return false }
    setNeedsFrame(at: now)
    deliverButtonEvents(at: now)
    return true
  }

  /// Changes the scene, and sees to the events and the frame that come of it.
  func changeScene(
    at now: MonotonicInstant,
    _ change: (inout Scene, inout [ButtonEvent]) -> Void
  ) {
    if var scene = stage?.scene {
      stage?.scene = Scene()
      change(&scene, &buttonEvents)
      stage?.scene = scene
    }
    deliverButtonEvents(at: now)
    setNeedsFrame(at: now)
  }

  func deliverButtonEvents(at now: MonotonicInstant) {
    guard !buttonEvents.isEmpty else { return }
    for index in buttonEvents.indices { deliver(buttonEvents[index], at: now) }
    buttonEvents.removeAll(keepingCapacity: true)
  }

  func deliver(_ event: ButtonEvent, at now: MonotonicInstant) {
    guard let widget = stage?.widgetOfButton[event.button],
      case .button(let button) = settings.widgets[widget]
    else { return }
    let type: ControlEventType =
      switch event.kind {
      case .press: .press
      case .release: .release
      case .trigger: .trigger
      case .cancel: .cancel
      }
    publish(type, id: button.id, at: event.time)
    if event.kind == .trigger { commands.trigger(button, at: now) }
  }
}
