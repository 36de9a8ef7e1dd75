// SPDX-License-Identifier: Apache-2.0
import KMS
import LinuxSystem
import MonotonicTime
import Presentation

/// Finds out whether this machine has a display that can be had.
enum DisplaySearch {
  /// Longest time that a display may take to appear before memory takes its place.
  private static let patience = MonotonicInterval(seconds: 2)

  /// A display that has been started and has a card, if there is one within two seconds.
  ///
  /// - Returns: The display, or `nil` with the last obstacle's sentence.
  /// - Throws: ``SystemError`` when no descriptor is left.
  static func find(
    _ settings: KMSSettings
  ) throws(SystemError) -> (output: KMSOutput?, obstacle: String) {
    let output = try KMSOutput(settings: settings)
    let epoll = try Epoll.open()
    if let descriptor = output.descriptor { try epoll.add(descriptor, token: 0) }
    let end = MonotonicClock.now() + patience
    output.start(at: MonotonicClock.now())
    while output.description.device.isEmpty {
      let now = MonotonicClock.now()
      guard now < end else {
        let obstacle = output.description.state
        output.stop()
        return (nil, obstacle)
      }
      let wake = min(output.deadline ?? end, end)
      let events = try epoll.wait(timeout: wake - now)
      if events.count > 0 { output.processReadiness(at: MonotonicClock.now()) }
      output.processDeadline(at: MonotonicClock.now())
    }
    return (output, "")
  }
}
