// SPDX-License-Identifier: Apache-2.0
import Configuration
import LinuxSystem
import Logging
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

  fileprivate func add(_ event: LogEvent) {
    let details = (event.metadata ?? [:]).mapValues { "\($0)" }
    kept.withLock { $0.append(("\(event.message)", details)) }
  }
}

private struct RecordingHandler: LogHandler {
  let record: LogRecord
  var metadata: Logger.Metadata = [:]
  var logLevel = Logger.Level.notice

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) { record.add(event) }
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
    log: Logger(label: "test") { _ in RecordingHandler(record: record) },
    at: now
  )
  server.start(at: now)
  return server
}
