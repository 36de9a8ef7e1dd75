// SPDX-License-Identifier: Apache-2.0
package import MonotonicTime

/// The text that a scanner has read, whole.
package struct ScannedText: Hashable, Sendable {
  /// The text, without control characters.
  package let text: String
  /// True if the scanner has ended it, in place of silence.
  package let isTerminated: Bool
  /// The scanner's device node.
  package let device: String
  /// The id of the field that it is for; empty for the one that has the focus.
  package let target: String
  /// Time at which it was whole.
  package let time: MonotonicInstant

  /// A text of the five values.
  package init(
    text: String,
    isTerminated: Bool,
    device: String,
    target: String,
    time: MonotonicInstant
  ) {
    self.text = text
    self.isTerminated = isTerminated
    self.device = device
    self.target = target
    self.time = time
  }
}
