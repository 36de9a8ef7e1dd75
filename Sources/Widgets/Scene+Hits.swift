// SPDX-License-Identifier: Apache-2.0
package import Geometry

/// The relation of a finger's place to a widget.
package enum WidgetHit: Hashable, Sendable {
  /// Nothing: it is elsewhere, or the widget takes no touches.
  case none
  /// It is beside the widget, so close that it is meant as long as nothing else is.
  case near
  /// It is on an area that is touched wherever nothing stands on it.
  case ground
  /// It is on the widget.
  case whole

  /// Tells if a finger that is lifted there is lifted on the widget.
  ///
  /// - Parameter isOnAny: True if it is lifted on any widget, this one or another.
  /// - Returns: True if it is lifted on this one.
  func counts(besidesOthers isOnAny: Bool) -> Bool {
    switch self {
    case .none: false
    case .near: !isOnAny
    case .ground, .whole: true
    }
  }
}

extension Scene {
  /// The widget that gets a finger which comes down at `point` (in points); nil for none.
  ///
  /// The topmost one that is hit, and where none is, the topmost one that is near. What stands on a
  /// ground is near before the ground is hit.
  package func taker(at point: Point) -> Int? {
    var nearest: Int?
    for index in slotIndices.reversed() {
      switch shelves.hit(slot(index), at: point) {
      case .none: break
      case .near: nearest = nearest ?? index
      case .ground: return nearest ?? index
      case .whole: return index
      }
    }
    return nearest
  }

  /// Tells if `point` (in points) lies on a widget, and not only beside one.
  func isOnAny(_ point: Point) -> Bool {
    for index in slotIndices where shelves.hit(slot(index), at: point) == .whole { return true }
    return false
  }
}
