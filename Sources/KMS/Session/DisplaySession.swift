// SPDX-License-Identifier: Apache-2.0

/// A change of the screen's owner.
package enum SessionChange: Sendable, Hashable {
  /// The screen is wanted elsewhere: let it go, then call ``DisplaySession/confirmRelease()``.
  case release
  /// The screen is ours again.
  case acquire
  /// The machine has woken from sleep; the display may have lost its state.
  case resume
}

/// The right to the screen where several programs share it by turns.
package protocol DisplaySession: AnyObject {
  /// Readable while ``nextChange()`` has something; `nil` where nothing is reported.
  var descriptor: CInt? { get }

  /// True while the screen is ours.
  var isInFront: Bool { get }

  /// Takes the oldest change that was not taken yet; does not wait.
  func nextChange() -> SessionChange?

  /// Agrees to a ``SessionChange/release``: from now on another program draws.
  func confirmRelease()

  /// Looks whether what was arranged with the kernel still holds, and arranges it anew where not.
  ///
  /// - Returns: A sentence about the arrangement that had been undone; `nil` as a rule.
  func renewHold() -> String?

  /// Gives everything back; the last call a session gets.
  func end()
}

extension DisplaySession {
  /// There is nothing that others could undo.
  package func renewHold() -> String? { nil }
}
