// SPDX-License-Identifier: Apache-2.0
import Control
import DisplayServer
import Glibc
import LinuxSystem

if CommandLine.arguments.dropFirst().first == "--run-job" {
  exit(JobProgram.run(Array(CommandLine.arguments.dropFirst(2))))
}
if CommandLine.arguments.dropFirst().first == "--rehearse-job" {
  exit(JobProgram.run(Array(CommandLine.arguments.dropFirst(2)), isRehearsal: true))
}

let options: PreviewOptions
do throws(PreviewOptions.UsageError) {
  options = try PreviewOptions(Array(CommandLine.arguments.dropFirst()))
} catch {
  StandardError.write(line: "swell-preview: \(error.message); see swell-preview --help")
  exit(EX_USAGE)
}

do throws(SystemError) {
  switch options.action {
  case .showHelp: try StandardOutput.write(verbatim: PreviewOptions.help)
  case .showVersion: try StandardOutput.write(line: SwellRelease.description)
  case .show:
    let preview = Preview(options)
    exit(options.sheet.map(preview.draw) ?? preview.run())
  }
} catch {
  StandardError.write(line: "swell-preview: cannot \(error)")
  exit(EXIT_FAILURE)
}
