// SPDX-License-Identifier: Apache-2.0
import Configuration
import LinuxSystem
import MonotonicTime
import Presentation
import Synchronization
import Touch
import VirtualKiosk

@testable import DisplayServer

/// Keeps what is logged.
final class LogRecord: Sendable {
  private let kept = Mutex<[(message: String, details: [String: String])]>([])

  /// The details of the lines with this message, oldest first.
  func lines(_ message: String) -> [[String: String]] {
    kept.withLock { $0.filter { $0.message == message }.map(\.details) }
  }

  /// A log that is kept here.
  var log: Log {
    Log { _, message, details in
      let details = Dictionary(uniqueKeysWithValues: details.pairs.map { ($0.name, $0.value) })
      self.kept.withLock { $0.append((message, details)) }
    }
  }
}

/// A server on a virtual display, whose log is kept.
///
/// - Parameters:
///   - toml: The configuration.
///   - record: Where the log goes.
///   - configuration: Where a reload gets its settings from.
///   - listener: A control socket, which a loop has to serve.
///   - now: The current time.
/// - Returns: The server, started.
/// - Throws: What is wrong with the configuration, or a lack of descriptors.
func loggedServer(
  _ toml: String,
  _ record: LogRecord,
  configuration: ConfigurationSource = .builtIn,
  listener: consuming UnixListener? = nil,
  at now: MonotonicInstant
) throws -> Server<VirtualOutput, NoTouchSource> {
  let server = try Server(
    settings: settings(toml),
    configuration: configuration,
    output: VirtualOutput(mode: smallMode(), hertz: 60),
    touchSource: NoTouchSource(),
    wallClock: SceneClock(startingAt: 0),
    listener: listener,
    log: record.log,
    at: now
  )
  server.start(at: now)
  return server
}
