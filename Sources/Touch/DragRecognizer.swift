// SPDX-License-Identifier: Apache-2.0
package import Geometry
package import MonotonicTime

/// Turns contacts into drags of one widget, such as the elastic circle's radius.
///
/// As with ``PressRecognizer`` the first finger owns the drag and others change nothing. Distances
/// are in points, from where the finger came down.
package struct DragRecognizer: Sendable {
  /// What a contact means for the widget.
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
  /// Where it came down.
  package private(set) var start = Point.zero
  /// Where it is now, or was last.
  package private(set) var position = Point.zero

  private var path = FingerPath()

  /// A widget that is not dragged.
  package init() {}

  /// How far the finger is from where it came down, in points; 0 while it is not dragged.
  package var distance: Double { owner == nil ? 0 : start.distance(to: position) }

  /// Where the finger will be when a frame at `instant` is seen, as its reports let expect.
  ///
  /// For what is shown alone: what is told and triggered comes of reports.
  package func expectedPosition(at instant: MonotonicInstant) -> Point {
    path.position(at: instant)
  }

  /// The velocity with which the finger leaves at `instant`, in points per second.
  package func velocity(at instant: MonotonicInstant) -> Point { path.velocity(at: instant) }

  /// Until when the expected position differs from the reported one; nil where it does not.
  package var leadEnd: MonotonicInstant? { owner == nil ? nil : path.leadEnd }

  /// Gives the widget a contact's change.
  ///
  /// - Parameters:
  ///   - event: The change.
  ///   - isInside: Whether the contact is on the widget and it may be dragged.
  /// - Returns: What it means; `nil` when nothing.
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
      path.append(event.position, event.time)
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
  /// - Returns: Whether it was dragged; then the drag counts as cancelled.
  package mutating func abandon() -> Bool {
    defer { owner = nil }
    return owner != nil
  }
}
