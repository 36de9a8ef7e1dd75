// SPDX-License-Identifier: Apache-2.0
import Glibc
import LinuxSystem
import MonotonicTime

/// Ends the program, and all that it has started with it.
enum ProcessEnd {
  /// Has the loop end, as a signal from outside would.
  static func request() { kill(getpid(), SIGTERM) }

  /// Asks the programs that buttons have started to end, and makes them to after two seconds: they belong to
  /// a window that is gone.
  static func endChildren() {
    for round in 0..<150 {
      while ChildProcess.reap() != nil {}
      let groups = children
      guard !groups.isEmpty else { return }
      // What a program leaves behind when it ends becomes a child of this one, and has its turn then.
      if round == 0 || round >= 100 {
        for group in groups { ChildProcess.signal(group, round == 0 ? SIGTERM : SIGKILL) }
      }
      _ = DescriptorPoll.wait([], timeout: .milliseconds(20))
    }
  }

  private static var children: [CInt] {
    let path = "/proc/self/task/\(ProcessEnvironment.processID)/children"
    let bytes = (try? FileReader.read(path, limit: 65_536)) ?? []
    return bytes.split(separator: 0x20).compactMap { CInt(String(decoding: $0, as: UTF8.self)) }
  }
}
