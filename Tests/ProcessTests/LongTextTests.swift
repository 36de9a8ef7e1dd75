// SPDX-License-Identifier: Apache-2.0
import Foundation
import JSON
import LinuxSystem
import Testing

@Suite("Texts that no field takes")
struct LongTextTests {
  private static let scene = """
    [display]
    scale = 1
    [[text]]
    id = "name"
    autofocus = true
    max_length = 256
    frame = { x = 10, y = 10, width = 140, height = 50, anchor = "top-left" }
    """

  private func field(_ daemon: RunningDaemon) throws -> JSONValue {
    try JSONValue(parsing: Array(daemon.control("text", "name").output.utf8))
  }

  @Test(
    "A megabyte on standard input is read to its end, refused in a sentence, and changes nothing",
    arguments: [
      // Letters of one, two, three and four bytes: however they are cut, it is not their spelling that is
      // wrong.
      "a", "ä", "日", "🦢", "a日",
    ]
  )
  func standardInput(letter: String) throws {
    let daemon = try RunningDaemon(Self.scene)
    #expect(try daemon.control("text", "name", "kept").status == 0)
    let text = String(repeating: letter, count: 1_000_000 / letter.utf8.count)
    // Whoever writes is not killed by a pipe that nobody reads any more.
    let outcome = try daemon.control("text", "name", "-", input: text)
    #expect(outcome.status == 1)
    #expect(
      outcome.errors
        == "swellctl: standard input has more than 4096 bytes, which is more than a text field takes; "
        + "the field is as it was\n",
      "\(outcome.errors)"
    )
    #expect(outcome.output.isEmpty)
    #expect(try field(daemon)["text"] == "kept" && field(daemon)["focused"] == true)
    // What fits exactly is taken, with or without a line's end behind it.
    let most = String(repeating: letter, count: 256 / letter.count)
    #expect(try daemon.control("text", "name", "-", input: most + "\n").status == 0)
    #expect(try field(daemon)["text"]?.string == most)
    #expect(daemon.stop() == 0)
  }

  @Test("Bytes that are no text are refused as such, at whatever length")
  func notText() throws {
    let daemon = try RunningDaemon(Self.scene)
    let process = program("swellctl", ["text", "--socket", daemon.socket, "name", "-"])
    let (input, errors) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardError = errors
    try process.run()
    try input.fileHandleForWriting.write(contentsOf: Data([0x61, 0xFF, 0x62]))
    try input.fileHandleForWriting.close()
    let said = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 64)
    #expect(said.contains("standard input is not UTF-8"))
    #expect(try field(daemon)["text"] == "")
  }

  @Test(
    "A megabyte in one line of the socket ends that client with an error, and nobody else",
    arguments: ["text.set", "key.send"]
  )
  func line(method: String) throws {
    let daemon = try RunningDaemon(Self.scene)
    #expect(try daemon.control("text", "name", "kept").status == 0)
    let stream = try UnixStream.connect(to: daemon.socket)
    let text = String(repeating: "a", count: 1 << 20)
    let line =
      #"{"jsonrpc":"2.0","method":"\#(method)","params":{"text":"\#(text)"},"id":1}"# + "\n"
    var rest = Array(line.utf8)[...]
    while !rest.isEmpty, case .bytes(let count) = stream.send(rest) { rest = rest.dropFirst(count) }
    _ = shutdown(stream.descriptor, Int32(SHUT_WR))
    var (bytes, answer) = ([UInt8](repeating: 0, count: 65536), [UInt8]())
    while case .bytes(let count) = stream.receive(into: &bytes) { answer += bytes[..<count] }
    // A client that is still writing when it is closed may lose the answer; what comes is one line.
    if !answer.isEmpty {
      let error = try JSONValue(parsing: answer.dropLast())["error"]
      #expect(error?["code"] == -32600)
    }
    #expect(try field(daemon)["text"] == "kept" && field(daemon)["focused"] == true)
    #expect(daemon.stop() == 0)
  }
}
