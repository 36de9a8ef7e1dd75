// SPDX-License-Identifier: Apache-2.0
internal import CEvdev
internal import CUdev

extension LibevdevContext {
  /// The capabilities of the device, as far as they say something about touch.
  package var capabilities: DeviceCapabilities { declaration.capabilities }

  /// The device's own declaration, without facts from elsewhere.
  var declaration: DeviceDeclaration {
    let device = unsafe pointer
    var declaration = DeviceDeclaration()
    declaration.name = name
    declaration.bus = UInt16(truncatingIfNeeded: unsafe libevdev_get_id_bustype(device))
    declaration.vendor = UInt16(truncatingIfNeeded: unsafe libevdev_get_id_vendor(device))
    declaration.product = UInt16(truncatingIfNeeded: unsafe libevdev_get_id_product(device))
    declaration.version = UInt16(truncatingIfNeeded: unsafe libevdev_get_id_version(device))
    for type in 1..<UInt16(EV_CNT) where unsafe libevdev_has_event_type(device, UInt32(type)) != 0 {
      let greatest = UInt16(clamping: libevdev_event_type_get_max(UInt32(type)))
      declaration.events[type] = (0...greatest).filter { code in
        unsafe libevdev_has_event_code(device, UInt32(type), UInt32(code)) != 0
      }
    }
    declaration.axes = (0..<UInt16(ABS_CNT)).compactMap { code in
      unsafe libevdev_get_abs_info(device, UInt32(code)).map { axis in
        unsafe DeviceDeclaration.Axis(
          code: code,
          minimum: axis.pointee.minimum,
          maximum: axis.pointee.maximum,
          fuzz: axis.pointee.fuzz,
          flat: axis.pointee.flat,
          resolution: axis.pointee.resolution
        )
      }
    }
    declaration.properties = (0..<UInt16(INPUT_PROP_CNT)).filter { property in
      unsafe libevdev_has_property(device, UInt32(property)) != 0
    }
    return declaration
  }
}

extension UdevInput {
  /// udev's words on a device that change how it is used; no serial number and no address is among them.
  ///
  /// - Parameter name: The kernel's name of the node, `event3`.
  /// - Returns: The words by name.
  borrowing func words(ofDevice name: String) -> [String: String] {
    guard let device = unsafe udev_device_new_from_subsystem_sysname(pointer, "input", name)
    else { return [:] }
    defer { _ = unsafe udev_device_unref(device) }
    var words: [String: String] = [:]
    var entry = unsafe udev_device_get_properties_list_entry(device)
    while let current = unsafe entry {
      if let key = unsafe udev_list_entry_get_name(current).map({ unsafe String(cString: $0) }),
        Self.matters(key), let value = unsafe udev_list_entry_get_value(current)
      {
        words[key] = unsafe String(cString: value)
      }
      unsafe entry = unsafe udev_list_entry_get_next(current)
    }
    return words
  }

  /// LIBINPUT_DEVICE_GROUP is not among them: it has the address of what comes by radio.
  private static func matters(_ key: String) -> Bool {
    ["ID_INPUT", "EVDEV_ABS_", "LIBINPUT_ATTR_", "LIBINPUT_MODEL_"].contains { key.hasPrefix($0) }
      || [
        "ID_BUS", "ID_SEAT", "LIBINPUT_CALIBRATION_MATRIX", "LIBINPUT_IGNORE_DEVICE", "WL_OUTPUT",
      ].contains(key)
  }
}
