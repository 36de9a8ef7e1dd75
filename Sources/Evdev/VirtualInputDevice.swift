// SPDX-License-Identifier: Apache-2.0
internal import CEvdev
internal import Glibc
package import LinuxSystem

/// An input device that the kernel plays for us (`/dev/uinput`), for tests on real devices' terms.
///
/// It is gone, as if unplugged, when this value dies.
@safe
package struct VirtualInputDevice: ~Copyable {
  private let pointer: OpaquePointer

  private init(pointer: OpaquePointer) { unsafe self.pointer = unsafe pointer }

  deinit { unsafe libevdev_uinput_destroy(pointer) }

  /// Whether such devices can be made here.
  package static var isPossible: Bool { unsafe access("/dev/uinput", R_OK | W_OK) == 0 }

  /// Makes a device that can report what `model` can.
  ///
  /// - Returns: The device.
  /// - Throws: `SystemError` when `/dev/uinput` cannot be opened or refuses the model.
  package static func make(like model: borrowing LibevdevContext) throws(SystemError) -> Self {
    let pointer = try unsafe model.makeVirtual()
    return unsafe Self(pointer: pointer)
  }

  /// `/dev/input/event5`; empty while the kernel has not made it yet.
  package var path: String {
    guard let node = unsafe libevdev_uinput_get_devnode(pointer) else { return "" }
    return unsafe String(cString: node)
  }

  /// Reports one event; `SYN_REPORT` (0, 0, 0) makes those before it count.
  ///
  /// - Throws: `SystemError` when the kernel does not take it.
  package borrowing func send(
    _ type: UInt16,
    _ code: UInt16,
    _ value: Int32
  ) throws(SystemError) {
    let result = unsafe libevdev_uinput_write_event(pointer, UInt32(type), UInt32(code), value)
    guard result == 0 else { throw SystemError("uinput write", number: -result) }
  }
}
