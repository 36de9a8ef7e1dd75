// SPDX-License-Identifier: Apache-2.0
internal import Configuration
internal import Control
internal import Geometry
internal import JSON
package import LinuxSystem
package import MonotonicTime
internal import PlainText
internal import Presentation
internal import Touch
internal import Widgets

extension Server {
  // MARK: - Reload

  /// Asks for the configuration to be read anew; a bad one will be reported and change nothing.
  ///
  /// - Returns: The reload's number; it is over when ``reloadsDone`` has come that far. A request
  ///   while another reload is under way, which may have read the file already, gets the number of the next one.
  package func requestReload(at now: MonotonicInstant) -> Int {
    let (number, begins) = reloads.ask()
    if begins { beginReload(at: now) }
    return number
  }

  /// Number of reloads that are over.
  package var reloadsDone: Int { reloads.endedCount }

  /// The answer to a client that asks for a reload.
  func reload(
    _ unfinished: UnfinishedRequest,
    at now: MonotonicInstant
  ) throws(RequestFault) -> ControlAnswer {
    if unfinished.reload == nil, frames.isScheduled { return .later }
    let number = unfinished.reload ?? requestReload(at: now)
    unfinished.reload = number
    guard reloadsDone >= number else { return .waits }
    if let fault = reloads.fault { throw fault }
    return .result(.empty)
  }

  /// Begins to make the scene of the settings that are shown in the language and with the look that are wanted.
  func beginAppearance(at now: MonotonicInstant) { beginReload(readingFile: false, at: now) }

  private func beginReload(readingFile readsFile: Bool = true, at now: MonotonicInstant) {
    reloads.begin(readingFile: readsFile)
    // What is made for the scene that is shown is wanted for the next one too.
    workshop.assets.keepsPictures = true
    let order = ReloadOrder(
      source: readsFile ? configuration.source : nil,
      errors: configuration.errors,
      language: configuration.nextLanguage,
      look: configuration.nextLook,
      mustExist: configuration.hasFile,
      shown: configuration.settings,
      names: widgets.names,
      pages: widgets.pages,
      changes: widgets.changes,
      mode: output.mode ?? stage.mode,
      origin: scene == nil ? nil : stage.origin,
      instant: sceneTime(now)
    )
    let discarded = workshop.discarded
    let made = workshop.begin { materials in
      discarded.giveBack()
      return order.carriedOut(with: materials)
    }
    reloads.coming = made.later
    if let made = made.atOnce { finish(made, at: now) }
  }

  // MARK: - Work beside the loop

  /// Has configurations, scenes and pictures made on a thread from now on.
  ///
  /// - Returns: A descriptor that is readable when ``workIsReady(at:)`` is to be called.
  /// - Throws: `SystemError` when no descriptor is left.
  package func openWorkshop() throws(SystemError) -> CInt { try workshop.worker.open() }

  /// Has texts made on a thread from now on.
  ///
  /// - Returns: A descriptor that is readable when ``linesAreReady(at:)`` is to be called, before time goes on.
  /// - Throws: `SystemError` when no descriptor is left.
  package func openLines() throws(SystemError) -> CInt { try workshop.lines.open() }

  /// Texts have been made beside the loop; who has waited for them takes them with ``advance(to:)``, and
  /// requests and pictures that have waited go on.
  package func linesAreReady(at now: MonotonicInstant) {
    workshop.lines.worker.reset()
    _ = receiveAssets(at: now)
    endpoint?.resume()
  }

  /// Takes over what was made beside the loop; the clients that have waited for it are answered in the next turn.
  ///
  /// - Returns: True if there was anything, and time for it.
  package func workIsReady(at now: MonotonicInstant) -> Bool {
    // The descriptor stays readable until the frame has been drawn.
    guard hasTimeToSpare(at: now) else { return false }
    workshop.worker.reset()
    var hasTaken = receiveAssets(at: now)
    if let reloaded = reloads.takeMade() {
      finish(reloaded, at: now)
      hasTaken = true
      if reloads.isWanted { beginReload(at: now) }
    }
    if hasTaken { endpoint?.resume() }
    return hasTaken
  }

  /// Gives back, beside the loop, the memory that clients and scenes had.
  func trim(at now: MonotonicInstant) {
    guard workshop.trimming.begin(isBusy: workshop.worker.isBusy, at: now) else { return }
    let (lines, discarded) = (workshop.lines, workshop.discarded)
    _ = workshop.begin { materials in
      discarded.giveBack()
      // What is open for the last text is more than all else; the next one opens what it needs.
      materials.releaseFonts()
      lines.releaseFonts()
      ProcessEnvironment.trimHeap()
      return true
    }
  }

