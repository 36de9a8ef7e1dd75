// SPDX-License-Identifier: Apache-2.0
internal import CLinux
internal import Glibc

/// Signals of this process as events of a descriptor (`signalfd`).
///
/// The signals are blocked from the moment it is opened, so they are never lost and never interrupt.
package struct SignalDescriptor: ~Copyable {
  private let file: OwnedFileDescriptor

  /// Blocks `signals` for this thread and those it starts, and makes a descriptor that reports them.
  ///
  /// - Returns: The descriptor's owner.
  /// - Throws: ``SystemError`` when no descriptor is left.
  package static func open(_ signals: [CInt]) throws(SystemError) -> Self {
    var set = sigset_t()
    unsafe sigemptyset(&set)
    for signal in signals { unsafe sigaddset(&set, signal) }
    unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
    let flags = CInt(SFD_NONBLOCK) | CInt(SFD_CLOEXEC)
    let descriptor = unsafe signalfd(-1, &set, flags)
    guard descriptor >= 0 else { throw SystemError.last("signalfd") }
    return Self(file: OwnedFileDescriptor(adopting: descriptor))
  }

  /// Makes writing to a stream without a reader an error instead of this process's end.
  package static func ignoreBrokenPipes() {
    _ = signal(SIGPIPE, SIG_IGN)
  }

  /// The descriptor: readable while a signal is waiting.
  package var descriptor: CInt { file.rawValue }

  /// Takes the next waiting signal, and tells who has sent it.
  ///
  /// Only the kernel itself can send one with the code `SI_KERNEL` (sigaction(2)).
  ///
  /// - Returns: Its number and whether the kernel has sent it, `nil` when none waits.
  package func nextWithSender() -> (number: CInt, isFromKernel: Bool)? {
    var information = signalfd_siginfo()
    let size = MemoryLayout<signalfd_siginfo>.size
    guard unsafe read(file.rawValue, &information, size) == size else { return nil }
    return (CInt(information.ssi_signo), Int(information.ssi_code) == Int(SI_KERNEL))
  }

  /// Takes the next waiting signal.
  ///
  /// - Returns: Its number, `nil` when none waits.
  package func next() -> CInt? {
    nextWithSender()?.number
  }
}
