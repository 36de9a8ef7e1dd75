// SPDX-License-Identifier: Apache-2.0
internal import Geometry
internal import MonotonicTime
internal import Touch

/// A finger that a client has put down.
struct RemoteContact {
  /// The device number of all of them.
  static let device = -1
  /// Time for which a contact that is held stays without its client.
  static let span = MonotonicInterval(seconds: 10)

  /// The contact's place, in points of the view.
  let position: Point
  /// The connection of its last touch; nil for one that never ends.
  let connection: UInt64?
  /// True if the contact stays for ``span`` when that connection ends.
  let isHeld: Bool
  /// The instant at which it is lifted; nil while its client is there.
  var end: MonotonicInstant?
}

extension Server {
  /// A client's connection has ended: its fingers are lifted, those that are held after a while.
  func remoteConnectionHasEnded(_ connection: UInt64, at now: MonotonicInstant) {
    for (slot, contact) in remoteContacts where contact.connection == connection && contact.isHeld {
      remoteContacts[slot]?.end = contact.end ?? now + RemoteContact.span
    }
    liftRemoteContacts(at: now) { $0.connection == connection && !$0.isHeld }
  }

  /// Forgets fingers of which nothing is held any more.
  func forgetRemoteContacts() {
    for slot in remoteContacts.keys {
      stage.held.note(ContactID(device: RemoteContact.device, slot: slot), phase: .cancel)
    }
    remoteContacts.removeAll()
  }

  /// Lifts fingers so that what they hold lets go, and nothing is triggered.
  func liftRemoteContacts(at now: MonotonicInstant, where isOver: (RemoteContact) -> Bool) {
    for (slot, contact) in remoteContacts where isOver(contact) {
      remoteContacts[slot] = nil
      let finger = ContactID(device: RemoteContact.device, slot: slot)
      stage.held.note(finger, phase: .cancel)
      // A dark panel has let go of everything, and is not woken by what ends.
      guard panel.power.isOn else { continue }
      handleTouch(
        TouchEvent(
          contact: finger,
          phase: .cancel,
          position: contact.position,
          time: now
        ),
        at: now
      )
    }
  }
}
