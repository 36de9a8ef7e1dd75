// SPDX-License-Identifier: Apache-2.0
internal import CDRM

/// A virtual terminal of this process: the text console keeps off it, and switches ask first.
///
/// ```
///            kernel's release            answered, and another is in front
///   in front ────────────────► leaving ───────────────────────────────────► behind
///      ▲                         │ answered, without a request                │
///      └─────────────────────────┴──────── kernel's acquire, seen in front ◄──┘
/// ```
/// Signals are hints, since any process of the same user can send them: what counts is who has sent
/// them and which terminal the kernel shows.
final class VirtualTerminal {
  private let device: any TerminalDevice
  private let keyboardMode: CInt
  /// True while the terminal is the one in front, and the display ours.
  private(set) var isInFront: Bool
  /// True if the screen was given away without a taker, and that was not said yet.
  private var hasStayed = false
  /// True if typed keys are thrown away again, and that was not said yet.
  private var hasRenewed = false

  /// Takes `device` and asks for it to come to the front.
  init(_ device: any TerminalDevice) {
    self.device = device
    let present = device.keyboardMode
    // A daemon that was killed has left it off.
    keyboardMode = present < 0 || present == CInt(K_OFF) ? CInt(K_UNICODE) : present
    isInFront = device.frontNumber == device.number
    device.setText(false)
    device.keyboardMode = CInt(K_OFF)
    if !isInFront { device.activate() }
  }

  /// Readable while ``nextChange()`` has something.
  var descriptor: CInt? { device.descriptor }

  /// Takes the next request to switch.
  func nextChange() -> SessionChange? {
    if hasStayed {
      hasStayed = false
      return .acquire
    }
    while let signal = device.nextSignal() {
      switch signal.kind {
      case .release:
        if signal.isFromKernel {
          guard silence() else { return .release }
          // A console that has its keyboard back is how a visitor gets here. It is silent again, so
          // that the next switch is asked for by a program.
          hasRenewed = true
          device.answerSwitch(isGranted: false)
          continue
        }
        // A signal that waits is not sent a second time: were the kernel's own hidden behind this one,
        // the switch would wait for ever. Refused, it can be asked for again.
        device.answerSwitch(isGranted: false)
      case .acquire:
        guard device.frontNumber == device.number else { continue }
        device.confirmReturn()
        isInFront = true
        return .acquire
      }
    }
    return nil
  }

  /// Lets the terminal go to the back; it comes right back if no other has come to the front.
  func confirmRelease() {
    let wasAsked = device.answerSwitch(isGranted: true)
    isInFront = !wasAsked && device.frontNumber == device.number
    hasStayed = isInFront
  }

  /// Throws typed keys away again, if the console has them back.
  ///
  /// `Alt+SysRq+r` does it where the sysctl `kernel.sysrq` allows it (`sysrq_handle_unraw`).
  ///
  /// - Returns: True if it had them since this was asked last.
  func renewSilence() -> Bool {
    defer { hasRenewed = false }
    return silence() || hasRenewed
  }

  /// Throws typed keys away, if they are not; false where they are, or another terminal is in front.
  private func silence() -> Bool {
    let present = device.keyboardMode
    guard isInFront, present >= 0, present != CInt(K_OFF) else { return false }
    device.keyboardMode = CInt(K_OFF)
    return true
  }

  /// Makes it a terminal again that hears the keyboard and that the kernel switches by itself.
  ///
  /// - Parameter isPictureKept: True if another process goes on with the picture. A terminal that becomes one of text
  ///   shows the console at once, with any DRM master (`drm_fb_helper_set_par`); a login prompt that comes after the
  ///   last process makes it one by itself.
  func restore(isPictureKept: Bool) {
    device.keyboardMode = keyboardMode
    if !isPictureKept { device.setText(true) }
    device.endSwitching()
  }
}
