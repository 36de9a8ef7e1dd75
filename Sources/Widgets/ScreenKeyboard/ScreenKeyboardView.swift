// SPDX-License-Identifier: Apache-2.0
internal import Geometry
internal import Raster

/// The visible part of the keyboard, and the lift of the page for it, in view pixels.
struct ScreenKeyboardView: Hashable, Sendable {
  /// Rows of the keyboard above the screen's lower edge.
  var rise = 0
  /// Rows of the page above the screen's upper edge; at most ``rise``.
  var lift = 0

  /// The steps in which it goes up.
  ///
  /// Blocks of pixels are never cut: where the view's rows are columns of the buffer, steps are of 64-byte lines.
  struct Grid: Hashable, Sendable {
    /// Pixels of a step; 0 where it can only be up or down, and the page stays.
    let step: Int
    /// Pixels that a height has beside whole steps.
    let rest: Int

    /// The height nearest to one that is wanted.
    func aligned(_ pixels: Int) -> Int {
      let step = step == 0 ? Self.line : step
      guard step > 1 else { return pixels }
      return max(0, (pixels - rest + step / 2) / step) * step + rest
    }

    /// The pixels of the longest line of 64 bytes.
    fileprivate static let line = 32
  }

  /// The grid of a view.
  static func grid(_ transform: OutputTransform) -> Grid {
    guard transform.rotation.swapsAxes else { return Grid(step: 1, rest: 0) }
    let rest = transform.bufferSize.width % Grid.line
    guard rest > 0 else { return Grid(step: Grid.line, rest: 0) }
    // The lower edge of the view is the buffer's left one, or the right one, where lines end early.
    let lower = transform.bufferRect(
      ofView: PixelRect(
        left: 0,
        top: transform.viewSize.height - 1,
        right: 1,
        bottom: transform.viewSize.height
      )
    )
    return Grid(step: 0, rest: lower.left == 0 ? 0 : rest)
  }

  /// The view for the springs' values, in steps that can be shown.
  init(rise: Double, lift: Double, height: Int, grid: Grid) {
    guard grid.step > 0 else {
      self.rise = rise > 0.5 ? height : 0
      return
    }
    func stepped(_ value: Double) -> Int { Int((value / Double(grid.step)).rounded()) * grid.step }
    self.rise = min(max(stepped(rise), 0), height)
    self.lift = min(max(stepped(lift), 0), self.rise)
  }

  /// The keyboard is down.
  init() {}

  /// A part of a picture, and how far from its own place it is shown, in buffer pixels.
  struct Window: Hashable, Sendable {
    var rect: PixelRect
    var offset: PixelPoint
  }

  /// The visible part of the page.
  func page(_ transform: OutputTransform) -> Window {
    let size = transform.viewSize
    return Self.window(lift..<size.height - rise + lift, movedUp: lift, transform: transform)
  }

  /// The visible part of a keyboard that is `height` pixels high.
  func keys(_ transform: OutputTransform, height: Int) -> Window {
    let bottom = transform.viewSize.height
    return Self.window(
      bottom - height..<bottom - height + rise,
      movedUp: rise - height,
      transform: transform
    )
  }

  /// The part of the screen on which the keyboard is.
  func place(_ transform: OutputTransform) -> PixelRect {
    let size = transform.viewSize
    return transform.bufferRect(
      ofView: PixelRect(
        left: 0,
        top: size.height - rise,
        right: size.width,
        bottom: size.height
      )
    )
  }

  private static func window(
    _ rows: Range<Int>,
    movedUp way: Int,
    transform: OutputTransform
  ) -> Window {
    func rect(_ top: Int, bottom: Int) -> PixelRect {
      transform.bufferRect(
        ofView: PixelRect(left: 0, top: top, right: transform.viewSize.width, bottom: bottom)
      )
    }
    let own = rect(rows.lowerBound, bottom: rows.upperBound)
    let shown = rect(rows.lowerBound - way, bottom: rows.upperBound - way)
    return Window(
      rect: own,
      offset: PixelPoint(x: shown.left - own.left, y: shown.top - own.top)
    )
  }
}
