// SPDX-License-Identifier: Apache-2.0
internal import Configuration
internal import Control
internal import Geometry
internal import MonotonicTime
internal import PlainText
internal import Presentation
internal import Touch
internal import Widgets

// Which page is shown. What lies on another one is hidden as by a request: it takes requests, and neither
// moves nor is touched.
extension Server {
  // MARK: - Turns

  /// Shows the page that `target` leads to, by its own turn unless another kind is given.
  ///
  /// To begin a turn takes as long as a frame: one that waits for its deadline comes first.
  func turnPage(
    to target: String,
    by cause: PageCause,
    kind: PageTurn.Kind? = nil,
    at now: MonotonicInstant
  ) {
    stage.turnsDue.append((target, cause, kind))
    turnPagesDue(at: now)
  }

  /// Begins the turns that have waited for a frame.
  func turnPagesDue(at now: MonotonicInstant) {
    while !frames.isScheduled, !stage.turnsDue.isEmpty {
      let (target, cause, kind) = stage.turnsDue.removeFirst()
      guard let from = widgets.pages.turn(to: target, at: now) else { continue }
      pageHasTurned(from: from, by: cause, kind: kind, at: now)
    }
  }

  /// Shows the page that has taken the place of the one at `from`, and tells of it.
  func pageHasTurned(
    from: Int,
    by cause: PageCause,
    kind: PageTurn.Kind? = nil,
    at now: MonotonicInstant
  ) {
    guard let page = widgets.pages.page else { return }
    var turn = page.turn
    turn.kind = kind ?? turn.kind
    if isMirrored { turn.from = turn.from.mirrored }
    // The page that a finger draws in, or lets go back, is left as it is seen.
    stage.swipe.end(returns: false)
    cancelPresses(at: now)
    // A fade does from widget to widget, but not from a page that is still on its way.
    let isOverPicture = turn.kind.moves || (turn.kind == .fade && stage.slide != nil)
    let leaving = isOverPicture ? shownPicture() : nil
    // What a finger has drawn in is seen instead of the page before.
    let seen = widgets.pages.drawn.take() ?? from
    endSlide(at: now)
    showPage(insteadOf: seen, over: leaving == nil ? turn.fading : 0, at: now)
    if let leaving {
      // The keyboard goes with the page that leaves.
      scene?.placeKeyboard(at: sceneTime(now))
      beginSlide(over: leaving, by: turn, at: now)
    }
    focusPage(at: now)
    tellPage(insteadOf: widgets.pages.settings[from].id, by: cause, at: now)
    deliverWidgetEvents(at: now)
  }

  /// Gives the focus to what has it first on the page that is shown now.
  func focusPage(at now: MonotonicInstant) {
    let pages = widgets.pages
    scene?.beginPage(at: sceneTime(now), telling: &widgetEvents) { pages.isOwn($0) }
  }

  /// Shows the widgets of the page that is shown now, and hides those of another one, in `seconds`.
  func showPage(insteadOf old: Int, over seconds: Double, at now: MonotonicInstant) {
    let pages = widgets.pages
    widgetEvents.fading = seconds
    defer { widgetEvents.fading = Fade.duration }
    let seen = pages.drawn ?? pages.shown
    for index in widgets.inForce.indices
    where pages.isWidget(index, on: old) != pages.isWidget(index, on: seen) {
      // A label that is not made yet is made now, as the widget cannot wait for it.
      updateScene(index, at: now)
    }
    let ground = pages.grounds(configuration.settings.display.background).shown
    scene?.setBackground(ground, over: seconds, at: sceneTime(now))
    setNeedsFrame(at: now)
  }

  /// True while frames are mirrored, and with them the ways of pages.
  var isMirrored: Bool {
    configuration.settings.display.direction.isMirrored(in: configuration.settings.language)
  }

  // MARK: - Slides

  /// The picture on the screen, in the display's own format; nil where a slide over it would not be seen.
  func shownPicture() -> [UInt8]? {
    guard let mode = output.mode, panel.power.isOn, !stage.isCalibrating,
      let size = scene?.transform.bufferSize
    else { return nil }
    // A turn that another one interrupts goes on from what is seen.
    if stage.slide != nil { return stage.slide?.takePicture(&scene, at: frames.shownInstant) }
    var picture = stage.takePicture(of: size, in: mode.format)
    scene?.paintAll(into: &picture, in: mode.format, at: frames.shownInstant)
    return picture
  }

