// SPDX-License-Identifier: Apache-2.0
internal import Configuration
internal import Control
internal import Geometry
internal import LinuxSystem
internal import MonotonicTime
internal import Presentation
internal import Raster
internal import Touch
internal import Widgets

extension Server {
  // MARK: - Display

  func processOutput(at now: MonotonicInstant) {
    let wasResting = frames.isResting
    takeOutputEvents(at: now)
    requestFrameIfNeeded(at: now)
    guard frames.isResting, !wasResting else { return }
    output.pictureRests(at: now)
    takeOutputEvents(at: now)
    requestFrameIfNeeded(at: now)
  }

  /// Has the output look whether the screen still shows the picture.
  func checkScanout(at now: MonotonicInstant) {
    output.checkScanout(at: now)
    processOutput(at: now)
  }

  private func takeOutputEvents(at now: MonotonicInstant) {
    while let event = output.nextEvent() {
      switch event {
      case .presented(let feedback):
        frames.present(feedback)
        adjust(panel.lighting.frameIsShown(), at: now)
        if panel.frameIsShown() { publishDisplayState(at: now) }
      case .activated(let mode):
        // A monitor that is plugged in wants to be looked at.
        use(isByPerson: true, at: now)
        activate(mode, at: now)
        findLight(at: now)
        if panel.activate() { runHook(at: now) }
      case .deactivated:
        panel.darken()
        stage.bars = nil
        // The screen's new owner has the touches too.
        touchSource.suspend(at: now)
        processTouch(at: now)
        try? scene?.setFocus(to: nil, isQuiet: true, at: sceneTime(now), telling: &widgetEvents)
        deliverWidgetEvents(at: now)
        frames.leave()
        raiseLight(at: now)
        publishOutput(at: now)
      case .needsFullFrame:
        forgetBuffers()
        panel.pictureIsLost()
        setNeedsFrame(at: now)
      case .notice(let notice):
        record(notice, as: "display", at: now)
      }
    }
  }

  func activate(_ mode: OutputMode, at now: MonotonicInstant) {
    panel.darken()
    comeToRest(at: now)
    frames.clock.reset(
      refreshInterval: mode.refreshInterval,
      blankingInterval: mode.blankingInterval
    )
    buildScene(mode, at: now)
    touchSource.resume(at: now)
    publishOutput(at: now)
    setNeedsFrame(at: now)
  }

  /// Builds the scene anew for `mode`; what requests have set is kept.
  func buildScene(_ mode: OutputMode, at now: MonotonicInstant) {
    let place = configuration.settings.display.place(on: mode)
    widgets.pages.drawn = nil
    widgets.pages.stand(on: place.transform.viewSizeInPoints)
    let made = MadeScene(
      widgets.inForce,
      on: widgets.pages,
      keyboard: configuration.settings.screenKeyboard,
      accent: configuration.settings.accent,
      in: place,
      from: workshop.materialsAtHand,
      at: sceneTime(now)
    )
    show(made, on: mode, at: now)
  }

  /// Puts a scene in the place of the one that there is; what was typed goes on, and where `keepsSlide` a page that
  /// moves in.
  func show(
    _ made: MadeScene,
    on mode: OutputMode,
    keepsSlide: Bool = false,
    at now: MonotonicInstant
  ) {
    var new = made.scene
    let blurred = scene.flatMap { new.takeOver(from: $0) }
    if let blurred { publish(.blur, id: blurred, at: now) }
    new.setKeyboard(isPlugged: screenKeys.isPlugged, at: sceneTime(now))
    new.autofocus(at: sceneTime(now), telling: &widgetEvents)
    var old = scene
    scene = new
    // What was typed lives on in the new scene alone.
    old?.forgetTexts()
    if workshop.worker.isOpen {
      workshop.discarded.hold(old)
      workshop.trimming.note(HeapTrimming.enough, at: now)
    }
    stage.show(from: made.origin, on: mode, keepsSlide: keepsSlide)
    endpoint?.resume()
    deliverWidgetEvents(at: now)
    workshop.lines.fonts.release()
    report(made.complaints + workshop.lines.takeComplaints(), at: now)
    frames.begin(from: sceneTime(now))
  }

