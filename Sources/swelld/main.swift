// SPDX-License-Identifier: Apache-2.0
import Configuration
import Control
import DisplayServer
import Glibc
import LinuxSystem

StandardStreams.occupy()

if JobProgram.isCalled(by: CommandLine.arguments) {
  let words = CommandLine.arguments.dropFirst()
  exit(JobProgram.run(Array(words.first == "--run-job" ? words.dropFirst() : words)))
}

let options: DaemonOptions
do throws(DaemonOptions.UsageError) {
  options = try DaemonOptions(Array(CommandLine.arguments.dropFirst()))
} catch {
  StandardError.write(line: "swelld: \(error.message); see swelld --help")
  exit(EX_USAGE)
}

switch options.action {
case .showHelp:
  exit(
    Program.show { () throws(SystemError) in
      try StandardOutput.write(verbatim: DaemonOptions.help)
    }
  )
case .showVersion:
  exit(
    Program.show { () throws(SystemError) in
      try StandardOutput.write(line: SwellRelease.description)
    }
  )
case .check, .list, .serve:
  exit(Program.run(options))
}
