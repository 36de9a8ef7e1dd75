// SPDX-License-Identifier: Apache-2.0
internal import ArgumentParser
internal import Configuration
internal import Control
internal import LinuxSystem

/// `swellctl doctor`.
struct Doctor: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Says what is wrong with this machine's display and touch, and what to do.",
    discussion: """
      Works without a daemon, and disturbs none. As root it sees more: who holds the display. \
      Exit status: 1 when something is wrong.

      A report has what others need to know of the machine: versions, cards, monitors and input devices, the \
      diagnosis, and frames that the daemon shows for 20 seconds while fingers that trigger nothing move its \
      scene. Serial numbers, names of machine and users, and texts of the scene are not in it.
      """
  )

  @OptionGroup var connection: ConnectionOptions
  @Option(
    help: ArgumentHelp(
      "The configuration; otherwise \(Settings.defaultPath).",
      valueName: "file"
    )
  )
  var config: String?
  @Option(
    help: ArgumentHelp(
      "Writes a report into this file, too, which must not be there.",
      valueName: "file"
    )
  )
  var report: String?
  @Flag(help: "The report may take the place of a file.") var overwrite = false
  @Option(
    help: ArgumentHelp(
      "How long frames are counted for the report; 0 moves nothing.",
      valueName: "seconds"
    )
  )
  var seconds: Double = 20
  @Option(
    help: ArgumentHelp("Judges a report instead of this machine.", valueName: "file")
  )
  var from: String?

  func validate() throws {
    guard (0...600).contains(seconds) else {
      throw ValidationError("--seconds must be from 0 to 600")
    }
    guard from == nil || report == nil else {
      throw ValidationError("--from and --report exclude each other")
    }
    guard report != nil || !overwrite else {
      throw ValidationError("--overwrite belongs to --report")
    }
  }

  func run() throws {
    let findings =
      try from.map { path throws(ClientError) in try Self.verdicts(of: path) } ?? examine()
    for finding in findings { try StandardOutput.write(line: finding.line) }
    if findings.contains(where: \.isProblem) { throw ExitCode(1) }
  }

  /// Looks at this machine, and writes the report that is asked for.
  private func examine() throws -> [Finding] {
    if let report, !overwrite, FileSystem.stamp(of: report) != nil { throw Self.isThere(report) }
    let unit = MachineReading.unitState()
    let examination = Examination(
      unit,
      answer: ask(unit),
      configuration: MachineReading.settings(config)
    )
    if let report {
      let json = examination.report(connection, seconds: seconds).json
      try write(Array((JSONLayout.text(json) + "\n").utf8), to: report)
      StandardError.write(
        line: "swellctl: \(report) is written; look it through before you send it to anybody"
      )
    }
    return examination.findings
  }

  private func write(_ bytes: [UInt8], to path: String) throws(ClientError) {
    do throws(SystemError) {
      guard !overwrite else { return try FileSystem.replace(path, with: bytes, mode: 0o644) }
      try FileSystem.create(path, with: bytes, mode: 0o644)
    } catch {
      throw error.isPresence ? Self.isThere(path) : .refused("cannot \(error)")
    }
  }

  private static func isThere(_ path: String) -> ClientError {
    .refused("\(path) is there already; name another file, or say --overwrite")
  }

  /// Findings about the report at `path`.
  private static func verdicts(of path: String) throws(ClientError) -> [Finding] {
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try FileReader.read(path, limit: BoardReport.maximumByteCount)
    } catch {
      throw .refused("cannot \(error)")
    }
    do throws(ReportFault) {
      return try BoardReport(parsing: bytes).verdicts()
    } catch {
      throw .refused("\(path) cannot be judged: \(error.sentence)")
    }
  }

  /// Asks the daemon, unless the socket's unit would have to start it first.
  private func ask(_ unit: UnitState?) -> DaemonAnswer {
    if connection.place.socket == nil, let unit, unit.isInstalled, !unit.isUp { return .notAsked }
    do throws(ClientError) {
      var client = try connection.connect()
      return .status(try client.call(.status))
    } catch {
      guard connection.place.socket == nil, error.isAbsent, unit?.isUp ?? false else {
        return .unreachable(error.sentence)
      }
      return .unreachable("no client finds swelld's socket; systemctl restart swell.socket")
    }
  }
}