  /// Logs what had to be left out or replaced.
  func report(_ complaints: [String], at now: MonotonicInstant) {
    for complaint in complaints {
      journal.tell(
        .warning,
        "something is missing from the picture",
        ["reason": "\(complaint)"],
        as: complaint,
        at: now
      )
    }
  }

  // MARK: - Frames

  /// Forgets the contents of the display's buffers, which are not known any more.
  func forgetBuffers() {
    scene?.invalidateAll()
    stage.slide?.forgetBuffers()
    stage.bars?.forgetBuffers()
  }

  /// Asks for a frame that shows what has just changed.
  func setNeedsFrame(at now: MonotonicInstant) {
    frames.change()
    requestFrameIfNeeded(at: now)
  }

  /// True if a frame could be begun: there is a display, it is awake, and no other frame is under way.
  var canDraw: Bool {
    frames.clock.state == .idle && output.mode != nil && (panel.power.isOn || panel.isBlackDue)
  }

  func requestFrameIfNeeded(at now: MonotonicInstant) {
    // What moves on a dark panel is not seen.
    if !panel.power.isOn { frames.clock.rest() }
    guard canDraw else { return }
    guard !panel.isBlackDue else { return frames.clock.requestFrame(at: now) }
    guard stage.isCalibrating || scene != nil else { return }
    endSlideBefore(frameAfter: now)
    // Page and keys are painted anew in another place with each frame of its way.
    if scene?.isKeyboardOnItsWay(at: frames.shownInstant) ?? false {
      frames.clock.expectLongFrames(output.mode?.bufferCount ?? 0)
    }
    frames.follow(isChanging: frames.isDue || isMoving(at: now), at: now)
  }

  /// Ends a slide whose page is in place in the next frame, so that this one is given its time.
  private func endSlideBefore(frameAfter now: MonotonicInstant) {
    let interval = frames.clock.refreshInterval
    guard stage.slide?.isOver(at: sceneTime(now + interval - .milliseconds(1))) ?? false else {
      return
    }
    finishSlide(at: now)
    frames.change()
  }

  /// Tells if the screen changes by itself; nothing moves on a page of crosses.
  private func isMoving(at now: MonotonicInstant) -> Bool {
    guard stage.bars == nil else { return true }
    guard !stage.isCalibrating else { return false }
    if !sceneTime.isFrozen, stage.slide?.isMoving(at: frames.shownInstant) ?? false { return true }
    if !sceneTime.isFrozen, scene?.isMoving(at: frames.shownInstant) ?? false { return true }
    // A picture at rest is looked at for the present, a moving one goes on from what was shown.
    return scene?.wakeInstant(after: frames.shownInstant).map { $0 <= sceneTime(now) } ?? false
  }

  func drawFrame(at now: MonotonicInstant) {
    guard let target = frames.clock.beginFrame(at: now) else { return }
    guard !panel.isBlackDue else { return drawBlack(at: now, for: target) }
    // One that was begun for while the panel was awake is not seen now.
    guard scene != nil, panel.power.isOn else { return frames.clock.frameSkipped() }
    guard stage.bars == nil else { return drawBars(at: now, for: target) }
    guard !stage.isCalibrating else { return drawCrosses(at: now, for: target) }
    let instant = sceneTime(target)
    if stage.slide?.isOver(at: instant) ?? false { finishSlide(at: now) }
    guard stage.slide == nil else { return drawSlide(at: now, for: target) }
    commitFrame(target, at: now) { buffer in scene?.paint(&buffer, at: instant) ?? PixelRegion() }
  }

  /// Draws the frame for `target`, of which `draw` returns the damage, and hands it to the display.
  func commitFrame(
    _ target: MonotonicInstant,
    at now: MonotonicInstant,
    draw: (inout BackBuffer) -> PixelRegion
  ) {
    var isPainted = false
    let hasBuffer = output.withBackBuffer { buffer in
      let damage = draw(&buffer)
      isPainted = !damage.isEmpty
      return damage
    }
    guard hasBuffer else { return frames.clock.frameRefused(at: now) }
    let outcome = output.commit(at: now)
    let end = outcome == .queued ? host.readClock?() ?? now : now
    frames.commit(outcome, isPainted: isPainted, showing: sceneTime(target), at: end)
    // No flip will come with which that would be read.
    if outcome == .unavailable { processOutput(at: end) }
  }
}
