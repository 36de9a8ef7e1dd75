// SPDX-License-Identifier: Apache-2.0
internal import Geometry

extension FrameSettings {
  /// The place of a widget in a row or a column, or in one of those that stand in another.
  package struct Seat: Hashable, Sendable {
    /// The outermost.
    package let line: Line
    /// Index of the item in the line, and in each of the lines nested in it.
    package let path: [Int]

    /// The place that `path` leads to.
    package init(in line: Line, at path: [Int]) {
      self.line = line
      self.path = path
    }

    /// The rectangle of the place on a screen of `screen` points, in points.
    func rect(on screen: Size) -> Rect {
      var rect = line.frame.resolved(in: screen)
      var line = line
      for place in path {
        rect = line.rects(in: rect, on: screen)[place]
        if case .line(let inner) = line.items[place] { line = inner }
      }
      return rect
    }

    /// True if none of the rows and columns around it stays where it is.
    var mirrors: Bool {
      var line = line
      var mirrors = line.frame.mirrors
      for place in path {
        guard case .line(let inner) = line.items[place] else { break }
        mirrors = mirrors && inner.frame.mirrors
        line = inner
      }
      return mirrors
    }
  }

  /// A row or a column: what stands in it, one behind the other.
  package struct Line: Hashable, Sendable {
    /// Alignment of items across the line.
    package enum Alignment: String, CaseIterable, Hashable, Sendable {
      /// At the upper or left edge.
      case start
      /// In the middle.
      case center
      /// At the lower or right edge.
      case end
      /// From edge to edge.
      case stretch
    }

    /// Distribution of the space left over along the line.
    package enum Distribution: String, CaseIterable, Hashable, Sendable {
      /// Behind all.
      case start
      /// Before and behind all.
      case center
      /// Before all.
      case end
      /// Between each two.
      case between
      /// Around each, as much between two as before the first.
      case evenly
    }

    /// The distances between things and where they stand.
    package struct Layout: Oriented, Hashable {
      /// Points between two things.
      package var gap: Double = 10
      /// Points around all of them.
      package var padding: Double = 0
      /// Alignment of items across the line.
      package var align = Alignment.center
      /// Distribution of the space left over along the line.
      package var distribute = Distribution.start
      /// The layout in force on upright screens; none where it is this one.
      package var portrait: [Self] = []
      /// The layout in force on screens that are not upright; none where it is this one.
      package var landscape: [Self] = []
    }

    /// Something that stands in it.
    package indirect enum Item: Hashable, Sendable {
      /// A widget; of its frame the extents count.
      case widget(FrameSettings)
      /// Another row or column.
      case line(Line)
    }

    /// The line's rectangle; in another line only the extents count.
    package var frame: FrameSettings
    /// True for a column, in which items stand one below the other.
    package var isColumn: Bool
    /// True if the width, in another row or column, goes by the items.
    package var fitsWidth = false
    /// The same from top to bottom.
    package var fitsHeight = false
    /// The distances between items and where they stand.
    package var layout = Layout()
    /// The items in their order.
    package var items: [Item] = []

    /// A row or a column in the frame.
    package init(isColumn: Bool, frame: FrameSettings) {
      self.isColumn = isColumn
      self.frame = frame
    }
  }
}

extension FrameSettings.Line {
  /// An extent along the line with its bounds, and one across it.
  private struct Extent {
    var along: Double
    var least: Double
    var most: Double
    var grow: Double
    var across: Double
    /// The extent along the line for one of 1 across, which both keep; 0 where each is what it says.
    var ratio: Double

    /// Takes another extent along the line, which the one across follows.
    mutating func take(along length: Double) {
      guard length != along else { return }
      along = length
      if ratio > 0 { across = length / ratio }
    }

    /// Goes from edge to edge across the line, as far as the extent along it may follow.
    mutating func stretch(across room: Double) {
      if ratio > 0 {
        take(along: max(min(room * ratio, most), least))
      } else {
        across = room
      }
    }
  }

