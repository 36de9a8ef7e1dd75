// SPDX-License-Identifier: Apache-2.0

/// The ways in which evdev devices report positions that can be touched.
package enum TouchProtocol: Hashable, Sendable {
  /// Multi-touch type B: so many slots, each with a tracking id.
  case slots(Int)
  /// Multi-touch type A: every report lists all contacts, nameless, parted by `SYN_MT_REPORT`.
  case anonymous
  /// One finger: `BTN_TOUCH` with `ABS_X` and `ABS_Y`.
  case single
  /// An absolute pointer such as a virtual machine's tablet: a finger while its button is down.
  case pointer

  /// The most contacts that are told apart on one device; further slots are ignored.
  package static let contactLimit = 32

  /// Largest number of contacts at once, 1 … ``contactLimit``.
  package var contacts: Int {
    switch self {
    case .slots(let count): min(max(count, 1), Self.contactLimit)
    case .anonymous: Self.contactLimit
    case .single, .pointer: 1
    }
  }
}
