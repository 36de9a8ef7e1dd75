// SPDX-License-Identifier: Apache-2.0
internal import Glibc
internal import MonotonicTime
internal import Notices
internal import Presentation

/// Reads the kernel's events: flips that have happened, cards and monitors that come and go.
extension ModesettingOutput {
  /// Reads the device's events.
  func readDevice(at now: MonotonicInstant) {
    while let device {
      let count: Int
      do throws(KMSError) {
        count = try device.readEvents(into: &eventBytes)
      } catch {
        loseDevice("\(error)", at: now)
        return
      }
      guard count > 0 else { return }
      if let event = pendingFlipEvent(in: eventBytes, count: count) {
        flipHasHappened(event, at: now)
      }
      // Where another event would have fitted in there is none.
      guard count + PageFlipEvents.longestBytes > eventBytes.count else { return }
    }
  }

  /// The event of the pending flip, if it is there, and the mirror's has come too; events of earlier flips
  /// and processes do not count.
  private func pendingFlipEvent(in bytes: [UInt8], count: Int) -> PageFlipEvent? {
    guard let shown, shown.flip != nil else { return nil }
    var events = PageFlipEvents(bytes.span.extracting(0..<count))
    while let event = events.next() {
      if let whole = shown.note(event) { return whole }
    }
    return nil
  }

  /// The picture has been flipped, and the mirror has not said so in time.
  ///
  /// - Returns: True if that is so.
  func mirrorIsOverdue(at now: MonotonicInstant) -> Bool {
    guard let shown, let event = shown.flip?.event else { return false }
    dropMirror(of: shown, error: KMSError(.commit, device: shown.device.path, number: ETIMEDOUT))
    flipHasHappened(event, at: now)
    return true
  }

  private func flipHasHappened(_ event: PageFlipEvent, at now: MonotonicInstant) {
    guard let shown, let flip = shown.flip else { return }
    let feedback = shown.flipClock.feedback(
      for: event,
      committedAt: flip.committedAt,
      isModeset: flip.isModeset,
      at: now
    )
    frameIsShown(feedback, on: shown)
  }

  /// A frame whose driver sends no event is taken to be shown by now.
  func flipHasNoEvent(at now: MonotonicInstant) {
    guard let shown else { return }
    frameIsShown(PresentationFeedback(time: now, sequence: nil, isVblank: false), on: shown)
  }

  private func frameIsShown(_ feedback: PresentationFeedback, on shown: Shown) {
    shown.present()
    var feedback = feedback
    feedback.isInterrupted = shown.isInterrupted
    shown.isInterrupted = false
    events.append(.presented(feedback))
    if shown.isCleared {
      shown.isCleared = false
      events.append(.needsFullFrame)
    }
    if let rung = past.ladder.reset() {
      notice(.notice, "frames reach the screen again after \(rung.sentence)")
    }
    // A mirror would be ended by it.
    if !isAwake || !changeRoom(of: shown) {
      // Before what an earlier process has left there goes dark.
      if shown.mirrorIsDue, isAwake { updateMirror(on: shown) }
      if shown.isNew { tidy(around: shown) }
    }
    if !isAwake { powerDown() }
    if let card, !card.hasAsked {
      // What the kernel knows may be of monitors that were there before this process.
      self.card?.hasAsked = true
      // Where only waiting could ask, it has to do.
      _ = system.ask(shown.device, probe: .all)
    }
  }

  /// After the first frame: frees what earlier programs have left.
  private func tidy(around shown: Shown) {
    shown.isNew = false
    past.distrustsPicture = false
    past.leastRefusedBytes = .max
    removeStrayFramebuffers()
    let (pipeline, device) = (shown.pipeline, shown.device)
    guard settings.switchesOthersOff || !pipeline.isAtomic,
      let snapshot = try? device.snapshot(probing: .none)
    else { return }
    guard pipeline.isAtomic else {
      let others = snapshot.planes.filter { $0.crtc == pipeline.crtc && $0.role == .overlay }
      device.clearLeftovers(on: pipeline.crtc, planes: others.map(\.id))
      return
    }
    do throws(KMSError) {
      try switchOffOthers(snapshot, except: pipeline, on: device)
    } catch {
      notice(.debug, "other screens stay as they are: \(error)")
    }
  }

