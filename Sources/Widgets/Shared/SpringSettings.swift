// SPDX-License-Identifier: Apache-2.0
internal import Motion

/// A spring as UIKit describes it.
package struct SpringSettings: Hashable, Sendable {
  /// Seconds, 0.01 … 10.
  package var duration: Double
  /// Damping ratio, 0.01 … 1.
  package var damping: Double
  /// Initial velocity in whole distances a second, −100 … 100.
  package var velocity: Double

  /// A spring of the three values.
  package init(duration: Double, damping: Double, velocity: Double) {
    self.duration = duration
    self.damping = damping
    self.velocity = velocity
  }

  /// The spring as the motion has it.
  var spring: Spring {
    Spring(duration: duration, dampingRatio: damping, initialVelocity: velocity)
  }
}

extension SpringSettings {
  /// The keys of a table such as `press`.
  static let keys: [Key<Self>] = [
    .number("duration", \.duration, 0.01...10, "How long it takes, in seconds"),
    .number("damping", \.damping, 0.01...1, "From 0.01, swinging for long, to 1, not swinging"),
    .number("velocity", \.velocity, -100...100, "How fast it begins, in ways a duration"),
  ]
}
