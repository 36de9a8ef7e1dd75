// SPDX-License-Identifier: Apache-2.0
package import MonotonicTime

/// One change of one contact, where the panel itself sees it.
///
/// The server turns it into a ``TouchEvent`` in points with the display's own transform, so that
/// picture and touch turn together.
package struct PanelContact: Hashable, Sendable {
  /// The finger.
  package var contact: ContactID
  /// The phase of the contact.
  package var phase: TouchPhase
  /// 0 at the left edge of the unrotated panel, 1 at its right edge; outside only by calibration.
  package var x: Double
  /// 0 at the top edge of the unrotated panel, 1 at its bottom edge; outside only by calibration.
  package var y: Double
  /// Time at which the kernel saw it.
  package var time: MonotonicInstant

  /// A change of the five values.
  package init(
    contact: ContactID,
    phase: TouchPhase,
    x: Double,
    y: Double,
    time: MonotonicInstant
  ) {
    self.contact = contact
    self.phase = phase
    self.x = x
    self.y = y
    self.time = time
  }
}