  /// Reads what udev reports.
  func readSystem(at now: MonotonicInstant) {
    var (isAny, isOurs, isRemoved) = (false, false, false)
    var isToAsk = false
    var probe = Probe.none
    while let change = system.nextChange() {
      switch change {
      case .added:
        isAny = true
      case .removed(let path):
        isAny = true
        if path == device?.path { isRemoved = true }
      case .changed(let path, let isProperty, let connector):
        isAny = true
        guard path == device?.path else { continue }
        if shown == nil { card?.hasAsked = false }
        guard !isProperty else {
          isOurs = true
          continue
        }
        isToAsk = true
        let named = connector.map { Probe.connector($0) } ?? .all
        probe = probe == .none || probe == named ? named : .all
      case .answered(let path):
        isOurs = isOurs || path == device?.path
      }
    }
    if isRemoved { loseDevice("the card has left the machine", at: now) }
    if shown == nil {
      if isAny { search(at: now) }
    } else if isToAsk {
      shown?.asksMonitors = true
      shown?.reading = nil
      ask(probe, at: now)
    } else if isOurs {
      reconsider(probing: .none, at: now)
    }
  }

  /// Looks whether the monitor is still there and still the same.
  ///
  /// - Parameters:
  ///   - probing: The monitors to ask anew.
  ///   - isByHand: The settings have changed, not the machine.
  ///   - now: The present time.
  func reconsider(probing: Probe, isByHand: Bool = false, at now: MonotonicInstant) {
    guard let device = shown?.device else { return }
    do throws(KMSError) {
      let snapshot = try device.snapshot(probing: probing)
      tellOfHeadsets(in: snapshot, on: device)
      let choice = chooseAgain(in: snapshot)
      if choice?.connector.id == shown?.pipeline.connector.id, let connector = choice?.connector {
        noteReading(of: connector, at: now)
      }
      guard let choice, isPresent(choice) || (!isByHand && isHeld(by: choice.connector)) else {
        // Nothing here may keep the display: its buffers have to go before there are others.
        displayHasChanged(choice, isByHand: isByHand, at: now)
        return
      }
      goOn(with: choice.connector, as: snapshot)
    } catch {
      loseDevice("\(error)", at: now)
    }
  }

  private func chooseAgain(in snapshot: DeviceSnapshot) -> DisplayChoice? {
    guard let shown else { return nil }
    return try? DisplayChoice.choose(
      from: snapshot,
      capabilities: shown.device.capabilities,
      settings: settings,
      after: DisplayChoice.Past(
        connector: shown.pipeline.connector.id,
        neighbours: shown.neighbours,
        doubted: past.doubted
      )
    )
  }

  private func isPresent(_ choice: DisplayChoice) -> Bool {
    (shown?.pipeline.choice).map { choice.wantsSame(as: $0) } ?? false
  }

  /// Goes on with the display that is shown on, and sets its mode if it has lost it.
  private func goOn(with connector: Connector, as snapshot: DeviceSnapshot) {
    guard let shown else { return }
    shown.mirrorIsDue = true
    if isAwake, !shown.isNew, shown.flip == nil { updateMirror(on: shown) }
    guard isAwake, shown.setup == .flip, !shown.pipeline.fits(snapshot) else { return }
    let name = connector.name
    if connector.hasBadLink {
      notice(
        .warning,
        recovery: "link-status",
        "the link to \(name) has failed; setting its mode"
      )
    } else {
      notice(.warning, recovery: "modeset", "\(name) has lost its mode; setting it anew")
    }
    shown.pipeline.refresh(from: snapshot)
    shown.setup = .modeset
    events.append(.needsFullFrame)
  }

  private func displayHasChanged(
    _ choice: DisplayChoice?,
    isByHand: Bool,
    at now: MonotonicInstant
  ) {
    guard let connector = shown?.pipeline.connector else { return }
    if isByHand {
      notice(
        .notice,
        "the settings ask for another display than \(connector.name) in its present mode"
      )
    } else {
      if let choice, choice.connector.id != connector.id, connector.isFirmwareWord {
        past.doubted = connector.id
      }
      notice(.notice, recovery: "hotplug", Self.change(of: connector, to: choice?.connector))
    }
    do throws(KMSError) {
      // A CRTC that stays bound to a connector without monitor makes the next modeset fail.
      if let shown {
        endMirror(of: shown)
        try switchOff(shown, isReleasing: true)
      }
    } catch {
      notice(.debug, "the CRTC of \(connector.name) stays on: \(error)")
    }
    deactivate("waiting for a monitor", at: now)
    past.distrustsPicture = true
    search(at: now)
  }

  /// The change of the monitor on `connector`, in words.
  private static func change(of connector: Connector, to other: Connector?) -> String {
    let monitor = "the monitor on \(connector.name)"
    guard let other else { return "\(monitor) has gone" }
    guard other.id == connector.id else {
      return "\(monitor) gives way to the one on \(other.name)"
    }
    return connector.isUnread && !other.isUnread
      ? "\(monitor) has said what it is" : "\(monitor) is another one"
  }
}
