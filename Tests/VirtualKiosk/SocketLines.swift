// SPDX-License-Identifier: Apache-2.0
import Control
import Glibc
import LinuxSystem
import MonotonicTime

/// A program's end of a control socket whose daemon runs in the same thread: nothing here waits.
package final class SocketLines {
  private var stream: UnixStream?
  private var framer = LineFramer(limit: 1 << 24)
  private var buffer = [UInt8](repeating: 0, count: 65536)
  /// Descriptors that have come in, oldest first, which are closed with this end.
  package private(set) var descriptors: [CInt] = []
  /// Whether the daemon has closed the connection.
  package private(set) var isClosed = false

  /// Connects to the socket at `path`.
  package init(_ path: String) throws {
    let connected = try UnixStream.connect(to: path)
    connected.setNonblocking()
    stream = consume connected
  }

  deinit {
    for descriptor in descriptors { Glibc.close(descriptor) }
  }

  /// Sends what fits, and returns how many bytes did.
  @discardableResult
  package func send(_ bytes: [UInt8]) -> Int {
    var rest = bytes[...]
    while !rest.isEmpty {
      guard case .bytes(let count)? = stream?.send(rest) else { break }
      rest = rest.dropFirst(count)
    }
    return bytes.count - rest.count
  }

  /// Sends `line` and its end.
  package func send(_ line: String) { send(Array((line + "\n").utf8)) }

  /// Takes in what the daemon has sent: its lines, and whether a descriptor came with each.
  package func receive() -> [(line: [UInt8], hasDescriptor: Bool)] {
    var lines: [(line: [UInt8], hasDescriptor: Bool)] = []
    while !isClosed {
      var descriptor: CInt = -1
      switch stream?.receive(into: &buffer, descriptor: &descriptor) ?? .closed {
      case .bytes(let count): framer.append(Array(buffer[..<count]))
      case .wouldBlock: return lines
      case .closed: isClosed = true
      }
      if descriptor >= 0 { descriptors.append(descriptor) }
      while case .line(let line) = framer.next() {
        lines.append((Array(line), descriptor >= 0))
        descriptor = -1
      }
    }
    return lines
  }

  /// Whether the daemon, or this end, has closed the connection; what the daemon has sent may not be read yet.
  package var isHungUp: Bool {
    guard let descriptor = stream?.descriptor else { return true }
    return DescriptorPoll.wait([.init(descriptor, readiness: [])], timeout: .zero)[0]
      .contains(.hungUp)
  }

  /// Says that nothing more will be sent, and goes on reading.
  package func halfClose() {
    if let descriptor = stream?.descriptor { shutdown(descriptor, CInt(SHUT_WR)) }
  }

  /// Goes away.
  package func close() { stream = nil }
}
