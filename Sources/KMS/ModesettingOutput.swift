// SPDX-License-Identifier: Apache-2.0
package import Geometry
package import LinuxSystem
package import MonotonicTime
internal import Notices
package import Presentation

/// A display on the kernel's modesetting interface.
///
/// It looks for a card and a monitor for as long as it takes, shows what the server draws, and gets
/// over whatever happens to cable, panel, driver or device node. It never gives up: without a display
/// it stays deactivated, says why in ``description``, and goes on looking.
///
/// ```
///   idle ──► searching ◄──────────────► showing      stopped
///                ▲                          │
///                └───────── away ◄──────────┘
/// ```
/// Its state is its `Phase`, which draws this in full; `Shown` has the state of one display, and `Past` the state that
/// outlives displays. The work is split over extensions: `+Search` finds a display and `+Activation` lights it,
/// `+Commit` and `+Atomic` or `+Legacy` show frames, `+Recovery` meets faults, `+Scanout` finds pictures that others
/// have left on the screen, `+Events` reads flips and hotplug, `+Session` shares the screen.
package final class ModesettingOutput<System: CardSystem>: Output {
  package typealias Settings = KMSSettings
  typealias Device = System.Device

  /// The card in use or waited on.
  struct Card {
    let device: Device
    /// Framebuffers of an earlier process, removed once a frame of ours is on the screen.
    var strayFramebuffers: [FramebufferID] = []
    /// True once all its monitors have been asked what they are.
    var hasAsked = false
  }

  /// State that is kept from display to display until frames reach the screen again.
  struct Past {
    /// The flip numbered last.
    var cookie: UInt64 = 0
    var backoff = Backoff()
    var ladder = RecoveryLadder()
    /// True if a display that seems to show the right mode is not believed.
    var distrustsPicture = false
    /// True once it was said that memory is short.
    var hasToldOfMemory = false
    /// Bytes of the smallest buffer that the card had no memory for.
    var leastRefusedBytes = Int.max
    /// A panel that only the firmware knows of and that has given way to a monitor.
    var doubted: ConnectorID?
    /// The flip that was numbered last when the screen was looked at.
    var checkedCookie: UInt64 = 0
    /// True if the frame that came to rest last was not found on the screen.
    var hasDrawnAnew = false
  }

  private static var deviceToken: UInt64 { 1 }
  private static var systemToken: UInt64 { 2 }
  private static var sessionToken: UInt64 { 4 }

  let system: System
  private(set) var settings: KMSSettings
  let session: (any DisplaySession)?
  private let epoll: Epoll
  var adopted: OwnedFileDescriptor?

  var events = OutputEventQueue()
  var eventBytes = [UInt8](repeating: 0, count: 4096)
  var request = AtomicRequest()
  var clips: [UInt32] = []

  var phase = Phase.idle
  var past = Past()
  var card: Card?
  /// The notice that was given last about a mirror that cannot be.
  var toldMirrorObstacle = ""
  /// Distance by which the picture is to be movable, in pixels to each side.
  var wantedRange = 0
  /// Its offset from the next frame on.
  var wantedShift = PixelPoint.zero
  /// The last sentence about a picture that cannot be moved.
  var toldRoomObstacle = ""
  /// Connectors of each card whose monitors it was said of that they are passed over.
  var toldHeadsets: [String: Set<ConnectorID>] = [:]
  /// True while the server wants the panel lit.
  var isAwake = true

  /// Counts the devices used so far; changes whenever ``descriptorForStore`` stands for another one.
  ///
  /// It is 0 as long as that is the device that was handed over at the start.
  package internal(set) var deviceGeneration = 0

  /// An output that begins to look for a display when it is started.
  ///
  /// - Parameters:
  ///   - settings: The configuration's settings.
  ///   - system: The machine's cards.
  ///   - session: The right to the screen where it is shared; `nil` where it is not.
  ///   - adopted: A display device that an earlier process of this service had open.
  /// - Throws: `SystemError` when no descriptor is left.
  package init(
    settings: KMSSettings,
    system: System,
    session: (any DisplaySession)? = nil,
    adopting adopted: consuming OwnedFileDescriptor? = nil
  ) throws(SystemError) {
    let epoll = try Epoll.open()
    if let descriptor = system.descriptor {
      try epoll.add(descriptor, token: Self.systemToken)
    }
    if let descriptor = session?.descriptor {
      try epoll.add(descriptor, token: Self.sessionToken)
    }
    self.session = session
    self.settings = settings
    self.system = system
    self.epoll = epoll
    self.adopted = adopted
    clips.reserveCapacity(4 * PixelRegion.capacity)
  }

  package var descriptor: CInt? { epoll.descriptor }

  /// The display device, for the service manager's descriptor store; `nil` while there is none.
  ///
  /// A stored duplicate keeps the device master: when ``deviceGeneration`` changes, the old one has to
  /// be removed from the store before a device can be opened anew with effect.
  package var descriptorForStore: CInt? { shown?.device.descriptor }

  package var deadline: MonotonicInstant? {
    guard let reading = shown?.reading?.nextAttempt else { return phase.deadline }
    return phase.deadline.map { min($0, reading) } ?? reading
  }

  package var mode: OutputMode? { shown?.mode }

  package var description: OutputDescription {
    let shown = shown
    return OutputDescription(
      kind: "kms",
      device: device?.path ?? "",
      driver: device?.driver ?? "",
      connector: shown?.pipeline.connector.name ?? "",
      mode: shown?.pipeline.mode.label ?? "",
      mirror: shown?.mirror?.connector.name ?? "",
      warning: shown?.reading?.isTold == true ? shown?.pipeline.connector.unreadSentence ?? "" : "",
      state: shown != nil && !isAwake ? "asleep" : phase.sentence
    )
  }

  package func start(at now: MonotonicInstant) {
    let action = phase.start()
    guard case .search = action else { return }
    // Flips that an earlier process left pending carry other numbers.
    past.cookie = UInt64(bitPattern: now.nanoseconds) & ~0xFFFF
    adoptDevice()
    perform(action, at: now)
  }

  package func processReadiness(at now: MonotonicInstant) {
    guard phase.isRunning else { return }
    if shown?.flip != nil {
      // As a rule the flip is what has happened; asking first would be a system call more a frame.
      readDevice(at: now)
      guard shown?.flip != nil else { return }
    }
    let ready = readySources
    if ready & Self.deviceToken != 0 { readDevice(at: now) }
    if ready & Self.systemToken != 0 { readSystem(at: now) }
    if ready & Self.sessionToken != 0 { readSession(at: now) }
  }

  /// Bits of the sources that may have something: those that say so, and those that cannot say.
  private var readySources: UInt64 {
    var ready: UInt64 = 0
    if device?.descriptor == nil { ready |= Self.deviceToken }
    if system.descriptor == nil { ready |= Self.systemToken }
    if session?.descriptor == nil { ready |= Self.sessionToken }
    guard let events = try? epoll.wait(timeout: .zero) else { return ~0 }
    for index in 0..<events.count { ready |= events[index].token }
    return ready
  }

  package func processDeadline(at now: MonotonicInstant) {
    perform(phase.advance(to: now), at: now)
    readMonitor(at: now)
  }

  package func nextEvent() -> OutputEvent? { events.next() }

  package func withBackBuffer(_ draw: (inout BackBuffer) -> PixelRegion) -> Bool {
    guard isAwake, let shown, shown.flip == nil else { return false }
    return shown.swapchain.draw(draw)
  }

  package func stop() {
    let shown = phase.stop()
    shown?.swapchain.keepPicture()
    shown?.predecessor?.keepPicture()
    use(nil, keepsMaster: true)
    session?.end()
  }

  /// Takes over new settings; another connector or mode is switched to at once.
  package func apply(_ settings: KMSSettings, at now: MonotonicInstant) {
    guard settings != self.settings else { return }
    self.settings = settings
    if shown == nil {
      search(at: now)
    } else {
      reconsider(probing: .none, isByHand: true, at: now)
    }
  }

  // MARK: - Shared by the extensions

  /// The card's device, in use or waited on.
  var device: Device? { card?.device }

  /// The display that frames go to; `nil` while there is none.
  var shown: Shown? { phase.shown }

  /// Does what a change of the phase asks for.
  func perform(_ action: Action, at now: MonotonicInstant) {
    switch action {
    case .none: break
    case .search: search(at: now)
    case .announceLoss: events.append(.deactivated)
    case .flipIsOverdue: flipIsOverdue(at: now)
    case .flipIsDone: flipHasNoEvent(at: now)
    case .probe(let handover): proceed(with: handover, at: now)
    }
  }

  /// Makes `device` the one in use, or none.
  ///
  /// The holder of a duplicate of the descriptor must not stay master of a device that is let go of, except
  /// for the process that comes next: what is shown stays with its master.
  ///
  /// - Parameters:
  ///   - device: The device; `nil` for none.
  ///   - strayFramebuffers: Framebuffers of earlier processes that it shows.
  ///   - isStored: True if the service manager's store has it already.
  ///   - keepsMaster: True if the device before stays master.
  func use(
    _ device: Device?,
    strayFramebuffers: [FramebufferID] = [],
    isStored: Bool = false,
    keepsMaster: Bool = false
  ) {
    guard device !== self.device else { return }
    if let old = self.device {
      if let descriptor = old.descriptor { epoll.remove(descriptor) }
      if !keepsMaster { _ = old.dropMaster() }
    }
    card = device.map { Card(device: $0, strayFramebuffers: strayFramebuffers) }
    if !isStored { deviceGeneration += 1 }
    guard let descriptor = device?.descriptor else { return }
    do {
      try epoll.add(descriptor, token: Self.deviceToken)
    } catch {
      // Flips are found overdue then, and the ladder opens the device anew.
      notice(.error, "flip events cannot be watched for: \(error)")
    }
  }

  /// Removes what an earlier process has left in the device.
  func removeStrayFramebuffers() {
    guard let card else { return }
    for framebuffer in card.strayFramebuffers { card.device.removeFramebuffer(framebuffer) }
    self.card?.strayFramebuffers = []
  }

  /// Begins to show on `shown`.
  func activate(_ shown: Shown) {
    phase.find(shown)
    past.backoff.reset()
    events.append(.activated(shown.mode))
  }

  /// Shows nothing any more, for the reason in `obstacle`, and looks again at `retryAt`.
  func deactivate(
    _ obstacle: String,
    retryAt: MonotonicInstant? = nil,
    at now: MonotonicInstant
  ) {
    perform(phase.lose(obstacle, retryAt: retryAt), at: now)
  }

  /// Adds a line for the log.
  func notice(_ severity: Notice.Severity, recovery: String? = nil, _ message: String) {
    events.append(.notice(Notice(severity, recovery: recovery, message)))
  }
}
