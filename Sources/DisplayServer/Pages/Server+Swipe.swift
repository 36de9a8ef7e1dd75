// SPDX-License-Identifier: Apache-2.0
internal import Configuration
internal import Control
internal import Geometry
internal import MonotonicTime
internal import Presentation
internal import Raster
internal import Touch
internal import Widgets

// Pages that a finger draws in.
extension Server {
  /// Gives a touch to the finger that draws in a page, or may.
  ///
  /// - Returns: True if the touch is not for the widgets.
  func swipe(by event: TouchEvent, at now: MonotonicInstant) -> Bool {
    // The finger is for the page that is going back to its place.
    if event.phase == .down, stage.swipe.returns { fadeBack(at: now) }
    let way: PageSettings.Swipe = widgets.pages.page?.swipe ?? .none
    // A widget's table is boxed to be asked, which nothing pays for where pages are not drawn in.
    let mayBegin = way != .none && event.phase == .down && isFree(way, at: event.position)
    let action = stage.swipe.handle(event, way: way, mayBegin: mayBegin)
    switch action {
    case .none: return false
    case .swallowed: break
    case .begins(let direction): beginSwipe(direction, by: event, at: now)
    case .draws:
      stage.slide?.swipe?.drag(to: event.position, at: event.time)
      setNeedsFrame(at: now)
    case .ends(let isCancelled): endSwipe(isCancelled: isCancelled, at: event.time, now: now)
    }
    return true
  }

  /// Tells if a finger at a place, in points, does nothing else with the axis of a swipe.
  private func isFree(_ way: PageSettings.Swipe, at position: Point) -> Bool {
    // From a letter it slides to an accent.
    if scene?.isOnKeyboard(position) ?? false { return false }
    guard let index = scene?.taker(at: position), widgets.inForce.indices.contains(index) else {
      return true
    }
    let drags = widgets.inForce[index].table.drags
    return !drags.contains(way == .vertical ? .vertical : .sideways)
  }

  /// Has a finger draw in the page beside the one that is shown, or a rubber band where there is none; over what is
  /// seen, in the middle of a turn too.
  private func beginSwipe(
    _ direction: SwipeCourse.Direction,
    by event: TouchEvent,
    at now: MonotonicInstant
  ) {
    let interrupts = stage.slide != nil
    guard let leaving = shownPicture() else { return stage.swipe.end(returns: false) }
    stage.endSlide()
    scene?.cancelTouches(at: sceneTime(now), telling: &widgetEvents)
    deliverWidgetEvents(at: now)
    let isForward = direction == .up || direction == (isMirrored ? .right : .left)
    let neighbour = widgets.pages.neighbour(isForward ? 1 : -1)
    var turn =
      (neighbour.map { widgets.pages.settings[$0] } ?? widgets.pages.page)?.turn ?? PageTurn()
    turn.from =
      switch direction {
      case .left: .right
      case .right: .left
      case .up: .bottom
      case .down: .top
      }
    let shown = widgets.pages.shown
    widgets.pages.drawn = neighbour
    if neighbour != nil { showPage(insteadOf: shown, over: 0, at: now) }
    beginSlide(over: leaving, by: turn, drawn: (direction, neighbour != nil, event), at: now)
    stage.slide?.interrupts = interrupts
  }

  /// Paints what is seen behind the first page and the last one: the background, a little lighter or darker.
  func paintGround(
    _ picture: inout [UInt8],
    transform: OutputTransform,
    in format: PixelFormat,
    at now: MonotonicInstant
  ) {
    let ground = widgets.pages.grounds(configuration.settings.display.background).shown
    let isDark = Int(ground.red) + 2 * Int(ground.green) + Int(ground.blue) < 512
    let shade = ground.mixed(with: Color(rgb: isDark ? 0xFFFFFF : 0), share: 0.08)
    var plain = Scene(
      [],
      transform: transform,
      background: shade,
      bufferCount: 1,
      materials: workshop.materialsAtHand,
      at: sceneTime(now)
    )
    plain.paintAll(into: &picture, in: format, at: sceneTime(now))
  }

  /// The finger has let go: the page comes, or goes back.
  private func endSwipe(isCancelled: Bool, at time: MonotonicInstant, now: MonotonicInstant) {
    let comes = stage.slide?.swipe?.letGo(isCancelled: isCancelled, at: time) ?? false
    stage.swipe.end(returns: !comes && stage.slide != nil)
    setNeedsFrame(at: now)
    guard let page = widgets.pages.drawn else { return }
    guard comes else {
      if stage.slide == nil { returnFromSwipe(at: now) }
      return
    }
    let old = widgets.pages.settings[widgets.pages.shown].id
    widgets.pages.takeDrawn(page, at: now)
    focusPage(at: now)
    tellPage(insteadOf: old, by: .swipe, at: now)
    deliverWidgetEvents(at: now)
  }

  /// Has the page that is shown come through what is seen of the one that a finger has drawn over it.
  func fadeBack(at now: MonotonicInstant) {
    let seen = shownPicture()
    endSlide(at: now)
    if let seen { beginSlide(over: seen, by: PageTurn(), at: now) }
  }

  /// Shows the page again over which another one was drawn, once that has gone back.
  func returnFromSwipe(at now: MonotonicInstant) {
    stage.swipe.end(returns: false)
    guard let drawn = widgets.pages.drawn else { return }
    widgets.pages.drawn = nil
    showPage(insteadOf: drawn, over: 0, at: now)
  }
}
