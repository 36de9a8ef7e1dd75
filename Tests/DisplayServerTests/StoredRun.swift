// SPDX-License-Identifier: Apache-2.0
import LinuxSystem
import MonotonicTime
import Presentation
import TestSupport
import Testing
import Touch
import VirtualKiosk

@testable import DisplayServer

/// A server in virtual time whose state is stored turn by turn, as the loop does it.
final class StoredRun {
  let server: Server<VirtualOutput, NoTouchSource>
  private(set) var now = MonotonicInstant(seconds: 1)
  private var persistence: ServicePersistence
  private let folder = TemporaryFolder()
  private let manager: Kept

  /// What stands for the service manager: its socket, and the memory that it was given.
  private final class Kept {
    private let socket: UnixStream
    private var memory: StateMemory?

    init(at path: String) throws {
      let descriptor = boundNotificationSocket(at: path)
      try #require(descriptor >= 0)
      socket = UnixStream(adopting: OwnedFileDescriptor(adopting: descriptor))
    }

    /// The state that it has at this moment.
    var state: String {
      var buffer = [UInt8](repeating: 0, count: 4096)
      var found: CInt = -1
      while case .bytes(let count) = socket.receive(into: &buffer, descriptor: &found) {
        guard found >= 0 else { continue }
        let file = OwnedFileDescriptor(adopting: found)
        found = -1
        let message = String(decoding: buffer[..<count], as: UTF8.self)
        if message.contains("FDNAME=state") { memory = StateMemory(adopting: file) }
      }
      return String(decoding: memory?.contents ?? [], as: UTF8.self)
    }
  }

  /// A run of ``plainScene`` with `display` in its table, and a light.
  init(display: String, light: ScriptedLight) throws {
    let log = Log.none
    manager = try Kept(at: folder["notify"])
    var inherited = InheritedDescriptors()
    persistence = ServicePersistence(
      &inherited,
      notifier: ServiceNotifier(address: folder["notify"]),
      log: log
    )
    server = try Server(
      settings: settings(plainScene.replacing("scale = 1", with: "scale = 1\n\(display)")),
      configuration: .builtIn,
      output: VirtualOutput(mode: smallMode(), hertz: 60),
      touchSource: NoTouchSource(),
      listener: nil,
      log: log,
      at: now
    )
    server.host.light = light
    server.start(at: now)
    pass(0)
  }

  /// The state that another process would find if this one was killed now.
  var stored: String { manager.state }

  /// Has one turn of the loop in which a client asks for `display.set`.
  func setDisplay(brightness: Double? = nil, isAwake: Bool? = nil) throws {
    server.advance(to: now)
    _ = try server.setDisplay(brightness: brightness, isAwake: isAwake, at: now)
    persistence.update(server, at: now)
  }

  /// Lets `seconds` pass.
  func pass(_ seconds: Double) {
    let end = now + MonotonicInterval(seconds: seconds)
    while let due = server.deadline, due <= end {
      now = max(now, due)
      server.advance(to: now)
      persistence.update(server, at: now)
    }
    now = end
  }
}
