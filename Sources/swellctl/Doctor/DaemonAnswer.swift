// SPDX-License-Identifier: Apache-2.0
package import JSON
internal import Control
internal import PlainText

/// The outcome of asking the daemon for its status.
package enum DaemonAnswer: Hashable, Sendable {
  /// It answered.
  case status(JSONValue)
  /// It cannot be reached, in one sentence that ends with what to do after a semicolon.
  case unreachable(String)
  /// It was not asked, because asking would start it.
  case notAsked

  /// The daemon's process and the card that it shows its picture on; `nil` when unknown or none.
  package var holder: (process: Int, device: String)? {
    guard case .status(let status) = self, let process = status["pid"]?.int,
      let device = status["output"]?["device"]?.string, !device.isEmpty
    else { return nil }
    return (process, device)
  }

  /// The connector that the daemon shows its picture on; `nil` when unknown or none.
  package var connector: String? {
    guard case .status(let status) = self else { return nil }
    return status["output"]?["connector"]?.string
  }

  /// Findings about the answer, with remedies.
  ///
  /// - Parameter version: The version of this client.
  /// - Returns: The findings.
  package func findings(version: String) -> [Finding] {
    switch self {
    case .notAsked:
      return [.fine("the control socket was not tried: that would start the daemon")]
    case .unreachable(let text):
      let parts = text.split(separator: ";", maxSplits: 1).map(String.init)
      let remedy = parts.count > 1 ? String(parts[1].drop { $0 == " " }) : "systemctl start swell"
      return [.problem(parts.first ?? "the daemon does not answer", remedy: remedy)]
    case .status(let status):
      return [shown(status)] + versions(status, version: version) + ranges(status)
    }
  }

  private func shown(_ status: JSONValue) -> Finding {
    let output = status["output"]
    let state = output?["state"]?.string ?? "state unknown"
    let process = status["pid"]?.int.map { " (\($0))" } ?? ""
    guard output?["kind"] == "kms" else {
      return .fine("swelld\(process) answers; it draws into memory, not on a display")
    }
    guard let mode = output?["mode"]?.string, let connector = output?["connector"]?.string else {
      return .problem(
        "swelld\(process) answers and shows nothing: \(state)",
        remedy: "see what is said of the cards"
      )
    }
    return .fine("swelld\(process) answers; it shows \(mode) on \(connector): \(state)")
  }

  /// Input devices that report what they don't declare: a part of their glass is dead.
  private func ranges(_ status: JSONValue) -> [Finding] {
    (status["inputs"]?.array ?? []).compactMap { input in
      guard let range = input["range"], let finding = range["text"]?.string else { return nil }
      let name = (input["name"]?.string ?? "").quoted
      return .problem(
        "\(input["device"]?.string ?? "") \(name): \(finding)",
        remedy: range["remedy"]?.string.map { "correct it in udev's hwdb: \($0)" }
          ?? "touch the glass along all its edges, then ask again for its range"
      )
    }
  }

  private func versions(_ status: JSONValue, version: String) -> [Finding] {
    guard let running = status["version"]?.string, running != version else { return [] }
    return [
      .problem(
        "swelld is version \(running), swellctl \(version)",
        remedy: "install both from one release, then systemctl restart swell"
      )
    ]
  }
}
