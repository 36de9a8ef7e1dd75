// SPDX-License-Identifier: Apache-2.0
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
    let source = ConfigurationSource(path: options.configurationPath)
    let settings: Settings
    do throws(ConfigurationError) {
      settings = try source.load()
    } catch {
      for line in error.lines { StandardStream.error.write(line: line) }
      return EX_CONFIG
    }
    switch options.action {
    case .check:
      let warnings = ConfigurationWarnings(settings, source)
      for line in warnings.lines { StandardStream.error.write(line: line) }
      return EX_OK
    case .list:
      var cardPath: String?
      if case .kms(let path) = options.output { cardPath = path }
      Inventory.write(settings, cardPath: cardPath)
      return EX_OK
    default:
      return Daemon(settings: settings, source: source, options: options).run()
    }
  }
}
