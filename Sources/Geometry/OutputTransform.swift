// SPDX-License-Identifier: Apache-2.0

/// Transform from the user's view of a screen to its scanout buffer.
///
/// Three spaces meet here, all with y growing downward:
/// - *points*: logical, independent of the panel's density, in the user's view;
/// - *view pixels*: points times `scale`, in the user's view;
/// - *buffer pixels*: as the panel scans them out, before anyone turned the panel.
///
/// ```
///   rotation 90:   view (w×h)          buffer (h×w)
///                  A ───── B           C ── A
///                  │       │     →     │    │
///                  C ───── D           │    │
///                                      D ── B
/// ```
package struct OutputTransform: Sendable, Hashable {
  /// Extent of the scanout buffer in buffer pixels.
  package let bufferSize: PixelSize
  /// Rotation of the view in the buffer.
  package let rotation: Rotation
  /// View pixels per point; greater than 0.
  package let scale: Double

  /// A transform for a buffer of `bufferSize` pixels; traps unless `scale` is finite and positive.
  package init(bufferSize: PixelSize, rotation: Rotation, scale: Double) {
    precondition(scale.isFinite && scale > 0)
    self.bufferSize = bufferSize
    self.rotation = rotation
    self.scale = scale
  }

  /// Extent of the user's view in view pixels.
  package var viewSize: PixelSize {
    rotation.swapsAxes
      ? PixelSize(width: bufferSize.height, height: bufferSize.width)
      : bufferSize
  }

  /// Extent of the user's view in points.
  package var viewSizeInPoints: Size {
    Size(width: Double(viewSize.width) / scale, height: Double(viewSize.height) / scale)
  }

  /// The buffer pixels that show the view pixels of `rect`.
  package func bufferRect(ofView rect: PixelRect) -> PixelRect {
    let (width, height) = (bufferSize.width, bufferSize.height)
    switch rotation {
    case .none:
      return rect
    case .quarter:
      return PixelRect(
        left: width - rect.bottom,
        top: rect.left,
        right: width - rect.top,
        bottom: rect.right
      )
    case .half:
      return PixelRect(
        left: width - rect.right,
        top: height - rect.bottom,
        right: width - rect.left,
        bottom: height - rect.top
      )
    case .threeQuarters:
      return PixelRect(
        left: rect.top,
        top: height - rect.right,
        right: rect.bottom,
        bottom: height - rect.left
      )
    }
  }

  /// The point of the view at a position given as fractions of the unrotated panel.
  ///
  /// - Parameters:
  ///   - x: 0 at the left edge of the panel as it scans out, 1 at its right edge; may lie outside.
  ///   - y: 0 at the top edge, 1 at the bottom edge; may lie outside.
  /// - Returns: The position in points; outside the view when the fractions are outside 0 … 1.
  package func point(ofPanelFraction x: Double, _ y: Double) -> Point {
    let (viewX, viewY) =
      switch rotation {
      case .none: (x, y)
      case .quarter: (y, 1 - x)
      case .half: (1 - x, 1 - y)
      case .threeQuarters: (1 - y, x)
      }
    let size = viewSizeInPoints
    return Point(x: viewX * size.width, y: viewY * size.height)
  }

  /// The point of the view that is seen at a position of the panel while the picture is moved on it.
  ///
  /// The strip that the picture has left free belongs to its edge, so that a finger there reaches it as before.
  ///
  /// - Parameters:
  ///   - x: As for ``point(ofPanelFraction:_:)``.
  ///   - y: As for ``point(ofPanelFraction:_:)``.
  ///   - shift: Offset of the picture, in buffer pixels to the right and down.
  /// - Returns: The position in points; outside the view only where the fractions are outside 0 … 1.
  package func point(ofPanelFraction x: Double, _ y: Double, shift: PixelPoint) -> Point {
    point(
      ofPanelFraction: Self.moved(x, by: -shift.x, of: bufferSize.width),
      Self.moved(y, by: -shift.y, of: bufferSize.height)
    )
  }

  /// The fraction `distance` pixels of `length` further on; one from the inside stays inside.
  private static func moved(_ fraction: Double, by distance: Int, of length: Int) -> Double {
    guard distance != 0 else { return fraction }
    let moved = fraction + Double(distance) / Double(length)
    let halfPixel = 0.5 / Double(length)
    if moved < 0, fraction >= 0 { return halfPixel }
    if moved > 1, fraction <= 1 { return 1 - halfPixel }
    return moved
  }

  /// The position of `point` as fractions of the unrotated panel, the inverse of
  /// ``point(ofPanelFraction:_:)``.
  package func panelFraction(of point: Point) -> (x: Double, y: Double) {
    let size = viewSizeInPoints
    let (viewX, viewY) = (point.x / size.width, point.y / size.height)
    return switch rotation {
    case .none: (viewX, viewY)
    case .quarter: (1 - viewY, viewX)
    case .half: (1 - viewX, 1 - viewY)
    case .threeQuarters: (viewY, 1 - viewX)
    }
  }
}
