// SPDX-License-Identifier: Apache-2.0
internal import Control
internal import Geometry
internal import MonotonicTime
internal import Presentation
internal import Widgets

/// The place in which the scene is shown, the things that are being made for it, and those that are shown or painted
/// beside it.
struct Stage {
  /// The origin of the scene.
  private(set) var origin: MadeScene.Origin?
  /// The display that it was made for.
  private(set) var mode: OutputMode?
  /// The widgets of which something is in force that is still being made.
  var due: Set<Int> = []
  /// The widgets whose texts requests wait for.
  var awaitedTexts: Set<Int> = []
  /// The destinations, causes and kinds of the turns that begin once the frame has been drawn that is scheduled, one
  /// after another.
  var turnsDue: [(target: String, cause: PageCause, kind: PageTurn.Kind?)] = []
  /// The page that moves in over the one before; nil while none does.
  var slide: PageSlide?
  /// The instant at which the ring that warns of a timeout is empty; nil while it is not shown.
  var warnedEnd: MonotonicInstant?
  /// The points that are pressed by keys that stand for buttons and are down, by their codes.
  var keyPlaces: [UInt16: Point] = [:]
  /// The fingers and keys that are down.
  var held = HeldContacts()
  /// Milliseconds from 1970 to the machine's start, as the clock on the wall had it last.
  var clockSetting = 0
  /// The finger that draws one in, or may.
  var swipe = Swipe()
  /// The bars that run over the scene; nil while none do.
  var bars: RefreshBars?
  /// Pictures of the last slide: to get so much memory anew takes longer than a page is painted in.
  private var spare: (first: [UInt8], second: [UInt8]) = ([], [])
  /// The picture that is being painted for a client.
  weak var picture: PictureInProgress?
  /// The page of crosses that a client has asked for; gone with that client.
  weak var calibration: CalibrationPage?
  /// True while that page takes the scene's place on the screen.
  var isCalibrating = false

  /// A scene from `origin` is shown on a display of `mode`; the page that moves in goes on where `keepsSlide`, in the
  /// same place.
  mutating func show(from origin: MadeScene.Origin, on mode: OutputMode, keepsSlide: Bool) {
    let isSamePlace = self.origin?.place.transform == origin.place.transform && self.mode == mode
    if !keepsSlide || !isSamePlace { slide = nil }
    (self.origin, self.mode) = (origin, mode)
    (due, awaitedTexts) = ([], [])
    (warnedEnd, bars) = (nil, nil)
    swipe.end(returns: false)
    spare = ([], [])
  }

  /// Memory for a picture of this size: a spare one, if there is any.
  mutating func takePicture(of size: PixelSize, in format: PixelFormat) -> [UInt8] {
    var picture: [UInt8] = []
    swap(&picture, &spare.first)
    swap(&spare.first, &spare.second)
    let count = size.width * size.height * format.bytesPerPixel
    return picture.count == count ? picture : .picture(of: size, in: format)
  }

  /// The slide has ended.
  mutating func endSlide() {
    guard let slide = slide.take() else { return }
    // What was shown is seen on, perhaps.
    spare = slide.leaving.isEmpty ? (slide.coming, []) : (slide.leaving, slide.coming)
  }
}
