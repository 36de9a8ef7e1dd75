// SPDX-License-Identifier: Apache-2.0
import Glibc
import Evdev
import LinuxSystem
import MonotonicTime
import Notices
import Touch

/// A device of the kernel's own making (`/dev/uinput`), and a source that reads it.
///
/// Everything is waited for at the source's descriptor, never by the clock.
struct VirtualPanel: ~Copyable {
  enum Failure: Error, CustomStringConvertible {
    case noMemory
    case nothingHappened(waitingFor: String)

    var description: String {
      switch self {
      case .noMemory: "no memory"
      case .nothingHappened(let what): "nothing happened while waiting for \(what)"
      }
    }
  }

  private let device: VirtualInputDevice
  /// `/dev/input/eventN`.
  let path: String

  /// A panel of 1000 × 1000 cells that reports in the given way.
  static func make(
    _ touchProtocol: TouchProtocol,
    name: String = "Swell test panel"
  ) throws -> VirtualPanel {
    guard let model = LibevdevContext.blank() else { throw Failure.noMemory }
    model.setName(name)
    func enableAxes(_ codes: [UInt16]) {
      for code in codes { model.enableAxis(code, minimum: 0, maximum: 999) }
    }
    switch touchProtocol {
    case .slots(let count):
      enableAxes([0x35, 0x36])
      model.enableAxis(0x2f, minimum: 0, maximum: Int32(count - 1))
      model.enableAxis(0x39, minimum: 0, maximum: 65535)
    case .anonymous: enableAxes([0x35, 0x36])
    case .single, .pointer: enableAxes([0, 1])
    }
    if touchProtocol == .pointer {
      model.enable(1, 0x110)
    } else {
      model.enable(1, 0x14a)
      model.enableProperty(1)
    }
    let device = try VirtualInputDevice.make(like: model)
    let path = device.path
    // Numbers of nodes are used again: before udev is done, its word is on the device before, and
    // whoever has opened this one by then has to take it anew in the middle of a test.
    if unsafe access("/run/udev/control", F_OK) == 0 { unsafe system("udevadm settle") }
    return VirtualPanel(device: device, path: path)
  }

  func play(_ inputs: [Input]) throws {
    for input in inputs {
      for (type, code, value) in input.records { try device.send(type, code, value) }
    }
  }
}

/// A source and all that it has said.
final class Listener {
  let source: EvdevSource
  private let epoll: Epoll
  private(set) var contacts: [PanelContact] = []
  private(set) var added: [InputDeviceDescription] = []
  private(set) var removed: [InputDeviceDescription] = []
  private(set) var notices: [Notice] = []
  /// Keys and scans.
  private(set) var typed: [TouchSourceEvent] = []

  convenience init(_ devices: EvdevSettings.Devices) throws {
    // Reports that are written one after another take no time.
    try self.init(EvdevSettings(devices: devices, leastDuration: .zero))
  }

  init(_ settings: EvdevSettings) throws {
    source = try EvdevSource.open(settings)
    epoll = try Epoll.open()
    if let descriptor = source.descriptor { try epoll.add(descriptor, token: 0) }
    source.start(at: MonotonicClock.now())
    take()
  }

  /// The keys that were pressed.
  var strokes: [KeyStroke] {
    typed.compactMap {
      switch $0 {
      case .key(let stroke, _), .press(let stroke, _, .down, _): stroke
      default: nil
      }
    }
  }

  /// What the contacts did, in short notation.
  var outputs: [Output] { contacts.map(Output.init) }

  /// Takes what the source has to say.
  func take() {
    while let event = source.nextEvent() {
      switch event {
      case .contact(let contact): contacts.append(contact)
      case .deviceAdded(let device): added.append(device)
      case .deviceRemoved(let device): removed.append(device)
      case .notice(let notice): notices.append(notice)
      case .key, .press, .button, .scan, .scanLost: typed.append(event)
      }
    }
  }

  /// Reads until `isTrue`; gives up when nothing happens for ten seconds.
  func wait(for what: String, _ isTrue: (Listener) -> Bool) throws {
    while !isTrue(self) {
      let limit = MonotonicInterval.milliseconds(10_000)
      let deadline = source.deadline
      let wait = deadline.map { min(max(.zero, $0 - MonotonicClock.now()), limit) } ?? limit
      let events = try epoll.wait(timeout: wait)
      guard events.count > 0 || deadline != nil else {
        throw VirtualPanel.Failure.nothingHappened(waitingFor: what)
      }
      processAll()
    }
  }

  /// Reads whatever comes within `interval`, which is at least waited for.
  func listen(for interval: MonotonicInterval) {
    let end = MonotonicClock.now() + interval
    while true {
      let now = MonotonicClock.now()
      guard now < end else { return }
      let wait = source.deadline.map { min(max(.zero, $0 - now), end - now) } ?? end - now
      _ = try? epoll.wait(timeout: wait)
      processAll()
    }
  }

  /// Reads what has come.
  func processAll() {
    source.processReadiness(at: MonotonicClock.now())
    take()
    if let deadline = source.deadline, deadline <= MonotonicClock.now() {
      source.processDeadline(at: MonotonicClock.now())
      take()
    }
  }
}
