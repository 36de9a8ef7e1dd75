// SPDX-License-Identifier: Apache-2.0
internal import TOMLReading
import Configuration
import DisplayServer
import Glibc
import LinuxSystem

/// Runs the program once its options are understood.
enum Program {
  /// Loads the configuration and checks, lists or serves it.
  ///
  /// - Returns: The exit status.
  static func run(_ options: DaemonOptions) -> CInt {
    // A daemon goes on with the last file that worked; a check is about this one.
    let folder = options.action == .serve ? ProcessEnvironment["STATE_DIRECTORY"] : nil
    let source = ConfigurationSource(path: options.configurationPath, keepingCopyIn: folder)
    let starts = options.action == .serve ? start(with: source) : nil
    let loaded: ConfigurationSource.Loaded
    do throws(ConfigurationError) {
      if let starts, starts.isWithoutConfiguration {
        loaded = source.builtIn(after: starts.deaths)
      } else {
        loaded = try source.loadOrFallBack()
      }
    } catch {
      starts?.end()
      for line in error.lines { StandardError.write(line: line) }
      if options.action == .serve { WaitingClients.refuse(error) }
      return EX_CONFIG
    }
    switch options.action {
    case .check:
      let warnings = ConfigurationWarnings(loaded.settings, source: source, on: options.panels)
      let isTold = warnings.lines.allSatisfy { StandardError.write(line: $0) }
      return isTold ? EX_OK : EXIT_FAILURE
    case .list:
      var cardPath: String?
      if case .kms(let path) = options.output { cardPath = path }
      let lines = Inventory.lines(loaded.settings, cardPath: cardPath)
      return show { () throws(SystemError) in
        for line in lines { try StandardOutput.write(line: line) }
      }
    default:
      let status = Daemon(loaded, source: source, options: options, starts: starts).run()
      starts?.end()
      return status
    }
  }

  /// The record of this start, which begins when it may: after many that have come to a sudden end a second
  /// later, so that they take little of the processor.
  private static func start(with source: ConfigurationSource) -> StartRecord {
    let starts = StartRecord(
      folder: ProcessEnvironment["RUNTIME_DIRECTORY"],
      configuration: source.bytes,
      at: MonotonicClock.now()
    )
    starts.watch()
    if starts.isHurried { sleep(1) }
    return starts
  }

  /// Writes what was asked for.
  ///
  /// - Returns: The exit status: 1 when it could not be written.
  static func show(_ write: () throws(SystemError) -> Void) -> CInt {
    do throws(SystemError) {
      try write()
      return EX_OK
    } catch {
      StandardError.write(line: "swelld: cannot \(error)")
      return EXIT_FAILURE
    }
  }
}
