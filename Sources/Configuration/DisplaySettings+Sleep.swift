// SPDX-License-Identifier: Apache-2.0
internal import PlainText
internal import TOMLReading
package import Widgets

extension DisplaySettings {
  /// How a panel goes dark; the raw values are the file's.
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

  /// What stands for the programs of both hooks, of which one runs at a time; no widget's id.
  package static var hookID: String { "[display]" }

  /// Seconds after which the program of a hook is ended.
  package static var hookLimit: Double { 30 }

  /// What is run at `hook`; nil for nothing.
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

  /// Whether anything is asked of the light behind the panel.
  package var needsBacklight: Bool {
    blanking == .backlight || dimming > 0 || brightness != nil || backlight != nil
  }

  /// Reads the keys about going dark.
  mutating func readSleep(_ reader: inout TableReader) {
    blankAfter = reader.number("blank_after", blankAfter, in: 0...31_536_000)
    blanking = reader.choice("blank", blanking)
    dimming = reader.number("dim", dimming, in: 0...3600)
    if blankAfter > 0, dimming > blankAfter {
      reader.report(
        Diagnostic(reader.keyPosition("dim"), "'dim' must be no more than 'blank_after'")
      )
    }
    backlight = reader.read("backlight", backlight) { node throws(Diagnostic) in
      let name = try node.text()
      guard !name.hasSameBytes(as: "auto") else { return nil }
      guard (1...64).contains(name.utf8.count), !name.utf8.contains(UInt8(ascii: "/")),
        !name.hasPrefix(".")
      else { throw node.mismatch("\"auto\" or a name of /sys/class/backlight") }
      return name
    }
    brightness = reader.read("brightness", brightness) { node throws(Diagnostic) in
      if node.string == "auto" { return nil }
      guard let percent = node.number, (0...100).contains(percent) else {
        throw node.mismatch("\"auto\" or a number from 0 to 100")
      }
      return percent
    }
    schedule = reader.read("schedule", schedule) { node throws(Diagnostic) in
      try AwakeSchedule(node)
    }
    onBlank = reader.read("on_blank", onBlank) { node throws(Diagnostic) in
      try ProgramSettings.command(node)
    }
    onWake = reader.read("on_wake", onWake) { node throws(Diagnostic) in
      try ProgramSettings.command(node)
    }
  }
}
