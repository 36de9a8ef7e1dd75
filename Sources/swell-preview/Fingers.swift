// SPDX-License-Identifier: Apache-2.0
import Geometry
import Touch

/// A pointer as two fingers: the second one is put down with Shift, and stays where the pointer leaves it
/// until Shift is let go.
struct Fingers {
  /// A change of a finger.
  struct Change: Hashable {
    /// 0 or 1.
    let finger: Int
    let phase: TouchPhase
    /// The pixel of the window.
    let place: PixelPoint
  }

  /// Places of the fingers; `nil` for lifted ones.
  private var places: [PixelPoint?] = [nil, nil]
  /// The finger that the pointer moves; `nil` while its button is up.
  private var moving: Int?

  /// Place at which the second finger was left.
  var resting: PixelPoint? { moving == 1 ? nil : places[1] }

  /// The button went down: a finger comes down.
  mutating func down(_ place: PixelPoint, withShift hasShift: Bool) -> [Change] {
    guard moving == nil else { return [] }
    let finger = hasShift && places[1] == nil ? 1 : 0
    moving = finger
    places[finger] = place
    return [Change(finger: finger, phase: .down, place: place)]
  }

  /// The pointer has moved, and with it the finger that is down.
  mutating func moved(_ place: PixelPoint) -> [Change] {
    guard let moving, places[moving] != place else { return [] }
    places[moving] = place
    return [Change(finger: moving, phase: .move, place: place)]
  }

  /// The button came up: the first finger is lifted, the second one stays.
  mutating func up(_ place: PixelPoint) -> [Change] {
    guard let finger = moving else { return [] }
    moving = nil
    guard finger == 0 else { return [] }
    places[0] = nil
    return [Change(finger: 0, phase: .up, place: place)]
  }

  /// Shift was let go, and the second finger is lifted.
  mutating func shiftUp() -> [Change] {
    guard let place = places[1] else { return [] }
    places[1] = nil
    if moving == 1 { moving = nil }
    return [Change(finger: 1, phase: .up, place: place)]
  }

  /// Takes all fingers away, as the end of their touches is not seen.
  mutating func cancel() -> [Change] {
    defer {
      places = [nil, nil]
      moving = nil
    }
    return places.enumerated().compactMap { finger, place in
      place.map { Change(finger: finger, phase: .cancel, place: $0) }
    }
  }
}