  /// The rectangles of the items in the rectangle of the line, in their order.
  ///
  /// Percentages are of the line without its padding. What is left over goes to those that grow, in their
  /// shares and within their bounds; where there is too little each gives way by what it has, down to its
  /// least. What has an aspect keeps it, and grows until it fills the line across.
  func rects(in rect: Rect, on screen: Size) -> [Rect] {
    let layout = layout.variant(on: screen)
    let padding = layout.padding
    let inner = Size(
      width: max(rect.size.width - 2 * padding, 0.01),
      height: max(rect.size.height - 2 * padding, 0.01)
    )
    var extents = items.map { extent(of: $0, in: inner, on: screen) }
    if layout.align == .stretch {
      for index in extents.indices { extents[index].stretch(across: across(inner)) }
    }
    let gaps = layout.gap * Double(max(items.count - 1, 0))
    let room = along(inner) - gaps
    share(room - extents.reduce(0) { $0 + $1.along }, among: &extents)
    let spare = max(room - extents.reduce(0) { $0 + $1.along }, 0)
    let count = Double(items.count)
    var (place, extra) = (0.0, 0.0)
    switch layout.distribute {
    case .start: break
    case .center: place = spare / 2
    case .end: place = spare
    case .between: if count > 1 { extra = spare / (count - 1) }
    case .evenly:
      extra = spare / (count + 1)
      place = extra
    }
    return extents.map { extent in
      defer { place += extent.along + layout.gap + extra }
      let (room, wide) = (across(inner), extent.across)
      let offset =
        switch layout.align {
        case .start, .stretch: 0.0
        case .center: (room - wide) / 2
        case .end: room - wide
        }
      let (x, y) = isColumn ? (offset, place) : (place, offset)
      return Rect(
        x: rect.minX + padding + x,
        y: rect.minY + padding + y,
        width: isColumn ? wide : extent.along,
        height: isColumn ? extent.along : wide
      )
    }
  }

  private func along(_ size: Size) -> Double { isColumn ? size.height : size.width }
  private func across(_ size: Size) -> Double { isColumn ? size.width : size.height }

  private func extent(
    of item: FrameSettings.Line.Item,
    in inner: Size,
    on screen: Size
  ) -> Extent {
    let frame = item.frame.variant(on: screen)
    var size = Size(width: frame.width(in: inner), height: frame.height(in: inner))
    if case .line(let line) = item {
      let fitting = line.fittingSize(in: inner, on: screen)
      if line.fitsWidth { size.width = fitting.width }
      if frame.aspect > 0 {
        size.height = size.width / frame.aspect
      } else if line.fitsHeight {
        size.height = fitting.height
      }
    }
    let bounds =
      isColumn
      ? (frame.minimumHeight, frame.maximumHeight) : (frame.minimumWidth, frame.maximumWidth)
    let ratio = isColumn && frame.aspect > 0 ? 1 / frame.aspect : frame.aspect
    let most = bounds.1?.resolved(in: along(inner)) ?? .infinity
    return Extent(
      along: along(size),
      least: bounds.0?.resolved(in: along(inner)) ?? 0.01,
      most: ratio > 0 ? min(most, across(inner) * ratio) : most,
      grow: frame.grow,
      across: across(size),
      ratio: ratio
    )
  }

  /// Extent of the line, in points, with each item as large as its frame says.
  private func fittingSize(in whole: Size, on screen: Size) -> Size {
    let extents = items.map { extent(of: $0, in: whole, on: screen) }
    let layout = layout.variant(on: screen)
    let (gap, padding) = (layout.gap, layout.padding)
    let along =
      extents.reduce(2 * padding + gap * Double(max(items.count - 1, 0))) { $0 + $1.along }
    let across = 2 * padding + (extents.map(\.across).max() ?? 0)
    return isColumn ? Size(width: across, height: along) : Size(width: along, height: across)
  }

  /// Gives what is left over to those that grow, or takes what is wanting from all.
  private func share(_ spare: Double, among extents: inout [Extent]) {
    var left = spare
    var open = extents.indices.filter { spare < 0 || extents[$0].grow > 0 }
    // In each round all have their shares, or at least one comes to its bound.
    while !open.isEmpty, abs(left) > 1e-9 {
      let weights = open.map { spare < 0 ? extents[$0].along : extents[$0].grow }
      let sum = weights.reduce(0, +)
      guard sum > 0 else { return }
      let given = left
      var bounded: [Int] = []
      for (index, weight) in zip(open, weights) {
        let wanted = extents[index].along + given * weight / sum
        let held = max(
          min(wanted, max(extents[index].most, extents[index].along)),
          min(extents[index].least, extents[index].along)
        )
        if held != wanted { bounded.append(index) }
        left -= held - extents[index].along
        extents[index].take(along: held)
      }
      guard !bounded.isEmpty else { return }
      open.removeAll(where: bounded.contains)
    }
  }
}

extension FrameSettings.Line.Item {
  /// The frame whose extents count.
  fileprivate var frame: FrameSettings {
    switch self {
    case .widget(let frame): frame
    case .line(let line): line.frame
    }
  }
}
