// SPDX-License-Identifier: Apache-2.0
internal import MonotonicTime

/// Finds out if a device reports its fingers without end, so that silence says that something is wrong.
///
/// Most panels of type A list their fingers many times a second, and those of the Windows 8 class stamp
/// every scan (`MSC_TIMESTAMP`): a finger that lies still talks. Where reports stop all the same, a cable
/// or a driver has failed, and nothing is known of the finger any more. hid-multitouch tells its release
/// 100 ms later as if it had been lifted. A panel that says nothing of a finger that lies still is never
/// taken for one of these.
struct ReportRhythm: Sendable {
  /// Silence after which a finger of a device that always talks is given up; shorter than the time that hid-multitouch
  /// waits, longer than two reports of the slowest panels.
  static let patience = MonotonicInterval.milliseconds(80)
  /// The longest time between two reports of a device that always talks.
  private static let usualGap = MonotonicInterval.milliseconds(40)
  /// Number of reports, of those that a silent device would not have sent, that prove a device to talk.
  private static let neededEvidence = 8

  private var evidence = 0
  private var isDisproved = false
  /// The last report while something was touched.
  private var lastReport: MonotonicInstant?

  /// Time at which the fingers are given up unless there is a report before; `nil` where silence says nothing.
  var deadline: MonotonicInstant? {
    guard evidence >= Self.neededEvidence, !isDisproved, let lastReport else { return nil }
    return lastReport + Self.patience
  }

  /// Tells if the device had fallen silent before `time`.
  func hasStopped(at time: MonotonicInstant) -> Bool {
    deadline.map { time >= $0 } ?? false
  }

  /// A report has come.
  ///
  /// - Parameters:
  ///   - time: Time of the report.
  ///   - isTouched: True if something is touched behind it.
  ///   - isRepeated: True if a device that speaks of changes alone would not have sent it.
  mutating func note(at time: MonotonicInstant, isTouched: Bool, isRepeated: Bool) {
    if isRepeated, let lastReport {
      let isUsual = time - lastReport <= Self.usualGap
      evidence = isUsual ? min(evidence + 1, Self.neededEvidence) : 0
    }
    lastReport = isTouched ? time : nil
  }

  /// The device was silent and spoke of the same finger afterwards: it is one that may be silent.
  mutating func disprove() { isDisproved = true }
}
