// SPDX-License-Identifier: Apache-2.0
import Widgets
import JSON
import Control
import Foundation
import LinuxSystem
import MonotonicTime
import RequestWords

/// A run of `swellctl` against a server that answers as a test says.
struct ClientRun {
  /// What the server does with a request.
  enum Reply {
    case result(JSONValue)
    case error(JSONRPCError)
    /// A result with a descriptor of sealed memory that holds these bytes.
    case memory(JSONValue, [UInt8])
    /// A result and then these lines.
    case events(JSONValue, [[UInt8]])
    /// The connection ends without an answer.
    case hangUp
    /// The client is killed.
    case kill
  }

  /// The client's exit status.
  let status: Int32
  /// What it printed, line by line.
  let output: [String]
  /// What it printed to standard error, line by line.
  let errors: [String]
  /// What it asked for.
  let requests: [JSONRPCRequest]

  /// Runs `swellctl` with `arguments`, and answers its requests until it goes away.
  init(
    _ arguments: [String],
    input: String = "",
    reply: (JSONRPCRequest) -> Reply
  ) throws {
    let path = Self.temporaryPath("sock")
    let listener = try UnixListener.listen(at: path, mode: 0o600)
    defer { try? FileManager.default.removeItem(atPath: path) }
    let client = try Client(arguments, socket: path, input: input)
    var requests: [JSONRPCRequest] = []
    while client.process.isRunning {
      let epoll = try Epoll.open()
      try epoll.add(listener.descriptor, token: 0)
      guard try epoll.wait(timeout: .milliseconds(20)).count > 0,
        let stream = try listener.accept()
      else { continue }
      try Self.serve(stream, client.process, &requests, reply)
    }
    self.requests = requests
    (status, output, errors) = client.finish()
  }

  /// Runs `swellctl` where no daemon is.
  init(withoutDaemon arguments: [String]) throws {
    let client = try Client(arguments, socket: Self.temporaryPath("none"), input: "")
    requests = []
    (status, output, errors) = client.finish()
  }

  /// A path that no other test uses.
  static func temporaryPath(_ suffix: String) -> String {
    NSTemporaryDirectory() + "swell-\(UUID().uuidString.prefix(8)).\(suffix)"
  }

  private static func serve(
    _ stream: borrowing UnixStream,
    _ client: Process,
    _ requests: inout [JSONRPCRequest],
    _ reply: (JSONRPCRequest) -> Reply
  ) throws {
    let epoll = try Epoll.open()
    try epoll.add(stream.descriptor, token: 0)
    var framer = LineFramer()
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      _ = try epoll.wait(timeout: .milliseconds(10_000))
      guard case .bytes(let count) = stream.receive(into: &buffer) else { return }
      framer.append(Array(buffer[..<count]))
      while case .line(let line) = framer.next() {
        guard let request = JSONRPCCalls(line: line).request, let id = request.id else { return }
        requests.append(request)
        let reply = reply(request)
        // The signals that a test's thread blocks are blocked in what it starts.
        if case .kill = reply { kill(client.processIdentifier, SIGKILL) }
        guard try answer(reply, id: id, on: stream) else { return }
      }
    }
  }

  /// Sends the answer; false when the connection is to end.
  private static func answer(
    _ reply: Reply,
    id: JSONRPCID,
    on stream: borrowing UnixStream
  ) throws -> Bool {
    switch reply {
    case .result(let result):
      _ = stream.send(JSONRPCResponse(id: id, outcome: .success(result)).line[...])
    case .error(let error):
      _ = stream.send(JSONRPCResponse(id: id, outcome: .failure(error)).line[...])
    case .memory(let result, let bytes):
      let memory = try SealedMemory.make(bytes, name: "picture")
      let line = JSONRPCResponse(id: id, outcome: .success(result)).line
      _ = stream.send(line[...], descriptor: memory.rawValue)
    case .events(let result, let lines):
      _ = stream.send(JSONRPCResponse(id: id, outcome: .success(result)).line[...])
      for line in lines { _ = stream.send(line[...]) }
      return false
    case .hangUp, .kill:
      return false
    }
    return true
  }
}

/// A started `swellctl`.
private struct Client {
  let process = Process()
  private let output = Pipe()
  private let errors = Pipe()

  init(_ arguments: [String], socket: String, input: String) throws {
    let tests = URL(fileURLWithPath: CommandLine.arguments[0])
    process.executableURL = tests.deletingLastPathComponent().appendingPathComponent("swellctl")
    process.arguments = arguments
    process.environment = ["SWELL_SOCKET": socket]
    process.standardOutput = output
    process.standardError = errors
    let standardInput = Pipe()
    process.standardInput = standardInput
    standardInput.fileHandleForWriting.write(Data(input.utf8))
    try standardInput.fileHandleForWriting.close()
    try process.run()
  }

  func finish() -> (status: Int32, output: [String], errors: [String]) {
    let output = Self.lines(output)
    let errors = Self.lines(errors)
    process.waitUntilExit()
    return (process.terminationStatus, output, errors)
  }

  private static func lines(_ pipe: Pipe) -> [String] {
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
  }
}
