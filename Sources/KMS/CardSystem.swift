// SPDX-License-Identifier: Apache-2.0
package import LinuxSystem

/// A change of the machine's display devices.
package enum CardChange: Sendable, Hashable {
  /// A device has appeared.
  case added(path: String)
  /// A device has left.
  case removed(path: String)
  /// Something about the device: its connectors, or the one that is named, or, with `isProperty`, a
  /// property or who may open it.
  case changed(path: String, isProperty: Bool, connector: ConnectorID? = nil)
  /// The monitors of the device that ``CardSystem/ask(_:probe:)`` was called for have answered.
  case answered(path: String)
}

/// The display devices of a machine: where they are found, and word of their coming and going.
package protocol CardSystem: AnyObject {
  /// The type through which a device is accessed.
  associatedtype Device: ModesettingDevice

  /// Readable while ``nextChange()`` has something; `nil` where changes are not reported.
  var descriptor: CInt? { get }

  /// The nodes of all cards, lowest number first, whether they can show anything or not.
  func cards() -> [String]

  /// The node that `path` stands for, such as the `/dev/dri/card1` behind a link of `/dev/dri/by-path`.
  ///
  /// - Returns: The node, or `path` itself while there is none.
  func node(for path: String) -> String

  /// Opens a card.
  ///
  /// - Returns: The device; it is master if no other process was.
  /// - Throws: ``KMSError``, `.refused` for a card without display (a render-only device).
  func open(_ path: String) throws(KMSError) -> Device

  /// Takes over a device that an earlier process had opened.
  ///
  /// - Returns: The device.
  /// - Throws: ``KMSError`` when it is no display device or has left.
  func adopt(_ descriptor: consuming OwnedFileDescriptor) throws(KMSError) -> Device

  /// Has monitors asked what they are, without waiting for what they say: the device's knowledge is anew
  /// when ``nextChange()`` has ``CardChange/answered(path:)``.
  ///
  /// - Parameters:
  ///   - device: An open device of this machine.
  ///   - probe: The monitors to ask.
  /// - Returns: True if there will be an answer; `false` where only ``ModesettingDevice/snapshot(probing:)`` can ask,
  ///   which waits.
  func ask(_ device: Device, probe: Probe) -> Bool

  /// Takes the oldest change that was not taken yet; does not wait.
  func nextChange() -> CardChange?
}
