// SPDX-License-Identifier: Apache-2.0
import Configuration
import DisplayServer
import PlainText

/// The daemon's command line.
///
/// Read by hand: a parser library would bring Foundation's essentials with it, six megabytes of
/// program and two of resident memory, for eight options.
struct DaemonOptions {
  /// The fault of a command line, in one sentence.
  struct UsageError: Error {
    let message: String
  }

  /// The action that the program is asked for.
  enum Action {
    case serve
    case check
    case list
    case showHelp
    case showVersion
  }

  var action = Action.serve
  /// The configuration file; `nil` for the default path.
  var configurationPath: String?
  var output = OutputChoice.automatic
  /// The control socket; `nil` for the service manager's or the default path.
  var socketPath: String?
  var logLevel = Log.Level.notice
  /// The panels on which a checked scene has to lie well.
  var panels: [PanelFormat] = []
  /// Seconds that pass in the scene in a second, 0 … 100.
  var timeScale = 1.0

  /// Reads the words after the program's name: `--option value` or `--option=value`.
  init(_ words: [String]) throws(UsageError) {
    var rest = words[...]
    while let word = rest.popFirst() {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts[0])
      var value: String? = parts.count > 1 ? String(parts[1]) : nil
      switch name {
      case "--help", "-h", "--version", "--check", "--list":
        guard value == nil else { throw UsageError(message: "\(name) takes no value") }
        note(name)
      case "--config", "--output", "--socket", "--log-level", "--time-scale", "--panel":
        value = value ?? rest.popFirst()
        guard let value, !value.isEmpty else {
          throw UsageError(message: "\(name) needs a value")
        }
        try set(name, value: value)
      default:
        throw UsageError(message: "there is no option '\(word)'")
      }
    }
  }

  private mutating func note(_ name: String) {
    switch (name, action) {
    case ("--help", _), ("-h", _): action = .showHelp
    case (_, .showHelp): break
    case ("--version", _): action = .showVersion
    case (_, .showVersion): break
    case ("--check", _): action = .check
    default: action = .list
    }
  }

  private mutating func set(_ name: String, value: String) throws(UsageError) {
    switch name {
    case "--config":
      configurationPath = value
    case "--socket":
      socketPath = value
    case "--output":
      guard let choice = OutputChoice(value) else {
        throw UsageError(
          message: "--output is auto, kms, kms:/dev/dri/cardN or virtual[:WIDTHxHEIGHT[@HZ]], "
            + "not '\(value)'"
        )
      }
      output = choice
    case "--panel":
      guard !value.hasSameBytes(as: "all") else { return panels += PanelFormat.common }
      guard let panel = PanelFormat(value) else {
        throw UsageError(
          message:
            "--panel is WIDTHxHEIGHT, a number from 1 to \(PanelFormat.common.count), or all, "
            + "not '\(value)'"
        )
      }
      panels.append(panel)
    case "--time-scale":
      guard let scale = Double(value), (0...100).contains(scale) else {
        throw UsageError(message: "--time-scale is a number from 0 to 100, not '\(value)'")
      }
      timeScale = scale
    default:
      guard let level = Log.Level(rawValue: value) else {
        let names = Log.Level.allCases.map(\.rawValue).joined(separator: ", ")
        throw UsageError(message: "--log-level is one of \(names), not '\(value)'")
      }
      logLevel = level
    }
  }

  /// The text that `--help` prints.
  static let help = """
    Shows Swell's scene on a display and answers touch and the control socket.

    usage: swelld [--config FILE] [--output WHERE] [--socket PATH] [--log-level LEVEL]
                  [--time-scale X]
           swelld [--config FILE] --check [--panel PANEL]... | --list
           swelld --help | --version

      --config FILE      the configuration; else \(Settings.defaultPath), and a built-in
                         scene where that does not exist
      --output WHERE     auto (a kernel display if one can be had within 2 s, else virtual),
                         kms or kms:/dev/dri/cardN (waits for a card and a monitor),
                         virtual[:WIDTHxHEIGHT[@HZ]] (memory; see it with swellctl screenshot)
      --socket PATH      the control socket; else the socket unit's, else control.sock in
                         $RUNTIME_DIRECTORY, $XDG_RUNTIME_DIR/swell or /run/swell
      --log-level LEVEL  \(Log.Level.allCases.map(\.rawValue).joined(separator: ", "))
      --time-scale X     for tests: seconds that pass in the scene in a second, 0 to 100; at 0 nothing
                         moves. Frames, touches and programs keep their times
      --check            says what is wrong with the configuration, and nothing when it is right;
                         what it names and is missing (fonts, images, programs) is a warning, and
                         what is hardly meant
      --panel PANEL      with --check: what lies badly on a panel of WIDTHxHEIGHT pixels, of one of
                         the common panels, or on all of these:
    \(PanelFormat.list(indentation: 25))
      --list             lists cards, connectors, modes and input devices, and why each is used
      --help, --version

    SIGHUP reads the configuration anew; SIGTERM and SIGINT stop the daemon.
    Exit status: 0, 64 wrong usage, 69 no display, 77 no permission, 78 wrong configuration.

    """
}
