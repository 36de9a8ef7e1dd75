// SPDX-License-Identifier: Apache-2.0
internal import LinuxSystem

/// The declarations of an input device and of udev about it: its description without the input.
///
/// Neither its serial number (`uniq`) nor where it is plugged in (`phys`, for radio an address) is here.
package struct DeviceDeclaration: Hashable, Sendable {
  /// An absolute axis (`struct input_absinfo`) without its present value.
  package struct Axis: Hashable, Sendable {
    /// `ABS_*`.
    package var code: UInt16
    /// The least value.
    package var minimum: Int32
    /// The greatest value.
    package var maximum: Int32
    /// Amount by which values waver.
    package var fuzz: Int32
    /// Range of values around the middle that stand for it, to either side.
    package var flat: Int32
    /// Values a millimetre; 0 where that is not told.
    package var resolution: Int32

    /// The axis `code` of the five values.
    package init(
      code: UInt16,
      minimum: Int32,
      maximum: Int32,
      fuzz: Int32 = 0,
      flat: Int32 = 0,
      resolution: Int32 = 0
    ) {
      self.code = code
      self.minimum = minimum
      self.maximum = maximum
      self.fuzz = fuzz
      self.flat = flat
      self.resolution = resolution
    }
  }

  /// The node.
  package var path = ""
  /// The name that its driver gives it.
  package var name = ""
  /// `BUS_*`.
  package var bus: UInt16 = 0
  /// The maker's number.
  package var vendor: UInt16 = 0
  /// The maker's number for it.
  package var product: UInt16 = 0
  /// The maker's number of its version.
  package var version: UInt16 = 0
  /// The codes that it can report, the least first, by type (`EV_*`).
  package var events: [UInt16: [UInt16]] = [:]
  /// Its absolute axes, by rising codes.
  package var axes: [Axis] = []
  /// `INPUT_PROP_*`.
  package var properties: [UInt16] = []
  /// udev's words on it that change how it is used, by name.
  package var udev: [String: String] = [:]
  /// The HID report descriptor of its device; empty where there is none, or it may not be read.
  package var reportDescriptor: [UInt8] = []

  /// A device that declares nothing.
  package init() {}

  /// Asks the device at `path`, without taking events from another reader.
  ///
  /// - Throws: `SystemError` when the node cannot be opened or is no evdev device.
  static func read(_ path: String) throws(SystemError) -> Self {
    let node = try InputNode.open(path)
    let name = String(path.split(separator: "/").last ?? "")
    var declaration = node.context.declaration
    declaration.path = path
    declaration.udev = try UdevInput.open().words(ofDevice: name)
    // The event node's folder leads to the input device, and that one to what it belongs to.
    let descriptor = "/sys/class/input/\(name)/device/device/report_descriptor"
    declaration.reportDescriptor = (try? FileReader.read(descriptor, limit: 65_536)) ?? []
    return declaration
  }
}
