// SPDX-License-Identifier: Apache-2.0

/// What the service manager has yet to be told, or to keep.
struct ServiceDuties {
  /// Whether only a new process may bring the screen back.
  var needsRestart = false
  /// Whether the display's state has changed since it was told.
  var hasNewStatus = false
  /// Whether what requests have set has changed since it was stored.
  private(set) var hasNewState = false
  /// Whether it has to be stored before anything else happens.
  private(set) var hasUrgentState = false

  /// What outlives the process has changed.
  mutating func stateHasChanged(isUrgent: Bool = false) {
    hasNewState = true
    hasUrgentState = hasUrgentState || isUrgent
  }

  /// What outlives the process has been stored.
  mutating func stateIsStored() { (hasNewState, hasUrgentState) = (false, false) }
}
