// SPDX-License-Identifier: Apache-2.0
package import Geometry
package import MonotonicTime

/// Names one finger on one device, or one key that presses as a finger does, for as long as it stays down.
package struct ContactID: Hashable, Sendable {
  /// The device's number, given when it was found; remote touches and keys have their own.
  package let device: Int
  /// The slot on that device, 0 or more; the evdev code of a key.
  package let slot: Int

  /// The number that all keys have.
  private static let keys = -2

  /// The contact of the key with this evdev code.
  package init(key code: UInt16) { self.init(device: Self.keys, slot: Int(code)) }

  /// True if a key presses.
  package var isKey: Bool { device == Self.keys }

  /// The contact in `slot` of `device`.
  package init(device: Int, slot: Int) {
    self.device = device
    self.slot = slot
  }
}

/// The phase of a contact.
package enum TouchPhase: Sendable, Hashable {
  /// The finger came down.
  case down
  /// The finger moved.
  case move
  /// The finger was lifted; the position is the last one known.
  case up
  /// The contact ended without being lifted: taken away, or its device vanished.
  case cancel
}

/// One change of one contact.
package struct TouchEvent: Hashable, Sendable {
  /// The finger.
  package var contact: ContactID
  /// The phase of the contact.
  package var phase: TouchPhase
  /// Position in points of the user's view; may lie outside the screen.
  package var position: Point
  /// Time at which the kernel saw it.
  package var time: MonotonicInstant

  /// An event of the four values.
  package init(contact: ContactID, phase: TouchPhase, position: Point, time: MonotonicInstant) {
    self.contact = contact
    self.phase = phase
    self.position = position
    self.time = time
  }
}
