// SPDX-License-Identifier: Apache-2.0

/// Turns contacts into presses of one button.
///
/// The contact that comes down on a free button owns the press until it ends. Whatever
/// other fingers do to the button meanwhile changes nothing. Sliding off is not an end: only where
/// the owner lifts counts, so a finger that slid off and came back triggers.
///
/// ```
///            down inside                     up inside:  released(triggers: true)
///   free ─────────────────► held by owner ──► up outside: released(triggers: false)
///        pressed                              cancel, device gone, abandon: cancelled
/// ```
package struct PressRecognizer: Hashable, Sendable {
  /// The meaning of a contact for the button.
  package enum Action: Hashable, Sendable {
    /// A press has begun.
    case pressed
    /// The press has ended by lifting; `triggers` when that was on the button.
    case released(triggers: Bool)
    /// The press has ended without lifting; nothing is triggered.
    case cancelled
  }

  /// The contact that holds the button; `nil` while it is free.
  package private(set) var owner: ContactID?

  /// A free button.
  package init() {}

  /// Gives the button a contact's change.
  ///
  /// - Parameters:
  ///   - event: The change.
  ///   - isInside: True if the contact is on the button and the button may be pressed.
  /// - Returns: Its meaning; `nil` for none.
  package mutating func handle(_ event: TouchEvent, isInside: Bool) -> Action? {
    guard event.contact == owner else {
      guard owner == nil, event.phase == .down, isInside else { return nil }
      owner = event.contact
      return .pressed
    }
    switch event.phase {
    case .move:
      return nil
    case .down:
      // The end of the contact before was lost: it did not lift where anyone could see.
      guard !isInside else { return nil }
      owner = nil
      return .cancelled
    case .up:
      owner = nil
      return .released(triggers: isInside)
    case .cancel:
      owner = nil
      return .cancelled
    }
  }

  /// Frees the button, because it was hidden, disabled or taken away.
  ///
  /// The contact that held it has no further effect on it before it comes down again.
  ///
  /// - Returns: True if it was held; then the press counts as cancelled.
  package mutating func abandon() -> Bool {
    defer { owner = nil }
    return owner != nil
  }
}
