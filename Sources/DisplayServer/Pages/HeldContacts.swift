// SPDX-License-Identifier: Apache-2.0
internal import Touch

/// The fingers and keys that are down: the display is in use for as long as one is.
struct HeldContacts {
  /// Most of them that are looked at.
  private static let most = 64

  private var contacts: [ContactID] = []

  /// None is down.
  init() { contacts.reserveCapacity(Self.most) }

  /// True if none is down.
  var isEmpty: Bool { contacts.isEmpty }

  /// Notes what has become of a finger or a key.
  mutating func note(_ contact: ContactID, phase: TouchPhase) {
    if phase == .move { return }
    contacts.removeAll { $0 == contact }
    if phase == .down, contacts.count < Self.most { contacts.append(contact) }
  }
}
