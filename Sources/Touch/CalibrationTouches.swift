// SPDX-License-Identifier: Apache-2.0

/// Collects the reports while the crosses of a calibration are touched one after the other.
///
/// Of each touch the median of its positions counts, so that what noisy panels report first and last
/// decides nothing. The first device that is touched is the one that is calibrated; other devices, and
/// other fingers, are not listened to.
///
/// All positions are fractions of the unrotated panel.
package struct CalibrationTouches: Hashable, Sendable {
  /// The outcome of a report.
  package enum Verdict: Hashable, Sendable {
    /// Nothing yet.
    case none
    /// The cross was touched; the next one has its turn.
    case taken
    /// The cross was not touched as it has to be, a sentence for the person there; it has to be touched again.
    case implausible(String)
  }

  /// Longest distance over which the middle half of the positions of one touch may be spread.
  private static let slide = 0.04
  /// Least distance between the reports of two crosses, which lie at least 0.8 apart themselves.
  private static let distance = 0.2
  /// The largest error that is taken for that of a finger.
  package static let tolerance = 0.03

  /// Pairs of shown and reported positions so far.
  package private(set) var pairs: [CalibrationFit.Pair] = []
  /// The device that is calibrated; `nil` before the first touch.
  package private(set) var device: String?
  private var finger: Finger?

  private struct Finger: Hashable, Sendable {
    var contact: Int
    var device: String?
    var x: [Double]
    var y: [Double]
  }

  /// Nothing touched yet.
  package init() {}

  /// Takes a report of a contact while the cross at (`shownX`, `shownY`) is shown.
  ///
  /// - Parameters:
  ///   - phase: The phase of the contact.
  ///   - contact: Its number on its device.
  ///   - device: The device's path; `nil` for a touch of no device.
  ///   - x: From the left edge of the panel.
  ///   - y: From its top edge.
  ///   - shownX: Position of the cross from the left edge.
  ///   - shownY: Position of the cross from the top edge.
  /// - Returns: The outcome.
  package mutating func take(
    _ phase: TouchPhase,
    contact: Int,
    device: String?,
    x: Double,
    y: Double,
    shownX: Double,
    shownY: Double
  ) -> Verdict {
    guard pairs.isEmpty || device == self.device else { return .none }
    if phase == .down, finger == nil {
      finger = Finger(contact: contact, device: device, x: [x], y: [y])
      return .none
    }
    guard var touching = finger, touching.contact == contact, touching.device == device else {
      return .none
    }
    switch phase {
    case .down: return .none
    case .move:
      // A finger that lies there for minutes is no better known by all of them.
      if touching.x.count < 1000 {
        touching.x.append(x)
        touching.y.append(y)
      }
      finger = touching
      return .none
    case .cancel:
      finger = nil
      return .none
    case .up:
      finger = nil
      return lifted(touching, shownX: shownX, shownY: shownY)
    }
  }

  private mutating func lifted(_ finger: Finger, shownX: Double, shownY: Double) -> Verdict {
    let (x, y) = (median(finger.x), median(finger.y))
    guard spread(finger.x) <= Self.slide, spread(finger.y) <= Self.slide else {
      return .implausible("the finger slid; touch the middle of the bright cross and lift it there")
    }
    if let earlier = pairs.firstIndex(where: {
      hypotenuse($0.reportedX - x, $0.reportedY - y) < Self.distance
    }) {
      return .implausible(
        "this is where cross \(earlier + 1) was touched; touch the bright one, cross \(pairs.count + 1)"
      )
    }
    device = finger.device
    pairs.append(
      CalibrationFit.Pair(shownX: shownX, shownY: shownY, reportedX: x, reportedY: y)
    )
    return .taken
  }

  /// The median, of an even number the lower one; the values are not empty.
  private func median(_ values: [Double]) -> Double { values.sorted()[(values.count - 1) / 2] }

  /// Extent of the middle half of the values: wild ones at both ends do not count.
  private func spread(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    let left = sorted.count / 4
    return sorted[sorted.count - 1 - left] - sorted[left]
  }

  private func hypotenuse(_ a: Double, _ b: Double) -> Double { (a * a + b * b).squareRoot() }
}
