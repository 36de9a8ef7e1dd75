// SPDX-License-Identifier: Apache-2.0
import CHeap
import Configuration
import Control
import DisplayServer
import Glibc
import Imaging
import LinuxSystem
import MonotonicTime
import PlainText
import TOMLReading

/// Puts the parts together: the scene's file, the window, and the daemon's server between them.
struct Preview {
  private let options: PreviewOptions
  private let source: ConfigurationSource
  private let log: Log

  init(_ options: PreviewOptions) {
    self.options = options
    source = ConfigurationSource(path: options.file)
    // Terminals of a desktop inherit $JOURNAL_STREAM without writing there.
    log = Log(program: "swell-preview", hasJournal: false)
  }

  /// Shows the scene until its window is closed or a signal ends the program.
  ///
  /// - Returns: The exit status: 0, or one of `sysexits.h`.
  func run() -> CInt {
    SignalDescriptor.ignoreBrokenPipes()
    let (settings, errors) = load()
    do throws(SystemError) {
      let files = try SceneFiles(path: options.file)
      let socket = try openSocket()
      let recording = try openRecording()
      let panel = options.panel ?? PanelFormat(for: settings.display)
      let desk: Desk
      do throws(DeskWindow.Failure) {
        desk = try Desk(file: options.file, panel: panel, recording: recording)
      } catch {
        log.tell(.error, "there is no desktop for a window", ["reason": "\(error.reason)"])
        return EX_UNAVAILABLE
      }
      try serve(settings, errors: errors, desk: desk, files: files, socket: socket)
      desk.finish()
      ProcessEnd.endChildren()
      return EX_OK
    } catch {
      log.tell(.error, "cannot start", ["reason": "\(error)"])
      return EX_UNAVAILABLE
    }
  }

  /// Draws the scene on all common panels into the PNG file `path`, or shows it so in a window.
  ///
  /// - Returns: The exit status: 0, or one of `sysexits.h`.
  func draw(into path: String) -> CInt {
    let (settings, errors) = load()
    guard errors.isEmpty else { return EX_CONFIG }
    do throws(SystemError) {
      let sheet = try Sheet(settings, on: PanelFormat.common)
      guard !path.hasSameBytes(as: SheetWindow.name) else { return try show(sheet) }
      do throws(ImagingError) {
        try sheet.write(to: path)
        return EX_OK
      } catch {
        StandardError.write(line: "swell-preview: \(error)")
        return EX_CANTCREAT
      }
    } catch {
      StandardError.write(line: "swell-preview: cannot \(error)")
      return EX_OSERR
    }
  }

  /// Shows a sheet in a window until that is closed, and anew whenever a file of the scene is saved.
  private func show(_ sheet: Sheet) throws(SystemError) -> CInt {
    let files = try SceneFiles(path: options.file)
    var window: SheetWindow
    do throws(DeskWindow.Failure) {
      window = try SheetWindow(title: options.file, sheet: sheet)
    } catch {
      log.tell(.error, "there is no desktop for a window", ["reason": "\(error.reason)"])
      return EX_UNAVAILABLE
    }
    log.tell(.notice, "the window is open; Q closes it")
    while !window.isClosed() {
      let interests = [window.descriptor, files.descriptor].map {
        DescriptorPoll.Interest($0, readiness: .readable)
      }
      _ = DescriptorPoll.wait(interests, timeout: nil)
      guard files.takeChanges() else { continue }
      files.findImages()
      let (settings, errors) = load()
      if errors.isEmpty { window.show(try Sheet(settings, on: PanelFormat.common)) }
    }
    return EX_OK
  }

  /// The settings of the file; none, and what is wrong with it.
  private func load() -> (Settings, errors: [String]) {
    do throws(ConfigurationError) {
      return (try source.load().settings, [])
    } catch {
      for line in error.lines { StandardError.write(line: line) }
      return (Settings(), error.lines)
    }
  }

