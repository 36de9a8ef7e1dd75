// SPDX-License-Identifier: Apache-2.0
package import Geometry
package import MonotonicTime

/// Turns contacts into drags of one widget, such as the elastic circle's radius.
///
/// As with ``PressRecognizer`` the first finger owns the drag and others change nothing. Distances
/// are in points, from where the finger came down.
package struct DragRecognizer: Sendable {
  /// The meaning of a contact for the widget.
  package enum Action: Hashable, Sendable {
    /// A finger came down on it; the distance is 0.
    case began
    /// The finger is now so many points away from where it came down.
    case changed(distance: Double)
    /// It was lifted at that distance.
    case ended(distance: Double)
    /// It was taken away at that distance.
    case cancelled(distance: Double)
  }

  /// The contact that drags; `nil` while none does.
  package private(set) var owner: ContactID?
  /// Position at which it came down.
  package private(set) var start = Point.zero
  /// Position of the finger, now or last.
  package private(set) var position = Point.zero

  private var path = FingerPath()

  /// A widget that is not dragged.
  package init() {}

  /// Distance of the finger from where it came down, in points; 0 while it is not dragged.
  package var distance: Double { owner == nil ? 0 : start.distance(to: position) }

  /// Predicts the finger's position when a frame at `instant` is seen, by its reports.
  ///
  /// Only for what is shown: reports decide what is told and triggered.
  package func expectedPosition(at instant: MonotonicInstant) -> Point {
    path.position(at: instant)
  }

  /// The velocity with which the finger leaves at `instant`, in points per second.
  package func velocity(at instant: MonotonicInstant) -> Point { path.velocity(at: instant) }

  /// Time until which the expected position differs from the reported one; nil where it does not.
  package var leadEnd: MonotonicInstant? { owner == nil ? nil : path.leadEnd }

  /// Gives the widget a contact's change.
  ///
  /// - Parameters:
  ///   - event: The change.
  ///   - isInside: True if the contact is on the widget and it may be dragged.
  /// - Returns: Its meaning; `nil` for none.
  package mutating func handle(_ event: TouchEvent, isInside: Bool) -> Action? {
    guard event.contact == owner else {
      guard owner == nil, event.phase == .down, isInside else { return nil }
      owner = event.contact
      start = event.position
      position = event.position
      path.begin(at: event.position, event.time)
      return .began
    }
    switch event.phase {
    case .down, .move:
      path.append(event.position, at: event.time)
      guard position != event.position else { return nil }
      position = event.position
      return .changed(distance: distance)
    case .up:
      position = event.position
      let final = distance
      owner = nil
      return .ended(distance: final)
    case .cancel:
      let final = distance
      owner = nil
      return .cancelled(distance: final)
    }
  }

  /// Frees the widget, because it was hidden, disabled or taken away.
  ///
  /// The contact that dragged it has no further effect on it before it comes down again.
  ///
  /// - Returns: True if it was dragged; then the drag counts as cancelled.
  package mutating func abandon() -> Bool {
    defer { owner = nil }
    return owner != nil
  }
}
