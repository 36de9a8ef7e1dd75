// SPDX-License-Identifier: Apache-2.0
internal import CDRM

/// A virtual terminal of this process: the text console keeps off it, and switches ask first.
final class VirtualTerminal {
  private let device: any TerminalDevice
  private let keyboardMode: CInt
  /// Whether the terminal is the one in front, and the display ours.
  private(set) var isInFront: Bool

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
    guard let signal = device.nextSignal() else { return nil }
    switch signal.kind {
    case .release: return .release
    case .acquire:
      device.confirmReturn()
      isInFront = true
      return .acquire
    }
  }

  /// Lets the terminal go to the back.
  func confirmRelease() {
    isInFront = false
    device.agreeToSwitch()
  }

  /// Makes it a terminal again that hears the keyboard and that the kernel switches by itself.
  ///
  /// - Parameter isPictureKept: Whether another process goes on with the picture. A terminal that
  ///   becomes one of text shows the console at once, whoever is DRM master (`drm_fb_helper_set_par`);
  ///   a login prompt that comes after the last process makes it one by itself.
  func restore(isPictureKept: Bool) {
    device.keyboardMode = keyboardMode
    if !isPictureKept { device.setText(true) }
    device.endSwitching()
  }
}
