// SPDX-License-Identifier: Apache-2.0
internal import Glibc
package import LinuxSystem

/// The screen of a machine with virtual terminals, and word of its waking from sleep.
///
/// With a terminal of its own the daemon takes turns with the text console as the kernel's
/// Documentation/admin-guide/devices and console_codes(4) have it: the console does not draw on it, what
/// is typed goes nowhere, and a switch waits until the display has been let go. Without one (no virtual
/// terminals, or no access to any) the screen always belongs to the daemon.
package final class ConsoleSession: DisplaySession {
  private static let terminalToken: UInt64 = 1
  private static let clockToken: UInt64 = 2

  private let epoll: Epoll
  private var terminal: VirtualTerminal?
  private let wake: WakeDetector?
  private var changes: [SessionChange] = []

  /// Whether the daemon has a virtual terminal.
  package let hasTerminal: Bool

  /// Takes the virtual terminal at `terminalPath` if there is one that may be had.
  ///
  /// Blocks SIGUSR1 and SIGUSR2 in this thread and those it starts.
  ///
  /// - Parameter terminalPath: `/dev/tty1` as a rule; `nil` for none.
  /// - Throws: ``SystemError`` when no descriptor is left.
  package init(terminalPath: String?) throws(SystemError) {
    let epoll = try Epoll.open()
    let terminal = terminalPath.flatMap { VirtualTerminal.open($0) }
    let wake = WakeDetector.open()
    hasTerminal = terminal != nil
    if let descriptor = terminal?.descriptor {
      try epoll.add(descriptor, token: Self.terminalToken)
    }
    if let descriptor = wake?.descriptor { try epoll.add(descriptor, token: Self.clockToken) }
    self.epoll = epoll
    self.terminal = terminal
    self.wake = wake
  }

  package var descriptor: CInt? { epoll.descriptor }

  package var isInFront: Bool { terminal?.isInFront ?? true }

  package func nextChange() -> SessionChange? {
    if changes.isEmpty {
      while let change = terminal?.nextChange() { changes.append(change) }
      if wake?.hasSlept() == true { changes.append(.resume) }
    }
    return changes.isEmpty ? nil : changes.removeFirst()
  }

  package func confirmRelease() { terminal?.confirmRelease() }

  package func end() {
    terminal?.restore()
    terminal = nil
  }
}
