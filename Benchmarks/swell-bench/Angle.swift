// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The C library's sine, under a name that says the unit.
enum Angle {
  /// The sine of an angle in radians.
  static func sine(_ radians: Double) -> Double { sin(radians) }
}
