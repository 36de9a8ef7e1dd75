// SPDX-License-Identifier: Apache-2.0
import Glibc
import KMS
import LinuxSystem
import Testing

/// A virtual terminal that follows the kernel's rules (`vt_ioctl.c`).
final class ScriptedTerminal: TerminalDevice {
  let number: CInt = 1
  var frontNumber: CInt = 1
  /// `K_UNICODE`.
  var keyboardMode: CInt = 3
  var isText = true
  var isSwitchedByKernel = false
  var signals: [TerminalSignal] = []
  /// The terminal that a pending switch leads to.
  var wanted: CInt?

  var descriptor: CInt? { nil }

  func nextSignal() -> TerminalSignal? { signals.isEmpty ? nil : signals.removeFirst() }

  func activate() { ask(for: number) }

  func answerSwitch(isGranted: Bool) -> Bool {
    guard let target = wanted else { return false }
    wanted = nil
    if isGranted { frontNumber = target }
    return true
  }

  func confirmReturn() {}

  func setText(_ isText: Bool) { self.isText = isText }

  func endSwitching() { isSwitchedByKernel = true }

  /// Somebody calls `chvt`.
  func ask(for target: CInt) {
    if frontNumber == number {
      wanted = target
      send(.init(.release, isFromKernel: true))
    } else {
      frontNumber = target
      if target == number { send(.init(.acquire, isFromKernel: true)) }
    }
  }

  /// A signal arrives, unless one of its kind waits already.
  func send(_ signal: TerminalSignal) {
    if !signals.contains(where: { $0.kind == signal.kind }) { signals.append(signal) }
  }
}

@Suite("A virtual terminal of one's own")
struct ConsoleSessionTests {
  private let terminal = ScriptedTerminal()

  private func makeSession() throws -> ConsoleSession {
    try ConsoleSession(terminal, isPictureKept: false)
  }

  @Test("It is asked for, silenced, given away when the kernel asks, and given back in the end")
  func turns() throws {
    terminal.frontNumber = 2
    let session = try makeSession()
    #expect(!terminal.isText)
    #expect(terminal.keyboardMode == 4, "K_OFF")
    #expect(session.nextChange() == .acquire)
    #expect(session.isInFront)
    terminal.ask(for: 2)
    #expect(session.nextChange() == .release)
    #expect(terminal.frontNumber == 1, "not before the display has been let go")
    session.confirmRelease()
    #expect(terminal.frontNumber == 2)
    #expect(!session.isInFront)
    terminal.ask(for: 1)
    #expect(session.nextChange() == .acquire)
    #expect(session.nextChange() == nil)
    session.end()
    #expect(terminal.keyboardMode == 3)
    #expect(terminal.isText)
    #expect(terminal.isSwitchedByKernel)
  }

  @Test("A signal that the kernel has not sent gives nothing away")
  func strayRelease() throws {
    let session = try makeSession()
    terminal.send(.init(.release, isFromKernel: false))
    #expect(session.nextChange() == nil)
    #expect(session.isInFront)
    terminal.ask(for: 2)
    #expect(session.nextChange() == .release)
  }

  @Test("A switch that is hidden behind a stray signal is refused, not left hanging")
  func hiddenRelease() throws {
    let session = try makeSession()
    terminal.send(.init(.release, isFromKernel: false))
    terminal.ask(for: 2)
    #expect(session.nextChange() == nil)
    #expect(terminal.wanted == nil)
    #expect(session.isInFront)
    terminal.ask(for: 2)
    #expect(session.nextChange() == .release)
    session.confirmRelease()
    #expect(terminal.frontNumber == 2)
  }

  @Test("A release that nobody waits for any more brings the screen right back")
  func takenBack() throws {
    let session = try makeSession()
    terminal.ask(for: 2)
    #expect(session.nextChange() == .release)
    terminal.wanted = nil
    session.confirmRelease()
    #expect(session.isInFront)
    #expect(session.nextChange() == .acquire)
    #expect(session.nextChange() == nil)
  }

  @Test("A stray signal to acquire is not believed while another terminal is in front")
  func strayAcquire() throws {
    let session = try makeSession()
    terminal.ask(for: 2)
    _ = session.nextChange()
    session.confirmRelease()
    terminal.send(.init(.acquire, isFromKernel: false))
    #expect(session.nextChange() == nil)
    #expect(!session.isInFront)
  }

  @Test("A keyboard that was given back to the console is silenced at the next look, in front only")
  func keyboard() throws {
    let session = try makeSession()
    let stage = try Stage(ScriptedMachine(ScriptedHardware()), session: session)
    stage.start()
    stage.output.checkScanout(at: stage.now)
    // `K_XLATE`, as Alt+SysRq+r sets it.
    terminal.keyboardMode = 1
    for _ in 0..<3 { stage.output.checkScanout(at: stage.now) }
    stage.settle()
    #expect(terminal.keyboardMode == 4, "K_OFF")
    #expect(stage.recoveries == ["keyboard"])
    terminal.ask(for: 2)
    #expect(session.nextChange() == .release)
    session.confirmRelease()
    terminal.keyboardMode = 1
    stage.output.checkScanout(at: stage.now)
    #expect(terminal.keyboardMode == 1)
  }

  @Test("A switch by a keyboard that the console has back is refused, the next one is not")
  func keyboardSwitch() throws {
    let session = try makeSession()
    let stage = try Stage(ScriptedMachine(ScriptedHardware()), session: session)
    stage.start()
    terminal.keyboardMode = 1
    terminal.ask(for: 2)
    #expect(session.nextChange() == nil)
    #expect(terminal.wanted == nil)
    #expect(terminal.frontNumber == 1 && session.isInFront)
    #expect(terminal.keyboardMode == 4, "K_OFF")
    for _ in 0..<2 { stage.output.checkScanout(at: stage.now) }
    stage.settle()
    #expect(stage.recoveries == ["keyboard"])
    terminal.ask(for: 2)
    #expect(session.nextChange() == .release)
  }

  @Test("Signals sent by a process and by the kernel are told apart")
  func senders() throws {
    let signals = try SignalDescriptor.open([SIGUSR1])
    // To this thread alone: it is the one that blocks the signal.
    #expect(pthread_kill(pthread_self(), SIGUSR1) == 0)
    let first = signals.nextWithSender()
    #expect(first?.number == SIGUSR1)
    #expect(first?.isFromKernel == false)
    let second = signals.nextWithSender()
    #expect(second == nil)
  }
}
