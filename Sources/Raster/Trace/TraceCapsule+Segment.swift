// SPDX-License-Identifier: Apache-2.0
import Geometry

extension TraceCapsule {
  /// A disc around (`x`, `y`).
  init(x: Double, y: Double, radius: Double) {
    startX = Float(x)
    startY = Float(y)
    endX = startX
    endY = startY
    slope = 0
    reach = Float(radius)
    lean = 0
    self.radius = Float(radius)
  }

  /// A bar from the height `foot` to `point`, the middle of its end, as far as it comes near `size`.
  ///
  /// - Returns: nil where nothing of it comes near.
  init?(barAt point: Point, from foot: Double, width: Double, size: PixelSize) {
    let room = 64.0
    let (left, right) = (point.x - width / 2, point.x + width / 2)
    let top = max(min(point.y, foot), -room)
    let bottom = min(max(point.y, foot), Double(size.height) + room)
    guard right > 0, left < Double(size.width), top < bottom else { return nil }
    startX = Float(max(left, -room))
    startY = Float(top)
    endX = Float(min(right, Double(size.width) + room))
    endY = Float(bottom)
    (slope, reach, lean, radius) = (0, 0, 0, 0)
    isBar = true
  }

  /// The first `share` of the segment between two points, as far as it comes near `size`.
  ///
  /// Parts that are far away are cut off first, as are numbers of a billion, so that single precision is enough.
  /// Everything but the end depends on the whole segment alone: the revealed part stays the same bit for bit.
  ///
  /// - Returns: nil where nothing of it comes near.
  init?(
    _ start: Point,
    _ end: Point,
    share: Double,
    radius: Double,
    size: PixelSize
  ) {
    // A vertical line has no slope; a thousandth of a pixel is none to the eye.
    let run = max(end.x - start.x, 0.001)
    let fall = end.y - start.y
    let length = (run * run + fall * fall).squareRoot()
    let room = 4 * radius + 64
    var (first, last) = (0.0, share)
    func cut(_ position: Double, change: Double, extent: Double) {
      let (low, high) = (-room, extent + room)
      guard change != 0 else {
        if position < low || position > high { last = -1 }
        return
      }
      let (one, other) = ((low - position) / change, (high - position) / change)
      first = max(first, min(one, other))
      last = min(last, max(one, other))
    }
    cut(start.x, change: run, extent: Double(size.width))
    cut(start.y, change: fall, extent: Double(size.height))
    guard first <= last, length.isFinite else { return nil }
    startX = Float(start.x + run * first)
    startY = Float(start.y + fall * first)
    endX = Float(start.x + run * last)
    endY = Float(start.y + fall * last)
    slope = Float(fall / run)
    reach = Float(radius * length / run)
    lean = Float(radius * fall / length)
    self.radius = Float(radius)
  }
}