  /// Has the scene's page move in over a picture.
  ///
  /// - Parameters:
  ///   - leaving: The picture on the screen.
  ///   - turn: The way in which the page comes.
  ///   - drawn: The direction in which a finger draws it in, true where there is a page, and the touch with which that
  ///     begins; nil for one that comes by itself.
  ///   - now: The current time.
  func beginSlide(
    over leaving: [UInt8],
    by turn: PageTurn,
    drawn: (direction: SwipeCourse.Direction, hasPage: Bool, event: TouchEvent)? = nil,
    at now: MonotonicInstant
  ) {
    guard let mode = output.mode, let transform = scene?.transform else { return }
    let size = transform.bufferSize
    // Another display may have come.
    guard leaving.count == size.width * size.height * mode.format.bytesPerPixel else { return }
    // The scene's buffers are the pictures of the slide now.
    scene?.invalidateAll()
    var coming = stage.takePicture(of: size, in: mode.format)
    if drawn?.hasPage == false {
      paintGround(&coming, transform: transform, in: mode.format, at: now)
    }
    var slide = PageSlide(
      over: leaving,
      coming:  // A picture that two hold would be copied to be painted.
        consume coming,
      transform: transform,
      in: mode.format,
      by: turn,
      bufferCount: mode.bufferCount,
      from: sceneTime(now),
      showsScene: drawn?.hasPage ?? true
    )
    if let (direction, hasPage, event) = drawn {
      slide.swipe = SwipeCourse(
        direction,
        way: Double(slide.way),
        hasPage: hasPage,
        isUpright: slide.isUpright,
        by: turn,
        transform: transform,
        from: event.position,
        at: event.time
      )
    }
    // Now is more time for it than in the frame.
    slide.paintComing(&scene, at: sceneTime(now))
    stage.slide = slide
    setNeedsFrame(at: now)
  }

  /// Ends a slide that is over.
  func finishSlide(at now: MonotonicInstant) {
    // What was seen before was no page at rest: the one that has stayed comes through it.
    if stage.swipe.returns, stage.slide?.interrupts ?? false {
      fadeBack(at: now)
    } else {
      endSlide(at: now)
    }
  }

  /// Has the scene be painted into the display's buffers again.
  func endSlide(at now: MonotonicInstant) {
    guard stage.slide != nil else { return }
    stage.endSlide()
    if stage.swipe.isActive { returnFromSwipe(at: now) }
    forgetBuffers()
    frames.clock.expectLongFrames(output.mode?.bufferCount ?? 0)
  }

  /// Draws the frame of a slide for `target`.
  func drawSlide(at now: MonotonicInstant, for target: MonotonicInstant) {
    let instant = sceneTime(target)
    commitFrame(target, at: now) { buffer in
      stage.slide?.paint(&buffer, scene: &scene, at: instant) ?? PixelRegion()
    }
  }

  /// Tells subscribers which page is shown, and keeps it.
  func tellPage(insteadOf old: String, by cause: PageCause, at now: MonotonicInstant) {
    duties.stateHasChanged()
    publish(.page(old, cause), id: widgets.pages.page?.id, at: now)
  }

  /// Shows the page to which the widget leads that has triggered, or was submitted.
  func follow(_ event: WidgetEvent, at now: MonotonicInstant) {
    let index = event.widget
    guard let target = widgets.names.targets[index] else { return }
    // The finger has only put away what a program had left there.
    guard !programs.jobs.isDismissing(widgets.names.ids[index]) else { return }
    let isSubmitted = event.type == EventDetails.submit.type
    turnPage(to: target, by: isSubmitted ? .submit : event.isByKey ? .key : .touch, at: now)
  }

  // MARK: - Requests

  /// Shows a page, where one is asked for, and tells which one is shown.
  func showPage(
    _ target: String?,
    kind: PageTurn.Kind?,
    at now: MonotonicInstant
  ) throws(RequestFault) -> ControlAnswer {
    if let target {
      guard widgets.pages.leads(to: target) else {
        throw .badParameter("id", must: "must be the id of a [[page]], \"back\" or \"home\"")
      }
      guard !frames.isScheduled else { return .later }
      use(at: now)
      turnPage(to: target, by: .request, kind: kind, at: now)
    }
    return .result(.page(id: widgets.pages.page?.id, since: widgets.pages.since.seconds))
  }
}

extension PageTurn.Edge {
  /// The edge at which it is where frames are mirrored.
  fileprivate var mirrored: Self {
    switch self {
    case .left: .right
    case .right: .left
    case .top, .bottom: self
    }
  }
}
