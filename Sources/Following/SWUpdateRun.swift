// SPDX-License-Identifier: Apache-2.0

/// Makes one line of what SWUpdate says of download and steps.
///
/// Of the way to the end the download before the first step is half as much as its percentage says; the
/// steps share the rest, `((step − 1) + percent / 100) / steps`. A download that goes on beside the steps
/// is theirs already.
struct SWUpdateRun: Hashable, Sendable {
  /// True while an update is under way.
  private(set) var isOpen = false
  /// True if SWUpdate has not said why the newest failure is one.
  private(set) var isUnexplained = false
  /// The download's part of the whole, in percent, when the first step began.
  private var base = 0.0
  /// True once steps have begun.
  private var hasSteps = false
  /// The newest download's percentage, which a late word of an update that has ended goes on with.
  private var download: UInt32 = 0
  /// The image and step at which it was last; empty before the first step.
  private var place = ""

  /// No update yet.
  init() {}

  /// Takes a message.
  mutating func take(_ message: SWUpdateMessage) -> [PeerEvent] {
    switch message.status {
    case .start:
      // What was downloaded before it is known how many steps there are belongs to it.
      if isOpen, !hasSteps { return [.heard] }
      open()
      return [.began]
    case .download: return downloaded(message)
    case .run, .progress, .subprocess: return step(message)
    case .success:
      isOpen = false
      return [.succeeded]
    case .failure:
      isOpen = false
      // Releases to date do not give the reason here, and say no more than where they were.
      isUnexplained = message.information.first == "{" || message.information.isEmpty
      return [.failed(isUnexplained ? place : message.information)]
    case .idle, .done, nil: return [.heard]
    }
  }

  private mutating func downloaded(_ message: SWUpdateMessage) -> [PeerEvent] {
    let isLate = !isOpen && download > 0 && message.download >= download
    download = message.download
    guard !isLate else { return [.heard] }
    let begin: [PeerEvent] = isOpen ? [] : [.began]
    if !isOpen { open() }
    guard message.step == 0 else { return begin + step(message) }
    base = max(base, Double(min(message.download, 100)) / 2)
    return begin + [.percent(base)]
  }

  private mutating func step(_ message: SWUpdateMessage) -> [PeerEvent] {
    guard message.step > 0 else { return [.heard] }
    // Joined in the middle: an earlier figure, where known, is gone on from.
    (isOpen, hasSteps) = (true, true)
    let count = Double(max(message.stepCount, 1))
    // What is done when all steps are has a step of its own, which is not counted.
    let done = min(1, (Double(message.step - 1) + Double(min(message.percent, 100)) / 100) / count)
    let number = message.stepCount > 1 ? " (\(message.step)/\(message.stepCount))" : ""
    if !message.image.isEmpty { place = message.image + number }
    return [.percent(base + (100 - base) * done)]
      + (message.image.isEmpty ? [] : [.text(place)])
  }

  private mutating func open() { (isOpen, hasSteps, base, place) = (true, false, 0, "") }
}
