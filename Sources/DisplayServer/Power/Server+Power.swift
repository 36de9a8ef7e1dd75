// SPDX-License-Identifier: Apache-2.0
internal import Configuration
internal import Control
internal import LinuxSystem
internal import MonotonicTime
internal import Presentation
internal import Raster
internal import Geometry
internal import Widgets

// When the panel sleeps and how: the output, the light behind it, or a black picture.
extension Server {
  // MARK: - Use

  /// Notes that something happened that is to be seen, and wakes the panel for it.
  func use(isByPerson: Bool = false, at now: MonotonicInstant) {
    if panel.power.use(isByPerson: isByPerson, at: now) {
      wake(at: now)
    } else {
      brighten(at: now)
    }
  }

  /// Ends a fade if the panel was used.
  func brighten(at now: MonotonicInstant) {
    guard panel.power.isOn, panel.power.dimInstant == nil, panel.lighting.isLowered else { return }
    raiseLight(at: now)
  }

  /// Does what the panel's power is due for.
  func powerIsDue(at now: MonotonicInstant) {
    switch panel.power.advance(to: now) {
    case .dim?:
      let duration = configuration.settings.display.dimmingInterval
      adjust(panel.lighting.fade(from: host.light?.setting, over: duration, at: now), at: now)
    case .blank?: blank(at: now)
    case nil: break
    }
  }

  /// Puts the panel to sleep.
  ///
  /// A finger on a dark panel only wakes it, so a button that it still holds lets go now.
  func blank(at now: MonotonicInstant) {
    endRefresh(at: now)
    comeToRest(at: now)
    scene?.sleep(at: sceneTime(now), telling: &widgetEvents)
    deliverWidgetEvents(at: now)
    panel.sleep()
    switch configuration.settings.display.blanking {
    case .off: output.setPower(false, at: now)
    case .backlight where panel.lighting.brightness != nil:
      adjust(panel.lighting.putOut(from: host.light?.setting, at: now), at: now)
    case .backlight, .black: blacken(at: now)
    }
    publishOutput(at: now)
    runHook(at: now)
  }

  /// Turns the panel on again and draws what it has missed.
  func wake(at now: MonotonicInstant) {
    output.setPower(true, at: now)
    if panel.wake(at: now) { forgetBuffers() }
    publishOutput(at: now)
    scene?.autofocus(at: sceneTime(now), telling: &widgetEvents)
    deliverWidgetEvents(at: now)
    setNeedsFrame(at: now)
    runHook(at: now)
  }

  // MARK: - The picture

  /// Has a black picture shown until the panel wakes.
  func blacken(at now: MonotonicInstant) {
    panel.blacken()
    requestFrameIfNeeded(at: now)
  }

  /// Draws the black picture that is due.
  func drawBlack(at now: MonotonicInstant, for target: MonotonicInstant) {
    commitFrame(target, at: now) { buffer in
      // Black is 0 in every layout that there is.
      for offset in 0..<buffer.bytes.byteCount / 8 {
        buffer.bytes.storeBytes(of: 0, toByteOffset: offset * 8, as: UInt64.self)
      }
      return PixelRegion(buffer.size.bounds)
    }
    if case .pending = frames.clock.state { panel.blackIsDrawn() }
  }

  // MARK: - Schedule

  /// Asks the clock on the wall whether the panel may be awake, and when to ask again.
  ///
  /// Once a minute, at its turn, and whenever the clock has been set: another time zone is noticed then.
  func followSchedule(at now: MonotonicInstant) {
    panel.scheduleInstant = nil
    var isAwake = true
    if !configuration.settings.display.schedule.isEmpty, host.followsSchedule {
      // A clock that was never set says nothing; dark all day would be worse than awake at night.
      let time = workshop.clock.timeOfWeek(at: now).map {
        WallTime(weekday: $0.weekday, second: $0.second)
      }
      isAwake = time.map { configuration.settings.display.schedule.isAwake(at: $0) } ?? true
      panel.scheduleInstant =
        now + MonotonicInterval(seconds: Double(60 - (time?.second ?? 0) % 60))
    }
    if panel.power.follow(isAwake: isAwake, at: now) { wake(at: now) }
  }

  // MARK: - Programs

  /// Runs what the configuration has for a panel that has just gone dark, or was lit.
  ///
  /// One after the other; of those that have to wait the newest counts.
  func runHook(at now: MonotonicInstant) {
    guard hookProgram != nil, host.jobLauncher != nil else { return }
    carryOutHook(
      programs.jobs.trigger(DisplaySettings.hookID, whileRunning: .queue, at: now),
      at: now
    )
  }

  /// Does what the board of jobs says of the hooks' programs.
  func carryOutHook(_ actions: [JobBoard.Action], at now: MonotonicInstant) {
    for action in actions {
      switch action {
      case .launch: launchHook(at: now)
      case .tell(.failed):
        journal.tell(
          .warning,
          "command failed",
          [
            "button": "\(DisplaySettings.hookID)",
            "reason": "\(programs.jobs.status(of: DisplaySettings.hookID).text)",
          ],
          at: now
        )
      default: break
      }
    }
  }

  /// Takes note of what the runner of a hook's program says of it.
  func reportHook(
    _ run: String,
    status: JobStatus,
    through connection: UInt64?,
    at now: MonotonicInstant
  ) throws(RequestFault) -> ControlAnswer {
    let id = DisplaySettings.hookID
    guard
      let answer = programs.jobs.report(
        id,
        run: run,
        reported: status,
        through: connection,
        hold: 0,
        at: now
      )
    else {
      throw .badParameter("job", must: "must be the run that is under way")
    }
    carryOutHook(answer.actions, at: now)
    return .result(.reported(isCancelled: answer.isCancelled))
  }

  private func launchHook(at now: MonotonicInstant) {
    let id = DisplaySettings.hookID
    guard hookProgram != nil else {
      // The panel has changed its mind while another program ran, and nothing is to be run for that.
      _ = programs.jobs.report(id, run: "none", reported: JobStatus(.done), hold: 0, at: now)
      return
    }
    do {
      try host.jobLauncher?.start(hook.rawValue, input: nil, language: configuration.nextLanguage)
    } catch {
      let reason = JobTexts().notStarted(for: error.reason)
      carryOutHook(programs.jobs.fail(id, reason: reason, at: now, hold: 0), at: now)
    }
  }

  private var hook: DisplaySettings.Hook { panel.power.isOn ? .wake : .blank }
  private var hookProgram: ProgramSettings? { configuration.settings.display.program(of: hook) }
}

extension DisplaySettings {
  fileprivate var dimmingInterval: MonotonicInterval { MonotonicInterval(seconds: dimming) }
}
