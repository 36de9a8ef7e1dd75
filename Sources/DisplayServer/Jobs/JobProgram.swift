// SPDX-License-Identifier: Apache-2.0
internal import Configuration
internal import Control
internal import Glibc
internal import Jobs
internal import LinuxSystem
internal import MonotonicTime
internal import TOMLReading
internal import Widgets

/// The program under its other name, `swell-job`: it runs what one widget of the configuration has to run.
///
/// It takes nothing but the widget's id, and behind a tabulator the language that is shown, from the caller, as its
/// last argument or as the first line of its standard input, and behind that what the program is to read. What the
/// id stands for it reads in the configuration itself.
package enum JobProgram {
  /// The name by which it is called.
  package static let name = "swell-job"

  /// Tells if a command line calls it: by its name, or as `swelld --run-job`.
  package static func isCalled(by arguments: [String]) -> Bool {
    let program = arguments.first.map { $0.split(separator: "/").last ?? "" }
    return program.map { $0 == name } ?? false || arguments.dropFirst().first == "--run-job"
  }

  /// Runs the widget's program.
  ///
  /// - Parameters:
  ///   - words: `[--config FILE] [--socket PATH] [ID]`.
  ///   - isRehearsal: True if a program that does nothing, and ends well, takes the place of the widget's.
  /// - Returns: The exit status: the program's, 64 for wrong usage, 78 where there is nothing to run.
  package static func run(_ words: [String], isRehearsal: Bool = false) -> CInt {
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
    guard var input = readInput() else {
      StandardError.write(line: "\(name): more than \(longestInput) bytes of input")
      return EX_DATAERR
    }
    if id == nil {
      let line = input.prefix { $0 != UInt8(ascii: "\n") }
      input = input.dropFirst(line.count + 1)
      id = String(decoding: line, as: UTF8.self)
    }
    guard let id, !id.isEmpty else {
      StandardError.write(line: "\(name): nobody has said which widget's program is to run")
      return EX_USAGE
    }
    let named = id.split(separator: "\t", maxSplits: 1).map(String.init)
    // The service manager's daemon comes back; one that was started by hand may not.
    let patience = socket == nil ? nil : MonotonicInterval(seconds: 60)
    let paths = ControlSocketPath.forClient(option: socket) { ProcessEnvironment[$0] }
    do throws(SystemError) {
      return try run(
        named.first ?? id,
        in: named.dropFirst().first ?? "",
        input: Array(input),
        source: ConfigurationSource(path: configuration),
        paths: paths,
        patience: patience,
        isRehearsal: isRehearsal
      )
    } catch {
      StandardError.write(line: "\(name): \(error)")
      return EX_OSERR
    }
  }

  private static func run(
    _ id: String,
    in language: String,
    input: [UInt8],
    source: ConfigurationSource,
    paths: [String],
    patience: MonotonicInterval?,
    isRehearsal: Bool
  ) throws(SystemError) -> CInt {
    var complaint = "the configuration has no program for it"
    var program: ProgramSettings?
    var viewer: WidgetSettings?
    var spoken = ""
    do throws(ConfigurationError) {
      let settings = try source.load(mustExist: true).settings.speaking(language)
      spoken = settings.language
      viewer = settings.widgets.first { $0.id.utf8.elementsEqual(id.utf8) }
      program = viewer?.program
      // No widget's id looks like these.
      for hook in DisplaySettings.Hook.allCases where hook.rawValue.utf8.elementsEqual(id.utf8) {
        program = settings.display.program(of: hook)
      }
      if isRehearsal { program?.arguments = ["true"] }
    } catch {
      complaint = error.lines.first ?? "the configuration cannot be read"
    }
    var worker = try JobWorker(
      id: id,
      program: program ?? ProgramSettings(arguments: []),
      viewer: program?.repeats == nil ? nil : viewer,
      input: input,
      language: spoken,
      paths: paths,
      deliveryPatience: patience,
      outlet: LogOutlet()
    )
    guard program != nil else {
      StandardError.write(line: "\(name): \(id): \(complaint)")
      worker.refuse(complaint)
      return EX_CONFIG
    }
    return try worker.runProgram()
  }

  /// An id, and as much as the text fields of a form hold.
  private static let longestInput = 128 * 1024

  /// Standard input up to its end; nil for too much of it.
  private static func readInput() -> ArraySlice<UInt8>? {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1024)
    while bytes.count <= longestInput, let more = StandardInput.read(into: &buffer) {
      bytes += more
    }
    return bytes.count <= longestInput ? bytes[...] : nil
  }
}
