// SPDX-License-Identifier: Apache-2.0
internal import ArgumentParser
internal import Control
internal import LinuxSystem

/// The client of the display daemon.
@main
struct Swellctl: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "swellctl",
    abstract: "Steers the Swell display daemon.",
    discussion: """
      Exit status: 0 when done, 1 when the daemon refused or the doctor found something, 64 for \
      wrong usage, 69 when no daemon answers.
      """,
    version: SwellRelease.description,
    subcommands: [
      Progress.self, Circle.self, Text.self, Focus.self, TypeText.self, Chart.self, ChartDraw.self,
      Job.self, Follow.self, Label.self, Image.self, SetColor.self,
      SetWidget<Show>.self, SetWidget<Hide>.self,
      SetWidget<Enable>.self, SetWidget<Disable>.self, Press.self,
      Tap.self, Call.self, Status.self, Wait.self, Watch.self, Screenshot.self, Reload.self,
      Page.self, Language.self, Look.self, Brightness.self, Wake.self, Sleep.self, Calibrate.self,
      Doctor.self,
    ]
  )

  /// Parses the command line, runs the command, and exits.
  static func main() {
    StandardStreams.occupy()
    do {
      var command = try parseAsRoot(arguments(from: CommandLine.arguments))
      try command.run()
    } catch let error as ClientError {
      StandardError.write(line: "swellctl: \(error.sentence)")
      for line in error.details { StandardError.write(line: line) }
      Self.exit(withError: ExitCode(error.exitStatus))
    } catch let error as SystemError {
      fail(error)
    } catch {
      let code = exitCode(for: error)
      if code.isSuccess { showText(of: error) }
      guard code == .validationFailure else { Self.exit(withError: error) }
      let sentence = message(for: error)
      StandardError.write(line: "swellctl: \(sentence); see 'swellctl --help'")
      Self.exit(withError: ExitCode.validationFailure)
    }
  }

  /// Prints the help, the version or the completions that were asked for, and exits.
  private static func showText(of request: any Error) -> Never {
    do throws(SystemError) {
      try StandardOutput.write(verbatim: fullMessage(for: request) + "\n")
      Self.exit()
    } catch {
      fail(error)
    }
  }

  /// Says that the output could not be written, and exits.
  private static func fail(_ error: SystemError) -> Never {
    StandardError.write(line: "swellctl: cannot \(error)")
    Self.exit(withError: ExitCode.failure)
  }

  /// The arguments without the program's name, `--socket PATH` moved behind the subcommand.
  ///
  /// The option belongs to every subcommand; before it people write it as often. Before another word it is left
  /// out, so that the word is what is wrong.
  private static func arguments(from commandLine: [String]) -> [String] {
    var arguments = Array(commandLine.dropFirst())
    guard let first = arguments.first else { return [] }
    let count = first == "--socket" ? 2 : first.hasPrefix("--socket=") ? 1 : 0
    guard count > 0, arguments.count > count else { return arguments }
    let option = Array(arguments[..<count])
    arguments.removeFirst(count)
    if configuration.subcommands.contains(where: { $0._commandName == arguments[0] }) {
      arguments.insert(contentsOf: option, at: 1)
    }
    return arguments
  }
}
