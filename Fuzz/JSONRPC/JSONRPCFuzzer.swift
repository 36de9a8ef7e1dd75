// SPDX-License-Identifier: Apache-2.0
import Control
import JSON

/// Feeds bytes to the control protocol as a client would send them.
///
/// The first byte says how the stream is cut into reads. Beyond not crashing, every line must be
/// answered within bounds, and what was understood must survive being written and read again.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
  guard let first = bytes.first else { return 0 }
  let stream = bytes.dropFirst()
  var framer = LineFramer()
  let step = Int(first) + 1
  var position = stream.startIndex
  while position < stream.endIndex {
    let end = min(position + step, stream.endIndex)
    framer.append(Array(stream[position..<end]))
    position = end
    while let item = framer.next() {
      guard case .line(let line) = item else { return 0 }
      precondition(!line.isEmpty && line.count <= framer.limit)
      checkPortions(of: line, step)
      answer(line)
    }
  }
  return 0
}

/// Portions of any size come to the value or the mistake of the whole.
private func checkPortions(of line: [UInt8], _ portion: Int) {
  var reading = JSONReading(line)
  let read = Result { () throws(JSONSyntaxError) in
    while true { if let value = try reading.read(portion) { return value } }
  }
  precondition(read == Result { () throws(JSONSyntaxError) in try JSONValue(parsing: line) })
}

/// Answers a line as the daemon does, with every understood request succeeding.
private func answer(_ line: [UInt8]) {
  var reading = JSONRPCReading(line: line)
  var read = reading.read()
  while read == nil { read = reading.read() }
  guard let calls = read else { return }
  precondition(calls.count <= JSONRPCCalls.maximumBatchCount)
  var answer = JSONRPCAnswer(to: calls)
  for index in 0..<calls.count {
    if let response = response(to: calls[index]) { answer.append(response) }
  }
  guard let reply = answer.line else { return }
  precondition(reply.last == 0x0A && reply.dropLast().allSatisfy { $0 >= 0x20 })
  guard let json = try? JSONValue(parsing: Array(reply.dropLast())) else {
    preconditionFailure("an answer must be JSON")
  }
  precondition(json.serialized == Array(reply.dropLast()))
}

private func response(to call: JSONRPCCall) -> JSONRPCResponse? {
  switch call {
  case .invalid(let error, let id):
    return JSONRPCResponse(id: id, outcome: .failure(error))
  case .request(let request):
    do throws(JSONRPCError) {
      let understood = try ControlRequest(request)
      check(understood)
      return request.id.map { JSONRPCResponse(id: $0, outcome: .success([:])) }
    } catch {
      precondition(error.code == -32601 || error.code == -32602)
      precondition(error.data != nil)
      return request.id.map { JSONRPCResponse(id: $0, outcome: .failure(error)) }
    }
  }
}

/// What the daemon relies on.
private func check(_ request: ControlRequest) {
  // What one end reads is what the other end would have sent.
  let again = try? ControlRequest(request.rpc(id: .null))
  precondition(again == request)
  switch request {
  case .widget, .setWidgets:
    precondition(request.params?.members.allSatisfy { $0.value != .null } ?? true)
  case .sendTouch(let touch):
    precondition((0...63).contains(touch.slot))
    precondition(abs(touch.x ?? 0) <= 1e6 && abs(touch.y ?? 0) <= 1e6)
    precondition((touch.x == nil) == (touch.y == nil))
  default: break
  }
}
