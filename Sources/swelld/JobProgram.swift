// SPDX-License-Identifier: Apache-2.0
import Configuration
import Control
import DisplayServer
import Glibc
import Jobs
import LinuxSystem
import TOMLReading
import Widgets

/// The program under its other name, `swell-job`: it runs what one widget of the configuration has to run.
///
/// It takes nothing but the widget's id from whoever asks: as its last argument, or from the socket that
/// is its standard input. What that stands for it reads in the configuration itself.
enum JobProgram {
  /// The name by which it is called.
  static let name = "swell-job"

  /// Whether a command line calls it: by its name, or as `swelld --run-job`.
  static func isCalled(by arguments: [String]) -> Bool {
    let program = arguments.first.map { $0.split(separator: "/").last ?? "" }
    return program.map { $0 == name } ?? false || arguments.dropFirst().first == "--run-job"
  }

  /// Runs the widget's program.
  ///
  /// - Parameter words: `[--config FILE] [--socket PATH] [ID]`.
  /// - Returns: The exit status: the program's, 64 for wrong usage, 78 where there is nothing to run.
  static func run(_ words: [String]) -> CInt {
    var configuration: String?
    var socket: String?
    var id: String?
    var rest = words[...]
    while let word = rest.popFirst() {
      switch word {
      case "--config": configuration = rest.popFirst()
      case "--socket": socket = rest.popFirst()
      default:
        guard id == nil, !word.hasPrefix("--") else {
          StandardError.write(line: "usage: \(name) [--config FILE] [--socket PATH] [ID]")
          return EX_USAGE
        }
        id = word
      }
    }
    guard let id = id ?? readID(), !id.isEmpty else {
      StandardError.write(line: "\(name): nobody has said which widget's program is to run")
      return EX_USAGE
    }
    let paths = ControlSocketPath.forClient(option: socket) { ProcessEnvironment[$0] }
    do throws(SystemError) {
      return try run(id, ConfigurationSource(path: configuration), paths)
    } catch {
      StandardError.write(line: "\(name): \(error)")
      return EX_OSERR
    }
  }

  private static func run(
    _ id: String,
    _ source: ConfigurationSource,
    _ paths: [String]
  ) throws(SystemError) -> CInt {
    var complaint = "the configuration has no program for it"
    var program: ProgramSettings?
    do throws(ConfigurationError) {
      let settings = try source.load(mustExist: true).settings
      program = settings.widgets.first { $0.id.utf8.elementsEqual(id.utf8) }?.program
    } catch {
      complaint = error.firstLines.first ?? "the configuration cannot be read"
    }
    var worker = try JobWorker(
      id: id,
      program: program ?? ProgramSettings(arguments: []),
      paths: paths,
      outlet: LogOutlet()
    )
    guard program != nil else {
      StandardError.write(line: "\(name): \(id): \(complaint)")
      worker.refuse(complaint)
      return EX_CONFIG
    }
    return try worker.runProgram()
  }

  /// The id on standard input, up to its end.
  private static func readID() -> String? {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1024)
    while bytes.count <= 1024, let more = StandardInput.read(into: &buffer) {
      bytes += more
    }
    guard bytes.count <= 1024 else { return nil }
    let text = String(decoding: bytes, as: UTF8.self)
    return text.hasSuffix("\n") ? String(text.dropLast()) : text
  }
}
