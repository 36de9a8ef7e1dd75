// SPDX-License-Identifier: Apache-2.0
import Backlight
import CHeap
import Configuration
import Control
import DeviceSettings
import DisplayServer
import Evdev
import Geometry
import Glibc
import KMS
import LinuxSystem
import MonotonicTime
import Presentation
import Touch

/// Puts the parts together: the socket, the display and the touch devices that the options ask for.
struct Daemon: ~Copyable {
  let loaded: ConfigurationSource.Loaded
  let source: ConfigurationSource
  let options: DaemonOptions
  /// Record of the starts before this one; nil where they are not counted.
  let starts: StartRecord?
  private let log: Log
  private let notifier = ServiceNotifier()

  private var settings: Settings { loaded.settings }

  init(
    _ loaded: ConfigurationSource.Loaded,
    source: ConfigurationSource,
    options: DaemonOptions,
    starts: StartRecord?
  ) {
    self.loaded = loaded
    self.source = source
    self.options = options
    self.starts = starts
    log = Log(
      program: "swelld",
      hasJournal: ProcessEnvironment["JOURNAL_STREAM"] != nil,
      from: options.logLevel
    )
  }

  /// Serves until a signal ends it.
  ///
  /// - Returns: The exit status: 0, or one of `sysexits.h`.
  func run() -> CInt {
    // The journal may go away while the screen has to stay.
    SignalDescriptor.ignoreBrokenPipes()
    ProcessEnvironment.tameHeap()
    checkDescriptorLimit()
    var inherited = InheritedDescriptors()
    do throws(SystemError) {
      let listener = try openSocket(&inherited)
      var persistence = ServicePersistence(&inherited, notifier: notifier, log: log)
      switch options.output {
      case .virtual(let size, let hertz):
        let output = VirtualOutput(size: size, hertz: hertz)
        return try serve(output, listener: listener, persistence: persistence)
      case .kms(let path):
        let output = try KMSOutput(
          settings: settings.display.kms(cardPath: path),
          session: try openSession(),
          adopting: persistence.takeDevice()
        )
        return try serve(output, cardPath: path, listener: listener, persistence: persistence)
      case .automatic:
        let found = try DisplaySearch.find(settings.display.kms(cardPath: nil))
        if let output = found.output {
          return try serve(output, cardPath: nil, listener: listener, persistence: persistence)
        }
        explainVirtual(found.obstacle)
        let output = VirtualOutput(size: PixelSize(width: 1280, height: 800), hertz: 60)
        return try serve(output, listener: listener, persistence: persistence)
      }
    } catch {
      log.tell(.error, "cannot start", ["reason": "\(error)"])
      return error.number == EACCES || error.number == EPERM ? EX_NOPERM : EX_UNAVAILABLE
    }
  }

  /// Says when too few files may be open, before one of them is missing somewhere.
  private func checkDescriptorLimit() {
    let limit = ProcessEnvironment.raiseDescriptorLimit(to: Self.descriptorCount)
    guard limit < Self.descriptorCount else { return }
    log.tell(
      .warning,
      "too few files may be open; raise LimitNOFILE of the unit, or ulimit -n",
      ["limit": "\(limit)", "needed": "\(Self.descriptorCount)"]
    )
  }

  /// 32 clients with a screenshot each, as many input devices, what the daemon itself has open, and what
  /// clients have passed on and is not closed yet: a message carries up to 253.
  private static let descriptorCount = 512

  /// Serves on a display in memory, without touch.
  private func serve(
    _ output: VirtualOutput,
    listener: consuming UnixListener,
    persistence: consuming ServicePersistence
  ) throws(SystemError) -> CInt {
    try serve(output, touch: NoTouchSource(), listener: listener, persistence: persistence) { _ in }
  }

  /// Serves on a kernel display with this machine's touch devices.
  private func serve(
    _ output: KMSOutput,
    cardPath: String?,
    listener: consuming UnixListener,
    persistence: consuming ServicePersistence
  ) throws(SystemError) -> CInt {
    let touch = try EvdevSource.open(settings.evdev)
    return try serve(output, touch: touch, listener: listener, persistence: persistence) {
      settings in
      let now = MonotonicClock.now()
      touch.apply(settings.evdev, at: now)
      output.apply(settings.display.kms(cardPath: cardPath), at: now)
    }
  }

