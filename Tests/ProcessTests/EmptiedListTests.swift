// SPDX-License-Identifier: Apache-2.0
import JSON
import LinuxSystem
import Testing

@Suite("A list that is emptied")
struct EmptiedListTests {
  /// Sends a request and waits for its answer's line.
  private func ask(_ stream: borrowing UnixStream, _ rows: String) throws -> JSONValue {
    let line =
      #"{"jsonrpc":"2.0","id":1,"method":"list.set","params":{"id":"list","rows":[\#(rows)]}}"#
    var rest = Array((line + "\n").utf8)[...]
    while !rest.isEmpty, case .bytes(let count) = stream.send(rest) { rest = rest.dropFirst(count) }
    var (bytes, answer) = ([UInt8](repeating: 0, count: 4096), [UInt8]())
    while answer.last != 0x0A, case .bytes(let count) = stream.receive(into: &bytes) {
      answer += bytes[..<count]
    }
    return try JSONValue(parsing: answer.dropLast())
  }

  @Test(
    "The client that has emptied it is answered, though no text comes and no other client asks",
    .endsWhenHung
  )
  func answered() throws {
    let daemon = try RunningDaemon(
      """
      [display]
      scale = 1
      [[list]]
      id = "list"
      frame = { x = "50%", y = "50%", width = 140, height = 100 }
      row_height = 20
      """
    )
    let stream = try UnixStream.connect(to: daemon.socket)
    let rows = (0..<100).map { #"{"id":"\#($0)","label":"Row \#($0)"}"# }.joined(separator: ",")
    for count in [100, 0, 100, 0] {
      let answer = try ask(stream, count == 0 ? "" : rows)
      #expect(answer["result"]?["count"]?.int == count)
    }
    #expect(daemon.stop() == 0)
  }
}
