// SPDX-License-Identifier: Apache-2.0
package import Geometry
package import Raster

/// The reason why text or an image cannot be had: a clause that ends a sentence.
package struct MaterialFault: Error, Hashable, Sendable {
  /// The clause.
  package let reason: String

  /// A fault for this reason.
  package init(_ reason: String) { self.reason = reason }
}

/// The maker of widgets' materials, text and images as coverage, which widgets do not make themselves.
///
/// Asked while a scene is built and when a label changes, never in a frame. Nothing that is missing keeps a widget from
/// being shown: a sentence says so, and a fallback takes its place.
package protocol Materials: AnyObject {
  /// A label's ink in view pixels from the pixel at the middle of what it labels, in as many lines as
  /// it has line breaks.
  ///
  /// - Parameters:
  ///   - text: The text, not empty.
  ///   - font: A fontconfig pattern; empty for the usual fonts.
  ///   - pixelSize: Font size in view pixels.
  ///   - least: The smallest font size in view pixels, before a line that is too wide is cut; nil for 70 % of its own.
  ///   - maximumWidth: The widest that it may become, in view pixels.
  /// - Returns: The ink.
  /// - Throws: ``MaterialFault`` where there is no font for it.
  func label(
    _ text: String,
    font: String,
    pixelSize: Double,
    least: Double?,
    maximumWidth: Double
  ) throws(MaterialFault) -> PlacedMask
  /// Width in ems of the widest line of a label.
  ///
  /// - Parameters:
  ///   - text: The text, not empty.
  ///   - font: A fontconfig pattern; empty for the usual fonts.
  /// - Returns: The width of its ink; infinite where it is too long for any room.
  /// - Throws: ``MaterialFault`` where there is no font for it.
  func labelWidth(_ text: String, font: String) throws(MaterialFault) -> Double
  /// The maker of lines of text fields and labels, for as long as these live.
  var lines: any LineMaker { get }
  /// The clock that tells the widgets the time of day.
  var clock: any WallClock { get }
  /// A word as large as fits `size`.
  func word(
    _ text: String,
    font: String?,
    fitting size: PixelSize
  ) throws(MaterialFault) -> CoverageMask
  /// The alpha of the image at `path`, as large as fits `size`.
  func image(_ path: String, fitting size: PixelSize) throws(MaterialFault) -> CoverageMask
  /// The image at `path` as large as fits `size`, one of a single colour without it.
  ///
  /// - Throws: ``MaterialFault`` where there is none that can be shown.
  func icon(_ path: String, fitting size: PixelSize) throws(MaterialFault) -> Icon
  /// The image at `path` with its colours, in a frame.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - edition: The number of the request that wants it: for another one the file may be another picture.
  ///   - fit: The fit of the image in the frame.
  ///   - frame: The frame in view pixels; nothing is drawn outside of it.
  ///   - radius: Radius of the frame's corners in view pixels.
  ///   - transform: The transform from the view to the buffers.
  /// - Returns: The picture.
  /// - Throws: ``MaterialFault`` where there is none that can be shown.
  func picture(
    _ path: String,
    edition: Double,
    fit: PictureFit,
    in frame: PixelRect,
    radius: Double,
    transform: OutputTransform
  ) throws(MaterialFault) -> Picture
  /// The dark modules of a QR code, each of as many whole pixels as can be, with its quiet zone around them.
  ///
  /// - Parameters:
  ///   - text: The text, not empty.
  ///   - level: The level of error correction.
  ///   - pixels: Length of a side in view pixels.
  /// - Returns: A square of at most so many pixels.
  /// - Throws: ``MaterialFault`` where there is none, or it has no room.
  func code(
    _ text: String,
    level: CodeLevel,
    fitting pixels: Int
  ) throws(MaterialFault) -> CoverageMask
  /// The coverage of a plate's shadow: a rectangle with round corners, blurred.
  ///
  /// - Parameters:
  ///   - size: The rectangle in view pixels.
  ///   - radius: Radius of its corners in view pixels.
  ///   - reach: The distance in view pixels over which it is blurred; 0 for not at all.
  /// - Returns: A mask that is larger by `reach` on each side, which equal plates share while a scene is made.
  /// - Throws: ``MaterialFault`` where it is not there yet.
  func shadow(_ size: PixelSize, radius: Double, reach: Int) throws(MaterialFault) -> CoverageMask
  /// The glyphs of percent figures; there are some in any case.
  ///
  /// - Parameters:
  ///   - font: A fontconfig pattern; empty for the usual fonts.
  ///   - tail: The text behind the digits; may be empty.
  ///   - pixelSize: Font size in view pixels.
  /// - Returns: The glyphs.
  func figures(font: String, tail: String, pixelSize: Double) -> FigureGlyphs
  /// Takes note of a sentence about what is missing from the picture.
  func complain(_ sentence: String)
}

