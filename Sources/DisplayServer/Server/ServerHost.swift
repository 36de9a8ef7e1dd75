// SPDX-License-Identifier: Apache-2.0
package import Configuration
package import LinuxSystem
package import MonotonicTime
package import Presentation

/// The functions and facts that the program around a server gives it, and the calls by which it is told of events.
package struct ServerHost: ~Copyable {
  /// Tells the current time where there is one, for measuring how long drawing takes.
  package var readClock: (() -> MonotonicInstant)?
  /// Tells how much has been done in the turn that is under way, to be compared with itself; nil where it is not counted.
  var readEffort: (() -> MonotonicInstant)?
  /// Told when display or touch settings have changed by a reload.
  package var onSettingsChange: ((Settings) -> Void)?
  /// Told when a reload is over; the configuration's errors say what came of it.
  package var onReload: (() -> Void)?
  /// True if time stands still for a frame to be looked at: nothing has to wait for the next one.
  package var isTimeHeld = false
  /// The launcher of programs whose work is shown; nil where they are run as any other.
  package var jobLauncher: JobLauncher?
  /// The path of the OpenRPC description of the socket; empty for none.
  package var descriptionPath = ""
  /// Tells runners that there is a daemon; nil where the socket's own life says so.
  package var presence: PresenceLock?
  /// The light behind the panel; nil where there is none to be looked for.
  package var light: (any PanelLight)?
  /// True if the schedule of the display is followed; a designer sees the scene at any hour.
  package var followsSchedule = false

  /// Nothing of all that.
  package init() {}
}
