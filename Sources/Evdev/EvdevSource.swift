// SPDX-License-Identifier: Apache-2.0
internal import Keyboard
package import LinuxSystem
package import MonotonicTime
internal import Notices
package import Touch

/// The machine's touch devices, through libevdev and udev.
///
/// Devices are found when it starts and whenever udev, or without udev the kernel, tells of a new
/// one; there is no limit to how late. One that fails is let go with its contacts cancelled and is
/// taken up again when it comes back. Nothing here waits, and nothing is done while nothing happens.
package final class EvdevSource: TouchSource {
  /// The configuration's settings.
  package private(set) var settings: EvdevSettings
  /// Number of tokens that monitors take, from 0; devices follow by their numbers.
  static let monitorTokens: UInt64 = 2
  /// Contacts that can wait for the server: many times what all fingers do in a frame.
  private static let capacity = 1024

  let epoll: Epoll
  let udev: UdevInput
  /// udev's messages, then the kernel's own, which come first and are all there is without udev.
  private let monitors: [MonitorBox]
  var open: [EvdevDevice] = []
  /// Keyboards and scanners.
  var typed: [KeyDevice] = []
  /// Layouts of their keys.
  let keymaps = Keymaps()
  var queue = TouchQueue(capacity: EvdevSource.capacity)
  var nextNumber = 0
  private var isStarted = false
  var isSuspended = false
  /// Nodes that were spoken of because they could not be opened.
  var complaints: [String] = []
  /// Nodes that udev has not dealt with yet, and when they are looked at without it.
  var awaited: [(path: String, due: MonotonicInstant)] = []
  private var lastTime = MonotonicInstant(nanoseconds: 0)

  /// Holds a monitor in an array.
  final class MonitorBox {
    let monitor: UdevMonitor

    init(_ monitor: consuming UdevMonitor) { self.monitor = monitor }
  }

  private init(
    _ settings: EvdevSettings,
    epoll: consuming Epoll,
    udev: consuming UdevInput,
    monitors: [MonitorBox]
  ) {
    self.settings = settings
    self.epoll = epoll
    self.udev = udev
    self.monitors = monitors
  }

  /// Makes a source that has not looked at anything yet.
  ///
  /// - Returns: The source.
  /// - Throws: `SystemError` when the process has no descriptor left.
  package static func open(_ settings: EvdevSettings) throws(SystemError) -> EvdevSource {
    let epoll = try Epoll.open()
    let udev = try UdevInput.open()
    var monitors: [MonitorBox] = []
    for hasDatabase in [true, false] {
      guard let monitor = udev.monitor(hasDatabase: hasDatabase) else { continue }
      let box = MonitorBox(monitor)
      try epoll.add(box.monitor.descriptor, token: UInt64(monitors.count))
      monitors.append(box)
    }
    return EvdevSource(settings, epoll: epoll, udev: udev, monitors: monitors)
  }

  // MARK: - TouchSource

  package var descriptor: CInt? { epoll.descriptor }

  package var deadline: MonotonicInstant? {
    guard !isSuspended else { return nil }
    var earliest = awaited.first?.due
    for device in open {
      if device.hasBacklog { return lastTime }
      if let due = device.deadline { earliest = min(earliest ?? due, due) }
      guard settings.stuckTouch.limit != nil, let report = device.oldestReport else { continue }
      guard let due = settings.stuckTouch.deadline(after: report) else { continue }
      earliest = min(earliest ?? due, due)
    }
    for device in typed {
      if device.hasBacklog { return lastTime }
      if let due = device.deadline { earliest = min(earliest ?? due, due) }
    }
    return earliest
  }

  package var devices: [InputDeviceDescription] {
    open.map(\.description) + typed.map(\.description)
  }

  package func start(at now: MonotonicInstant) {
    guard !isStarted else { return }
    isStarted = true
    lastTime = now
    if monitors.isEmpty {
      say(.warning, "no messages about devices can be had here: only those present now are used")
    }
    scan(at: now)
    reportMissing()
    if open.isEmpty && settings.devices == .automatic {
      say(.notice, "no touch device is there yet; one that appears will be used")
    }
  }

  package func processReadiness(at now: MonotonicInstant) {
    lastTime = now
    while let events = try? epoll.wait(timeout: .zero), events.count > 0 {
      for index in 0..<events.count {
        let token = events[index].token
        if token < Self.monitorTokens {
          listen(to: monitors[Int(token)], at: now)
        } else if let device = open.first(where: { Self.token($0) == token }) {
          read(device, at: now)
        } else if let device = typed.first(where: { Self.token($0.number) == token }) {
          read(device, at: now)
        }
      }
      if events.count < Epoll.batch { return }
    }
  }

  package func processDeadline(at now: MonotonicInstant) {
    lastTime = now
    guard !isSuspended else { return }
    if let first = awaited.first, first.due <= now {
      while let node = awaited.first, node.due <= now {
        consider(node.path, at: now, isLate: true)
      }
    }
    for device in open {
      let isDue = device.deadline.map { $0 <= now } ?? false
      // What has come meanwhile counts first.
      if device.hasBacklog || isDue { read(device, at: now) }
      if isDue { device.meetDeadline(at: now, into: &queue) }
    }
    for device in typed where device.hasBacklog { read(device, at: now) }
    for device in typed { device.processDeadline(at: now, into: &queue) }
    guard let limit = settings.stuckTouch.limit else { return }
    for device in open
    where device.cancelContacts(silentSince: now - limit, at: now, into: &queue) {
      say(
        .warning,
        recovery: "stuck-touch",
        "a touch on \(device.description.name) was not released and has been given up"
      )
    }
  }

  package func nextEvent() -> TouchSourceEvent? { queue.next() }

  package func suspend(at now: MonotonicInstant) {
    guard !isSuspended else { return }
    isSuspended = true
    for device in open {
      device.cancelContacts(at: now, into: &queue)
      epoll.remove(device.descriptor)
      if settings.isGrabbed { try? device.setGrabbed(false) }
    }
    for device in typed {
      device.forget(into: &queue)
      epoll.remove(device.descriptor)
      if device.wantsGrab { try? device.setGrabbed(false) }
    }
  }

  package func resume(at now: MonotonicInstant) {
    guard isSuspended else { return }
    isSuspended = false
    lastTime = now
    var unseen = TouchQueue(capacity: 4 * TouchProtocol.contactLimit)
    for device in open {
      grab(device)
      skipEvents(of: device, at: now, into: &unseen)
      device.cancelContacts(at: now, into: &unseen)
    }
    for device in open { watch(device, at: now) }
    for device in typed {
      grab(device)
      device.skipEvents()
    }
    for device in typed { watch(device, at: now) }
  }

  package func stop() {
    for device in open { epoll.remove(device.descriptor) }
    for device in typed { epoll.remove(device.descriptor) }
    open = []
    typed = []
    awaited = []
  }

  /// Takes on new settings: contacts are cancelled and the devices chosen anew.
  ///
  /// Nothing happens when the settings are the same.
  package func apply(_ settings: EvdevSettings, at now: MonotonicInstant) {
    guard settings != self.settings else { return }
    for device in open { remove(device, at: now) }
    for device in typed { remove(device) }
    self.settings = settings
    complaints = []
    scan(at: now)
    reportMissing()
  }
}
