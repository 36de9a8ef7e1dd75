// SPDX-License-Identifier: Apache-2.0

/// Touches where a device declares that it has no positions: its driver or firmware is mistaken.
///
/// Such touches cannot be placed and are ignored, which looks like a dead part of the glass.
package struct RangeMismatch: Hashable, Sendable {
  /// One direction, in the device's own values.
  package struct Axis: Hashable, Sendable {
    /// The kernel's number of the axis that is read (`ABS_*`).
    package var code: UInt16
    /// The range that the device declares.
    package var declared: ClosedRange<Int32>
    /// The range of the values that it has reported.
    package var seen: ClosedRange<Int32>

    /// An axis of the three values.
    package init(code: UInt16, declared: ClosedRange<Int32>, seen: ClosedRange<Int32>) {
      self.code = code
      self.declared = declared
      self.seen = seen
    }

    /// True if values were seen that are not declared.
    package var isExceeded: Bool {
      seen.lowerBound < declared.lowerBound || seen.upperBound > declared.upperBound
    }
  }

  /// Number of touches that were ignored, or cancelled, for it.
  package var count: Int
  /// The horizontal axis.
  package var horizontal: Axis
  /// The vertical axis.
  package var vertical: Axis

  /// A mismatch of the three values.
  package init(count: Int, horizontal: Axis, vertical: Axis) {
    self.count = count
    self.horizontal = horizontal
    self.vertical = vertical
  }

  /// Number of touches after which the seen values are taken for the range: the first one is a single value.
  package static let tellingCount = 10

  /// The fault and its remedy, a sentence without its full stop.
  package var sentence: String {
    let advice =
      remedy.map { "udev's hwdb can correct the range (\($0))" }
      ?? "touch it along all its edges: after \(Self.tellingCount) touches the range is told"
    return "\(finding); if the glass is dead there, \(advice)"
  }

  /// The fault, a clause without a full stop.
  package var finding: String {
    let ranges = exceeded.map { name, axis in
      "\(name) \(Self.text(axis.declared)), seen \(Self.text(axis.seen))"
    }.joined(separator: "; ")
    return
      "\(count == 1 ? "1 touch was" : "\(count) touches were") ignored for being outside the range "
      + "that the device declares (\(ranges))"
  }

  /// The entry that udev's hwdb needs for the device, such as `EVDEV_ABS_36=0:1919`; `nil` before ``tellingCount``
  /// touches.
  package var remedy: String? {
    guard count >= Self.tellingCount else { return nil }
    return exceeded.map { _, axis in
      let low = min(axis.declared.lowerBound, axis.seen.lowerBound)
      let high = max(axis.declared.upperBound, axis.seen.upperBound)
      return "EVDEV_ABS_\(Self.hexadecimal(axis.code))=\(low):\(high)"
    }.joined(separator: " and ")
  }

  private var exceeded: [(name: String, axis: Axis)] {
    [("x", horizontal), ("y", vertical)].filter(\.1.isExceeded)
  }

  private static func text(_ range: ClosedRange<Int32>) -> String {
    "\(range.lowerBound) … \(range.upperBound)"
  }

  /// Two digits at least, as udev's hwdb writes axes.
  private static func hexadecimal(_ code: UInt16) -> String {
    let digits = String(code, radix: 16)
    return digits.count < 2 ? "0" + digits : digits
  }
}
