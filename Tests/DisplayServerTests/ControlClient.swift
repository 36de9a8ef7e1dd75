// SPDX-License-Identifier: Apache-2.0
import Geometry
import Presentation
import VirtualTime
import Widgets
import RequestWords
import JSON
import Configuration
import Control
import DisplayServer
import Glibc
import LinuxSystem
import MonotonicTime
import TestSupport
import VirtualKiosk

/// A virtual kiosk with a control socket in a temporary folder.
final class SocketKiosk {
  let run: VirtualRun
  let path: String
  private let folder = TemporaryFolder()

  init(
    _ toml: String = plainScene,
    mode: OutputMode = smallMode(),
    configuration: ConfigurationSource = .builtIn
  ) throws {
    path = folder["s"]
    run = try VirtualRun(
      toml,
      mode: mode,
      configuration: configuration,
      listener: UnixListener.listen(at: path, mode: 0o600)
    )
    run.comeToRest()
  }

  func connect() throws -> SocketClient { try SocketClient(path) }

  /// Serves until `condition` holds; false when that takes more turns than it ever should.
  func serve(until condition: () -> Bool) -> Bool {
    for _ in 0..<200_000 {
      if condition() { return true }
      run.serveClients()
      run.pass(0.001)
    }
    return condition()
  }
}

/// A client of a kiosk in the same thread, whose answers and events are checked by the socket's description.
final class SocketClient {
  private let socket: SocketLines
  /// Lines that have come in and were not looked at.
  private(set) var lines: [String] = []
  /// Every line that has come in, with whether a descriptor came with it.
  private(set) var arrivals: [(line: String, hasDescriptor: Bool)] = []
  /// The methods of calls that were sent as lines and not answered yet, by their ids.
  private var methods: [String: [String]] = [:]

  init(_ path: String) throws { socket = try SocketLines(path) }

  /// Descriptors that have come in, oldest first.
  var descriptors: [CInt] { socket.descriptors }

  /// Whether the daemon has closed the connection.
  var isClosed: Bool { socket.isClosed }

  /// Whether the daemon has closed the connection, though what it sent may not be received yet.
  var isHungUp: Bool { socket.isHungUp }

  /// Sends what fits, and returns how many bytes did.
  @discardableResult
  func send(_ bytes: [UInt8]) -> Int { socket.send(bytes) }

  func send(_ line: String) {
    let message = try? JSONValue(parsing: Array(line.utf8))
    for call in message?.array ?? [message ?? .null] {
      guard let id = call["id"], let method = call["method"]?.string else { continue }
      methods[id.text, default: []].append(method)
    }
    socket.send(line)
  }

  /// Takes in what the daemon has sent.
  func receive() {
    for (line, hasDescriptor) in socket.receive() {
      let text = String(decoding: line, as: UTF8.self)
      lines.append(text)
      arrivals.append((text, hasDescriptor))
      guard let json = try? JSONValue(parsing: line) else { continue }
      SocketDescription.check(json) { id in
        methods[id.text]?.isEmpty == false ? methods[id.text]?.removeFirst() : nil
      }
    }
  }

  /// Takes the oldest line.
  func nextLine() -> JSONValue? {
    receive()
    guard !lines.isEmpty else { return nil }
    return try? JSONValue(parsing: Array(lines.removeFirst().utf8))
  }

  /// Takes the oldest line as it is.
  func takeLine() -> String? { lines.isEmpty ? nil : lines.removeFirst() }

  /// Says that nothing more will be sent, and goes on reading.
  func halfClose() { socket.halfClose() }

  /// Goes away.
  func close() { socket.close() }
}

extension SocketKiosk {
  /// The daemon's next line to `client`.
  func answer(to client: SocketClient) -> JSONValue? {
    var line: JSONValue?
    _ = serve {
      line = client.nextLine()
      return line != nil || client.isClosed
    }
    return line
  }

  /// Sends `line` and waits for the next line.
  func ask(_ client: SocketClient, _ line: String) -> JSONValue? {
    client.send(line)
    return answer(to: client)
  }
}
