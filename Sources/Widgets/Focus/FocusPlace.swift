// SPDX-License-Identifier: Apache-2.0
package import Geometry

/// The direction of an arrow key.
package enum FocusDirection: CaseIterable, Hashable, Sendable {
  case left
  case right
  case up
  case down
}

/// The place of a widget that can have the focus.
package struct FocusPlace: Hashable, Sendable {
  /// The widget's index in the scene.
  package let index: Int
  /// Its frame in points.
  package let frame: Rect
  /// Its `order`; 0 where it has none.
  package let order: Int
  /// True if it was put to the other side for a language that is written from the right.
  package let isMirrored: Bool

  /// A place of the four values.
  package init(index: Int, frame: Rect, order: Int = 0, isMirrored: Bool = false) {
    self.index = index
    self.frame = frame
    self.order = order
    self.isMirrored = isMirrored
  }

  /// Distance from `start` one way: along that way from edge to edge, and twice what it lies beside that; nil
  /// where its middle does not lie beyond the edge.
  private func distance(from start: Rect, direction: FocusDirection) -> Double? {
    let along =
      switch direction {
      case .right: frame.minX - start.maxX
      case .left: start.minX - frame.maxX
      case .down: frame.minY - start.maxY
      case .up: start.minY - frame.maxY
      }
    let beside =
      switch direction {
      case .left, .right: max(frame.minY - start.maxY, start.minY - frame.maxY, 0)
      case .up, .down: max(frame.minX - start.maxX, start.minX - frame.maxX, 0)
      }
    let middle = frame.center
    let isBeyond =
      switch direction {
      case .right: middle.x > start.maxX
      case .left: middle.x < start.minX
      case .down: middle.y > start.maxY
      case .up: middle.y < start.minY
      }
    return isBeyond ? max(along, 0) + 2 * beside : nil
  }

  /// The place to which an arrow key leads; nil where there is none that way.
  ///
  /// The nearest one, measured as along the way from edge to edge plus twice what lies beside it; of several that are
  /// as near the one whose middle is, and of these the first in `places`.
  package static func nearest(
    to start: Rect,
    direction: FocusDirection,
    in places: [FocusPlace]
  ) -> FocusPlace? {
    var best: (place: FocusPlace, distance: Double, middles: Double)?
    for place in places {
      guard let distance = place.distance(from: start, direction: direction) else { continue }
      let middles = place.frame.center.distance(to: start.center)
      if let best, (best.distance, best.middles) <= (distance, middles) { continue }
      best = (place, distance, middles)
    }
    return best?.place
  }

  /// The places as the Tab key leads over them: those with an `order` first, by that, all others as a page is read,
  /// line by line from above.
  ///
  /// On a line is what has its middle within the height of the line's highest widget; it is read from the left, or
  /// from the right where widgets are mirrored.
  package static func inOrder(_ places: [FocusPlace]) -> [FocusPlace] {
    var left = places.sorted { ($0.frame.minY, $0.index) < ($1.frame.minY, $1.index) }
    var read: [FocusPlace] = []
    while let first = left.first {
      let line = left.filter { place in
        place.index == first.index || place.frame.center.y < first.frame.maxY
      }
      left.removeAll { place in line.contains { $0.index == place.index } }
      let isMirrored = line.contains(where: \.isMirrored)
      read += line.sorted { one, other in
        isMirrored
          ? (-one.frame.maxX, one.index) < (-other.frame.maxX, other.index)
          : (one.frame.minX, one.index) < (other.frame.minX, other.index)
      }
    }
    let ordered = read.enumerated().filter { $0.element.order > 0 }
      .sorted { ($0.element.order, $0.offset) < ($1.element.order, $1.offset) }
    return ordered.map(\.element) + read.filter { $0.order == 0 }
  }
}
