// SPDX-License-Identifier: Apache-2.0
import CEvdev
import Glibc
import LinuxSystem

@testable import Evdev

/// An input device that the kernel plays for us (`/dev/uinput`).
///
/// It is gone, as if unplugged, when this value dies.
@safe
struct VirtualInputDevice: ~Copyable {
  private let pointer: OpaquePointer

  private init(pointer: OpaquePointer) { unsafe self.pointer = unsafe pointer }

  deinit { unsafe libevdev_uinput_destroy(pointer) }

  /// Whether such devices can be made here.
  static var isPossible: Bool { unsafe access("/dev/uinput", R_OK | W_OK) == 0 }

  /// Makes a device that can report what `model` can.
  ///
  /// - Returns: The device.
  /// - Throws: `SystemError` when `/dev/uinput` cannot be opened or refuses the model.
  static func make(like model: borrowing LibevdevContext) throws(SystemError) -> Self {
    var device: OpaquePointer?
    let managed = LIBEVDEV_UINPUT_OPEN_MANAGED.rawValue
    let result = unsafe libevdev_uinput_create_from_device(model.pointer, managed, &device)
    guard result == 0, let device = unsafe device else {
      throw SystemError("open", subject: "/dev/uinput", number: result < 0 ? -result : ENODEV)
    }
    return unsafe Self(pointer: device)
  }

  /// `/dev/input/event5`; empty while the kernel has not made it yet.
  var path: String {
    guard let node = unsafe libevdev_uinput_get_devnode(pointer) else { return "" }
    return unsafe String(cString: node)
  }

  /// Reports one event; `SYN_REPORT` (0, 0, 0) makes those before it count.
  ///
  /// - Throws: `SystemError` when the kernel does not take it.
  borrowing func send(
    _ type: UInt16,
    _ code: UInt16,
    _ value: Int32
  ) throws(SystemError) {
    let result = unsafe libevdev_uinput_write_event(pointer, UInt32(type), UInt32(code), value)
    guard result == 0 else { throw SystemError("uinput write", number: -result) }
  }
}

// MARK: - What it can report

extension LibevdevContext {
  /// A device that reports nothing yet.
  ///
  /// - Returns: The context; `nil` without memory.
  static func blank() -> Self? {
    guard let pointer = unsafe libevdev_new() else { return nil }
    return unsafe Self(pointer: pointer)
  }

  /// Names a blank device.
  borrowing func setName(_ name: String) {
    unsafe libevdev_set_name(pointer, name)
  }

  /// Adds an axis to a blank device.
  borrowing func enableAxis(
    _ code: UInt16,
    minimum: Int32,
    maximum: Int32,
    resolution: Int32 = 0
  ) {
    var range = input_absinfo()
    range.minimum = minimum
    range.maximum = maximum
    range.resolution = resolution
    unsafe withUnsafePointer(to: &range) { range in
      _ = unsafe libevdev_enable_event_code(pointer, UInt32(EV_ABS), UInt32(code), range)
    }
  }

  /// Adds a key (`EV_KEY`) or a relative axis (`EV_REL`) to a blank device.
  borrowing func enable(_ type: UInt16, _ code: UInt16) {
    _ = unsafe libevdev_enable_event_code(pointer, UInt32(type), UInt32(code), nil)
  }

  /// Adds an `INPUT_PROP_*` to a blank device.
  borrowing func enableProperty(_ property: UInt32) {
    _ = unsafe libevdev_enable_property(pointer, property)
  }
}
