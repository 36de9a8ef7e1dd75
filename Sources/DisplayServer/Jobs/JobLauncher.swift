// SPDX-License-Identifier: Apache-2.0
internal import Glibc
package import LinuxSystem
internal import MonotonicTime

/// The way in which the programs of widgets are asked for.
///
/// The programs have other rights than the daemon: their runner is given a widget's id, and reads in the configuration
/// what that stands for.
package struct JobLauncher {
  /// The error for which a program could not be asked for.
  package typealias Failure = SystemError

  private let launch: (String, [UInt8]?) throws(Failure) -> Void
  private var end: (Int) -> Void = { _ in }

  /// A launcher that calls `launch` with the widget's id and what the program is to find on its standard
  /// input.
  package init(_ launch: @escaping (String, [UInt8]?) throws(Failure) -> Void) {
    self.launch = launch
  }

  /// Asks the service manager, by a socket, to run the program in a unit of its own.
  ///
  /// A line with the widget's id goes there, and behind it the program's input.
  package static func service(at path: String) -> Self {
    Self { id, input throws(Failure) in
      // Not waiting: a full queue is as good as no listener.
      let stream = try UnixStream.connect(to: path, within: .zero)
      let bytes = Array("\(id)\n".utf8) + (input ?? [])
      guard case .bytes(bytes.count) = stream.send(bytes[...]) else {
        throw Failure.last("write to", subject: path)
      }
    }
  }

  /// Starts `command` with the widget's id as one more argument, and the program's input as its own.
  package static func child(_ command: [String]) -> Self {
    var launcher = Self { id, input throws(Failure) in
      _ = try ChildProcess.spawn(command + [id], input: input)
    }
    launcher.end = { process in
      guard let process = CInt(exactly: process), ChildProcess.isParent(of: process) else { return }
      ChildProcess.signal(process, signal: SIGKILL)
    }
    return launcher
  }

  /// Asks for the program of the widget `id`, which is to find `input` on its standard input; behind the id goes
  /// the language that is shown, where there are several.
  ///
  /// - Throws: `SystemError` when the request is not taken.
  package func start(
    _ id: String,
    input: [UInt8]?,
    language: String = ""
  ) throws(Failure) {
    try launch(language.isEmpty ? id : "\(id)\t\(language)", input)
  }

  /// Ends a program that has lost its runner, with its group.
  ///
  /// A service manager does that itself, by the unit's control group. Else such a program has become a child
  /// of this process, and nothing but one is ended, as process ids are what clients say.
  package func abandon(_ process: Int) { end(process) }
}