  private func serve(
    _ settings: Settings,
    errors: [String],
    desk: Desk,
    files: SceneFiles,
    socket: consuming ControlSocket
  ) throws(SystemError) {
    let socketPath = FileSystem.resolved(socket.path)
    ProcessEnvironment.setForChildren(ControlSocketPath.variable, value: socketPath)
    let time = desk.time
    let output = DeskOutput(desk)
    let inspector = Inspector(desk, file: options.file)
    let touch = try DeskTouch(
      desk,
      inspector: inspector,
      files: files,
      layout: settings.typing.layout,
      bound: settings.boundKeys
    )
    var host = ServerHost()
    host.readClock = time.now
    host.onSettingsChange = { touch.apply($0.typing.layout, bound: $0.boundKeys) }
    let server = try Server(
      settings: settings,
      configuration: source,
      output: output,
      touchSource: touch,
      listener: socket.listener,
      host: host,
      log: log,
      at: time.now()
    )
    server.configuration.hasFile = true
    server.configuration.errors = errors
    server.host.jobLauncher = launcher(socketPath) { [weak server] id in
      server?.program(of: id) ?? []
    }
    desk.transform = { [weak server] in server?.transform }
    desk.guides = { [weak server] in server?.guides ?? [] }
    inspector.widgets = { [weak server] in server?.seenWidgets ?? [] }
    desk.shown = { [weak touch] in touch?.noteBacklog() }
    desk.hold = { [weak server] in server?.host.isTimeHeld = $0 }
    desk.reload = { [weak server] in _ = server?.requestReload(at: time.now()) }
    desk.turnPage = { [weak server] in server?.turnPage(by: $0, at: time.now()) }
    desk.showNextLanguage = { [weak server] in server?.showNextLanguage() }
    desk.useNextLook = { [weak server] in server?.useNextLook() }
    desk.toggleKeyboard = { [weak server] in server?.toggleScreenKeyboard(at: time.now()) }
    touch.isTyping = { [weak server] in server?.hasFocus ?? false }
    server.host.onReload = { [weak server] in
      files.findImages()
      desk.showSoon()
      desk.setErrors(server?.configuration.errors ?? [])
    }
    desk.setErrors(errors)
    server.start(at: time.now())
    var inherited = InheritedDescriptors()
    let notifier = ServiceNotifier()
    let persistence = ServicePersistence(&inherited, notifier: notifier, log: log)
    var loop = try EventLoop.open(
      server,
      notifier: notifier,
      persistence: persistence,
      time: time,
      forgetFreedMemory: cheap_forget_what_is_freed
    )
    log.tell(
      .notice,
      "the window is open; F1 tells what its keys do",
      ["socket": "\(socketPath)"]
    )
    try loop.run()
  }

  /// Makes the launcher of programs, which are run by this program once more, which follows what they print; or, in a
  /// rehearsal, not at all.
  private func launcher(
    _ socket: String,
    program: @escaping (String) -> [String]
  ) -> JobLauncher {
    let words = ["--config", options.file, "--socket", socket]
    guard options.isRehearsal else { return .child(["/proc/self/exe", "--run-job"] + words) }
    let rehearsal = JobLauncher.child(["/proc/self/exe", "--rehearse-job"] + words)
    return JobLauncher { id, input throws(SystemError) in
      let text = input.map { " with \"\(String(decoding: $0, as: UTF8.self))\"" } ?? ""
      let line = program(id).map { $0.contains(" ") || $0.isEmpty ? "'\($0)'" : $0 }
      try StandardOutput.write(line: "\(id) would run\(text): " + line.joined(separator: " "))
      try rehearsal.start(id, input: input)
    }
  }

  // MARK: - Opening

  /// A control socket and where it is.
  private struct ControlSocket: ~Copyable {
    let path: String
    let listener: UnixListener

    init(at path: String) throws(SystemError) {
      self.path = path
      listener = try UnixListener.listen(at: path, mode: 0o600)
    }
  }

  /// The control socket: the one that is asked for, the one that a daemon started by hand would have, or where
  /// that cannot be had one of this process's own.
  private func openSocket() throws(SystemError) -> ControlSocket {
    if let path = options.socketPath { return try ControlSocket(at: path) }
    let usual = ControlSocketPath.forDaemon { ProcessEnvironment[$0] }
    if let slash = usual.lastIndex(of: "/"), slash > usual.startIndex {
      FileSystem.makeFolder(String(usual[..<slash]), mode: 0o755)
    }
    do throws(SystemError) {
      return try ControlSocket(at: usual)
    } catch {
      let folder = ProcessEnvironment["XDG_RUNTIME_DIR"] ?? "/tmp"
      let own = "\(folder)/swell-preview-\(ProcessEnvironment.processID).sock"
      return try ControlSocket(at: own)
    }
  }

  private func openRecording() throws(SystemError) -> Recording? {
    guard let target = options.recording else { return nil }
    do throws(Recording.Failure) {
      return try Recording(target)
    } catch {
      throw SystemError("record", subject: error.reason, number: EIO)
    }
  }
}
