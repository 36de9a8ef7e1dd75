// SPDX-License-Identifier: Apache-2.0
internal import CEvdev
internal import Glibc
package import LinuxSystem
internal import MonotonicTime

/// libevdev's picture of one device, which this value frees when it dies.
@safe
package struct LibevdevContext: ~Copyable {
  /// The result of one read.
  package enum Reading: Hashable, Sendable {
    /// An event, or a delta while the context is being resynchronised.
    case record(InputRecord)
    /// Nothing more for now; the last resync, if any, is complete.
    case empty
    /// The device is gone, or does not answer; the errno says why.
    case lost(CInt)
  }

  /// The device, for calls within this module.
  let pointer: OpaquePointer
  /// True if the next read asks for a delta.
  private var isResynchronizing = false

  /// Takes over what libevdev has made.
  init(pointer: OpaquePointer) {
    unsafe self.pointer = unsafe pointer
    unsafe cevdev_silence(pointer)
  }

  deinit { unsafe libevdev_free(pointer) }

  /// Asks the device behind `descriptor` what it can do and how it stands.
  ///
  /// The descriptor stays the caller's and has to live longer than the context.
  ///
  /// - Returns: The context.
  /// - Throws: `SystemError` when the descriptor is not an evdev device or it is gone.
  package static func attached(to descriptor: CInt) throws(SystemError) -> Self {
    var pointer: OpaquePointer?
    let result = unsafe libevdev_new_from_fd(descriptor, &pointer)
    guard result == 0, let pointer = unsafe pointer else {
      throw SystemError("libevdev_new_from_fd", number: result < 0 ? -result : ENODEV)
    }
    return unsafe Self(pointer: pointer)
  }

  /// The name that the driver gives the device.
  package var name: String {
    guard let name = unsafe libevdev_get_name(pointer) else { return "" }
    return unsafe String(cString: name)
  }

  /// Makes the kernel stamp events with CLOCK_MONOTONIC (`EVIOCSCLOCKID`).
  ///
  /// - Returns: True if it will; otherwise the events' times are worth nothing.
  package borrowing func useMonotonicClock() -> Bool {
    unsafe libevdev_set_clock_id(pointer, CLOCK_MONOTONIC) == 0
  }

  /// Keeps other programs from the events, or lets them have them again (`EVIOCGRAB`).
  ///
  /// - Throws: `SystemError` with EBUSY when another program has grabbed the device.
  package borrowing func setGrabbed(_ isGrabbed: Bool) throws(SystemError) {
    let mode = isGrabbed ? LIBEVDEV_GRAB : LIBEVDEV_UNGRAB
    let result = unsafe libevdev_grab(pointer, mode)
    guard result == 0 else { throw SystemError("EVIOCGRAB", number: -result) }
  }

  /// Reads the next event; never blocks on a nonblocking descriptor, does not allocate.
  ///
  /// After a `SYN_DROPPED` the following events are the differences to the kernel's state, until
  /// the first ``Reading/empty``.
  package mutating func next() -> Reading {
    var event = input_event()
    while true {
      let flag = isResynchronizing ? LIBEVDEV_READ_FLAG_SYNC : LIBEVDEV_READ_FLAG_NORMAL
      let result = unsafe libevdev_next_event(pointer, flag.rawValue, &event)
      switch result {
      case CInt(LIBEVDEV_READ_STATUS_SUCCESS.rawValue):
        return .record(Self.record(&event))
      case CInt(LIBEVDEV_READ_STATUS_SYNC.rawValue):
        isResynchronizing = true
        return .record(Self.record(&event))
      case -EINTR:
        continue
      case -EAGAIN:
        isResynchronizing = false
        return .empty
      default:
        return .lost(-result)
      }
    }
  }

  /// The slot that the kernel speaks of; `nil` without slots.
  package var currentSlot: Int? {
    let slot = unsafe libevdev_get_current_slot(pointer)
    return slot < 0 ? nil : Int(slot)
  }

  /// Reads the kernel's state of `slot`; meaningless values for one that there is not.
  package borrowing func state(ofSlot slot: Int) -> SlotState {
    let slot = UInt32(clamping: slot)
    let device = unsafe pointer
    func value(_ code: UInt16) -> Int32 {
      unsafe libevdev_get_slot_value(device, slot, UInt32(code))
    }
    return SlotState(
      trackingID: value(InputCode.trackingID),
      x: value(InputCode.positionX),
      y: value(InputCode.positionY),
      tool: value(InputCode.toolType),
      distance: value(InputCode.multitouchDistance),
      extent: value(InputCode.touchMajor)
    )
  }

  /// The value of an event that the device has; 0 for one it does not have.
  package borrowing func value(_ type: UInt16, code: UInt16) -> Int32 {
    unsafe libevdev_get_event_value(pointer, UInt32(type), UInt32(code))
  }

  private static func record(_ event: inout input_event) -> InputRecord {
    InputRecord(
      type: event.type,
      code: event.code,
      value: event.value,
      time: MonotonicInstant(nanoseconds: unsafe cevdev_nanoseconds(&event))
    )
  }
}
