// SPDX-License-Identifier: Apache-2.0
import Geometry
import Keyboard
import LinuxSystem
import MonotonicTime
import Touch

/// The window's pointer as fingers, its keys as a keyboard, and the files that are watched.
final class DeskTouch: TouchSource {
  /// Tells if a text field has the focus.
  var isTyping: () -> Bool = { false }

  private let desk: Desk
  private let inspector: Inspector
  private let files: SceneFiles
  private let epoll: Epoll
  private var queue = TouchQueue(capacity: 256)
  private var fingers = Fingers()
  private var layout: KeyboardLayout
  private let keymaps = Keymaps()
  private var keys: KeyReader
  /// The codes of the keys that are buttons on the screen.
  private var bound: Set<UInt16>
  /// The keys that press a widget.
  private var pressing = HeldKeys()
  /// The key that is held and types again.
  private var held: (scancode: Int, stroke: KeyStroke)?
  /// True if events may wait that no descriptor tells of.
  private var hasBacklog = true

  /// A source of what happens in the desk's window, and of its files' changes.
  ///
  /// - Throws: `SystemError` when no descriptor is left.
  init(
    _ desk: Desk,
    inspector: Inspector,
    files: SceneFiles,
    layout: KeyboardLayout,
    bound: Set<UInt16>
  ) throws(SystemError) {
    self.desk = desk
    self.inspector = inspector
    self.files = files
    self.layout = layout
    self.bound = bound
    keys = KeyReader(layout, keymaps: keymaps)
    let epoll = try Epoll.open()
    try epoll.add(desk.window.descriptor, token: 0)
    try epoll.add(files.descriptor, token: 1)
    self.epoll = epoll
  }

  var descriptor: CInt? { epoll.descriptor }

  var deadline: MonotonicInstant? { hasBacklog ? MonotonicInstant(nanoseconds: 0) : nil }

  let devices: [InputDeviceDescription] = [
    InputDeviceDescription(
      name: "the window's pointer",
      path: "",
      kind: "pointer",
      isUsed: true,
      reason: "it is a finger here",
      number: 0
    ),
    InputDeviceDescription(
      name: "the window's keys",
      path: "",
      kind: "keyboard",
      isUsed: true,
      reason: "keys are for the widget with the focus",
      number: 1
    ),
  ]

  /// Has keys stand for what this layout says, but for those that are buttons.
  func apply(_ layout: KeyboardLayout, bound: Set<UInt16>) {
    self.bound = bound
    guard layout != self.layout else { return }
    self.layout = layout
    keys = KeyReader(layout, keymaps: keymaps)
    held = nil
  }

  func start(at now: MonotonicInstant) {}

  func processReadiness(at now: MonotonicInstant) {
    if files.takeChanges() { desk.reload() }
    // What is shown meanwhile may bring events in from the desktop too, hence until there are none.
    while let event = desk.window.next() { handle(event, at: now) }
    inspector.showOutline()
    hasBacklog = false
  }

  func processDeadline(at now: MonotonicInstant) { processReadiness(at: now) }

  func nextEvent() -> TouchSourceEvent? { queue.next() }

  func suspend(at now: MonotonicInstant) { letGo(at: now) }

  func resume(at now: MonotonicInstant) {}

  func stop() {}

  /// Has the window asked for events although no descriptor tells of any.
  func noteBacklog() { hasBacklog = true }

  // MARK: - Events

  private func handle(_ event: DeskWindow.Event, at now: MonotonicInstant) {
    switch event {
    case .closed: ProcessEnd.request()
    case .exposed: desk.refresh()
    case .left: letGo(at: now)
    case .down(let place, let shift): tell(fingers.down(place, withShift: shift), at: now)
    case .inspected(let place): inspector.down(place)
    case .opened(let place): inspector.open(place)
    case .moved(let place):
      inspector.moved(place)
      tell(fingers.moved(place), at: now)
    case .up(let place):
      inspector.up(place)
      tell(fingers.up(place), at: now)
    case .keyDown(let key, let repeats): press(key, repeats: repeats, at: now)
    case .keyUp(let key):
      if held?.scancode == key.scancode { held = nil }
      if let code = ScancodeTable.evdevCode(key.scancode) {
        keys.release(code)
        pressing.release(code, at: now, into: &queue)
      }
      if ScancodeTable.shifts.contains(key.scancode) { tell(fingers.shiftUp(), at: now) }
    }
  }

  private func press(_ key: DeskWindow.Key, repeats: Bool, at now: MonotonicInstant) {
    let code = ScancodeTable.evdevCode(key.scancode)
    if let code, bound.contains(code) {
      pressing.press(code, at: now, into: &queue)
      return
    }
    if let command = DeskCommand(key, isTyping: isTyping()) {
      if !repeats || command.repeats { desk.perform(command) }
      return
    }
    if repeats {
      if let held, held.scancode == key.scancode { queue.append(.key(held.stroke, at: now)) }
      return
    }
    held = nil
    guard let code, let stroke = keys.press(code) else { return }
    if stroke.presses {
      pressing.press(code, stroke: stroke, at: now, into: &queue)
    } else {
      queue.append(.key(stroke, at: now))
    }
    if stroke.repeats, keys.repeats(code) { held = (key.scancode, stroke) }
  }

  private func letGo(at now: MonotonicInstant) {
    keys.reset()
    held = nil
    inspector.cancel()
    pressing.cancel(at: now, into: &queue)
    tell(fingers.cancel(), at: now)
  }

  private func tell(_ changes: [Fingers.Change], at now: MonotonicInstant) {
    for change in changes {
      let (x, y) = desk.panelFraction(change.place)
      queue.append(
        PanelContact(
          contact: ContactID(device: 0, slot: change.finger),
          phase: change.phase,
          x: x,
          y: y,
          time: now
        )
      )
    }
    desk.setRestingFinger(fingers.resting)
  }
}
