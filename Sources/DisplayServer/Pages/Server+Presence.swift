// SPDX-License-Identifier: Apache-2.0
internal import Configuration
internal import Control
internal import MonotonicTime
internal import Touch
internal import Widgets

// The use of the display by touch, keys and scans, and the end of a page that is not used.
extension Server {
  /// Notes a touch, a key or a scan.
  func notePresence(at now: MonotonicInstant) {
    widgets.pages.use(at: now)
    if widgets.pages.idleness.use(at: now) { publish(.active, id: nil, at: now) }
  }

  /// Notes what has become of a finger or a key.
  func notePresence(of contact: ContactID, phase: TouchPhase, at now: MonotonicInstant) {
    stage.held.note(contact, phase: phase)
    notePresence(at: now)
  }

  /// True while something keeps the page from timing out: a finger or a key that is held, or a program.
  var isPageKept: Bool { !stage.held.isEmpty || isPageBusy }

  /// True while a program of the page runs, which keeps the page from timing out.
  var isPageBusy: Bool {
    let ids = widgets.names.ids
    return widgets.programs.indices.contains { index in
      widgets.programs[index] != nil && !isSource(index) && isProgramOfPage(index)
        && programs.jobs.status(of: ids[index]).state.isUnderWay
    }
  }

  /// True if the program of the widget at `index` is the shown page's: its widget lies on that page and on no other, or
  /// leads to it.
  func isProgramOfPage(_ index: Int) -> Bool {
    let pages = widgets.pages
    return pages.isOwn(index) || widgets.names.targets[index].map(pages.isShown(as:)) ?? false
  }

  /// Does what is due at the page's timeout.
  func pageIsDue(at now: MonotonicInstant) {
    guard let (from, resets) = widgets.pages.expire(isBusy: isPageKept, at: now) else { return }
    if resets {
      scene?.hideFocus(at: sceneTime(now), telling: &widgetEvents)
      try? scene?.setFocus(to: nil, isQuiet: true, at: sceneTime(now), telling: &widgetEvents)
      scene?.beginKeyboard(at: sceneTime(now))
    }
    if let from { pageHasTurned(from: from, by: .timeout, at: now) }
    guard resets else { return }
    if from == nil { focusPage(at: now) }
    emptyFields(at: now)
    deliverWidgetEvents(at: now)
    scene?.beginLists(at: sceneTime(now))
    setNeedsFrame(at: now)
    if let language = configuration.settings.display.languages.first {
      wantLanguage(language, because: .timeout)
    }
  }

  /// Empties all fields for the next user.
  private func emptyFields(at now: MonotonicInstant) {
    for index in widgets.inForce.indices where !typedText(at: index).isEmpty {
      guard let request = widgets.inForce[index].table.clearing,
        let change = try? widgets.inForce[index].change(by: request)
      else { continue }
      try? scene?.perform(request, by: index, at: sceneTime(now), telling: &widgetEvents)
      self.change(index, by: widgets.inForce[index].table.kept(change), at: now)
      reloads.note(request, by: index, length: change.length, at: now)
    }
  }

  /// True if a client wants to hear when the display is left idle, or used again.
  var tellsIdleness: Bool {
    guard let endpoint else { return false }
    return endpoint.hasSubscribers(of: .idle) || endpoint.hasSubscribers(of: .active)
  }

  /// Tells subscribers how long there has been no touch, key or scan.
  func tellIdleness(at now: MonotonicInstant) {
    if !stage.held.isEmpty { notePresence(at: now) }
    guard let seconds = widgets.pages.idleness.advance(to: now),
      let seconds = IdleSeconds(rawValue: Int(seconds))
    else { return }
    publish(.idle(seconds), id: nil, at: now)
  }
}
