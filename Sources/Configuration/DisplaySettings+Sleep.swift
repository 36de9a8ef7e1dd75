// SPDX-License-Identifier: Apache-2.0
package import Widgets

extension DisplaySettings {
  /// The way in which a panel goes dark; the raw values are the file's.
  package enum Blanking: String, Hashable, Sendable, CaseIterable {
    /// The output is switched off.
    case off
    /// The light behind the panel is switched off, and the output stays on.
    case backlight
    /// A black picture is shown.
    case black
  }

  /// A moment at which a program is run; the raw values are what it is asked for by, which is no widget's
  /// id.
  package enum Hook: String, Hashable, Sendable, CaseIterable {
    /// The panel has gone dark.
    case blank = "[display] on_blank"
    /// The panel is lit again, or for the first time.
    case wake = "[display] on_wake"
  }

  /// The id that stands for the programs of both hooks, of which one runs at a time; no widget's id.
  package static var hookID: String { "[display]" }

  /// Seconds after which the program of a hook is ended.
  package static var hookLimit: Double { 30 }

  /// The program to run at `hook`; nil for none.
  package func program(of hook: Hook) -> ProgramSettings? {
    let arguments =
      switch hook {
      case .blank: onBlank
      case .wake: onWake
      }
    guard !arguments.isEmpty else { return nil }
    var job = JobSettings()
    job.percent = .none
    job.timeout = Self.hookLimit
    return ProgramSettings(arguments: arguments, whileRunning: .queue, job: job)
  }

  /// True if anything is asked of the light behind the panel.
  package var needsBacklight: Bool {
    blanking == .backlight || dimming > 0 || brightness != nil || backlight != nil
  }
}
