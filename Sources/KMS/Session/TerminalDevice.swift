// SPDX-License-Identifier: Apache-2.0

/// The kernel's word about a switch of virtual terminals.
package struct TerminalSignal: Sendable, Hashable {
  /// The meaning of the signal.
  package enum Kind: Sendable, Hashable {
    /// The terminal is to go to the back.
    case release
    /// The terminal has come to the front.
    case acquire
  }

  /// Its meaning.
  package var kind: Kind
  /// True if the kernel itself has sent it; a process's says nothing about terminals.
  package var isFromKernel: Bool

  /// A signal of this kind.
  package init(_ kind: Kind, isFromKernel: Bool) {
    self.kind = kind
    self.isFromKernel = isFromKernel
  }
}

/// A virtual terminal of the kernel: the seam between whose turn it is and the calls of `vt_ioctl.c`.
package protocol TerminalDevice: AnyObject {
  /// Readable while ``nextSignal()`` has something; `nil` where nothing is reported.
  var descriptor: CInt? { get }

  /// Number of the terminal, from 1.
  var number: CInt { get }

  /// Number of the terminal in front, 0 when unknown (`VT_GETSTATE`).
  var frontNumber: CInt { get }

  /// Treatment of typed keys, `K_*`, -1 when unknown (`KDGKBMODE`, `KDSKBMODE`).
  var keyboardMode: CInt { get set }

  /// Takes the oldest signal that was not taken yet; does not wait.
  func nextSignal() -> TerminalSignal?

  /// Brings it to the front, sooner or later (`VT_ACTIVATE`).
  func activate()

  /// Answers a switch that was asked for (`VT_RELDISP`).
  ///
  /// - Parameter isGranted: True if another terminal may come to the front, which it then has.
  /// - Returns: True if a switch had been asked for.
  @discardableResult
  func answerSwitch(isGranted: Bool) -> Bool

  /// Confirms that it has come back (`VT_RELDISP`).
  func confirmReturn()

  /// Sets whether the console draws text on it (`KDSETMODE`).
  func setText(_ isText: Bool)

  /// Lets the kernel switch by itself again, without asking (`VT_SETMODE`).
  func endSwitching()
}
