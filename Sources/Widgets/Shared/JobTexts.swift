// SPDX-License-Identifier: Apache-2.0
internal import PlainText

/// A table `texts` of `[button.job]`: how it is put that a program has not ended as it should, where that is not the
/// program's own to say.
package struct JobTexts: Hashable, Sendable {
  /// It was to be ended by a client or a second touch.
  @Exact package var cancelled = "it was cancelled"
  /// Its unit was stopped.
  @Exact package var stopped = "it was stopped"
  /// It has run longer than it may.
  @Exact package var timedOut = "it took longer than it may"
  /// It has ended with an exit status, `{status}`, and has said nothing.
  @Exact package var status = "it ended with status {status}"
  /// A signal has ended it, `{signal}`.
  @Exact package var signal = "it was ended by signal {signal}"
  /// Nothing was heard of it, or of its end.
  @Exact package var lost = "nothing was heard of it"
  /// It could not be started, for the reason `{reason}`.
  @Exact package var notStarted = "it cannot be started: {reason}"

  /// The defaults.
  package init() {}

  /// The text for an end with an exit status.
  package func ended(withStatus status: Int) -> String {
    Self.fill(self.status, place: "{status}", with: "\(status)")
  }

  /// The text for an end by a signal, with the text that the program has said before that.
  package func ended(bySignal signal: Int, afterSaying said: String) -> String {
    let sentence = Self.fill(self.signal, place: "{signal}", with: "\(signal)")
    return said.isEmpty ? sentence : "\(sentence): \(said)"
  }

  /// The text for a program that could not be started.
  package func notStarted(for reason: String) -> String {
    Self.fill(notStarted, place: "{reason}", with: reason)
  }

  private static func fill(_ text: String, place: String, with value: String) -> String {
    let place = Array(place.utf8)
    var filled: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let first = rest.first {
      if rest.starts(with: place) {
        filled += Array(value.utf8)
        rest = rest.dropFirst(place.count)
      } else {
        filled.append(first)
        rest = rest.dropFirst()
      }
    }
    return String(decoding: filled, as: UTF8.self)
  }
}
