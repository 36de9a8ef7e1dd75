// SPDX-License-Identifier: Apache-2.0
internal import LinuxSystem
internal import MonotonicTime
internal import Presentation
internal import Touch

/// Tells the service manager how the service is: up, doing what, and alive.
///
/// `READY=1` goes out after the loop's first turn: clients are answered, and a display is waited for without
/// anything else having to wait. The status says what it waits for. The watchdog is fed while frames reach the
/// screen or nothing is due; when the display takes frames and never shows them, it is left to bark.
struct ServiceSupervisor {
  /// The instant at which ``advance(to:server:)`` is due; nil without a watchdog.
  private(set) var deadline: MonotonicInstant?

  private let notifier: ServiceNotifier
  private var isReady = false
  private var status = ""

  init(notifier: ServiceNotifier, at now: MonotonicInstant) {
    self.notifier = notifier
    deadline = notifier.watchdogInterval == nil ? nil : now
  }

  /// Sends what has changed, and feeds the watchdog when it is time.
  mutating func advance<Display: Output, Source: TouchSource>(
    to now: MonotonicInstant,
    server: Server<Display, Source>
  ) {
    guard notifier.isPresent else { return }
    if server.duties.needsRestart {
      server.duties.needsRestart = false
      notifier.triggerWatchdog()
    }
    if !isReady {
      isReady = true
      status = server.statusLine
      notifier.ready(status: status)
    } else if server.duties.hasNewStatus {
      status = server.statusLine
      notifier.status(status)
    }
    server.duties.hasNewStatus = false
    guard let due = deadline, now >= due, let interval = notifier.watchdogInterval else { return }
    server.checkScanout(at: now)
    if server.isAlive(at: now) { notifier.feedWatchdog() }
    deadline = now + MonotonicInterval(nanoseconds: interval.nanoseconds / 2)
  }

  /// A reload begins; before the service is ready there is nothing to tell.
  func reloading(at now: MonotonicInstant) { if isReady { notifier.reloading(at: now) } }

  /// A reload has ended.
  func reloaded() { if isReady { notifier.ready(status: status) } }

  func stopping() { notifier.stopping() }
}

extension Server {
  /// The socket's descriptor for the loop; `nil` without a socket.
  var controlDescriptor: CInt? { endpoint?.descriptor }

  /// True if a client waits for an answer that could be given now.
  var hasControlBacklog: Bool {
    guard let endpoint else { return false }
    return endpoint.hasBacklog || (endpoint.hasDeferred && !frames.isScheduled)
  }

  /// One line on what is shown where, and what is wrong with it.
  var statusLine: String {
    let description = displayDescription
    let fault = configuration.faults.first.map { "; \($0)" } ?? ""
    guard output.mode != nil else { return description.state + fault }
    return "\(description.mode) on \(description.connector), \(description.state)\(fault)"
  }

  /// Tells if the screen works: a frame that was queued is not overdue by a second.
  func isAlive(at now: MonotonicInstant) -> Bool {
    guard case .pending(let target) = frames.clock.state else { return true }
    return now - target < MonotonicInterval(seconds: 1)
  }
}
