// SPDX-License-Identifier: Apache-2.0

/// The source of progress to follow, as it is named on the command line.
package enum FollowSource: Hashable, Sendable {
  /// A file with a percentage in it.
  case file(String)
  /// A FIFO with a percentage a line.
  case fifo(String)
  /// psplash's FIFO; nil for where psplash would have it.
  case psplash(String?)
  /// SWUpdate's progress socket; nil for where SWUpdate has it.
  case swupdate(String?)
  /// RAUC, on D-Bus.
  case rauc
  /// The machine's boot, as systemd tells it.
  case boot
  /// Clients of Plymouth.
  case plymouth

  /// All forms, for people.
  package static let forms =
    "file:PATH, fifo:PATH, psplash[:PATH], swupdate[:PATH], rauc, boot, plymouth"

  /// Reads a name.
  ///
  /// Paths are absolute; nil for what is no source.
  package init?(_ name: String) {
    let parts = name.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let path = parts.count > 1 ? String(parts[1]) : nil
    guard path.map({ $0.hasPrefix("/") && $0.utf8.count < 4096 }) ?? true else { return nil }
    switch (String(parts[0]), path) {
    case ("file", let path?): self = .file(path)
    case ("fifo", let path?): self = .fifo(path)
    case ("psplash", _): self = .psplash(path)
    case ("swupdate", _): self = .swupdate(path)
    case ("rauc", nil): self = .rauc
    case ("boot", nil): self = .boot
    case ("plymouth", nil): self = .plymouth
    default: return nil
    }
  }

  /// Path of psplash's FIFO.
  ///
  /// - Parameter variable: The environment.
  /// - Returns: The path.
  package static func splashPath(_ variable: (String) -> String?) -> String {
    "\(variable("PSPLASH_FIFO_DIR") ?? "/run")/psplash_fifo"
  }

  /// Paths at which SWUpdate's progress socket may be, in the order in which it is looked for.
  package static let updatePaths = ["/run/swupdate/swupdateprog", "/tmp/swupdateprog"]
}
