// SPDX-License-Identifier: Apache-2.0
internal import CDRM
internal import Glibc
package import LinuxSystem

/// A virtual terminal through the kernel's calls.
///
/// The kernel allows them only for the process's controlling terminal (`vt_ioctl.c`), which the first
/// terminal that a session leader opens for reading and writing becomes.
package final class LinuxTerminal: TerminalDevice {
  private let file: OwnedFileDescriptor
  private let signals: SignalDescriptor
  package let number: CInt

  /// Opens the terminal at `path` and asks to be told of switches by SIGUSR1 and SIGUSR2.
  ///
  /// - Returns: The terminal.
  /// - Throws: `SystemError`: ENOENT or ENXIO where the kernel has no virtual terminals, EACCES where
  ///   this user may not open it, EPERM where it has not become the controlling terminal.
  package static func open(_ path: String) throws(SystemError) -> LinuxTerminal {
    let file = try OwnedFileDescriptor.open(path, flags: O_RDWR | O_NONBLOCK)
    guard cdrm_virtual_terminal(file.rawValue) > 0 else {
      throw SystemError("use as a virtual terminal", subject: path, number: ENOTTY)
    }
    let signals = try SignalDescriptor.open([SIGUSR1, SIGUSR2])
    let refusal = cdrm_set_terminal_switching(file.rawValue, SIGUSR1, SIGUSR2)
    guard refusal == 0 else {
      throw SystemError("take the virtual terminal", subject: path, number: refusal)
    }
    return LinuxTerminal(file, signals: signals)
  }

  private init(_ file: consuming OwnedFileDescriptor, signals: consuming SignalDescriptor) {
    number = cdrm_virtual_terminal(file.rawValue)
    self.file = file
    self.signals = signals
  }

  package var descriptor: CInt? { signals.descriptor }

  package var frontNumber: CInt { cdrm_front_terminal(file.rawValue) }

  package var keyboardMode: CInt {
    get { cdrm_keyboard_mode(file.rawValue) }
    set { _ = cdrm_set_keyboard_mode(file.rawValue, newValue) }
  }

  package func nextSignal() -> TerminalSignal? {
    guard let signal = signals.nextWithSender() else { return nil }
    let kind: TerminalSignal.Kind = signal.number == SIGUSR1 ? .release : .acquire
    return TerminalSignal(kind, isFromKernel: signal.isFromKernel)
  }

  package func activate() { _ = cdrm_activate_terminal(file.rawValue, number) }

  package func answerSwitch(isGranted: Bool) -> Bool {
    cdrm_answer_terminal_switch(file.rawValue, isGranted ? 1 : 0) == 0
  }

  package func confirmReturn() { _ = cdrm_answer_terminal_switch(file.rawValue, CInt(VT_ACKACQ)) }

  package func setText(_ isText: Bool) { _ = cdrm_set_terminal_text(file.rawValue, isText ? 1 : 0) }

  package func endSwitching() { _ = cdrm_set_terminal_switching(file.rawValue, 0, 0) }
}
