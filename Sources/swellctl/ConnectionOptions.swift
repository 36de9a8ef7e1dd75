// SPDX-License-Identifier: Apache-2.0
internal import ArgumentParser
internal import Control
internal import LinuxSystem

/// Where the daemon is; an option of every command.
struct ConnectionOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The daemon's control socket.",
      discussion: """
        Otherwise $SWELL_SOCKET, $RUNTIME_DIRECTORY/control.sock, \
        $XDG_RUNTIME_DIR/swell/control.sock, or /run/swell/control.sock.
        """,
      valueName: "path"
    )
  )
  var socket: String?

  /// Connects to the daemon.
  func connect() throws(ClientError) -> ControlClient {
    let paths = ControlSocketPath.forClient(option: socket) { ProcessEnvironment[$0] }
    return try ControlClient.connect(to: paths)
  }
}
