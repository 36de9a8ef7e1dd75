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

  /// Some cells of a grid in the frame: all have the same size and the same gaps between them.
  package struct Cell: Hashable, Sendable {
    /// The first column, from 0 on.
    package let column: Int
    /// The first row, from 0 on.
    package let row: Int
    /// How many columns wide; 1 or more.
    package let width: Int
    /// How many rows high; 1 or more.
    package let height: Int
    /// How many columns the grid has; 1 or more.
    package let columns: Int
    /// How many rows the grid has; 1 or more.
    package let rows: Int
    /// Points between two cells.
    package let gap: Double

    /// Cells from these parts.
    package init(
      column: Int,
      row: Int,
      width: Int,
      height: Int,
      columns: Int,
      rows: Int,
      gap: Double
    ) {
      self.column = column
      self.row = row
      self.width = width
      self.height = height
      self.columns = columns
      self.rows = rows
      self.gap = gap
    }

    /// Where these cells begin, and how far they reach, along a side of `total` points.
    private func span(_ first: Int, _ count: Int, of all: Int, in total: Double) -> (Double, Double)
    {
      // Gaps that leave nothing leave a little all the same.
      let side = max((total - gap * Double(all - 1)) / Double(all), 0.01)
      return (Double(first) * (side + gap), Double(count) * side + Double(count - 1) * gap)
    }

    /// The cells' rectangle in a grid that fills `rect`.
    fileprivate func rect(in rect: Rect) -> Rect {
      let (x, width) = span(column, width, of: columns, in: rect.size.width)
      let (y, height) = span(row, height, of: rows, in: rect.size.height)
      return Rect(x: rect.minX + x, y: rect.minY + y, width: width, height: height)
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
  /// The part of this frame that is the widget's; nil for all of it.
  package private(set) var cell: Cell?

  /// A frame of the five values.
  package init(x: Length, y: Length, width: Length, height: Length, anchor: Anchor = .center) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
    self.anchor = anchor
  }

  /// Some cells of a grid in this frame.
  package func cell(_ cell: Cell) -> Self {
    var frame = self
    frame.cell = cell
    return frame
  }

  /// The widget's rectangle, in points, on a screen of `screen` points.
  ///
  /// It may lie outside the screen in part or altogether.
  package func resolved(in screen: Size) -> Rect {
    let width = width.resolved(in: screen.width)
    let height = height.resolved(in: screen.height)
    let share = anchor.share
    let rect = Rect(
      x: x.resolved(in: screen.width) - share.x * width,
      y: y.resolved(in: screen.height) - share.y * height,
      width: width,
      height: height
    )
    return cell?.rect(in: rect) ?? rect
  }
}
