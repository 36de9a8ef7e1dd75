// SPDX-License-Identifier: Apache-2.0
internal import LinuxSystem
internal import MonotonicTime
internal import Touch

/// A keyboard or a scanner that is in use.
final class KeyDevice {
  /// What udev said of it when it was taken into use.
  let properties: UdevProperties
  /// Its number among the devices.
  let number: Int
  /// The device in words.
  let description: InputDeviceDescription
  /// Whether other programs are kept from its keys.
  let wantsGrab: Bool
  /// Whether events may be waiting in libevdev's own buffer, of which no descriptor tells.
  private(set) var hasBacklog = false

  /// The most events that are read in one go.
  private static let batch = 4096

  private let node: InputNode
  private let hasMonotonicTimes: Bool
  private var keys: KeyStream

  /// Takes a node into use, as it stands: keys that are down already count as up.
  init(
    _ node: InputNode,
    _ description: InputDeviceDescription,
    _ typing: DeviceAssessment.Typing,
    properties: UdevProperties,
    number: Int
  ) {
    self.node = node
    self.properties = properties
    self.number = number
    var description = description
    description.number = number
    self.description = description
    switch typing {
    case .keyboard(let keyboard): wantsGrab = keyboard.isGrabbed
    // What a scanner types is for nobody else, whatever is said of keyboards.
    case .scanner: wantsGrab = true
    }
    keys = KeyStream(typing, device: description.path)
    hasMonotonicTimes = node.context.useMonotonicClock()
  }

  /// `/dev/input/event3`.
  var path: String { description.path }

  /// Readable while the kernel has events; stays the device's.
  var descriptor: CInt { node.descriptor }

  /// Whether its layout could not be had.
  var isFallback: Bool { keys.isFallback }

  /// When ``processDeadline(at:into:)`` is due.
  var deadline: MonotonicInstant? { keys.deadline }

  /// Keeps other programs from the events, or lets them have them again.
  func setGrabbed(_ isGrabbed: Bool) throws(SystemError) {
    try node.context.setGrabbed(isGrabbed)
  }

  /// Reads what there is.
  func read(at now: MonotonicInstant, into queue: inout TouchQueue) -> EvdevDevice.Outcome {
    hasBacklog = false
    for _ in 0..<Self.batch {
      switch node.context.next() {
      case .record(var record):
        if !hasMonotonicTimes { record.time = now }
        keys.handle(record, into: &queue)
      case .empty:
        guard keys.isResynchronizing else { return .drained }
        keys.finishResync()
      case .lost(let number):
        return .lost(SystemError("read", path, number: number))
      }
    }
    hasBacklog = true
    return .unfinished
  }

  /// Takes what has come meanwhile, and tells nobody.
  func skipEvents() {
    var unseen = TouchQueue(capacity: 1)
    while case .unfinished = read(at: MonotonicInstant(nanoseconds: 0), into: &unseen) {
      while unseen.next() != nil {}
    }
    keys.forget(into: &unseen)
  }

  /// Types again what is held, and ends scans after which nothing has come.
  func processDeadline(at now: MonotonicInstant, into queue: inout TouchQueue) {
    keys.processDeadline(at: now, into: &queue)
  }

  /// No key is held any more, and half a scan is none.
  func forget(into queue: inout TouchQueue) { keys.forget(into: &queue) }
}
