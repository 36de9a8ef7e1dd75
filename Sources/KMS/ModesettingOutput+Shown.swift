// SPDX-License-Identifier: Apache-2.0
internal import MonotonicTime
internal import Presentation

extension ModesettingOutput {
  /// A display that frames go to, from its activation to its loss.
  ///
  /// ```
  ///             accepted                  presented
  ///   resting ────────────► flying(flip) ───────────► resting
  ///      │ ▲                  ▲      ⟲ overdue: a respite, then handed over anew
  ///      ▼ │ accepted         │
  ///    held(since) ───────────┘   refused as busy, again and again
  /// ```
  final class Shown {
    /// A flip that was accepted and has not been reported back.
    struct Flip {
      /// Number that its event carries; 0 for a flip that sends none.
      var cookie: UInt64
      /// Time at which it was accepted.
      var committedAt: MonotonicInstant
      /// Time at which it counts as lost, or as done if it sends no event.
      var deadline: MonotonicInstant
      /// True if an event will come.
      var hasEvent: Bool
      /// True if the mode is set with it.
      var isModeset: Bool
      /// True if the deadline has passed once already.
      var isOverdue = false
      /// The event, while that of the mirror is still to come.
      var event: PageFlipEvent?
      /// True if the mirror's event is still to come.
      var awaitsMirror = false
    }

    /// The whereabouts of the newest frame.
    enum Flight {
      /// On the screen, if there was one.
      case resting
      /// Still here: the device has been refusing it as busy since then.
      case held(since: MonotonicInstant)
      /// On its way to the screen.
      case flying(Flip)
    }

    /// Abilities of a driver without atomic requests, as they turn out.
    struct Calls {
      /// True until a page flip is refused.
      var hasPageFlips = true
      /// True until a report of changed rectangles is refused.
      var takesDamage = true
    }

    /// The card.
    let device: Device
    /// The buffers.
    private(set) var swapchain: Swapchain<Device>
    /// Those before, as long as no frame of the present ones is on the screen.
    private(set) var predecessor: Swapchain<Device>?
    /// True if the picture cannot be moved on this display.
    var isRoomRefused = false
    /// The mode as the server is told of it.
    let mode: OutputMode
    /// The way of frames to the monitor.
    var pipeline: DisplayPipeline
    var flipClock: FlipClock
    /// The part of the pipeline that the next commit has to set.
    var setup: DisplayPipeline.Setup
    private(set) var flight = Flight.resting
    /// True until a frame has been shown, while everything that earlier programs have left is still there.
    var isNew = true
    /// True if the frame on its way to the screen may be lost in memory that a modeset clears.
    var isCleared = false
    /// True if the frame on its way sets the mode, or was handed over more than once.
    var isInterrupted = false
    /// True while the monitor is switched off for sleep.
    var isPoweredDown = false
    var calls = Calls()
    /// The way of frames to a second monitor that shows the same; `nil` without one.
    var mirror: DisplayPipeline?
    /// True if another look for such a monitor is due.
    var mirrorIsDue = true
    /// Schedule for asking the monitor again; `nil` for one that has said what it is.
    var reading: MonitorReading?
    /// The connectors that had a monitor when this one was chosen.
    let neighbours: Set<ConnectorID>
    /// True if monitors that the kernel knows nothing of are asked for the mirror's sake.
    var asksMonitors = true

    /// A display whose buffers' contents are unknown; the first commit sets what `setup` says.
    init(
      _ pipeline: DisplayPipeline,
      swapchain: Swapchain<Device>,
      on device: Device,
      setup: DisplayPipeline.Setup,
      neighbours: Set<ConnectorID>
    ) {
      self.device = device
      self.neighbours = neighbours
      self.swapchain = swapchain
      self.pipeline = pipeline
      self.setup = setup
      let refreshInterval = believableRefreshInterval(
        MonotonicInterval(seconds: 1000 / Double(pipeline.mode.refreshMilliHertz))
      )
      mode = OutputMode(
        size: swapchain.size,
        format: swapchain.format,
        refreshInterval: refreshInterval,
        blankingInterval: OutputMode.blankingInterval(
          refreshInterval: refreshInterval,
          visibleLines: Int(pipeline.mode.height),
          totalLines: Int(pipeline.mode.vtotal)
        ),
        widthMillimetres: pipeline.connector.widthMillimetres,
        heightMillimetres: pipeline.connector.heightMillimetres,
        bufferCount: Swapchain<Device>.bufferCount,
        panelRotation: pipeline.connector.panelRotation
      )
      flipClock = FlipClock(
        refreshInterval: refreshInterval,
        trustsTimestamps: device.capabilities.hasMonotonicTimestamps
      )
    }
  }
}

extension ModesettingOutput.Shown {
  /// Time after which a flip event counts as lost.
  var flipTimeout: MonotonicInterval { flipClock.timeout }

  /// The same for the event of the next commit, which may have to set the mode.
  var nextFlipTimeout: MonotonicInterval {
    setup == .modeset ? flipClock.modesetTimeout : flipClock.timeout
  }

  /// The flip on its way; `nil` when there is none.
  var flip: Flip? {
    if case .flying(let flip) = flight { flip } else { nil }
  }

  /// A frame is on its way.
  func send(_ flip: Flip) { flight = .flying(flip) }

  /// The device was busy and nothing has changed.
  ///
  /// - Returns: True if that goes on for too long; the time counts anew then.
  func hold(at now: MonotonicInstant) -> Bool {
    guard case .held(let since) = flight else {
      flight = .held(since: now)
      return false
    }
    guard now - since > flipTimeout else { return false }
    flight = .held(since: now)
    return true
  }

  /// The flip on its way has until `deadline` now; it `isOverdue` already if that is said.
  func extendFlip(until deadline: MonotonicInstant, isOverdue: Bool) {
    guard case .flying(var flip) = flight else { return }
    flip.deadline = deadline
    if isOverdue { flip.isOverdue = true }
    flight = .flying(flip)
  }

  /// An event of the flip on its way has come from the CRTC `crtc`, 0 where the kernel does not say.
  ///
  /// - Returns: The event of our own CRTC, once there is no other to wait for.
  func note(_ event: PageFlipEvent) -> PageFlipEvent? {
    guard case .flying(var flip) = flight, event.cookie == flip.cookie else { return nil }
    let isUnknown = event.crtc.rawValue == 0
    if event.crtc == pipeline.crtc || isUnknown && flip.event == nil {
      flip.event = event
    } else if event.crtc == mirror?.crtc || isUnknown {
      flip.awaitsMirror = false
    }
    flight = .flying(flip)
    return flip.awaitsMirror ? nil : flip.event
  }

  /// The frame on its way has reached the screen, or counts as if it had.
  func land() { flight = .resting }

  /// The frame on its way is on the screen.
  func present() {
    land()
    swapchain.present()
    predecessor = nil
  }

  /// Goes on with other buffers, of unknown contents, for a picture of the same extent; none may be on its way.
  func exchange(_ swapchain: Swapchain<System.Device>) {
    predecessor = self.swapchain
    self.swapchain = swapchain
    setup = .takeover
  }

  /// Goes back to the buffers before, which the screen still shows.
  ///
  /// - Returns: True if there are any.
  func takeBackBuffers() -> Bool {
    guard let old = predecessor.take() else { return false }
    swapchain = old
    setup = .flip
    return true
  }
}
