// SPDX-License-Identifier: Apache-2.0

/// The messages and states that the service manager has yet to get.
struct ServiceDuties {
  /// True if only a new process may bring the screen back.
  var needsRestart = false
  /// True if the display's state has changed since it was told.
  var hasNewStatus = false
  /// True if the changes by requests have changed since they were stored.
  private(set) var hasNewState = false
  /// True if the state has to be stored before anything else happens.
  private(set) var hasUrgentState = false

  /// Notes that the state which outlives the process has changed.
  mutating func stateHasChanged(isUrgent: Bool = false) {
    hasNewState = true
    hasUrgentState = hasUrgentState || isUrgent
  }

  /// Notes that the state which outlives the process has been stored.
  mutating func stateIsStored() { (hasNewState, hasUrgentState) = (false, false) }
}
