// SPDX-License-Identifier: Apache-2.0
internal import Glibc
package import LinuxSystem
internal import MonotonicTime
package import Presentation
package import Touch

/// Runs a server in real time: one thread, one wait, the order of everything in one place.
///
/// Between two events the loop sleeps in a single `epoll_pwait2` until the server's deadline. With
/// nothing to do there is no deadline, and the process uses no time at all.
package struct EventLoop<Display: Output, Source: TouchSource>: ~Copyable {
  private enum Token: UInt64 {
    case output = 1
    case touch
    case control
    case signals
    case work
    case lines
    case clock
    case state
  }

  private let server: Server<Display, Source>
  private let epoll: Epoll
  private let signals: SignalDescriptor
  private let clockJumps: ClockJumps
  private var supervisor: ServiceSupervisor
  private var persistence: ServicePersistence
  private let time: LoopTime
  /// The reload that the service manager has asked for, and waits for.
  private var awaitedReload: Int?
  /// True once memory that is freed is overwritten.
  private var forgetsFreedMemory = false
  private let forgetFreedMemory: () -> Void

  /// Prepares the loop of `server`.
  ///
  /// The signals SIGTERM, SIGINT, SIGHUP and SIGCHLD are blocked and handled by the loop from here on.
  ///
  /// - Parameters:
  ///   - server: The server, which has been started.
  ///   - notifier: The connection to the service manager.
  ///   - persistence: The store of the things that outlive the process.
  ///   - time: The time that the server lives in; that of the clock unless given.
  ///   - forgetFreedMemory: Has memory that is freed overwritten from then on. Strings and arrays come and go
  ///     wherever text is read, shaped and told: it is called once there is a field to type in.
  /// - Returns: The loop.
  /// - Throws: `SystemError` when no descriptor is left.
  package static func open(
    _ server: Server<Display, Source>,
    notifier: ServiceNotifier,
    persistence: consuming ServicePersistence,
    time: LoopTime = LoopTime(),
    forgetFreedMemory: @escaping () -> Void = {}
  ) throws(SystemError) -> Self {
    let epoll = try Epoll.open()
    let signals = try SignalDescriptor.open([SIGTERM, SIGINT, SIGHUP, SIGCHLD])
    let clockJumps = try ClockJumps.open()
    ChildProcess.adoptOrphans()
    try epoll.add(signals.descriptor, token: Token.signals.rawValue)
    if let descriptor = server.output.descriptor {
      try epoll.add(descriptor, token: Token.output.rawValue)
    }
    if let descriptor = server.touchSource.descriptor {
      try epoll.add(descriptor, token: Token.touch.rawValue)
    }
    try epoll.add(server.openWorkshop(), token: Token.work.rawValue)
    try epoll.add(server.openLines(), token: Token.lines.rawValue)
    // What making the first scene took; later ones have theirs given back beside the loop.
    ProcessEnvironment.trimHeap()
    try epoll.add(persistence.open(), token: Token.state.rawValue)
    try epoll.add(clockJumps.descriptor, token: Token.clock.rawValue)
    if let descriptor = server.controlDescriptor {
      try epoll.add(descriptor, token: Token.control.rawValue)
    }
    return Self(
      server: server,
      epoll: epoll,
      signals: signals,
      clockJumps: clockJumps,
      supervisor: ServiceSupervisor(notifier: notifier, at: time.now()),
      persistence: persistence,
      time: time,
      forgetFreedMemory: forgetFreedMemory
    )
  }

  /// Serves until SIGTERM or SIGINT arrives.
  ///
  /// - Throws: `SystemError` for a broken epoll set, which is a bug.
  package mutating func run() throws(SystemError) {
    Epoll.setLeastTimerSlack()
    // Whatever was started before, and has ended before its signal could be waited for.
    server.childrenHaveEnded()
    while true {
      let events = try epoll.wait(timeout: timeout)
      let now = time.now()
      let readEffort = server.chooseEffortClock()
      let begun = readEffort()
      // What the display says comes first: it opens the way for the next frame. Touches come before
      // the frame that is to show them, clients after it.
      if events.contains(Token.output.rawValue) { server.outputIsReady(at: now) }
      if events.contains(Token.touch.rawValue) { server.touchIsReady(at: now) }
      if events.contains(Token.lines.rawValue) { server.linesAreReady(at: now) }
      if events.contains(Token.clock.rawValue) {
        try clockJumps.arm()
        server.clockHasJumped(at: now)
      }
      server.advance(to: now)
      standBack(for: events)
      // Each takes up to half a millisecond and more: one in a turn.
      if !server.frames.turns.hasServedClients {
        let hasTakenWork =
          events.contains(Token.work.rawValue) && server.workIsReady(at: time.now())
        if !hasTakenWork, events.contains(Token.control.rawValue) || server.hasControlBacklog {
          server.controlIsReady(at: time.now())
        }
      }
      if events.contains(Token.state.rawValue) { persistence.stateIsMade() }
      if events.contains(Token.signals.rawValue), handleSignals() == .stop {
        return persistence.update(server, at: time.now(), isLast: true)
      }
      if let number = awaitedReload, server.reloadsDone >= number {
        awaitedReload = nil
        supervisor.reloaded()
      }
      persistence.update(server, at: now)
      supervisor.advance(to: now, server: server)
      if server.takesText { forgetWhatIsGone() }
      server.turnHasEnded(after: readEffort() - begun, at: time.now())
    }
  }

  /// Time for which the loop stands back for a frame that has been handed over.
  private static var handover: MonotonicInterval { .microseconds(200) }

  /// Lets the kernel pass a frame on before clients, made things and the state take the processor.
  private func standBack(for events: Epoll.Events) {
    let hasOtherWork =
      server.hasControlBacklog || events.contains(Token.control.rawValue)
      || events.contains(Token.work.rawValue) || events.contains(Token.state.rawValue)
      || persistence.deadline(server, at: time.now()).map { $0 <= time.now() } ?? false
    guard hasOtherWork, server.frames.takeHandover() else { return }
    MonotonicClock.sleep(for: Self.handover)
  }

  /// Leaves nothing of a text in memory that is not used any more.
  private mutating func forgetWhatIsGone() {
    if !forgetsFreedMemory {
      forgetsFreedMemory = true
      forgetFreedMemory()
    }
    ProcessEnvironment.forgetStack()
  }

  private var timeout: MonotonicInterval? {
    if server.hasControlBacklog { return .zero }
    var deadline = server.deadline
    if let due = supervisor.deadline { deadline = min(deadline ?? due, due) }
    if let due = persistence.deadline(server, at: time.now()) {
      deadline = min(deadline ?? due, due)
    }
    return time.timeout(until: deadline)
  }

  private enum Verdict {
    case goOn
    case stop
  }

  private mutating func handleSignals() -> Verdict {
    while let signal = signals.next() {
      let now = time.now()
      switch signal {
      case SIGHUP:
        supervisor.reloading(at: now)
        awaitedReload = server.requestReload(at: now)
      case SIGCHLD:
        server.childrenHaveEnded()
      default:
        supervisor.stopping()
        server.stop(at: now)
        return .stop
      }
    }
    return .goOn
  }
}

extension Epoll.Events {
  /// Tells if the descriptor with this token is ready for anything.
  fileprivate func contains(_ token: UInt64) -> Bool {
    for index in 0..<count where self[index].token == token { return true }
    return false
  }
}
