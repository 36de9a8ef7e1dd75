// SPDX-License-Identifier: Apache-2.0
import Glibc
import LinuxSystem
import MonotonicTime

/// Ends the program, and all that it has started with it.
enum ProcessEnd {
  /// Has the loop end, as a signal from outside would.
  static func request() { kill(getpid(), SIGTERM) }

  /// The variable of the environment by which a program, and what that starts, outlives this one.
  static let sparing = "SWELL_PREVIEW_SPARES=\(ProcessEnvironment.processID)"

  /// Asks the programs that buttons have started to end, and makes them to after two seconds: they belong to
  /// a window that is gone, as those with ``sparing`` do not.
  static func endChildren() {
    for round in 0..<150 {
      while ChildProcess.reap() != nil {}
      let groups = children
      guard !groups.isEmpty else { return }
      // What a program leaves behind when it ends becomes a child of this one, and has its turn then.
      if round == 0 || round >= 100 {
        for group in groups { ChildProcess.signal(group, signal: round == 0 ? SIGTERM : SIGKILL) }
      }
      _ = DescriptorPoll.wait([], timeout: .milliseconds(20))
    }
  }

  private static var children: [CInt] {
    let path = "/proc/self/task/\(ProcessEnvironment.processID)/children"
    let bytes = (try? FileReader.read(path, limit: 65_536)) ?? []
    return bytes.split(separator: 0x20).compactMap { CInt(String(decoding: $0, as: UTF8.self)) }
      .filter { !isSpared($0) }
  }

  private static func isSpared(_ process: CInt) -> Bool {
    let bytes = (try? FileReader.read("/proc/\(process)/environ", limit: 4_194_304)) ?? []
    return bytes.split(separator: 0).contains { $0.elementsEqual(sparing.utf8) }
  }
}
