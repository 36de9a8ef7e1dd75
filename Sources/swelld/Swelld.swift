// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Configuration
import Control
import DisplayServer
import Glibc
import LinuxSystem
import Logging

/// The daemon's command line.
@main
struct Swelld: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "swelld",
    abstract: "Shows Swell's scene on a display and answers touch and the control socket.",
    discussion: """
      Without --config the file \(ConfigurationSource.defaultPath) is used, and a built-in scene \
      where it does not exist. SIGHUP reads it anew; SIGTERM and SIGINT end the daemon.
      """,
    version: SwellRelease.version
  )

  @Option(help: "The configuration file.")
  var config: String?

  @Option(
    help: ArgumentHelp(
      "Where to draw: auto, kms, kms:/dev/dri/cardN or virtual[:WIDTHxHEIGHT[@HZ]].",
      valueName: "output"
    )
  )
  var output = OutputChoice.automatic

  @Option(help: ArgumentHelp("The control socket.", valueName: "path"))
  var socket: String?

  @Option(
    help: ArgumentHelp(
      "How much to log: \(Logger.Level.allCases.map(\.rawValue).joined(separator: ", ")).",
      valueName: "level"
    ),
    transform: Self.level(named:)
  )
  var logLevel = Logger.Level.notice

  @Flag(help: "Check the configuration and say what is wrong with it.")
  var check = false

  @Flag(help: "List cards, connectors, modes and touch devices, and why each is used or not.")
  var list = false

  func run() throws {
    let source = ConfigurationSource(path: config)
    let settings: Settings
    do throws(ConfigurationError) {
      settings = try source.load()
    } catch {
      for line in error.lines { StandardStream.error.write("\(line)\n") }
      throw ExitCode(EX_CONFIG)
    }
    if check { return }
    if list {
      Inventory.write(settings)
      return
    }
    let status = Daemon(settings: settings, source: source, options: self).run()
    if status != EX_OK { throw ExitCode(status) }
  }

  private static func level(named name: String) throws -> Logger.Level {
    guard let level = Logger.Level(rawValue: name) else {
      throw ValidationError("there is no log level '\(name)'")
    }
    return level
  }
}
