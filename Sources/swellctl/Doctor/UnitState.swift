// SPDX-License-Identifier: Apache-2.0

/// The service manager's account of a unit.
package struct UnitState: Hashable, Sendable {
  /// The properties to ask for, with which everything below can be told.
  package static let properties =
    "LoadState,UnitFileState,ActiveState,SubState,NRestarts,MainPID,StatusText,ExecMainStatus"

  private var values: [String: String] = [:]

  /// Reads the lines `NAME=VALUE` of `systemctl show`; `nil` when there is no unit state in them.
  package init?(parsing text: String) {
    for line in text.split(separator: "\n") {
      guard let equals = line.firstIndex(of: "=") else { continue }
      values[String(line[..<equals])] = String(line[line.index(after: equals)...])
    }
    guard values["LoadState"] != nil, values["ActiveState"] != nil else { return nil }
  }

  /// Forgets what the daemon says of itself, which may quote its configuration.
  package mutating func forgetText() { values["StatusText"] = nil }

  /// True if the unit's file has been found.
  package var isInstalled: Bool { value("LoadState") == "loaded" }

  /// True if a process runs, or is about to.
  package var isUp: Bool { ["active", "activating", "reloading"].contains(value("ActiveState")) }

  /// The main process; `nil` when none runs.
  package var process: Int? { Int(value("MainPID")).flatMap { $0 > 0 ? $0 : nil } }

  /// Findings about the service, with remedies.
  package var findings: [Finding] {
    guard isInstalled else {
      let state = value("LoadState")
      guard state == "not-found" else {
        return [
          .problem(
            "swell.service is \(state)",
            remedy: "systemctl cat swell; systemctl daemon-reload"
          )
        ]
      }
      return [
        .problem(
          "swell.service is not installed",
          remedy: "make install, then systemctl enable --now swell.socket swell.service"
        )
      ]
    }
    return [activity] + enablement
  }

  private var activity: Finding {
    let state = "swell.service is \(value("ActiveState")) (\(value("SubState")))"
    let status = value("StatusText")
    let text = status.isEmpty ? state : "\(state): \(status)"
    switch (value("ActiveState"), value("SubState")) {
    case ("activating", "auto-restart"):
      return .problem("\(state) after exit status \(exitStatus)", remedy: advice)
    case ("active", _), ("activating", _), ("reloading", _):
      return .fine(text + restarts)
    case ("failed", _):
      return .problem("\(state), exit status \(exitStatus)", remedy: advice)
    default:
      return .problem(state, remedy: "systemctl start swell")
    }
  }

  private var enablement: [Finding] {
    guard value("UnitFileState") == "disabled" else { return [] }
    return [
      .problem("swell.service does not start by itself", remedy: "systemctl enable swell.service")
    ]
  }

  private var restarts: String {
    let count = Int(value("NRestarts")) ?? 0
    return switch count {
    case ..<1: ""
    case 1: ", restarted once; journalctl -u swell says why"
    default: ", restarted \(count) times; journalctl -u swell says why"
    }
  }

  private var exitStatus: Int { Int(value("ExecMainStatus")) ?? 0 }

  /// Advice, by the exit status of the process; those of `sysexits.h` are the daemon's own.
  private var advice: String {
    switch exitStatus {
    case 64: "correct the options in ExecStart: systemctl edit swell"
    case 78: "correct the configuration: swelld --check"
    case 77: "give the service's user its groups: usermod -aG video,input swell"
    default: "journalctl -b -u swell says why; then systemctl restart swell"
    }
  }

  private func value(_ name: String) -> String { values[name] ?? "" }
}
