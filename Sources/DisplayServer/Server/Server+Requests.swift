// SPDX-License-Identifier: Apache-2.0
internal import Configuration
package import Control
internal import JSON
internal import PlainText
internal import Geometry
internal import LinuxSystem
package import MonotonicTime
internal import Presentation
internal import Touch
internal import Widgets

/// Carries out what clients ask for, at one instant.
struct RequestHandler<Display: Output, Source: TouchSource>: ControlHandler {
  let server: Server<Display, Source>
  let now: MonotonicInstant

  func answer(
    _ request: ControlRequest,
    from session: ControlSession
  ) throws(JSONRPCError) -> ControlAnswer {
    do throws(RequestFault) {
      return try carryOut(request, from: session)
    } catch {
      throw JSONRPCError(error)
    }
  }

  private func carryOut(
    _ request: ControlRequest,
    from session: ControlSession
  ) throws(RequestFault) -> ControlAnswer {
    if case .subscribe(let types) = request {
      session.subscriptions = types
      return .result(.subscribed(types))
    }
    if case .calibrate(let cross) = request {
      server.endRefresh(at: now)
      let result = try server.calibrate(cross, for: session, at: now)
      server.journal.note(changeBy: request.method, from: session.peer, at: now)
      return .result(result)
    }
    let answer = try server.answer(
      request,
      unfinished: session.unfinished,
      through: session.token,
      at: now
    )
    if request.isChange, case .result = answer {
      server.journal.note(changeBy: request.method, from: session.peer, at: now)
    }
    return answer
  }
}

extension Server {
  /// Carries out a request, or a part of it.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - unfinished: Its state from turns before.
  ///   - connection: The client's connection; nil for one that never ends.
  ///   - now: The current time.
  /// - Returns: The answer, or why there is none yet.
  /// - Throws: The fault that the client is told.
  package func answer(
    _ request: ControlRequest,
    unfinished: UnfinishedRequest,
    through connection: UInt64? = nil,
    at now: MonotonicInstant
  ) throws(RequestFault) -> ControlAnswer {
    if let (result, ids) = unfinished.done { return shown(result, by: ids, unfinished: unfinished) }
    if request.endsRefresh { endRefresh(at: now) }
    workshop.assets.beginTurn()
    switch request {
    case .widget(let request):
      guard try hasRead(request.call) else { return .unfinished }
      if request.call.takesTime, frames.isScheduled { return .later }
      guard try has(request) else { return .waits }
      guard reloads.admitsChanges || !request.call.isChange else { return .waits }
      let result = try perform(request, at: now)
      guard request.call.isChange else { return .result(result) }
      let index = try widgetIndex(request.call.id, kind: request.kind)
      return shown(result, by: [widgets.names.ids[index]], unfinished: unfinished)
    case .setWidgets(let ids, let change, let pace):
      return try setWidgets(ids, change: change, pace: pace, unfinished: unfinished, at: now)
    case .job(let request):
      return try answer(request, through: connection, at: now)
    case .sendTouch(let touch):
      return .result(try sendTouch(touch, through: connection, at: now))
    case .calibrate:
      throw .misplaced("only a client of the socket can calibrate")
    case .setFocus(let id, let isQuiet):
      return .result(try setFocus(id, isQuiet: isQuiet, at: now))
    case .sendKeys(let keys):
      return try sendKeys(keys, unfinished: unfinished, at: now)
    case .setDisplay(let brightness, let isAwake):
      return .result(try setDisplay(brightness: brightness, isAwake: isAwake, at: now))
    case .showPage(let id, let turn):
      return try showPage(id, kind: turn, at: now)
    case .getPage:
      return try showPage(nil, kind: nil, at: now)
    case .setLanguage(let name):
      return try setLanguage(name, unfinished: unfinished, at: now)
    case .language:
      return .result(languageReport)
    case .useLook(let name):
      return try useLook(name, unfinished: unfinished, at: now)
    case .look:
      return .result(lookReport)
    case .subscribe(let types):
      return .result(.subscribed(types))
    case .status:
      return .result(.status(statusReport(at: now)))
    case .screenshot:
      return try screenshot(unfinished, at: now)
    case .reload:
      return try reload(unfinished, at: now)
    case .discover:
      return try describeSocket()
    }
  }

