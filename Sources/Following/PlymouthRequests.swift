// SPDX-License-Identifier: Apache-2.0

/// Cuts what a client of Plymouth sends into requests: a letter and NUL, or a letter, 2, a length, and as
/// many bytes that end with NUL.
///
/// The requests are the same however the stream is cut into reads.
package struct PlymouthRequests: Hashable, Sendable {
  /// One request.
  package struct Request: Hashable, Sendable {
    /// Its letter.
    package let command: UInt8
    /// Argument of the request, without the NUL; nil for none.
    package let argument: String?
  }

  private var bytes: [UInt8] = []
  /// True if something was sent that is no request; nothing is read any more.
  package private(set) var isBroken = false

  /// A connection that has just been made.
  package init() {}

  /// Takes in what was sent.
  package mutating func append(_ more: ArraySlice<UInt8>) -> [Request] {
    guard !isBroken else { return [] }
    bytes += more
    var requests: [Request] = []
    var start = 0
    while let (request, count) = next(bytes[start...]) {
      requests.append(request)
      start += count
    }
    bytes.removeFirst(isBroken ? bytes.count : start)
    return requests
  }

  private mutating func next(_ bytes: ArraySlice<UInt8>) -> (Request, Int)? {
    let start = bytes.startIndex
    guard bytes.count >= 2 else { return nil }
    let command = bytes[start]
    switch bytes[start + 1] {
    case 0: return (Request(command: command, argument: nil), 2)
    case 2:
      guard bytes.count >= 3 else { return nil }
      let length = Int(bytes[start + 2])
      guard bytes.count >= 3 + length else { return nil }
      let field = bytes[(start + 3)..<(start + 3 + length)]
      let text = String(decoding: field.prefix { $0 != 0 }, as: UTF8.self)
      return (Request(command: command, argument: text), 3 + length)
    default:
      isBroken = true
      return nil
    }
  }
}

/// Answers Plymouth's clients as its daemon would, as far as a screen without passwords can.
package struct PlymouthAnswers: Hashable, Sendable {
  /// The one byte of each answer.
  private enum Reply { static let (yes, no, nothing): (UInt8, UInt8, UInt8) = (0x06, 0x15, 0x05) }

  private var runs = ValueRuns()

  /// Nothing has been asked.
  package init() {}

  /// True if a run is under way that has not come to its end.
  package var isUnderWay: Bool { runs.reached != nil }

  /// Answers a request.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - isRoot: True if root asks; others are refused, as Plymouth does.
  /// - Returns: The bytes to send back, and the events that the request means.
  package mutating func answer(
    _ request: PlymouthRequests.Request,
    isRoot: Bool
  ) -> (reply: [UInt8], events: [PeerEvent]) {
    guard isRoot else { return ([Reply.no], []) }
    switch request.command {
    case UInt8(ascii: "u"):
      guard let value = request.argument.flatMap(Double.init), (0...100).contains(value) else {
        return ([Reply.no], [])
      }
      return ([Reply.yes], runs.events(for: value))
    case UInt8(ascii: "M"): return ([Reply.yes], [.text(request.argument ?? "")])
    case UInt8(ascii: "m"): return ([Reply.yes], [.text("")])
    case UInt8(ascii: "C"): return ([Reply.yes], modeEvents(request.argument ?? ""))
    // No password is typed here, and no letter that is waited for.
    case UInt8(ascii: "*"), UInt8(ascii: "c"), UInt8(ascii: "W"), UInt8(ascii: "K"):
      return ([Reply.nothing], [])
    case UInt8(ascii: "P"), UInt8(ascii: "U"), UInt8(ascii: "S"), UInt8(ascii: "D"),
      UInt8(ascii: "r"), UInt8(ascii: "l"), UInt8(ascii: "Q"), UInt8(ascii: "$"),
      UInt8(ascii: "H"), UInt8(ascii: "R"), UInt8(ascii: "A"), UInt8(ascii: "a"),
      UInt8(ascii: "L"), UInt8(ascii: "!"):
      return ([Reply.yes], [])
    // Whether the splash has the terminal in front ("V"), and whatever later versions ask.
    default: return ([Reply.no], [])
    }
  }

  private mutating func modeEvents(_ mode: String) -> [PeerEvent] {
    switch mode {
    case "updates", "system-upgrade", "firmware-upgrade":
      runs.end()
      return [.began]
    default: return [.heard]
    }
  }
}
