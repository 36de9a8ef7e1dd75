// SPDX-License-Identifier: Apache-2.0
internal import CDRM
internal import Glibc
internal import LinuxSystem

/// A virtual terminal of this process: the text console keeps off it, and switches ask first.
///
/// The kernel allows this only for the process's controlling terminal (`vt_ioctl.c`), which the first
/// terminal that a session leader opens for reading and writing becomes.
final class VirtualTerminal {
  private let file: OwnedFileDescriptor
  private let signals: SignalDescriptor
  private let number: CInt
  private let keyboardMode: CInt
  /// Whether the terminal is the one in front, and the display ours.
  private(set) var isInFront: Bool

  /// Takes the terminal at `path` and asks for it to come to the front.
  ///
  /// - Returns: The terminal.
  /// - Throws: `SystemError`: ENOENT or ENXIO where the kernel has no virtual terminals, EACCES where
  ///   this user may not open it, EPERM where it has not become the controlling terminal.
  static func open(_ path: String) throws(SystemError) -> VirtualTerminal {
    let file = try OwnedFileDescriptor.open(path, O_RDWR | O_NONBLOCK)
    guard cdrm_virtual_terminal(file.rawValue) > 0 else {
      throw SystemError("use as a virtual terminal", path, number: ENOTTY)
    }
    let signals = try SignalDescriptor.open([SIGUSR1, SIGUSR2])
    let refusal = cdrm_set_terminal_switching(file.rawValue, SIGUSR1, SIGUSR2)
    guard refusal == 0 else {
      throw SystemError("take the virtual terminal", path, number: refusal)
    }
    return VirtualTerminal(file, signals)
  }

  private init(_ file: consuming OwnedFileDescriptor, _ signals: consuming SignalDescriptor) {
    let descriptor = file.rawValue
    number = cdrm_virtual_terminal(descriptor)
    let present = cdrm_keyboard_mode(descriptor)
    // A daemon that was killed has left it off.
    keyboardMode = present < 0 || present == CInt(K_OFF) ? CInt(K_UNICODE) : present
    isInFront = cdrm_front_terminal(descriptor) == number
    _ = cdrm_set_terminal_text(descriptor, 0)
    _ = cdrm_set_keyboard_mode(descriptor, CInt(K_OFF))
    if !isInFront { _ = cdrm_activate_terminal(descriptor, number) }
    self.file = file
    self.signals = signals
  }

  /// Readable while ``nextChange()`` has something.
  var descriptor: CInt { signals.descriptor }

  /// Takes the next request to switch.
  func nextChange() -> SessionChange? {
    while let signal = signals.next() {
      if signal == SIGUSR1 { return .release }
      cdrm_answer_terminal_switch(file.rawValue, CInt(VT_ACKACQ))
      isInFront = true
      return .acquire
    }
    return nil
  }

  /// Lets the terminal go to the back.
  func confirmRelease() {
    isInFront = false
    cdrm_answer_terminal_switch(file.rawValue, 1)
  }

  /// Makes it a terminal again that hears the keyboard and that the kernel switches by itself.
  ///
  /// - Parameter isPictureKept: Whether another process goes on with the picture. A terminal that
  ///   becomes one of text shows the console at once, whoever is DRM master (`drm_fb_helper_set_par`);
  ///   a login prompt that comes after the last process makes it one by itself.
  func restore(isPictureKept: Bool) {
    _ = cdrm_set_keyboard_mode(file.rawValue, keyboardMode)
    if !isPictureKept { _ = cdrm_set_terminal_text(file.rawValue, 1) }
    _ = cdrm_set_terminal_switching(file.rawValue, 0, 0)
  }
}
