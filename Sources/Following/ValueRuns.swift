// SPDX-License-Identifier: Apache-2.0

/// Tells runs apart where a peer says nothing but percentages.
///
/// 100 ends a run well. A run begins with the first percentage, with the first after an end, and with one
/// below 5 that lies more than 20 below the highest: boots and updaters step back a little, and one that
/// starts anew steps back to its beginning.
struct ValueRuns: Hashable, Sendable {
  /// The highest percentage of the run; nil outside of one.
  private var highest: Double?

  /// No run yet.
  init() {}

  /// Takes a percentage, 0 … 100.
  mutating func events(for value: Double) -> [PeerEvent] {
    guard value < 100 else {
      let begin: [PeerEvent] = highest == nil ? [.began] : []
      end()
      return begin + [.percent(100), .succeeded]
    }
    guard let highest, !(value < 5 && value < highest - 20) else {
      self.highest = value
      return [.began, .percent(value)]
    }
    self.highest = max(highest, value)
    return [.percent(value)]
  }

  /// The run is over: the next percentage is another one's.
  mutating func end() { highest = nil }

  /// Highest percentage of the run under way; nil outside of one.
  var reached: Double? { highest }
}
