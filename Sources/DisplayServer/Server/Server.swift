// SPDX-License-Identifier: Apache-2.0
package import Configuration
internal import Control
internal import Geometry
package import LinuxSystem
package import MonotonicTime
package import Presentation
package import Touch
package import Widgets

/// The daemon's core: what comes in from touch, display and clients, and the frames that come of it.
///
/// The server has no thread, no clock and no loop. It is told the time with every call and says, by
/// ``deadline``, when it wants to be called at the latest. ``EventLoop`` calls it in real time;
/// `VirtualRun` runs the same code through time that only exists in numbers.
///
/// The way of one frame:
/// ```
///   touch, request ─► scene changes ─► Frames.change, follow ─► FrameClock
///   deadline ─► drawFrame: scene sampled for the vblank ─► painter ─► output.commit
///   presented ─► still moving? ─► Frames.follow … else rest: no deadline
/// ```
package final class Server<Display: Output, Source: TouchSource> {
  /// The display.
  package let output: Display
  /// The source of touches.
  package let touchSource: Source

  /// The functions and facts that the program around the server gives it.
  package var host: ServerHost

  /// The settings with their source and their errors.
  package var configuration: ConfigurationStatus
  /// The lines for the log.
  var journal: Journal
  /// The messages and states that the service manager has yet to get.
  var duties = ServiceDuties()

  /// The widgets, by their places in the configuration.
  var widgets: WidgetsInForce
  /// The widgets on the display that is there.
  package var scene: Scene?
  /// The place in which the scene is shown, and the things that are being made for it.
  var stage = Stage()
  /// The workshop of scenes and labels.
  let workshop: SceneWorkshop
  /// The reloads of the configuration.
  var reloads = Reloads()
  /// The frames, and the time that drawing them takes.
  var frames: Frames
  /// The control socket; nil where there is none.
  var endpoint: ControlEndpoint?
  /// Closes and gives back what takes long.
  var closer: BackgroundCloser
  /// The programs that widgets run.
  var programs = ProgramQueue()
  /// The readers of the keyboard on the screen.
  var screenKeys = ScreenKeys()
  /// Fingers that clients have put down, by slot.
  var remoteContacts: [Int: RemoteContact] = [:]
  /// The panel, and the light behind it.
  var panel: Panel

  /// The time that the scene lives in.
  let sceneTime: SceneTime
  /// Events of widgets that have not been told yet.
  var widgetEvents = WidgetEvents(capacity: 64)

  /// A server that shows `settings` on `output`; nothing happens before ``start(at:)``.
  ///
  /// - Parameters:
  ///   - settings: The first settings.
  ///   - configuration: The source from which a reload gets its settings.
  ///   - output: The display.
  ///   - touchSource: The source of touches.
  ///   - record: The changes by requests to an earlier process.
  ///   - wallClock: The clock that tells labels and the schedule the time of day.
  ///   - timeScale: Seconds of the scene for a second of the loop, 0 … 100.
  ///   - listener: The control socket; `nil` for a server without one.
  ///   - host: The functions and facts that the program around the server gives it.
  ///   - log: The log for lines of the journal.
  ///   - now: The current time.
  /// - Throws: `SystemError` when no descriptor is left.
  package init(
    settings: Settings,
    configuration: ConfigurationSource,
    output: Display,
    touchSource: Source,
    restoring record: StateRecord? = nil,
    wallClock: any WallClock = SceneClock(),
    timeScale: Double = 1,
    listener: consuming UnixListener?,
    host: consuming ServerHost = ServerHost(),
    log: Log,
    at now: MonotonicInstant
  ) throws(SystemError) {
    let closer = BackgroundCloser()
    self.closer = closer
    let spoken = settings.speaking(record?.language ?? settings.language)
    // A look that does not go with the file any more is left off.
    let settings = (try? spoken.wearing(record?.look ?? "")) ?? spoken
    var endpoint: ControlEndpoint?
    if let listener = listener.take() {
      endpoint = try ControlEndpoint(listener: listener, closer: closer)
    }
    self.endpoint = endpoint
    self.configuration = ConfigurationStatus(settings, from: configuration)
    widgets = WidgetsInForce(
      settings.widgets,
      in: settings.languages,
      restoring: record,
      on: Pages(settings, showing: record?.page, at: now)
    )
    self.output = output
    self.touchSource = touchSource
    self.host = host
    workshop = SceneWorkshop(clock: wallClock)
    stage.clockSetting = wallClock.setting()
    journal = Journal(log)
    sceneTime = SceneTime(rate: min(max(timeScale, 0), 100), start: now)
    frames = Frames(from: now)
    panel = Panel(restoring: record, at: now)
    panel.power.apply(
      blankAfter: settings.display.blankAfter,
      dimming: settings.display.dimming,
      at: now
    )
    restoreJobs(at: now)
    reviewSources(after: record == nil ? .zero : JobBoard.grace, at: now)
  }

  /// Starts the display and the touch devices.
  package func start(at now: MonotonicInstant) {
    tellOfSocket(at: now)
    followSchedule(at: now)
    applyCare(at: now)
    output.start(at: now)
    // Without a display there is nothing to touch: devices stay with the program that shows something, until the
    // output is active.
    touchSource.suspend(at: now)
    touchSource.start(at: now)
    processOutput(at: now)
    processTouch(at: now)
  }

  /// Lets go of the display; the picture stays.
  package func stop(at now: MonotonicInstant) {
    // Before connections end: who looks for this daemon then must not find it.
    host.presence = nil
    leaveLight(at: now)
    touchSource.stop()
    output.stop()
    // A thread must not outlive what it works with.
    workshop.worker.close()
    workshop.lines.close()
  }

  /// The latest instant at which ``advance(to:)`` has to be called; nil while everything is at rest.
  package var deadline: MonotonicInstant? {
    var earliest = frames.clock.deadline
    func consider(_ candidate: MonotonicInstant?) {
      guard let candidate else { return }
      earliest = min(earliest ?? candidate, candidate)
    }
    consider(output.deadline)
    consider(touchSource.deadline)
    consider(panel.power.deadline)
    consider(panel.lighting.deadline)
    consider(panel.scheduleInstant)
    consider(orbitDeadline)
    consider(refreshDeadline)
    consider(programs.jobs.deadline)
    consider(programs.sources.deadline)
    consider(endpoint?.deadline)
    consider(workshop.trimming.deadline)
    for contact in remoteContacts.values { consider(contact.end) }
    consider(configuration.retry)
    consider(widgets.pages.deadline)
    if scene != nil, stage.warnedEnd == nil { consider(widgets.pages.warningBegin) }
    if tellsIdleness { consider(widgets.pages.idleness.deadline) }
    consider(scene?.deadline.flatMap(sceneTime.loop))
    // More than a turn is to take is left to the next ones, which begin at once.
    if programs.hasWork || isAppearanceDue || endpoint?.hasUntold ?? false {
      consider(MonotonicInstant(nanoseconds: 0))
    }
    if canDraw, !stage.isCalibrating {
      consider(scene?.wakeInstant(after: frames.shownInstant).flatMap(sceneTime.loop))
    }
    return earliest
  }

  /// Does everything that is due at `now`, the frame last, so that it shows the rest.
  package func advance(to now: MonotonicInstant) {
    workshop.assets.beginTurn()
    if let due = touchSource.deadline, due <= now {
      touchSource.processDeadline(at: now)
      processTouch(at: now)
    }
    if let due = output.deadline, due <= now {
      output.processDeadline(at: now)
      processOutput(at: now)
    }
    if let due = panel.lighting.deadline, due <= now {
      adjust(panel.lighting.advance(to: now), at: now)
    }
    if let due = panel.scheduleInstant, due <= now { followSchedule(at: now) }
    if let due = panel.power.deadline, due <= now { powerIsDue(at: now) }
    if let due = orbitDeadline, due <= now { stepOrbit(at: now) }
    if let due = refreshDeadline, due <= now { refreshIsDue(at: now) }
    if programs.hasChildrenToReap { childrenHaveEnded() }
    if let due = programs.jobs.deadline, due <= now { advanceJobs(to: now) }
    if let due = programs.sources.deadline, due <= now { startSourcesDue(at: now) }
    frames.turns.hasServedClients = false
    if let due = endpoint?.deadline, due <= now {
      controlIsReady(at: now)
      frames.turns.hasServedClients = true
    }
    if let due = workshop.trimming.deadline, due <= now { trim(at: now) }
    liftRemoteContacts(at: now) { $0.end.map { $0 <= now } ?? false }
    if let due = configuration.retry, due <= now {
      configuration.retry = nil
      _ = requestReload(at: now)
    }
    if let due = widgets.pages.deadline, due <= now { pageIsDue(at: now) }
    followTimeout(at: now)
    if tellsIdleness { tellIdleness(at: now) }
    scene?.advance(to: sceneTime(now), telling: &widgetEvents)
    deliverWidgetEvents(at: now)
    followCalibration(at: now)
    requestFrameIfNeeded(at: now)
    if let due = frames.clock.deadline, due <= now { drawFrameInTurn(at: now) }
    resumeAwaitingTexts()
    turnPagesDue(at: now)
    makeAppearanceDue(at: now)
    runProgramDue(at: now)
    endpoint?.tellSubscribers()
    connectionsHaveEnded(at: now)
  }

  /// The wall clock was set, or goes on after sleep: what says the time of day says it anew, and what goes
  /// by it asks again.
  package func clockHasJumped(at now: MonotonicInstant) {
    scene?.clockHasJumped()
    keepAges(at: now)
    scene?.advance(to: sceneTime(now), telling: &widgetEvents)
    deliverWidgetEvents(at: now)
    if panel.scheduleInstant != nil { followSchedule(at: now) }
    panel.refresh?.clockHasJumped(at: now)
  }

  /// Reads what the display has to say.
  package func outputIsReady(at now: MonotonicInstant) {
    output.processReadiness(at: now)
    processOutput(at: now)
  }

  /// Reads what the touch devices have to say.
  package func touchIsReady(at now: MonotonicInstant) {
    touchSource.processReadiness(at: now)
    processTouch(at: now)
  }
}
