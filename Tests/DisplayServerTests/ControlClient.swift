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

/// A client of a kiosk in the same thread.
final class SocketClient {
  private var stream: UnixStream?
  private var framer = LineFramer(limit: 1 << 24)
  private var buffer = [UInt8](repeating: 0, count: 65536)
  /// Lines that have come in and were not looked at.
  private(set) var lines: [String] = []
  /// Descriptors that have come in, oldest first.
  private(set) var descriptors: [CInt] = []
  /// Every line that has come in, with whether a descriptor came with it.
  private(set) var arrivals: [(line: String, hasDescriptor: Bool)] = []
  /// The methods of calls that were sent as lines and not answered yet, by their ids.
  private var methods: [String: [String]] = [:]
  /// Whether the daemon has closed the connection.
  private(set) var isClosed = false

  init(_ path: String) throws {
    let connected = try UnixStream.connect(to: path)
    connected.setNonblocking()
    stream = consume connected
  }

  deinit {
    for descriptor in descriptors { Glibc.close(descriptor) }
  }

  /// Sends what fits, and returns how many bytes did.
  @discardableResult
  func send(_ bytes: [UInt8]) -> Int {
    var rest = bytes[...]
    while !rest.isEmpty {
      guard case .bytes(let count)? = stream?.send(rest) else { break }
      rest = rest.dropFirst(count)
    }
    return bytes.count - rest.count
  }

  func send(_ line: String) {
    let message = try? JSONValue(parsing: Array(line.utf8))
    for call in message?.array ?? [message ?? .null] {
      guard let id = call["id"], let method = call["method"]?.string else { continue }
      methods[id.text, default: []].append(method)
    }
    send(Array((line + "\n").utf8))
  }

  /// Takes in what the daemon has sent.
  func receive() {
    while !isClosed {
      var descriptor: CInt = -1
      switch stream?.receive(into: &buffer, descriptor: &descriptor) ?? .closed {
      case .bytes(let count): framer.append(Array(buffer[..<count]))
      case .wouldBlock: return
      case .closed: isClosed = true
      }
      if descriptor >= 0 { descriptors.append(descriptor) }
      while case .line(let line) = framer.next() {
        let text = String(decoding: line, as: UTF8.self)
        lines.append(text)
        if let json = try? JSONValue(parsing: line) {
          SocketDescription.check(json) { id in
            methods[id.text]?.isEmpty == false ? methods[id.text]?.removeFirst() : nil
          }
        }
        arrivals.append((text, descriptor >= 0))
        descriptor = -1
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
  func halfClose() {
    if let descriptor = stream?.descriptor { shutdown(descriptor, CInt(SHUT_WR)) }
  }

  /// Goes away.
  func close() { stream = nil }
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
