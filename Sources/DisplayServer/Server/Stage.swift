// SPDX-License-Identifier: Apache-2.0
internal import Presentation
internal import Widgets

/// Where the scene is shown, the labels that are made for it, and what is shown or painted beside it.
struct Stage {
  /// What the scene was made from.
  private(set) var origin: MadeScene.Origin?
  /// The display that it was made for.
  private(set) var mode: OutputMode?
  /// The label that was made last, and has not been taken over.
  var prepared: PreparedParts?
  /// The widgets whose labels are in force and have yet to be made beside the loop.
  var labelsDue: Set<Int> = []
  /// The page that moves in over the one before; nil while none does.
  var slide: PageSlide?
  /// The picture that is being painted for a client.
  weak var picture: PictureInProgress?
  /// The page of crosses that a client has asked for; gone with that client.
  weak var calibration: CalibrationPage?
  /// Whether that page takes the scene's place on the screen.
  var isCalibrating = false

  /// A scene from `origin` is shown on a display of `mode`.
  mutating func show(from origin: MadeScene.Origin, on mode: OutputMode) {
    (self.origin, self.mode) = (origin, mode)
    slide = nil
  }

  /// Another scene comes, for which no label has been made.
  mutating func forgetLabels() { (prepared, labelsDue) = (nil, []) }

  /// Whether the label that was made last is that of `settings`.
  func isMade(of settings: WidgetSettings) -> Bool {
    prepared?.isMade(of: settings, in: origin?.place) ?? false
  }

  /// Takes over the label that was made last if it is that of `settings`.
  mutating func takeMade(of settings: WidgetSettings) -> PreparedParts? {
    isMade(of: settings) ? prepared.take() : nil
  }
}
