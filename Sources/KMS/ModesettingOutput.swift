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
///             ┌───────────── search ◄──────────── retry, hotplug
///             ▼                 ▲
///   nothing to show on ──► display found ──► activated ──► first commit: takeover or modeset
///             ▲                                               │
///             └── unplugged, gone, not master, refused ◄──────┴─► flips ─► lost flip: recovery ladder
/// ```
/// The logic is split over extensions: `+Search` finds a display, `+Commit` and `+Atomic` or `+Legacy`
/// show frames, `+Recovery` meets faults, `+Events` reads flips and hotplug, `+Session` shares the screen.
package final class ModesettingOutput<System: CardSystem>: Output {
  package typealias Settings = KMSSettings
  typealias Device = System.Device

  /// A flip that was accepted and has not been reported back.
  struct PendingFlip {
    /// What its event carries; 0 for one that sends none.
    var cookie: UInt64
    /// When it was accepted.
    var committedAt: MonotonicInstant
    /// When it counts as lost, or as done if it sends no event.
    var deadline: MonotonicInstant
    /// Whether an event will come.
    var hasEvent: Bool
    /// Whether the deadline has passed once already.
    var isOverdue = false
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

  /// The card in use or waited on.
  private(set) var device: Device?
  /// How frames reach the monitor; `nil` while nothing can be shown.
  var pipeline: DisplayPipeline?
  var swapchain: Swapchain<Device>?
  var flipClock = FlipClock(refreshInterval: .zero, trustsTimestamps: false)
  /// What the next commit has to set.
  var setup = DisplayPipeline.Setup.modeset
  var pendingFlip: PendingFlip?
  var cookie: UInt64 = 0
  /// Framebuffers of an earlier process, removed once a frame of ours is on the screen.
  var strayFramebuffers: [FramebufferID] = []

  var state = "not started"
  var retryDeadline: MonotonicInstant?
  var backoff = Backoff()
  var ladder = RecoveryLadder()
  var busySince: MonotonicInstant?
  var isShortOfMemory = false
  var mustModeset = false
  /// Whether no frame has been shown since the last activation.
  var needsTidying = false
  var isAwake = true
  var isPoweredDown = false
  var needsDirtyCalls = true
  var canFlip = true
  var isRunning = false
  /// What has to happen before another terminal may come to the front; `nil` for nothing.
  var handover: Handover?

  /// Counts the devices used so far; changes whenever ``descriptorForStore`` stands for another one.
  package private(set) var deviceGeneration = 0

  package private(set) var mode: OutputMode?

  /// An output that begins to look for a display when it is started.
  ///
  /// - Parameters:
  ///   - settings: What the configuration says.
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
  package var descriptorForStore: CInt? { pipeline == nil ? nil : device?.descriptor }

  package var deadline: MonotonicInstant? {
    switch (retryDeadline, pendingFlip?.deadline) {
    case (let retry?, let flip?): min(retry, flip)
    case (let retry?, nil): retry
    case (nil, let flip): flip
    }
  }

  package var description: OutputDescription {
    OutputDescription(
      kind: "kms",
      device: device?.path ?? "",
      driver: device?.driver ?? "",
      connector: pipeline?.connector.name ?? "",
      mode: pipeline?.mode.label ?? "",
      state: pipeline != nil && !isAwake ? "asleep" : state
    )
  }

  package func start(at now: MonotonicInstant) {
    guard !isRunning else { return }
    isRunning = true
    // Flips that an earlier process left pending carry other numbers.
    cookie = UInt64(bitPattern: now.nanoseconds) & ~0xFFFF
    adoptDevice()
    search(at: now)
  }

  package func processReadiness(at now: MonotonicInstant) {
    guard isRunning else { return }
    if pendingFlip != nil {
      // As a rule the flip is what has happened; asking first would be a system call more a frame.
      readDevice(at: now)
      guard pendingFlip != nil else { return }
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
    guard isRunning else { return }
    if let pendingFlip, pendingFlip.deadline <= now {
      if pendingFlip.hasEvent {
        flipIsOverdue(at: now)
      } else {
        flipHasNoEvent(at: now)
      }
    }
    if let retryDeadline, retryDeadline <= now {
      self.retryDeadline = nil
      if let handover {
        proceed(with: handover, at: now)
      } else if pipeline == nil {
        search(at: now)
      }
    }
  }

  package func nextEvent() -> OutputEvent? { events.next() }

  package func withBackBuffer(_ draw: (inout BackBuffer) -> PixelRegion) -> Bool {
    guard isAwake, pendingFlip == nil, let swapchain else { return false }
    return swapchain.draw(draw)
  }

  package func stop() {
    isRunning = false
    swapchain?.keepPicture()
    swapchain = nil
    pipeline = nil
    mode = nil
    pendingFlip = nil
    retryDeadline = nil
    handover = nil
    state = "stopped"
    use(nil)
    session?.end()
  }

  /// Takes over new settings; another connector or mode is switched to at once.
  package func apply(_ settings: KMSSettings, at now: MonotonicInstant) {
    guard settings != self.settings else { return }
    self.settings = settings
    guard isRunning else { return }
    if pipeline == nil {
      search(at: now)
    } else {
      reconsider(probing: false, isByHand: true, at: now)
    }
  }

  // MARK: - Shared by the extensions

  /// Makes `device` the one in use, or none.
  func use(_ device: Device?) {
    guard device !== self.device else { return }
    if let descriptor = self.device?.descriptor { epoll.remove(descriptor) }
    self.device = device
    strayFramebuffers = []
    deviceGeneration += 1
    guard let descriptor = device?.descriptor else { return }
    do {
      try epoll.add(descriptor, token: Self.deviceToken)
    } catch {
      // Flips are found overdue then, and the ladder opens the device anew.
      notice(.error, "flip events cannot be watched for: \(error)")
    }
  }

  /// Begins to show on `pipeline`; the buffers' contents are unknown.
  func activate(_ pipeline: DisplayPipeline, _ swapchain: Swapchain<Device>, _ device: Device) {
    self.pipeline = pipeline
    self.swapchain = swapchain
    let mode = OutputMode(
      size: swapchain.size,
      format: swapchain.format,
      refreshInterval: pipeline.mode.refreshInterval,
      widthMillimetres: pipeline.connector.widthMillimetres,
      heightMillimetres: pipeline.connector.heightMillimetres,
      bufferCount: Swapchain<Device>.bufferCount
    )
    self.mode = mode
    flipClock = FlipClock(
      refreshInterval: mode.refreshInterval,
      trustsTimestamps: device.capabilities.hasMonotonicTimestamps
    )
    retryDeadline = nil
    backoff.reset()
    busySince = nil
    isPoweredDown = false
    needsTidying = true
    needsDirtyCalls = true
    canFlip = true
    state = "active"
    events.append(.activated(mode))
  }

  /// Shows nothing any more.
  func deactivate(_ state: String) {
    let wasActive = pipeline != nil
    pipeline = nil
    pendingFlip = nil
    busySince = nil
    mode = nil
    swapchain = nil
    self.state = state
    if wasActive { events.append(.deactivated) }
  }

  /// Adds a line for the log.
  func notice(_ severity: Notice.Severity, recovery: String? = nil, _ message: String) {
    events.append(.notice(Notice(severity, recovery: recovery, message)))
  }
}
