// SPDX-License-Identifier: Apache-2.0
internal import CUdev
internal import Glibc
package import LinuxSystem

/// Properties of one input device in udev's database.
package struct UdevProperties: Hashable, Sendable {
  /// True if udev has dealt with the device; without udev nothing ever is.
  package var isInitialized = false
  /// The kernel's path of it in sysfs, different for every device that was ever plugged in.
  package var systemPath = ""
  /// The driver's name for it, readable without opening it.
  package var name = ""
  /// `ID_SEAT`; empty for the first seat.
  package var seat = ""
  /// `LIBINPUT_IGNORE_DEVICE`.
  package var isIgnored = false
  /// `LIBINPUT_CALIBRATION_MATRIX`; empty when there is none.
  package var calibration = ""

  /// A device of which nothing is known.
  package init() {}
}

/// The connection to udev, as far as input devices are concerned.
@safe
package struct UdevInput: ~Copyable {
  /// The connection, for calls within this module.
  let pointer: OpaquePointer

  deinit { _ = unsafe udev_unref(pointer) }

  private init(pointer: OpaquePointer) { unsafe self.pointer = unsafe pointer }

  /// Connects to udev's database; works without a running udev, which then knows nothing.
  ///
  /// - Returns: The connection.
  /// - Throws: `SystemError` without memory.
  package static func open() throws(SystemError) -> Self {
    guard let pointer = unsafe udev_new() else { throw SystemError("udev_new", number: ENOMEM) }
    return unsafe Self(pointer: pointer)
  }

  /// True if udev runs, so that its word has to be waited for.
  package static var isRunning: Bool { unsafe access("/run/udev/control", F_OK) == 0 }

  /// The event nodes there are, `/dev/input/event0` and so on, in the order of their numbers.
  package borrowing func nodes() -> [String] {
    var nodes = nodesOfSystem()
    // Without /sys, or where nodes were put by hand, the directory itself knows.
    for node in Self.nodesOfDirectory() where !nodes.contains(node) { nodes.append(node) }
    return nodes.sorted { (Self.number(of: $0), $0) < (Self.number(of: $1), $1) }
  }

  /// Reads the database's properties of the device at `node`, a path without links.
  package borrowing func properties(ofNode node: String) -> UdevProperties {
    let systemName = String(node.split(separator: "/").last ?? "")
    guard
      let device = unsafe udev_device_new_from_subsystem_sysname(pointer, "input", systemName)
    else { return UdevProperties() }
    defer { _ = unsafe udev_device_unref(device) }
    return unsafe Self.properties(of: device)
  }

  /// Listens for devices that come and go.
  ///
  /// - Parameter hasDatabase: True to listen to udev, which knows the properties; false for the kernel itself, the only
  ///   source without udev.
  /// - Returns: The monitor; `nil` when there are no such messages here, as in many containers.
  package borrowing func monitor(hasDatabase: Bool) -> UdevMonitor? {
    let source = hasDatabase ? "udev" : "kernel"
    guard let monitor = unsafe udev_monitor_new_from_netlink(pointer, source) else { return nil }
    let owned = unsafe UdevMonitor(pointer: monitor)
    guard
      unsafe udev_monitor_filter_add_match_subsystem_devtype(monitor, "input", nil) == 0,
      unsafe udev_monitor_enable_receiving(monitor) == 0
    else { return nil }
    return owned
  }

  private borrowing func nodesOfSystem() -> [String] {
    guard let list = unsafe udev_enumerate_new(pointer) else { return [] }
    defer { _ = unsafe udev_enumerate_unref(list) }
    unsafe udev_enumerate_add_match_subsystem(list, "input")
    unsafe udev_enumerate_add_match_sysname(list, "event*")
    guard unsafe udev_enumerate_scan_devices(list) >= 0 else { return [] }
    var nodes: [String] = []
    var entry = unsafe udev_enumerate_get_list_entry(list)
    while let current = unsafe entry {
      let path = unsafe udev_list_entry_get_name(current)
      if let device = unsafe udev_device_new_from_syspath(pointer, path) {
        if let node = unsafe udev_device_get_devnode(device) {
          nodes.append(unsafe String(cString: node))
        }
        _ = unsafe udev_device_unref(device)
      }
      unsafe entry = unsafe udev_list_entry_get_next(current)
    }
    return nodes
  }

  private static func nodesOfDirectory() -> [String] {
    guard let directory = unsafe opendir("/dev/input") else { return [] }
    defer { unsafe closedir(directory) }
    var nodes: [String] = []
    while let entry = unsafe readdir(directory) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { field in
        unsafe field.withMemoryRebound(to: CChar.self, capacity: 256) { characters in
          unsafe String(cString: characters)
        }
      }
      if name.hasPrefix("event") { nodes.append("/dev/input/" + name) }
    }
    return nodes
  }

  private static func number(of node: String) -> Int {
    Int(node.drop { !$0.isWholeNumber }) ?? .max
  }

  fileprivate static func properties(of device: OpaquePointer) -> UdevProperties {
    func property(_ key: String) -> String {
      guard let text = unsafe udev_device_get_property_value(device, key) else { return "" }
      return unsafe String(cString: text)
    }
    var result = UdevProperties()
    result.isInitialized = unsafe udev_device_get_is_initialized(device) != 0
    if let path = unsafe udev_device_get_syspath(device) {
      result.systemPath = unsafe String(cString: path)
    }
    let parent = unsafe udev_device_get_parent(device)
    if let parent = unsafe parent, let name = unsafe udev_device_get_sysattr_value(parent, "name") {
      result.name = unsafe String(cString: name)
    }
    result.seat = property("ID_SEAT")
    let ignored = property("LIBINPUT_IGNORE_DEVICE")
    result.isIgnored = !ignored.isEmpty && ignored != "0"
    result.calibration = property("LIBINPUT_CALIBRATION_MATRIX")
    return result
  }
}

/// Messages about input devices that come and go.
@safe
package struct UdevMonitor: ~Copyable {
  /// A message about a device.
  package enum Message: Hashable, Sendable {
    /// The node is there, or something about it has changed.
    case changed(node: String)
    /// The node is gone.
    case removed(node: String)
    /// Something that does not matter here.
    case other
    /// Messages were lost: everything may have changed.
    case overflow
  }

  private let pointer: OpaquePointer

  fileprivate init(pointer: OpaquePointer) { unsafe self.pointer = unsafe pointer }

  deinit { _ = unsafe udev_monitor_unref(pointer) }

  /// Readable when there is a message; stays the monitor's.
  package var descriptor: CInt { unsafe udev_monitor_get_fd(pointer) }

  /// Takes the oldest message; never blocks.
  ///
  /// - Returns: The message; `nil` when there is none.
  package borrowing func next() -> Message? {
    errno = 0
    guard let device = unsafe udev_monitor_receive_device(pointer) else {
      return errno == ENOBUFS ? .overflow : nil
    }
    defer { _ = unsafe udev_device_unref(device) }
    guard
      let node = unsafe udev_device_get_devnode(device),
      let action = unsafe udev_device_get_action(device)
    else { return .other }
    let path = unsafe String(cString: node)
    guard path.split(separator: "/").last?.hasPrefix("event") == true else { return .other }
    switch unsafe String(cString: action) {
    case "add", "change", "bind", "online": return .changed(node: path)
    case "remove", "offline": return .removed(node: path)
    default: return .other
    }
  }
}
