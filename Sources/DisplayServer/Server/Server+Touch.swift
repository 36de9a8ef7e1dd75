// SPDX-License-Identifier: Apache-2.0
internal import Configuration
internal import Control
internal import Geometry
internal import JSON
package import MonotonicTime
internal import PlainText
internal import Presentation
package import Touch
internal import Widgets

extension Server {
  // MARK: - Touch

  func processTouch(at now: MonotonicInstant) {
    while let event = touchSource.nextEvent() {
      switch event {
      case .contact(let contact):
        guard let transform = scene?.transform else { continue }
        let position = transform.point(
          ofPanelFraction: contact.x,
          contact.y,
          shift: output.shift
        )
        handleTouch(
          TouchEvent(
            contact: contact.contact,
            phase: contact.phase,
            position: position,
            time: contact.time
          ),
          at: now
        )
      case .key(let stroke, let time): handle([stroke], time: time, at: now)
      case .press(let stroke, let code, let phase, let time):
        press(stroke, code: code, phase: phase, time: time, at: now)
      case .button(let code, let phase, let time): press(code, phase: phase, time: time, at: now)
      case .scan(let scan): handle(scan, at: now)
      case .scanLost(let target): handleLostScan(target: target, at: now)
      case .deviceAdded(let device): tell(device, word: "found", change: .added, at: now)
      case .deviceRemoved(let device): tell(device, word: "gone", change: .removed, at: now)
      case .notice(let notice):
        record(notice, as: "touch", at: now)
      }
    }
  }

  /// Tells log and subscribers that a device has come or gone; the log not each time of one that flaps.
  private func tell(
    _ device: InputDeviceDescription,
    word: String,
    change: DeviceChange,
    at now: MonotonicInstant
  ) {
    let message = "\(device.hasKeys ? device.kind : "touch device") \(word)"
    journal.tell(
      .notice,
      message,
      ["device": "\(device.name)"],
      as: "\(message) \(device.name)",
      at: now
    )
    publish(.input(device.name, change, device.kind), id: device.path, at: now)
    guard device.isTyped else { return }
    setKeyboard(
      isPlugged: touchSource.devices.contains { $0.kind == "keyboard" && $0.isUsed },
      at: now
    )
  }

  /// Gives a touch to the scene, unless it only wakes the panel.
  package func handleTouch(_ event: TouchEvent, at now: MonotonicInstant) {
    notePresence(of: event.contact, phase: event.phase, at: now)
    guard !endRefresh(at: now) else {
      panel.power.swallow(event, at: now)
      return brighten(at: now)
    }
    switch panel.power.touch(event, at: now) {
    case .deliver: brighten(at: now)
    case .swallow: return
    case .wake:
      wake(at: now)
      return
    }
    guard !stage.isCalibrating else { return tellTouch(event) }
    var shown = event
    shown.time = sceneTime(event.time)
    guard !swipe(by: shown, at: now) else { return }
    scene?.handle(shown, telling: &widgetEvents)
    // A device's clock may run ahead of what has been shown, never behind it.
    if widgetEvents.needsFrame { frames.touch(at: event.time) }
    deliverWidgetEvents(at: now)
  }

  /// Tells clients what has happened to widgets, runs what is due, and asks for the frame that shows it.
  func deliverWidgetEvents(at now: MonotonicInstant) {
    if widgetEvents.needsFrame { setNeedsFrame(at: now) }
    var leading: Int?
    var isByKey = false
    // By index, and without a look at the tables behind the settings: this must not allocate.
    for index in widgetEvents.list.indices {
      let event = widgetEvents.list[index]
      // Of the ring that warns of a timeout nothing is told.
      guard event.widget < widgets.names.ids.count else { continue }
      publish(
        event.details,
        id: widgets.names.ids[event.widget],
        at: sceneTime.told(event.time, at: now)
      )
      let leads = event.type == .trigger || event.type == EventDetails.submit.type
      if leads, widgets.names.targets[event.widget] != nil {
        leading = index
      }
      if event.type == .trigger { isByKey = event.isByKey }
      if event.type == .trigger, let language = widgets.names.languages[event.widget] {
        wantLanguage(language, because: isByKey ? .key : .touch)
      }
      if widgets.programs[event.widget] != nil {
        let input = event.input
        if event.type == .press || event.type == .trigger || input != nil {
          programs.note((event.widget, event.type == .press, input))
        }
      }
    }
    let leader = leading.map { widgetEvents.list[$0] }
    let target = widgetEvents.takeTarget()
    widgetEvents.removeAll()
    // What is typed on the screen brings events of its own, and this is called again.
    while !widgetEvents.typed.isEmpty { type(widgetEvents.typed.removeFirst(), at: now) }
    // What a finger sets is kept where what a request sets is.
    while let (index, change) = widgetEvents.takeKept() { self.change(index, by: change, at: now) }
    // What a press does to widgets brings events of its own, and this is called again.
    while let (widget, isPress, input) = programs.takeEvent() {
      if isPress {
        noteJobPress(of: widget, at: now)
      } else {
        planProgram(of: widget, input: input)
      }
    }
    if let leader { follow(leader, at: now) }
    if let target { turnPage(to: target, by: isByKey ? .key : .touch, at: now) }
  }
}

extension WidgetEvent {
  /// True if a key has done it.
  var isByKey: Bool {
    details.members.contains { member, value in
      member.hasSameBytes(as: "source")
        && value.string?.hasSameBytes(as: EventSource.key.rawValue) ?? false
    }
  }
}
