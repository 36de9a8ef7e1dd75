// SPDX-License-Identifier: Apache-2.0
internal import Control

/// Percentages that lines say, the newest of what has come in at a time.
struct PercentRequests: InputRequests {
  static var unit: String { "percentage" }

  private let request: (Double) -> ControlRequest
  private var lines = PercentLines()
  /// The newest percentage that has not been sent.
  private var pending: Double?
  /// The percentage that was sent last.
  private var sent: Double?

  /// Requests that are made of a percentage each.
  init(_ request: @escaping (Double) -> ControlRequest) { self.request = request }

  var unreadableCount: Int { lines.unreadableCount }

  var hasNext: Bool { pending != nil }

  mutating func append(_ bytes: ArraySlice<UInt8>) { pending = lines.append(bytes) ?? pending }

  mutating func finish() { pending = lines.finishLine() ?? pending }

  mutating func next() -> ControlRequest? {
    guard let percent = pending.take() else { return nil }
    sent = percent
    return request(percent)
  }

  mutating func putBack() { pending = pending ?? sent }
}