extension Materials {
  /// The ink of a label that gives way by up to 30 %.
  func label(
    _ text: String,
    font: String,
    pixelSize: Double,
    maximumWidth: Double
  ) throws(MaterialFault) -> PlacedMask {
    try label(text, font: font, pixelSize: pixelSize, least: nil, maximumWidth: maximumWidth)
  }
}

/// Makes lines of text while they are typed, whatever else is made meanwhile.
///
/// Fields keep it: unlike ``Materials``, which are lent, it may be called at any time and on any thread.
package protocol LineMaker: AnyObject, Sendable {
  /// One line of text as a field shows it, with the places where a caret can stand.
  ///
  /// - Parameters:
  ///   - text: Any text.
  ///   - font: A fontconfig pattern; empty for the usual fonts.
  ///   - pixelSize: View pixels per em.
  ///   - direction: The line's own direction.
  /// - Returns: The line.
  /// - Throws: ``MaterialFault`` where there is no font for it.
  func line(
    _ text: String,
    font: String,
    pixelSize: Double,
    direction: TextDirection
  ) throws(MaterialFault) -> TextLine
  /// Text wrapped into lines, with digits of equal width; what is too much ends with "…".
  ///
  /// - Parameters:
  ///   - text: Any text.
  ///   - font: A fontconfig pattern; empty for the usual fonts.
  ///   - pixelSize: View pixels per em.
  ///   - width: Room for a line in view pixels.
  ///   - lines: Most lines, 1 … `TextBlock/maximumLineCount`.
  /// - Returns: The lines.
  /// - Throws: ``MaterialFault`` where there is no font for it.
  func block(
    _ text: String,
    font: String,
    pixelSize: Double,
    width: Int,
    lines: Int
  ) throws(MaterialFault) -> TextBlock
  /// Tells if a text is made without a file being opened, and without waiting for another one.
  ///
  /// - Parameters:
  ///   - text: Any text.
  ///   - font: A fontconfig pattern; empty for the usual fonts.
  /// - Returns: True if it is, and where there are no threads.
  func isAtHand(_ text: String, font: String) -> Bool
  /// Calls `make` at once with a maker of lines and blocks that opens no file meanwhile, and without
  /// waiting.
  ///
  /// - Parameters:
  ///   - text: The text that will be made; no other one may be asked for.
  ///   - font: Its fontconfig pattern; empty for the usual fonts.
  ///   - make: Makes it.
  /// - Returns: True if it was called; not where a font has to be opened, or another thread makes something.
  func atOnce(_ text: String, font: String, make: (any LineMaker) -> Void) -> Bool
  /// Has `make` called on another thread, after which the scene is advanced; not where time stands still.
  ///
  /// - Returns: True if it will be called; false where the caller has to make it at once.
  func makeLater(_ make: @escaping @Sendable () -> Void) -> Bool
  /// The image at `path` as large as fits `size`, one of a single colour without it.
  ///
  /// - Throws: ``MaterialFault`` where there is none that can be shown.
  func icon(_ path: String, fitting size: PixelSize) throws(MaterialFault) -> Icon
  /// Has `read` called on a thread for which texts do not wait, after which the scene is advanced; not where time
  /// stands still.
  ///
  /// - Returns: True if it will be called; false where the caller has to read at once.
  func readLater(_ read: @escaping @Sendable () -> Void) -> Bool
  /// Takes note of a sentence about what is missing from the picture.
  func complain(_ sentence: String)
}

extension LineMaker {
  package func icon(_ path: String, fitting size: PixelSize) throws(MaterialFault) -> Icon {
    throw MaterialFault("there are no images")
  }

  package func readLater(_ read: @escaping @Sendable () -> Void) -> Bool { false }

  package func isAtHand(_ text: String, font: String) -> Bool { true }

  package func atOnce(_ text: String, font: String, make: (any LineMaker) -> Void) -> Bool {
    guard isAtHand(text, font: font) else { return false }
    make(self)
    return true
  }

  package func makeLater(_ make: @escaping @Sendable () -> Void) -> Bool { false }
}
