// SPDX-License-Identifier: Apache-2.0
internal import CUdev
internal import Glibc

/// Word of display devices that come, go and change, from udev or straight from the kernel.
@safe
struct CardMonitor: ~Copyable {
  private let udev: OpaquePointer?
  private let monitor: OpaquePointer?

  /// Begins to listen.
  ///
  /// Without a udev daemon, the kernel's own events are heard.
  ///
  /// - Returns: The monitor; one that never has anything where libudev cannot work.
  static func open() -> Self {
    let deaf = unsafe Self(udev: nil, monitor: nil)
    guard let udev = unsafe udev_new() else { return deaf }
    let source = unsafe access("/run/udev/control", F_OK) == 0 ? "udev" : "kernel"
    guard let monitor = unsafe udev_monitor_new_from_netlink(udev, source) else {
      _ = unsafe udev_unref(udev)
      return deaf
    }
    _ = unsafe udev_monitor_filter_add_match_subsystem_devtype(monitor, "drm", "drm_minor")
    guard unsafe udev_monitor_enable_receiving(monitor) == 0 else {
      _ = unsafe udev_monitor_unref(monitor)
      _ = unsafe udev_unref(udev)
      return deaf
    }
    return unsafe Self(udev: udev, monitor: monitor)
  }

  deinit {
    // Both take null.
    _ = unsafe udev_monitor_unref(monitor)
    _ = unsafe udev_unref(udev)
  }

  /// Readable while ``next()`` has something; `nil` where nothing is heard.
  var descriptor: CInt? {
    guard let monitor = unsafe monitor else { return nil }
    return unsafe udev_monitor_get_fd(monitor)
  }

  /// Takes the oldest change of a card, `nil` when there is none; does not wait.
  func next() -> CardChange? {
    guard let monitor = unsafe monitor else { return nil }
    while let device = unsafe udev_monitor_receive_device(monitor) {
      defer { _ = unsafe udev_device_unref(device) }
      guard let node = unsafe udev_device_get_devnode(device) else { continue }
      let path = unsafe String(cString: node)
      guard DRMCards.isCard(path) else { continue }
      let action = unsafe udev_device_get_action(device).map { unsafe String(cString: $0) }
      switch action {
      case "remove": return .removed(path: path)
      case "change":
        // Without HOTPLUG it was triggered by hand or by a rule: what the kernel knows is enough.
        let isHotplug = unsafe udev_device_get_property_value(device, "HOTPLUG") != nil
        let isProperty = unsafe udev_device_get_property_value(device, "PROPERTY") != nil
        // Since Linux 5.16 where the driver knows which one it was.
        let number = unsafe udev_device_get_property_value(device, "CONNECTOR")
          .flatMap { unsafe UInt32(String(cString: $0)) }
        return .changed(
          path: path,
          isProperty: isProperty || !isHotplug,
          connector: number.map { ConnectorID($0) }
        )
      default: return .added(path: path)
      }
    }
    return nil
  }
}
