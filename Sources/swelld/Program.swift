// SPDX-License-Identifier: Apache-2.0
internal import TOMLReading
import Configuration
import DisplayServer
import Glibc
import LinuxSystem

/// What the program does once its options are understood.
enum Program {
  /// Loads the configuration and checks, lists or serves it.
  ///
  /// - Returns: The exit status.
  static func run(_ options: DaemonOptions) -> CInt {
    // A daemon goes on with the last file that worked; whoever checks wants to know about this one.
    let folder = options.action == .serve ? ProcessEnvironment["STATE_DIRECTORY"] : nil
    let source = ConfigurationSource(path: options.configurationPath, keepingCopyIn: folder)
    let loaded: ConfigurationSource.Loaded
    do throws(ConfigurationError) {
      loaded = try source.loadOrFallBack()
    } catch {
      for line in error.lines { StandardStream.error.write(line: line) }
      return EX_CONFIG
    }
    switch options.action {
    case .check:
      return EX_OK
    case .list:
      var cardPath: String?
      if case .kms(let path) = options.output { cardPath = path }
      Inventory.write(loaded.settings, cardPath: cardPath)
      return EX_OK
    default:
      return Daemon(loaded, source: source, options: options).run()
    }
  }
}