  private func finish(_ reloaded: ReloadedScene, at now: MonotonicInstant) {
    put(reloaded, at: now)
    workshop.assets.keepsPictures = false
    workshop.trimming.note(HeapTrimming.enough, at: now)
    host.onReload?()
  }

  /// Puts what has come of a reload in the place of what is shown.
  private func put(_ reloaded: ReloadedScene, at now: MonotonicInstant) {
    let loaded: ConfigurationSource.Loaded
    switch reloaded {
    case .refused(let refused):
      if reloads.readsFile {
        configuration.errors = refused.lines
      } else {
        configuration.wantedLook = nil
      }
      journal.tell(refused, at: now)
      _ = reloads.end(.invalidConfiguration(refused.lines))
      return
    case .unchanged(let same): loaded = same
    case .made(let new, _): loaded = new
    }
    configuration.hasFile = loaded.isFromFile
    configuration.errors = loaded.errors
    endRefresh(at: now)
    if stage.swipe.isActive { fadeBack(at: now) }
    comeToRest(at: now)
    forgetRemoteContacts()
    let old = configuration.settings
    let hasNewDevices =
      loaded.settings.display != old.display || loaded.settings.touch != old.touch
      || loaded.settings.typing != old.typing
    configuration.settings = loaded.settings
    let meanwhile = reloads.end(nil)
    if case .made(_, let parts) = reloaded {
      // Another look comes through the one before, and so does what is seen of a page in the middle of its fade; one
      // that moves goes on moving.
      let isFading = stage.slide == nil && widgets.pages.isFading(at: now)
      let isThrough = isFading || !old.look.hasSameBytes(as: loaded.settings.look)
      let leaving = isThrough ? shownPicture() : nil
      if leaving != nil { endSlide(at: now) }
      show(parts, of: loaded.settings, meanwhile: meanwhile, at: now)
      if let leaving { beginSlide(over: leaving, by: PageTurn(), at: now) }
    }
    reviewJobs(at: now)
    reviewSources(at: now)
    applyPower(after: old.display, at: now)
    applyCare(at: now)
    use(at: now)
    if hasNewDevices {
      host.onSettingsChange?(configuration.settings)
      processOutput(at: now)
      processTouch(at: now)
    }
    duties.stateHasChanged()
    setNeedsFrame(at: now)
    languageIsShown(after: old.language, at: now)
    lookIsShown(after: old.look, at: now)
    guard reloads.readsFile else { return }
    journal.tell(.notice, "configuration loaded", at: now)
    publish(.reload, id: nil, at: now)
  }

  /// Puts a new scene in the place of the old one, with what requests have done meanwhile.
  private func show(
    _ parts: ReloadedScene.Parts,
    of settings: Settings,
    meanwhile: Reloads.Meanwhile,
    at now: MonotonicInstant
  ) {
    let old = widgets
    let changed = widgets.replace(by: settings.widgets, parts: parts, keeping: meanwhile.changed)
    widgets.pages = widgets.pages.replaced(by: settings, at: now)
    if let gone = old.pages.page, widgets.pages.page?.id != gone.id {
      tellPage(insteadOf: gone.id, by: .reload, at: now)
    }
    programs.move { widgets.place(of: $0, in: old) }
    stage.due = []
    guard let mode = output.mode ?? stage.mode else { return }
    let place = configuration.settings.display.place(on: mode)
    widgets.pages.stand(on: place.transform.viewSizeInPoints)
    guard let made = parts.scene, made.origin.place == place else {
      // Another display has come meanwhile.
      buildScene(mode, at: now)
      return
    }
    show(made, on: mode, keepsSlide: true, at: now)
    // Another page was turned to meanwhile.
    if parts.page != widgets.pages.shown { showPage(insteadOf: parts.page, over: 0, at: now) }
    for replay in meanwhile.requests {
      guard let (_, index) = changed.first(where: { $0.before == replay.index }) else { continue }
      let instant = sceneTime(replay.instant)
      try? scene?.perform(replay.request, by: index, at: instant, telling: &widgetEvents)
    }
    for (_, index) in changed { showWhenMade(index, at: now) }
    // The clients that have asked for it were told of it then.
    widgetEvents.removeAll()
  }

  /// Ends what fingers do, and what they and requests have set going, before it is not seen any more.
  func comeToRest(at now: MonotonicInstant) {
    cancelPresses(at: now)
    scene?.comeToRest(at: sceneTime(now), telling: &widgetEvents)
    deliverWidgetEvents(at: now)
  }

  /// Ends every press that is under way, as its end is not seen.
  func cancelPresses(at now: MonotonicInstant) {
    if stage.swipe.isActive { endSlide(at: now) }
    scene?.cancelTouches(at: sceneTime(now), telling: &widgetEvents)
    deliverWidgetEvents(at: now)
    setNeedsFrame(at: now)
  }
}
