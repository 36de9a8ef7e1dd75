// SPDX-License-Identifier: Apache-2.0
package import MonotonicTime
package import Notices

/// An event of a source of touches; they come in the order in which they happened.
package enum TouchSourceEvent: Hashable, Sendable {
  /// A finger did something.
  case contact(PanelContact)
  /// A key was pressed, or is held and says so again; when, by the clock of frames.
  case key(KeyStroke, at: MonotonicInstant)
  /// A key that can press a widget went down or up, or ended otherwise: what it says, its evdev code, and when.
  case press(KeyStroke, UInt16, TouchPhase, at: MonotonicInstant)
  /// A key that is a button on the screen went down or up, or ended otherwise; its evdev code, and when.
  case button(UInt16, TouchPhase, at: MonotonicInstant)
  /// A scanner has read something.
  case scan(ScannedText)
  /// A part of what a scanner has read was lost, and with it all of it; the field's id, empty for the one
  /// that has the focus.
  case scanLost(target: String)
  /// A device is used from now on.
  case deviceAdded(InputDeviceDescription)
  /// A device is gone; its contacts have been cancelled before.
  case deviceRemoved(InputDeviceDescription)
  /// A fault was met or overcome; worth a line in the log.
  case notice(Notice)
}

/// Touch devices, real or scripted: the seam between the server and the machine.
///
/// A source lives on the server's single thread. It owns every descriptor it needs and shows the
/// server one that stands for all of them; it never blocks. Contacts come in the order in which the
/// kernel reported them; of the moves that came between two other changes only each finger's newest
/// is kept. Every contact that has come `down` ends with exactly one `up` or `cancel`, also when its
/// device vanishes or the source is suspended.
package protocol TouchSource: AnyObject {
  /// Readable whenever ``processReadiness(at:)`` has something to do; constant after
  /// ``start(at:)``; `nil` if never.
  var descriptor: CInt? { get }

  /// Time at which ``processDeadline(at:)`` wants to be called next; `nil` while nothing is due.
  var deadline: MonotonicInstant? { get }

  /// The devices in use; may allocate, not for the frame path.
  var devices: [InputDeviceDescription] { get }

  /// Begins to look for devices; events follow, perhaps at once. A source that is suspended by then takes
  /// none from others until it is resumed.
  func start(at now: MonotonicInstant)

  /// Reads what the kernel has to say; never blocks, does not allocate for contacts.
  func processReadiness(at now: MonotonicInstant)

  /// Does what is due at ``deadline``.
  func processDeadline(at now: MonotonicInstant)

  /// Takes the oldest event that has not been taken.
  func nextEvent() -> TouchSourceEvent?

  /// Cancels every contact and lets the devices go to the screen's new owner.
  func suspend(at now: MonotonicInstant)

  /// Takes the devices back; fingers that are down already count only after they were lifted.
  func resume(at now: MonotonicInstant)

  /// Closes the devices; the last call a source gets, contacts that are down end with it.
  func stop()
}
