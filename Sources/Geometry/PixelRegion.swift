// SPDX-License-Identifier: Apache-2.0

/// A set of pixels, kept as at most ``capacity`` rectangles.
///
/// Adding never loses a pixel. When the capacity is reached, the two rectangles whose common bounds
/// waste the fewest pixels are merged, so the region may cover more than was added, never less. The
/// rectangles may overlap. Does not allocate.
package struct PixelRegion: Sendable {
  /// The most rectangles a region holds.
  package static let capacity = 16

  private var storage: InlineArray<16, PixelRect>
  /// Number of rectangles that the region holds.
  package private(set) var count: Int

  /// The empty region.
  package init() {
    storage = InlineArray(repeating: .empty)
    count = 0
  }

  /// The pixels of one rectangle.
  package init(_ rect: PixelRect) {
    self.init()
    add(rect)
  }

  /// True if no pixel is covered.
  package var isEmpty: Bool { count == 0 }

  /// The rectangle at `index`, `0 ..< count`; traps outside.
  package subscript(index: Int) -> PixelRect {
    precondition(index < count)
    return storage[index]
  }

  /// The smallest rectangle that covers the region.
  package var bounds: PixelRect {
    var bounds = PixelRect.empty
    for index in 0..<count { bounds = bounds.union(storage[index]) }
    return bounds
  }

  /// Adds the pixels of `rect`; an empty rectangle changes nothing.
  package mutating func add(_ rect: PixelRect) {
    guard !rect.isEmpty else { return }
    var added = rect
    var index = 0
    while index < count {
      let present = storage[index]
      if present.contains(added) { return }
      // Taking the common bounds is free where they waste nothing.
      let merged = present.union(added)
      if added.contains(present) || merged.area <= present.area + added.area {
        added = merged
        remove(at: index)
        index = 0
      } else {
        index += 1
      }
    }
    if count == Self.capacity { mergeCheapestPair() }
    storage[count] = added
    count += 1
  }

  /// Adds every pixel of `other`.
  package mutating func add(_ other: Self) {
    for index in 0..<other.count { add(other.storage[index]) }
  }

  /// Removes every pixel outside `bounds`.
  package mutating func clip(to bounds: PixelRect) {
    var isInside = true
    for index in 0..<count where !bounds.contains(storage[index]) { isInside = false }
    // Most damage lies on the screen: adding the rectangles anew would find nothing to merge.
    guard !isInside else { return }
    var clipped = Self()
    for index in 0..<count { clipped.add(storage[index].intersection(bounds)) }
    self = clipped
  }

  /// The region with each pixel moved to the right and downward.
  package func moved(by offset: PixelPoint) -> Self {
    var moved = self
    for index in 0..<count {
      let rect = storage[index]
      moved.storage[index] = PixelRect(
        left: rect.left + offset.x,
        top: rect.top + offset.y,
        right: rect.right + offset.x,
        bottom: rect.bottom + offset.y
      )
    }
    return moved
  }

  /// True if any pixel lies in two of the rectangles.
  package var overlapsItself: Bool {
    for first in 0..<count {
      for second in 0..<first where storage[first].intersects(storage[second]) { return true }
    }
    return false
  }

  private mutating func remove(at index: Int) {
    count -= 1
    storage[index] = storage[count]
  }

  private mutating func mergeCheapestPair() {
    var best = (first: 0, second: 1, waste: Int.max)
    for first in 0..<count {
      for second in (first + 1)..<max(count, first + 1) {
        let (one, two) = (storage[first], storage[second])
        let waste = one.union(two).area - one.area - two.area
        if waste < best.waste { best = (first, second, waste) }
      }
    }
    let merged = storage[best.first].union(storage[best.second])
    remove(at: best.second)
    storage[best.first] = merged
  }
}
