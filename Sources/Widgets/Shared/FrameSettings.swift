// SPDX-License-Identifier: Apache-2.0
package import Geometry

/// Where a widget stands, before the screen's extent is known.
package struct FrameSettings: Hashable, Sendable {
  /// A coordinate or an extent.
  package enum Length: Hashable, Sendable {
    /// So many points.
    case points(Double)
    /// This share of the screen's width or height, 100 being all of it.
    case percent(Double)

    /// The length in points along a screen side of `total` points.
    package func resolved(in total: Double) -> Double {
      switch self {
      case .points(let points): points
      case .percent(let percent): percent / 100 * total
      }
    }
  }

  /// Which point of the widget's rectangle stands at (`x`, `y`).
  package enum Anchor: String, CaseIterable, Hashable, Sendable {
    /// The upper left corner.
    case topLeft = "top-left"
    /// The middle of the top edge.
    case top
    /// The upper right corner.
    case topRight = "top-right"
    /// The middle of the left edge.
    case left
    /// The middle.
    case center
    /// The middle of the right edge.
    case right
    /// The lower left corner.
    case bottomLeft = "bottom-left"
    /// The middle of the bottom edge.
    case bottom
    /// The lower right corner.
    case bottomRight = "bottom-right"

    /// The share of the widget's extent that lies left of and above the anchor: 0, ½ or 1.
    fileprivate var share: (x: Double, y: Double) {
      switch self {
      case .topLeft: (0, 0)
      case .top: (0.5, 0)
      case .topRight: (1, 0)
      case .left: (0, 0.5)
      case .center: (0.5, 0.5)
      case .right: (1, 0.5)
      case .bottomLeft: (0, 1)
      case .bottom: (0.5, 1)
      case .bottomRight: (1, 1)
      }
    }
  }

  /// The anchor's distance from the screen's left edge.
  package var x: Length
  /// The anchor's distance from the screen's top edge.
  package var y: Length
  /// The widget's width; above 0.
  package var width: Length
  /// The widget's height; above 0.
  package var height: Length
  /// The point of the widget that stands at (`x`, `y`).
  package var anchor: Anchor

  /// A frame of the five values.
  package init(x: Length, y: Length, width: Length, height: Length, anchor: Anchor = .center) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
    self.anchor = anchor
  }

  /// The widget's rectangle, in points, on a screen of `screen` points.
  ///
  /// It may lie outside the screen in part or altogether.
  package func resolved(in screen: Size) -> Rect {
    let width = width.resolved(in: screen.width)
    let height = height.resolved(in: screen.height)
    let share = anchor.share
    return Rect(
      x: x.resolved(in: screen.width) - share.x * width,
      y: y.resolved(in: screen.height) - share.y * height,
      width: width,
      height: height
    )
  }
}
