// SPDX-License-Identifier: Apache-2.0
import Geometry

// What more of the same line changes.
extension TraceLayer {
  /// The buffer pixels that differ where nothing but the extent has changed.
  func revealed(since past: Extent) -> PixelRegion {
    let now = state.extent
    var region = PixelRegion()
    let from = past.isBegun ? min(past.length, now.length) : 0
    let to = max(past.isBegun ? past.length : 0, now.isBegun ? now.length : 0)
    let hasDot = past.hasEnd || now.hasEnd || past.isBegun != now.isBegun
    let width = hasDot ? max(dotRadius, radius) : radius
    for index in points.indices {
      let end = Point(x: points[index].x, y: points[index].y)
      let behind = lengths[index]
      guard points[index].isJoined else {
        if behind >= from, behind <= to { region.add(box(end, end, radius: width)) }
        continue
      }
      let before = lengths[index - 1]
      guard behind >= from, before <= to else { continue }
      let start = Point(x: points[index - 1].x, y: points[index - 1].y)
      func place(_ length: Double) -> Point {
        let share = behind > before ? min(max((length - before) / (behind - before), 0), 1) : 0
        return Point(x: start.x + (end.x - start.x) * share, y: start.y + (end.y - start.y) * share)
      }
      region.add(box(place(from), place(to), radius: width))
    }
    return region
  }

  private func box(_ one: Point, _ other: Point, radius: Double) -> PixelRect {
    let clip = coverage.clip
    func pixel(_ value: Double) -> Int { Int(min(max(value, -1e6), 1e6)) }
    let bottom = max(one.y, other.y) + radius + 1
    let rect = PixelRect(
      left: pixel((min(one.x, other.x) - radius - 1).rounded(.down)),
      top: pixel((min(one.y, other.y) - radius - 1).rounded(.down)),
      right: pixel((max(one.x, other.x) + radius + 1).rounded(.up)),
      bottom: pixel(max(bottom, floor.map { $0 + 1 } ?? bottom).rounded(.up))
    )
    let visible = rect.intersection(clip)
    return visible.isEmpty ? .empty : transform.bufferRect(ofView: coverage.inView(visible))
  }
}
