// SPDX-License-Identifier: Apache-2.0
internal import Configuration
internal import Control
internal import Geometry
internal import LinuxSystem
internal import Logging
package import MonotonicTime
internal import Motion
internal import Presentation
internal import Raster
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
    if request.isChange { server.logChange(request, by: session.peer) }
    if case .subscribe(let types) = request {
      session.subscriptions = types
      return .result(.subscribed(types))
    }
    return try server.answer(request, at: now)
  }
}

extension Server {
  /// Carries out a request that needs no session.
  func answer(
    _ request: ControlRequest,
    at now: MonotonicInstant
  ) throws(JSONRPCError) -> ControlAnswer {
    switch request {
    case .setProgress(let change):
      return .result(try setProgress(change, at: now))
    case .getProgress(let id):
      return .result(try progress(id))
    case .setWidget(let change):
      if change.label != nil, !hasTimeToSpare { return .later }
      return .result(try setWidget(change, at: now))
    case .pressButton(let id):
      return .result(try pressButton(id, at: now))
    case .sendTouch(let touch):
      return .result(try sendTouch(touch, at: now))
    case .subscribe(let types):
      return .result(.subscribed(types))
    case .status:
      return .result(.status(statusReport(at: now)))
    case .screenshot:
      guard hasTimeToSpare else { return .later }
      return try screenshot()
    case .reload:
      guard hasTimeToSpare else { return .later }
      try reloadByRequest(at: now)
      return .result(.empty)
    }
  }

  /// Reads, answers and writes what the control socket's clients are ready for.
  package func controlIsReady(at now: MonotonicInstant) {
    endpoint?.process(RequestHandler(server: self, now: now))
  }

  /// Whether no frame is waiting to be drawn: the moment for what takes milliseconds.
  var hasTimeToSpare: Bool {
    if case .scheduled = clock.state { return false }
    return true
  }

  // MARK: - Methods

  func setProgress(
    _ change: ProgressChange,
    at now: MonotonicInstant
  ) throws(JSONRPCError) -> ControlResult {
    let (index, settings) = try progressWidget(change.id)
    let curve = try change.ease.map { ease throws(JSONRPCError) in try self.curve(ease) }
    states[index].percent = change.percent
    use(at: now)
    if let stage, case .progress(let place) = stage.places[index] {
      changeScene(at: now) { scene, _ in
        scene.setProgress(
          place,
          percent: change.percent,
          over: change.duration ?? settings.changeDuration,
          curve: curve ?? settings.ease,
          at: now
        )
      }
    }
    publish(.progress, id: settings.id, [("percent", .number(change.percent))], at: now)
    hasNewState = true
    return .progressSet(id: settings.id, percent: change.percent)
  }

  func progress(_ id: String?) throws(JSONRPCError) -> ControlResult {
    let (index, settings) = try progressWidget(id)
    return .progress(
      id: settings.id,
      percent: states[index].percent ?? settings.percent,
      shown: shownPercent(index)
    )
  }

  func pressButton(_ id: String, at now: MonotonicInstant) throws(JSONRPCError) -> ControlResult {
    let index = try widgetIndex(id)
    guard case .button = settings.widgets[index] else {
      throw .wrongKind(id, expected: "button")
    }
    guard let stage, case .button(let place) = stage.places[index] else {
      throw .noDisplay(output.description.state)
    }
    use(at: now)
    guard play(button: place, at: now) else {
      throw .invalidParameter("id", "must name a button that is visible, enabled and not held")
    }
    return .widget(id: id)
  }

  func sendTouch(
    _ touch: RemoteTouch,
    at now: MonotonicInstant
  ) throws(JSONRPCError) -> ControlResult {
    guard stage != nil else { throw .noDisplay(output.description.state) }
    let last = remoteContacts[touch.slot]
    let position = Point(x: touch.x ?? last?.x ?? 0, y: touch.y ?? last?.y ?? 0)
    let phase: TouchPhase =
      switch touch.phase {
      case .down: .down
      case .move: .move
      case .up: .up
      case .cancel: .cancel
      }
    guard phase == .down || last != nil else {
      throw .invalidParameter("phase", "must be down for a slot without a finger")
    }
    let contact = ContactID(device: remoteDeviceNumber, slot: touch.slot)
    if phase == .down, let last {
      // A second down without an up: the first finger is gone.
      handleTouch(TouchEvent(contact: contact, phase: .cancel, position: last, time: now), at: now)
    }
    remoteContacts[touch.slot] = phase == .down || phase == .move ? position : nil
    handleTouch(TouchEvent(contact: contact, phase: phase, position: position, time: now), at: now)
    return .empty
  }

  func screenshot() throws(JSONRPCError) -> ControlAnswer {
    guard let size = stage?.transform.bufferSize, let pixels = stage?.picture(at: shownInstant)
    else { throw .noDisplay(output.description.state) }
    do throws(SystemError) {
      let file = try SealedMemory.make(pixels, name: "swell-screenshot")
      return .result(
        .screenshot(width: size.width, height: size.height, strideBytes: size.width * 4),
        SharedDescriptor(file)
      )
    } catch {
      throw .noDisplay("the picture cannot be handed over: \(error)")
    }
  }

  func logChange(_ request: ControlRequest, by peer: PeerCredentials?) {
    log.debug(
      "request",
      metadata: [
        "method": "\(request)", "pid": "\(peer?.process ?? 0)", "uid": "\(peer?.user ?? 0)",
      ]
    )
  }

  // MARK: - Look-up

  func widgetIndex(_ id: String) throws(JSONRPCError) -> Int {
    guard let index = settings.widgets.firstIndex(where: { $0.id == id }) else {
      throw .noSuchWidget(id)
    }
    return index
  }

  private func progressWidget(
    _ id: String?
  ) throws(JSONRPCError) -> (index: Int, settings: ProgressSettings) {
    if let id {
      let index = try widgetIndex(id)
      guard case .progress(let progress) = settings.widgets[index] else {
        throw .wrongKind(id, expected: "progress")
      }
      return (index, progress)
    }
    var found: (Int, ProgressSettings)?
    for (index, widget) in settings.widgets.enumerated() {
      guard case .progress(let progress) = widget else { continue }
      guard found == nil else {
        throw .invalidParameter("id", "must say which, as there is more than one progress")
      }
      found = (index, progress)
    }
    guard let found else { throw .noSuchWidget("progress") }
    return found
  }

  private func curve(_ ease: EaseParameter) throws(JSONRPCError) -> Curve {
    switch ease {
    case .name(let name):
      guard let curve = Curve(named: name) else {
        throw .invalidParameter("ease", "must be a curve's or an easing's name or four numbers")
      }
      return curve
    case .points(let x1, let y1, let x2, let y2):
      return .bezier(TimingFunction(x1, y1, x2, y2))
    }
  }
}

/// The device number of touches that clients send.
private let remoteDeviceNumber = -1
