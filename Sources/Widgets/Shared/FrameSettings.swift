// SPDX-License-Identifier: Apache-2.0
package import Geometry

/// The place of a widget, before the screen's extent is known.
package struct FrameSettings: Oriented, Hashable {
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

  /// The point of the widget's rectangle that stands at (`x`, `y`).
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

  /// The part of a frame that is a widget's.
  package indirect enum Part: Hashable, Sendable {
    /// All of it.
    case whole
    /// Some cells of a grid that fills it.
    case cell(Cell)
    /// A place in rows and columns, where its extents count.
    case seat(Seat)
  }

  /// Some cells of a grid in the frame: all have the same size and the same gaps between them.
  package struct Cell: Oriented, Hashable {
    /// The first column, from 0 on.
    package let column: Int
    /// The first row, from 0 on.
    package let row: Int
    /// Width in columns; 1 or more.
    package let width: Int
    /// Height in rows; 1 or more.
    package let height: Int
    /// Number of the grid's columns; 1 or more.
    package let columns: Int
    /// Number of the grid's rows; 1 or more.
    package let rows: Int
    /// Points between two cells.
    package let gap: Double
    /// The cells in force on upright screens; none where it is these.
    package var portrait: [Self] = []
    /// The cells in force on screens that are not upright; none where it is these.
    package var landscape: [Self] = []

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

    /// Begin and length of these cells along a side of `total` points, in points.
    private func span(_ first: Int, count: Int, of all: Int, in total: Double) -> (Double, Double) {
      // Gaps that leave nothing leave a little all the same.
      let side = max((total - gap * Double(all - 1)) / Double(all), 0.01)
      return (Double(first) * (side + gap), Double(count) * side + Double(count - 1) * gap)
    }

    /// The cells' rectangle in a grid that fills `rect`.
    fileprivate func rect(in rect: Rect) -> Rect {
      let (x, width) = span(column, count: width, of: columns, in: rect.size.width)
      let (y, height) = span(row, count: height, of: rows, in: rect.size.height)
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
  /// Least width; nil for any; `min_width`.
  package var minimumWidth: Length?
  /// Largest width; nil for any; `max_width`.
  package var maximumWidth: Length?
  /// Least height; nil for any; `min_height`.
  package var minimumHeight: Length?
  /// Largest height; nil for any; `max_height`.
  package var maximumHeight: Length?
  /// The width for a height of 1, 0 … 100; 0 where each is what it says.
  package var aspect: Double = 0
  /// Its share of what a row or a column leaves over, 0 … 1000.
  package var grow: Double = 0
  /// True if the frame goes to the other side of a screen whose text is written from the right; `mirror`.
  package var mirrors = true
  /// True if the frame lies on the other side.
  package private(set) var isMirrored = false
  /// The frame in force on upright screens; none where it is this one.
  package var portrait: [Self] = []
  /// The frame in force on screens that are not upright; none where it is this one.
  package var landscape: [Self] = []
  /// The part of the frame that is the widget's.
  package private(set) var part = Part.whole

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
    frame.part = .cell(cell)
    return frame
  }

  /// The extents of this frame at a place in rows and columns.
  package func seated(_ seat: Seat) -> Self {
    var frame = self
    frame.part = .seat(seat)
    return frame
  }

  /// The frame on a screen whose text is written from the right.
  package var mirrored: Self {
    var frame = self
    frame.isMirrored = mirrors
    if case .seat(let seat) = part { frame.isMirrored = mirrors && seat.mirrors }
    return frame
  }

  /// The widget's rectangle, in points, on a screen of `screen` points.
  ///
  /// It may lie outside the screen in part or altogether.
  package func resolved(in screen: Size) -> Rect {
    var rect = placed(in: screen)
    if isMirrored { rect.origin.x = screen.width - rect.origin.x - rect.size.width }
    return rect
  }

  private func placed(in screen: Size) -> Rect {
    switch part {
    case .whole: variant(on: screen).rect(in: screen)
    case .cell(let cell): cell.variant(on: screen).rect(in: variant(on: screen).rect(in: screen))
    case .seat(let seat): seat.rect(on: screen)
    }
  }

  /// The rectangle that the frame itself says.
  private func rect(in screen: Size) -> Rect {
    let (width, height) = (self.width(in: screen), self.height(in: screen))
    let share = anchor.share
    return Rect(
      x: x.resolved(in: screen.width) - share.x * width,
      y: y.resolved(in: screen.height) - share.y * height,
      width: width,
      height: height
    )
  }

  /// Its width in what it lies in: what it says within its bounds.
  func width(in whole: Size) -> Double {
    width.resolved(in: whole.width)
      .held(between: minimumWidth, and: maximumWidth, in: whole.width)
  }

  /// Its height in what it lies in: what it says within its bounds, or what its width makes it.
  func height(in whole: Size) -> Double {
    aspect > 0
      ? width(in: whole) / aspect
      : height.resolved(in: whole.height)
        .held(between: minimumHeight, and: maximumHeight, in: whole.height)
  }
}

extension Double {
  /// The length within bounds in what it lies in; of two that contradict one another the lower one counts.
  func held(
    between least: FrameSettings.Length?,
    and most: FrameSettings.Length?,
    in total: Double
  ) -> Double {
    let held = Swift.min(self, most?.resolved(in: total) ?? self)
    return Swift.max(held, least?.resolved(in: total) ?? held)
  }
}
