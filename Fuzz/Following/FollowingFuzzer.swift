// SPDX-License-Identifier: Apache-2.0
import Following
import MonotonicTime

/// Feeds bytes to the readers of `swellctl follow` as a peer would send them.
///
/// The first byte says who is followed, the second how the stream is cut into reads. Beyond not crashing, a
/// stream in pieces must tell what it tells whole, and what is shown must never fall within a run, nor reach
/// 100 without a success.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
  guard bytes.count > 2 else { return 0 }
  let stream = bytes[2...]
  let step = Int(bytes[1]) + 1
  let whole = events(bytes[0], [stream])
  precondition(whole == events(bytes[0], pieces(stream, step)))
  check(whole)
  return 0
}

private func pieces(_ stream: ArraySlice<UInt8>, _ step: Int) -> [ArraySlice<UInt8>] {
  stride(from: stream.startIndex, to: stream.endIndex, by: step).map { start in
    stream[start..<min(start + step, stream.endIndex)]
  }
}

/// What a peer of this kind tells with these pieces.
private func events(_ kind: UInt8, _ pieces: [ArraySlice<UInt8>]) -> [PeerEvent] {
  switch kind % 6 {
  case 0:
    var stream = SWUpdateStream()
    return pieces.flatMap { stream.append($0) }
  case 1:
    var commands = SplashCommands()
    return pieces.flatMap { commands.append($0) } + commands.finishCommand()
  case 2:
    var reports = PercentReports()
    return pieces.flatMap { reports.append($0) } + reports.finishLine()
  case 3:
    var requests = PlymouthRequests()
    var answers = PlymouthAnswers()
    return pieces.flatMap { requests.append($0) }.flatMap { request in
      let answer = answers.answer(request, isRoot: true)
      precondition(answer.reply.count == 1)
      return answer.events
    }
  case 4:
    // A file is read whole each time; its pieces are not.
    var file = NumberFile()
    return file.read(pieces.flatMap { Array($0) })
  default:
    var notices = SWUpdateNotices()
    for piece in pieces { notices.append(piece) }
    return notices.reason.map { [.failed($0)] } ?? []
  }
}

/// What the screen relies on.
private func check(_ events: [PeerEvent]) {
  var line = RunLine(patience: .milliseconds(60_000))
  var last = 0.0
  for (index, event) in events.enumerated() {
    let wasRunning = line.state == .running || line.state == .lost
    line.take(event, at: MonotonicInstant(nanoseconds: Int64(index)))
    guard let percent = line.shown.percent else { continue }
    precondition((0...100).contains(percent))
    precondition(percent < 100 || line.state == .succeeded)
    if wasRunning, event != .began, line.state == .running { precondition(percent >= last) }
    last = percent
    precondition((line.shown.text ?? "").utf8.count <= 256)
    precondition((line.shown.text ?? "").utf8.allSatisfy { $0 >= 0x20 })
  }
}
