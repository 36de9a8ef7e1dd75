// SPDX-License-Identifier: Apache-2.0
internal import MonotonicTime

/// The panel: on or off, lit by a frame or not, and what is shown and shines while it sleeps.
struct Panel {
  /// The black picture that stands for a dark panel.
  private enum Cover {
    case none
    /// It has yet to be drawn.
    case due
    case drawn
  }

  /// The panel's power: on or off, and the touches that wake it.
  var power: PanelPower
  /// The light behind it.
  var lighting: PanelLighting
  /// The instant of the next look at the schedule; nil without one.
  var scheduleInstant: MonotonicInstant?
  /// The walk of the picture over it; nil where that is not wanted.
  var orbit: Orbit?
  /// The schedule of bars over it; nil for none.
  var refresh: PanelRefresh?
  /// True if the display has shown a frame since it came, and is awake.
  private(set) var isLit = false
  private var hasBeenActive = false
  private var cover = Cover.none

  /// A panel that is on and shows nothing yet.
  init(restoring record: StateRecord?, at now: MonotonicInstant) {
    power = PanelPower(at: now)
    lighting = PanelLighting(record)
  }

  /// True while the black picture has yet to be drawn.
  var isBlackDue: Bool { cover == .due }

  /// A display has come.
  ///
  /// - Returns: True if it is the first one.
  mutating func activate() -> Bool {
    defer { hasBeenActive = true }
    return !hasBeenActive
  }

  /// The display shows nothing of the scene any more.
  mutating func darken() { isLit = false }

  /// A frame is on the screen.
  ///
  /// - Returns: True if it is the first one that is seen.
  mutating func frameIsShown() -> Bool {
    defer { isLit = isLit || power.isOn }
    return !isLit && power.isOn
  }

  /// The panel goes to sleep.
  mutating func sleep() {
    power.sleep()
    lighting.sleep()
    isLit = false
  }

  /// A black picture is to be shown until the panel wakes.
  mutating func blacken() { cover = .due }

  /// The frame that was handed to the display is the black picture.
  mutating func blackIsDrawn() { cover = .drawn }

  /// Notes that the picture on the display is lost.
  mutating func pictureIsLost() { if cover == .drawn { cover = .due } }

  /// The panel has woken.
  ///
  /// - Returns: True if a black picture stood in place of the scene.
  mutating func wake(at now: MonotonicInstant) -> Bool {
    defer { cover = .none }
    lighting.wake(at: now)
    return cover != .none
  }
}
