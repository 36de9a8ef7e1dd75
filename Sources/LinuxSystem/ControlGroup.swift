// SPDX-License-Identifier: Apache-2.0

/// A control group, the second version's, and whether anything lives in it: a service, or a user's session.
package struct ControlGroup: Hashable, Sendable {
  /// More is no such file.
  private static let limit = 4096

  private let events: String

  /// The group that a process is in; nil where the kernel does not tell which it is, and of the
  /// outermost one, which never ends.
  ///
  /// - Parameters:
  ///   - process: The process, which has to live still.
  ///   - processes: The kernel's folder of processes.
  ///   - groups: The kernel's folder of control groups.
  package init?(
    of process: CInt,
    processes: String = "/proc",
    groups: String = "/sys/fs/cgroup"
  ) {
    let lines = Self.lines("\(processes)/\(process)/cgroup")
    guard let line = lines.first(where: { $0.starts(with: "0::/".utf8) }) else { return nil }
    let path = String(decoding: line.dropFirst(3), as: UTF8.self)
    events = "\(groups)\(path == "/" ? "" : path)/cgroup.events"
    // What cannot be seen living could not be seen dying.
    guard isPopulated else { return nil }
  }

  /// True if a process lives in it, or in a group within; false too once the group is gone.
  package var isPopulated: Bool {
    Self.lines(events).contains { $0.elementsEqual("populated 1".utf8) }
  }

  /// The lines of a file; none where it cannot be read.
  private static func lines(_ path: String) -> [ArraySlice<UInt8>] {
    let bytes = try? FileReader.read(path, limit: limit)
    return (bytes ?? []).split(separator: UInt8(ascii: "\n"))
  }
}