  /// Reads, answers and writes what the control socket's clients are ready for.
  package func controlIsReady(at now: MonotonicInstant) {
    endpoint?.process(RequestHandler(server: self, now: now), at: now)
    connectionsHaveEnded(at: now)
    followCalibration(at: now)
    tellOfSocket(at: now)
    for notice in endpoint?.takeNotices() ?? [] {
      journal.tell(
        .warning,
        "a client cannot be served",
        ["reason": "\(notice)"],
        as: notice,
        at: now
      )
    }
  }

  /// Writes into the log what has become of the control socket's file.
  func tellOfSocket(at now: MonotonicInstant) {
    guard let notice = endpoint?.takeFileNotice() else { return }
    journal.tell(.warning, "control socket", ["what": "\(notice)"], as: notice, at: now)
  }

  /// Takes note of clients whose connections have ended.
  func connectionsHaveEnded(at now: MonotonicInstant) {
    for connection in endpoint?.takeEnded() ?? [] {
      workshop.trimming.note(1, at: now)
      programs.jobs.connectionHasEnded(connection, at: now)
      remoteConnectionHasEnded(connection, at: now)
    }
  }

  /// Tells if there is time for a part of a client's work before the next frame is due.
  func hasTimeToSpare(at now: MonotonicInstant) -> Bool {
    guard case .scheduled(let deadline, _) = frames.clock.state, !host.isTimeHeld else {
      return true
    }
    return deadline - (host.readClock?() ?? now) > Self.reserve
  }

  /// No part of a client's work begins so shortly before a frame.
  private static var reserve: MonotonicInterval { .microseconds(1500) }

  /// The answer to a request: its result, as soon as the widgets show the texts that it has set.
  ///
  /// A picture that is asked for next has them; a client that goes on setting others keeps none waiting for long.
  func shown(
    _ result: ControlResult,
    by ids: [String],
    unfinished: UnfinishedRequest
  ) -> ControlAnswer {
    guard waits(forTextsOf: ids.compactMap(widgets.names.index), unfinished: unfinished) else {
      return .result(result)
    }
    unfinished.done = (result, ids)
    return .waits
  }

  /// Tells if a request waits for texts of the widgets at `indices`, for as long as it may.
  private func waits(forTextsOf indices: some Sequence<Int>, unfinished: UnfinishedRequest)
    -> Bool
  {
    let coming = indices.filter { scene?.isTextComing(of: $0) ?? false }
    guard !coming.isEmpty, unfinished.mayWaitForTexts() else { return false }
    stage.awaitedTexts.formUnion(coming)
    return true
  }

  /// Has requests go on that have waited for texts, once some of these are seen, or not wanted any more.
  func resumeAwaitingTexts() {
    let isOver = stage.awaitedTexts.contains { !(scene?.isTextComing(of: $0) ?? false) }
    guard isOver else { return }
    stage.awaitedTexts = []
    endpoint?.resume()
  }

  // MARK: - Methods

  /// The description of the socket, as it was installed beside the program.
  ///
  /// Reading it takes a millisecond or two, at a moment that belongs to no frame.
  private func describeSocket() throws(RequestFault) -> ControlAnswer {
    guard !frames.isScheduled else { return .later }
    guard let bytes = try? FileReader.read(host.descriptionPath, limit: Self.longestDescription),
      let document = try? JSONValue(parsing: bytes)
    else {
      throw .misplaced("the description of the socket is not installed at \(host.descriptionPath)")
    }
    return .result(.description(document))
  }

  /// The most bytes that a description has; it has to fit into an answer.
  private static var longestDescription: Int { ControlSession.backlogLimit }

  /// Carries out a request of one kind's own.
  func perform(_ request: WidgetRequest, at now: MonotonicInstant) throws(RequestFault)
    -> ControlResult
  {
    let request = request.stamped(workshop.clock.time(at: sceneTime(now)))
    let call = request.call
    let index = try widgetIndex(call.id, kind: request.kind)
    guard scene != nil || !call.needsDisplay else {
      throw .noDisplay(output.description.state)
    }
    if call.isChange { use(at: now) }
    let change: WidgetChange
    do throws(WidgetFault) {
      change = try widgets.inForce[index].change(by: request)
      try scene?.perform(request, by: index, at: sceneTime(now), telling: &widgetEvents)
    } catch {
      throw .widget(error)
    }
    if call.isChange { self.change(index, by: widgets.inForce[index].table.kept(change), at: now) }
    if !change.isEmpty { reloads.note(request, by: index, length: change.length, at: now) }
    let answer = widgets.inForce[index].result(
      of: request,
      in: scene,
      at: index,
      at: frames.shownInstant
    )
    if let news = call.announcement(of: answer) {
      publish(news, id: widgets.names.ids[index], at: now)
    }
    return .widget(answer)
  }

