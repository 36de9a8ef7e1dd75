// SPDX-License-Identifier: Apache-2.0
import Configuration

/// The preview's command line.
struct PreviewOptions {
  /// The fault of a command line, in one sentence.
  struct UsageError: Error {
    let message: String
  }

  /// The action that the program is asked for.
  enum Action {
    case show
    case showHelp
    case showVersion
  }

  var action = Action.show
  /// The configuration file.
  var file = ""
  /// The control socket; `nil` for the default path.
  var socketPath: String?
  /// The panel; `nil` for the one that the file asks for, or the usual one.
  var panel: PanelFormat?
  /// Target to which frames are recorded; `nil` for none.
  var recording: Recording.Target?
  /// Path of a picture of the scene on all panels, or ``SheetWindow/name``; `nil` for the scene itself.
  var sheet: String?
  /// True if programs are printed, and not run.
  var isRehearsal = false

  /// Reads the words after the program's name: `--option value` or `--option=value`, and the file.
  init(_ words: [String]) throws(UsageError) {
    var rest = words[...]
    while let word = rest.popFirst() {
      guard word.hasPrefix("-") else {
        guard file.isEmpty else {
          throw UsageError(message: "one scene at a time, not '\(file)' and '\(word)'")
        }
        file = word
        continue
      }
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts[0])
      var value: String? = parts.count > 1 ? String(parts[1]) : nil
      switch name {
      case "--help", "-h", "--version", "--exec-dry-run":
        guard value == nil else { throw UsageError(message: "\(name) takes no value") }
        note(name)
      case "--panel", "--record", "--sheet", "--socket":
        value = value ?? rest.popFirst()
        guard let value, !value.isEmpty else {
          throw UsageError(message: "\(name) needs a value")
        }
        try set(name, value: value)
      default:
        throw UsageError(message: "there is no option '\(word)'")
      }
    }
    if case .show = action, file.isEmpty { throw UsageError(message: "which scene? name its file") }
  }

  private mutating func note(_ name: String) {
    switch (name, action) {
    case ("--exec-dry-run", _): isRehearsal = true
    case ("--version", .show): action = .showVersion
    case ("--version", _): break
    default: action = .showHelp
    }
  }

  private mutating func set(_ name: String, value: String) throws(UsageError) {
    switch name {
    case "--socket": socketPath = value
    case "--sheet": sheet = value
    case "--panel":
      guard let panel = PanelFormat(value) else {
        throw UsageError(
          message:
            "--panel is WIDTHxHEIGHT[@HZ] or a number from 1 to \(PanelFormat.common.count), "
            + "not '\(value)'"
        )
      }
      self.panel = panel
    default:
      guard let target = Recording.Target(value) else {
        throw UsageError(
          message: "--record writes FILE.apng or a folder's PNG pictures, FOLDER/, not '\(value)'; "
            + "other programs make a GIF or a film of these"
        )
      }
      recording = target
    }
  }

  /// The text that `--help` prints.
  static let help = """
    Shows a scene of Swell in a window, as a panel would, and anew whenever its file is saved.

    usage: swell-preview [--panel PANEL] [--socket PATH] [--record WHERE] [--exec-dry-run] FILE
           swell-preview --sheet PICTURE|window FILE
           swell-preview --help | --version

      FILE               the scene: a configuration of swelld
      --panel PANEL      WIDTHxHEIGHT[@HZ], or the number of a common panel:
    \(PanelFormat.list(indentation: 25))
                         else the size that the file's mode asks for, or 1280x800
      --socket PATH      the control socket; else where swelld started by hand has it, or where
                         that is taken a path that is printed
      --record WHERE     every frame, into FILE.apng or as FOLDER/000001.png and so on
      --sheet PICTURE    all pages on all common panels, side by side, as a PNG and without a window;
                         or in one, anew whenever the scene is saved (window)
      --exec-dry-run     prints the programs that buttons would run, and runs none
      --help, --version

    The mouse is a finger; with Shift held a click puts down a second one, which stays until
    Shift is let go. Keys go to the text field that has the focus; with Ctrl, or while none has it,
    these letters are for the window:

    \(HelpText.lines.map { "  " + $0 }.joined(separator: "\n"))

    """
}
