// SPDX-License-Identifier: Apache-2.0
internal import ArgumentParser
internal import Control
internal import LinuxSystem
internal import MonotonicTime

/// The option for the daemon's socket.
struct SocketOption: ParsableArguments {
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
  ///
  /// - Parameters:
  ///   - limit: Longest wait for a daemon that has too many connections.
  ///   - deadline: Time at which calls over the connection give up.
  ///   - startsStopped: True if the service manager may start a stopped daemon for the connection.
  /// - Returns: The connection.
  /// - Throws: ``ClientError/noDaemon(_:isAbsent:)``.
  func connect(
    within limit: MonotonicInterval,
    deadline: MonotonicInstant,
    startsStopped: Bool = true
  ) throws(ClientError) -> ControlClient {
    var paths = ControlSocketPath.forClient(option: socket) { ProcessEnvironment[$0] }
    if !startsStopped {
      paths.removeAll { PresenceLock.isHeld(beside: $0) == false }
      guard !paths.isEmpty else {
        throw .noDaemon(
          "the daemon was stopped; start it with 'systemctl start swell'",
          isAbsent: true
        )
      }
    }
    return try ControlClient.connect(to: paths, within: limit, deadline: deadline)
  }
}

/// The daemon's socket and the time that it may take to answer; options of most commands.
struct ConnectionOptions: ParsableArguments {
  @OptionGroup var place: SocketOption

  @Option(help: ArgumentHelp("How long the daemon may take to answer.", valueName: "seconds"))
  var timeout: Double = 5

  func validate() throws {
    guard timeout > 0, timeout <= 86400 else {
      throw ValidationError("--timeout must be more than 0 and at most 86400 seconds")
    }
  }

  /// Longest time that a command may take.
  var patience: MonotonicInterval { MonotonicInterval(seconds: timeout) }

  /// Connects to the daemon; all calls over the connection have to be answered in the time that
  /// begins now.
  func connect() throws(ClientError) -> ControlClient {
    try connect(within: patience)
  }

  /// Connects to the daemon if that can be done at once.
  func connectAtOnce() throws(ClientError) -> ControlClient {
    try connect(within: .zero)
  }

  private func connect(within limit: MonotonicInterval) throws(ClientError) -> ControlClient {
    try place.connect(within: limit, deadline: MonotonicClock.now() + patience)
  }
}
