// SPDX-License-Identifier: Apache-2.0

/// Paths at which the control socket is looked for; see the contract's "Control socket".
package enum ControlSocketPath {
  /// The environment variable that names it for clients, as programs of buttons are told.
  package static let variable = "SWELL_SOCKET"

  /// Path at which the daemon listens when neither an option nor a socket unit says so.
  ///
  /// - Parameter environment: Looks up an environment variable; nil when it is not set.
  /// - Returns: An absolute path, unless the environment says otherwise.
  package static func forDaemon(environment: (String) -> String?) -> String {
    places(environment)[0]
  }

  /// Paths at which a client tries to connect, in this order; the first that answers is taken.
  ///
  /// - Parameters:
  ///   - option: The value of `--socket`; then that is the only place.
  ///   - environment: Looks up an environment variable; nil when it is not set.
  /// - Returns: One path or more.
  package static func forClient(
    option: String?,
    environment: (String) -> String?
  ) -> [String] {
    if let option { return [option] }
    if let path = environment(variable), !path.isEmpty { return [path] }
    return places(environment)
  }

  private static func places(_ environment: (String) -> String?) -> [String] {
    var places: [String] = []
    // systemd lists several runtime directories with colons between.
    if let folder = environment("RUNTIME_DIRECTORY")?.split(separator: ":").first {
      places.append("\(folder)/control.sock")
    }
    if let folder = environment("XDG_RUNTIME_DIR"), !folder.isEmpty {
      places.append("\(folder)/swell/control.sock")
    }
    places.append("/run/swell/control.sock")
    return places
  }
}
