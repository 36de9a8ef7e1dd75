// SPDX-License-Identifier: Apache-2.0

/// The request for another monitor that shows the same picture.
package enum MirrorRequest: Sendable, Hashable {
  /// None.
  case none
  /// Any that can.
  case any
  /// The one on the connector of this name.
  case named(String)
}