  private func serve<Display: Output, Source: TouchSource>(
    _ output: Display,
    touch: Source,
    listener: consuming UnixListener,
    persistence: consuming ServicePersistence,
    onSettingsChange: @escaping (Settings) -> Void
  ) throws(SystemError) -> CInt {
    let now = MonotonicClock.now()
    let socket = listener.path.map(FileSystem.resolved)
    let presence = listener.isHandedOver ? socket : nil
    // As the runners that the service manager starts tell theirs.
    if let socket { ProcessEnvironment.setForChildren(ControlSocketPath.variable, value: socket) }
    let state = persistence.restore(starts)
    var host = ServerHost()
    host.readClock = MonotonicClock.now
    host.onSettingsChange = onSettingsChange
    host.jobLauncher = jobLauncher
    host.descriptionPath = descriptionPath
    if let presence { host.presence = PresenceLock(beside: presence) }
    host.light = try light(for: output)
    host.followsSchedule = true
    let server = try Server(
      settings: settings,
      configuration: source,
      output: output,
      touchSource: touch,
      restoring: state,
      timeScale: options.timeScale,
      listener: listener,
      host: host,
      log: log,
      at: now
    )
    server.configuration.hasFile = loaded.isFromFile
    server.configuration.errors = loaded.errors
    server.configuration.startFindings = persistence.findings
    if let starts, starts.isWithoutConfiguration {
      // What killed may have been something else that has passed.
      server.configuration.retry = now + MonotonicInterval(seconds: 600)
    }
    for line in loaded.errors.prefix(20) {
      let place = loaded.isFromFile ? "the last good one" : "the built-in scene"
      log.tell(.error, "configuration not loaded; \(place) is shown", ["at": "\(line)"])
    }
    server.start(at: now)
    var loop = try EventLoop.open(
      server,
      notifier: notifier,
      persistence: persistence,
      forgetFreedMemory: cheap_forget_what_is_freed
    )
    log.tell(.notice, "swelld is up", ["version": "\(SwellRelease.description)"])
    try loop.run()
    return EX_OK
  }

  /// The light behind the panel: this machine's where a panel of it is lit, or that of the folder which
  /// stands in `$SWELL_BACKLIGHTS` in place of `/sys/class/backlight`.
  private func light(for output: some Output) throws(SystemError) -> KernelBacklight? {
    if let folder = ProcessEnvironment["SWELL_BACKLIGHTS"] {
      return try KernelBacklight(folder: folder)
    }
    return output.description.kind == "kms" ? try KernelBacklight() : nil
  }

  /// The launcher of programs, which are run by the service manager where the unit says so in `$SWELL_JOB_SOCKET`, else
  /// by this program once more.
  private var jobLauncher: JobLauncher {
    if let path = ProcessEnvironment["SWELL_JOB_SOCKET"] { return .service(at: path) }
    let socket =
      options.socketPath ?? ControlSocketPath.forDaemon(environment: { ProcessEnvironment[$0] })
    return .child([
      "/proc/self/exe", "--run-job",
      "--config", options.configurationPath ?? Settings.defaultPath,
      "--socket", socket,
    ])
  }

  /// Path at which the description of the socket is laid together with the program: `../share/swell` of its folder.
  private var descriptionPath: String {
    let program = FileSystem.resolved("/proc/self/exe")
    let folder = program.split(separator: "/").dropLast(2).joined(separator: "/")
    return "/\(folder)/share/swell/control.openrpc.json"
  }

  /// The right to the screen, with the virtual terminal that the unit names in `$SWELL_TERMINAL`.
  ///
  /// A daemon that is started by hand has none: it must not take the user's terminal away.
  private func openSession() throws(SystemError) -> ConsoleSession {
    let session = try ConsoleSession(
      terminalPath: ProcessEnvironment["SWELL_TERMINAL"],
      isPictureKept: notifier.isPresent
    )
    switch session.obstacle {
    case nil: break
    case let obstacle? where obstacle.number == ENOENT || obstacle.number == ENXIO:
      log.tell(.info, "this machine has no virtual terminals", ["reason": "\(obstacle)"])
    case let obstacle?:
      log.tell(
        .warning,
        "the text console may draw over the picture and take what is typed",
        ["reason": "\(obstacle)"]
      )
    }
    return session
  }

  /// Says why nothing is on the screen, and how to see and touch what is drawn all the same.
  private func explainVirtual(_ obstacle: String) {
    log.tell(
      .notice,
      """
      no kernel display can be had here (\(obstacle)), so the picture is drawn in memory; \
      see it with 'swellctl screenshot FILE.png' and touch it with 'swellctl tap X Y'
      """
    )
  }

  /// The control socket: the service manager's when it hands one over, else one of our own.
  private func openSocket(
    _ inherited: inout InheritedDescriptors
  ) throws(SystemError) -> UnixListener {
    if options.socketPath == nil, let listener = inherited.takeListener() { return listener }
    let path =
      options.socketPath ?? ControlSocketPath.forDaemon(environment: { ProcessEnvironment[$0] })
    makeParent(of: path)
    return try UnixListener.listen(at: path, mode: 0o660)
  }

  /// Makes the folder of a default path, `$XDG_RUNTIME_DIR/swell` or `/run/swell`, where it is missing.
  private func makeParent(of path: String) {
    guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else { return }
    FileSystem.makeFolder(String(path[..<slash]), mode: 0o755)
  }
}
