// SPDX-License-Identifier: Apache-2.0
internal import MonotonicTime

/// Events of a source that have not been taken yet: a ring of contacts and, beside it, the rest.
///
/// Contacts take no allocation. Of the moves at the queue's end, behind the last `down`, `up` or
/// `cancel`, each finger keeps only its newest: a panel that reports a thousand times a second costs
/// one event a finger and frame, and no order between fingers is lost that could matter.
package struct TouchQueue: Sendable {
  private var ring: [PanelContact]
  private var first = 0
  private var count = 0
  /// Number of contacts at the ring's end that are moves, each of another finger.
  private var trailingMoves = 0
  /// Number of contacts that were ever taken.
  private var takenContacts: UInt64 = 0
  private var others: [Other] = []

  private struct Other {
    /// Number of contacts that were put in before it.
    var position: UInt64
    let event: TouchSourceEvent
  }

  /// An empty queue for `capacity` contacts, at least 1.
  package init(capacity: Int) {
    let none = PanelContact(
      contact: ContactID(device: 0, slot: 0),
      phase: .cancel,
      x: 0,
      y: 0,
      time: MonotonicInstant(nanoseconds: 0)
    )
    ring = Array(repeating: none, count: max(1, capacity))
  }

  /// Number of contacts that can be put in for certain.
  package var room: Int { ring.count - count }

  /// Puts a contact at the end; O(fingers), does not allocate.
  ///
  /// The caller sees to it that there is ``room``. A full queue gives up its oldest move, or with
  /// none its oldest contact, so that no newer state is lost.
  package mutating func append(_ contact: PanelContact) {
    if contact.phase == .move {
      for back in 0..<trailingMoves {
        let index = slot(count - 1 - back)
        if ring[index].contact == contact.contact {
          ring[index] = contact
          return
        }
      }
    }
    if count == ring.count { dropOne() }
    ring[slot(count)] = contact
    count += 1
    trailingMoves = contact.phase == .move ? trailingMoves + 1 : 0
  }

  /// Puts anything at the end; allocates unless it is a contact.
  package mutating func append(_ event: TouchSourceEvent) {
    if case .contact(let contact) = event {
      append(contact)
    } else {
      // A move behind it must not be merged with one before it.
      trailingMoves = 0
      others.append(Other(position: takenContacts &+ UInt64(count), event: event))
    }
  }

  /// Takes the oldest event out.
  package mutating func next() -> TouchSourceEvent? {
    if let other = others.first, other.position <= takenContacts {
      return others.removeFirst().event
    }
    guard count > 0 else { return nil }
    let contact = ring[first]
    first = slot(1)
    count -= 1
    trailingMoves = min(trailingMoves, count)
    takenContacts &+= 1
    return .contact(contact)
  }

  private func slot(_ offset: Int) -> Int {
    let index = first + offset
    return index < ring.count ? index : index - ring.count
  }

  /// Makes room for one contact in a full ring.
  private mutating func dropOne() {
    var victim = 0
    while victim < count, ring[slot(victim)].phase != .move { victim += 1 }
    if victim == count { victim = 0 }
    if victim >= count - trailingMoves { trailingMoves -= 1 }
    for offset in victim..<(count - 1) { ring[slot(offset)] = ring[slot(offset + 1)] }
    count -= 1
    for index in others.indices where others[index].position > takenContacts &+ UInt64(victim) {
      others[index].position &-= 1
    }
  }
}
