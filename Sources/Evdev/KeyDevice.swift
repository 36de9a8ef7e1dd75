// SPDX-License-Identifier: Apache-2.0
internal import CEvdev
internal import Glibc
internal import Keyboard
internal import LinuxSystem
internal import MonotonicTime
internal import Touch

/// A keyboard or a scanner that is in use.
final class KeyDevice {
  /// udev's properties of it when it was taken into use.
  let properties: UdevProperties
  /// Its number among the devices.
  let number: Int
  /// The device in words.
  let description: InputDeviceDescription
  /// True if other programs are kept from its keys.
  let wantsGrab: Bool
  /// True if events may be waiting in libevdev's own buffer, of which no descriptor tells.
  private(set) var hasBacklog = false

  /// The most events that are read in one go.
  private static let batch = 4096

  private let node: InputNode
  private let hasMonotonicTimes: Bool
  private var keys: KeyStream
  /// File through which lamps are lit; nil where that is not allowed, or is up to others who read the keys.
  private let lampFile: OwnedFileDescriptor?
  /// The lamps as they were last lit; nil where that is not known.
  private var lamps: KeyboardLamps?

  /// Takes a node into use, as it stands: keys that are down already count as up.
  init(
    _ node: InputNode,
    description: InputDeviceDescription,
    typing: DeviceAssessment.Typing,
    bound: Set<UInt16>,
    properties: UdevProperties,
    number: Int,
    keymaps: Keymaps
  ) {
    self.node = node
    self.properties = properties
    self.number = number
    var description = description
    description.number = number
    self.description = description
    switch typing {
    case .keyboard(let keyboard): wantsGrab = keyboard.isGrabbed
    // What a scanner types is for its field alone, whatever is said of keyboards.
    case .scanner: wantsGrab = true
    // Power and volume are others' to read too.
    case .buttons: wantsGrab = false
    }
    keys = KeyStream(typing, bound: bound, device: description.path, keymaps: keymaps)
    hasMonotonicTimes = node.context.useMonotonicClock()
    lampFile = wantsGrab ? Self.openLamps(description.path) : nil
  }

  private static func openLamps(_ path: String) -> OwnedFileDescriptor? {
    do throws(SystemError) {
      return try OwnedFileDescriptor.open(path, flags: O_WRONLY | O_NONBLOCK | O_NOCTTY)
    } catch {
      return nil
    }
  }

  /// -1 where there is none.
  private var lampDescriptor: CInt {
    switch lampFile {
    case .some(let file): file.rawValue
    case .none: -1
    }
  }

  /// `/dev/input/event3`.
  var path: String { description.path }

  /// Readable while the kernel has events; stays the device's.
  var descriptor: CInt { node.descriptor }

  /// True if its layout could not be had.
  var isFallback: Bool { keys.isFallback }

  /// Time at which ``processDeadline(at:into:)`` is due.
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
        guard keys.isResynchronizing else {
          showLamps()
          return .drained
        }
        keys.finishResync()
      case .lost(let number):
        return .lost(SystemError("read", subject: path, number: number))
      }
    }
    hasBacklog = true
    return .unfinished
  }

  /// Takes what has come meanwhile, without an event.
  func skipEvents() {
    var unseen = TouchQueue(capacity: 1)
    while case .unfinished = read(at: MonotonicInstant(nanoseconds: 0), into: &unseen) {
      while unseen.next() != nil {}
    }
    keys.forget(into: &unseen)
    // Others may have lit them meanwhile.
    lamps = nil
    showLamps()
  }

  /// Lights the lamps as the keys stand; a keyboard without lamps ignores it.
  func showLamps() {
    let (lit, file) = (keys.lamps, lampDescriptor)
    guard file >= 0, lamps != lit else { return }
    lamps = lit
    for code in 0..<KeyboardLamps.count {
      let isLit = lit.contains(KeyboardLamps(rawValue: 1 << UInt8(code)))
      Self.write(InputCode.lamp, code: UInt16(code), value: isLit ? 1 : 0, to: file)
    }
    Self.write(InputCode.synchronization, code: 0, value: 0, to: file)
  }

  /// Writes one event.
  ///
  /// Lamps that cannot be written stay unlit, without a notice, as the keys work.
  private static func write(_ type: UInt16, code: UInt16, value: Int32, to file: CInt) {
    var event = input_event()
    event.type = type
    event.code = code
    event.value = value
    _ = unsafe Glibc.write(file, &event, MemoryLayout<input_event>.size)
  }

  /// Types again what is held, and ends scans after which nothing has come.
  func processDeadline(at now: MonotonicInstant, into queue: inout TouchQueue) {
    keys.processDeadline(at: now, into: &queue)
  }

  /// No key is held any more, and half a scan is none.
  func forget(into queue: inout TouchQueue) { keys.forget(into: &queue) }
}
