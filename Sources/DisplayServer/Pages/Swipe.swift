// SPDX-License-Identifier: Apache-2.0
internal import Configuration
internal import Geometry
internal import MonotonicTime
internal import Touch
internal import Widgets

/// The finger that may draw in another page, or does.
struct Swipe {
  /// Distance that a finger goes before it draws, in points.
  private static let slop = 12.0

  private enum State {
    case idle
    /// A finger that is down, and may yet be a tap.
    case watched(ContactID, start: Point)
    /// One that draws.
    case drawing(ContactID)
    /// It has let go of a page that goes back.
    case returning
  }

  /// The meaning of a touch.
  enum Action {
    /// It is the widgets'.
    case none
    /// It is dropped.
    case swallowed
    /// The finger draws from here on.
    case begins(SwipeCourse.Direction)
    /// It is elsewhere.
    case draws
    /// It has let go, or was taken away.
    case ends(isCancelled: Bool)
  }

  private var state = State.idle

  /// True while a page is drawn in, or goes back.
  var isActive: Bool {
    switch state {
    case .idle, .watched: false
    case .drawing, .returning: true
    }
  }

  /// True while a page goes back.
  var returns: Bool { if case .returning = state { true } else { false } }

  /// Takes a touch.
  ///
  /// - Parameters:
  ///   - event: The touch.
  ///   - way: The axis along which pages are drawn in.
  ///   - mayBegin: True if a finger that comes down may draw.
  /// - Returns: The meaning of the touch.
  mutating func handle(
    _ event: TouchEvent,
    way: PageSettings.Swipe,
    mayBegin: Bool
  ) -> Action {
    switch state {
    case .idle:
      if event.phase == .down, way != .none, mayBegin {
        state = .watched(event.contact, start: event.position)
      }
      return .none
    case .watched(let contact, let start):
      // A second finger makes it no swipe.
      guard event.contact == contact, event.phase == .move, way != .none else {
        if event.contact == contact || event.phase == .down { state = .idle }
        return .none
      }
      let (x, y) = (event.position.x - start.x, event.position.y - start.y)
      let (along, across) = way == .vertical ? (y, x) : (x, y)
      if abs(across) > Self.slop, abs(across) >= abs(along) { state = .idle }
      guard abs(along) > Self.slop, abs(along) > 1.5 * abs(across) else { return .none }
      state = .drawing(contact)
      if way == .vertical { return .begins(y < 0 ? .up : .down) }
      return .begins(x < 0 ? .left : .right)
    case .drawing(let contact):
      guard event.contact == contact else { return .swallowed }
      switch event.phase {
      case .move: return .draws
      case .up, .cancel, .down: return .ends(isCancelled: event.phase != .up)
      }
    // A finger that comes down finds the page in its place; what others do was dropped from the beginning.
    case .returning: return .swallowed
    }
  }

  /// The finger has let go; `returns` where the page goes back.
  mutating func end(returns: Bool) { state = returns ? .returning : .idle }
}