  /// Reads a portion of what a request brings.
  ///
  /// - Returns: True if all of it has been read.
  /// - Throws: The fault that the client is told of the first part that is wrong, or names a page that there is not.
  private func hasRead(_ call: any WidgetCall) throws(RequestFault) -> Bool {
    let isRead: Bool
    do throws(WidgetFault) {
      isRead = try call.readOn()
    } catch {
      throw .widget(error)
    }
    for target in call.targets where !widgets.pages.leads(to: target) {
      throw .badParameter(
        "rows",
        must: "must lead to a [[page]], \"back\" or \"home\", not to '\(target)'"
      )
    }
    return isRead
  }

  func sendTouch(
    _ touch: RemoteTouch,
    through connection: UInt64?,
    at now: MonotonicInstant
  ) throws(RequestFault) -> ControlResult {
    guard scene != nil else { throw .noDisplay(output.description.state) }
    let last = remoteContacts[touch.slot]?.position
    let position = Point(x: touch.x ?? last?.x ?? 0, y: touch.y ?? last?.y ?? 0)
    let phase: TouchPhase =
      switch touch.phase {
      case .down: .down
      case .move: .move
      case .up: .up
      case .cancel: .cancel
      }
    guard phase == .down || last != nil else {
      throw .badParameter("phase", must: "must be down for a slot without a finger")
    }
    let contact = ContactID(device: RemoteContact.device, slot: touch.slot)
    if phase == .down, let last {
      // A second down without an up: the first finger is gone.
      handleTouch(TouchEvent(contact: contact, phase: .cancel, position: last, time: now), at: now)
    }
    let isDown = phase == .down || phase == .move
    remoteContacts[touch.slot] =
      isDown
      ? RemoteContact(position: position, connection: connection, isHeld: touch.isHeld) : nil
    handleTouch(TouchEvent(contact: contact, phase: phase, position: position, time: now), at: now)
    return .empty
  }

  func screenshot(
    _ unfinished: UnfinishedRequest,
    at now: MonotonicInstant
  ) throws(RequestFault) -> ControlAnswer {
    guard scene != nil || unfinished.picture != nil else {
      throw .noDisplay(output.description.state)
    }
    guard hasTimeToSpare(at: now) else { return .later }
    do throws(SystemError) {
      guard let picture = unfinished.picture else {
        // One at a time: each has a scene and megabytes of its own.
        guard stage.picture == nil else { return .waits }
        // What was set before it is seen on it; a client that goes on setting texts keeps none waiting for long.
        if waits(forTextsOf: widgets.inForce.indices, unfinished: unfinished) { return .waits }
        unfinished.picture = try beginPicture()
        stage.picture = unfinished.picture
        return .unfinished
      }
      guard picture.paintOn(host.readClock) else { return .unfinished }
      guard let file = try picture.seal(by: workshop.lines) else { return .waits }
      let size = picture.size
      return .result(
        .screenshot(width: size.width, height: size.height, strideBytes: picture.strideBytes),
        file
      )
    } catch {
      throw .noDisplay("the picture cannot be handed over: \(error)")
    }
  }

  /// A picture of what the screen shows, of which nothing is painted yet; nil without a display.
  private func beginPicture() throws(SystemError) -> PictureInProgress? {
    scene?.show(at: frames.shownInstant)
    guard var shown = scene else { return nil }
    scene?.unshare()
    shown.concealPasswords(at: frames.shownInstant)
    return try PictureInProgress(
      of: shown,
      cross: stage.isCalibrating ? stage.calibration?.cross : nil,
      closer: closer
    )
  }

  // MARK: - Look-up

  /// The widget with this id, as its index.
  func widgetIndex(_ id: String) throws(RequestFault) -> Int {
    guard let index = widgets.names.index(of: id) else { throw .noSuch(id: id) }
    return index
  }

  /// The widget of this kind with this id; nil for the only one.
  func widgetIndex(_ id: String?, kind: String) throws(RequestFault) -> Int {
    if let id {
      let index = try widgetIndex(id)
      guard widgets.names.kinds[index] == kind else {
        throw .wrongKind(id: id, expected: kind)
      }
      return index
    }
    let found = widgets.names.indices(of: kind)
    guard found.count <= 1 else {
      throw .badParameter("id", must: "must say which, as there is more than one \(kind)")
    }
    guard let only = found.first else { throw .noSuch(id: kind) }
    return only
  }
}
