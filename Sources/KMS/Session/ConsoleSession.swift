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
  private let isPictureKept: Bool
  private var changes: [SessionChange] = []

  /// The reason why there is no terminal although one was asked for; `nil` when there is one, or none was wanted.
  package let obstacle: SystemError?

  /// Takes the virtual terminal at `terminalPath` if it may be had.
  ///
  /// Blocks SIGUSR1 and SIGUSR2 in this thread and those it starts.
  ///
  /// - Parameters:
  ///   - terminalPath: `/dev/tty1` as a rule; `nil` for none.
  ///   - isPictureKept: True if another process keeps the display open for the next one after ``end()``.
  /// - Throws: `SystemError` when no descriptor is left.
  package convenience init(terminalPath: String?, isPictureKept: Bool) throws(SystemError) {
    var device: LinuxTerminal?
    var obstacle: SystemError?
    if let terminalPath {
      do {
        device = try LinuxTerminal.open(terminalPath)
      } catch {
        obstacle = error
      }
    }
    try self.init(device, obstacle: obstacle, isPictureKept: isPictureKept)
  }

  /// The screen of a machine with the virtual terminal `device`, or with none.
  ///
  /// - Parameters:
  ///   - device: The terminal.
  ///   - obstacle: The reason why there is none although one was asked for.
  ///   - isPictureKept: True if another process keeps the display open for the next one after ``end()``.
  /// - Throws: `SystemError` when no descriptor is left.
  package init(
    _ device: (any TerminalDevice)?,
    obstacle: SystemError? = nil,
    isPictureKept: Bool
  ) throws(SystemError) {
    self.isPictureKept = isPictureKept
    let epoll = try Epoll.open()
    let terminal = device.map { VirtualTerminal($0) }
    let wake = WakeDetector.open()
    if let descriptor = terminal?.descriptor {
      try epoll.add(descriptor, token: Self.terminalToken)
    }
    if let descriptor = wake?.descriptor { try epoll.add(descriptor, token: Self.clockToken) }
    self.epoll = epoll
    self.terminal = terminal
    self.obstacle = obstacle
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

  package func renewHold() -> String? {
    guard terminal?.renewSilence() == true else { return nil }
    return "the console had its keyboard back, as Alt+SysRq+r does it; it is off again"
  }

  package func end() {
    terminal?.restore(isPictureKept: isPictureKept)
    terminal = nil
  }
}
