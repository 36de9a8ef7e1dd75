// SPDX-License-Identifier: Apache-2.0
import Geometry
import TestSupport
import Testing

extension SplitMix {
  /// A rectangle inside 0 ..< 48 each way, at times empty.
  mutating func rect(largest: Int) -> PixelRect {
    let (left, top) = (Int.random(in: 0..<48, using: &self), Int.random(in: 0..<48, using: &self))
    return PixelRect(
      left: left,
      top: top,
      right: min(48, left + Int.random(in: 0...largest, using: &self)),
      bottom: min(48, top + Int.random(in: 0...largest, using: &self))
    )
  }
}

/// A bitmap beside a region, to compare it with.
private struct Bitmap {
  var isSet = [Bool](repeating: false, count: 48 * 48)

  mutating func add(_ rect: PixelRect) {
    for y in rect.top..<max(rect.top, rect.bottom) {
      for x in rect.left..<max(rect.left, rect.right) { isSet[y * 48 + x] = true }
    }
  }

  init() {}

  init(_ region: PixelRegion) {
    for index in 0..<region.count { add(region[index]) }
  }

  /// Whether every pixel of `other` is set here.
  func covers(_ other: Self) -> Bool {
    zip(isSet, other.isSet).allSatisfy { $0 || !$1 }
  }
}

@Suite("Pixel regions")
struct PixelRegionTests {
  @Test("All of a full region is added to another")
  func addsFullRegion() {
    var full = PixelRegion()
    let corners = (0..<PixelRegion.capacity).map { $0 * 10 }
    for corner in corners {
      full.add(PixelRect(left: corner, top: corner, right: corner + 1, bottom: corner + 1))
    }
    #expect(full.count == PixelRegion.capacity)
    var region = PixelRegion()
    region.add(full)
    #expect(region.count == PixelRegion.capacity)
    for corner in corners { #expect(region.contains(x: corner, y: corner)) }
  }

  @Test("Adding never loses a pixel, whatever is merged", arguments: 0..<60, [3, 12, 40])
  func keepsEveryPixel(seed: Int, largest: Int) {
    var random = SplitMix(seed: seed)
    var region = PixelRegion()
    var bitmap = Bitmap()
    var bounds = PixelRect.empty
    for _ in 0..<80 {
      let rect = random.rect(largest: largest)
      region.add(rect)
      bitmap.add(rect)
      bounds = bounds.union(rect)
      #expect(region.count <= PixelRegion.capacity)
      #expect(Bitmap(region).covers(bitmap))
      // What is covered beyond the pixels added stays inside their common bounds.
      #expect(region.bounds == bounds)
    }
  }

  @Test("While there is room, nothing is covered that was not added", arguments: 0..<40)
  func exactWhileThereIsRoom(seed: Int) {
    var random = SplitMix(seed: seed)
    var region = PixelRegion()
    var bitmap = Bitmap()
    // Apart from one another, so that no two merge for nothing.
    for index in 0..<PixelRegion.capacity {
      let (column, row) = (index % 4 * 12, index / 4 * 12)
      var rect = random.rect(largest: 9)
      rect = PixelRect(
        left: column,
        top: row,
        right: column + max(1, rect.width),
        bottom: row + max(1, rect.height)
      )
      region.add(rect)
      bitmap.add(rect)
    }
    #expect(Bitmap(region).isSet == bitmap.isSet)
    #expect(region.count == PixelRegion.capacity)
  }

  @Test("Adding a region adds all its pixels", arguments: 0..<20)
  func addsRegions(seed: Int) {
    var random = SplitMix(seed: seed)
    var (first, second) = (PixelRegion(), PixelRegion())
    var bitmap = Bitmap()
    for _ in 0..<12 {
      let (one, two) = (random.rect(largest: 10), random.rect(largest: 10))
      first.add(one)
      second.add(two)
      bitmap.add(one)
      bitmap.add(two)
    }
    first.add(second)
    #expect(Bitmap(first).covers(bitmap))
  }

  @Test("Clipping leaves the pixels inside and none outside", arguments: 0..<40)
  func clips(seed: Int) {
    var random = SplitMix(seed: seed)
    var region = PixelRegion()
    for _ in 0..<20 { region.add(random.rect(largest: 20)) }
    let before = Bitmap(region)
    let clip = random.rect(largest: 40)
    region.clip(to: clip)
    #expect(clip.contains(region.bounds))
    var expected = Bitmap()
    expected.add(clip)
    for index in expected.isSet.indices where !before.isSet[index] { expected.isSet[index] = false }
    #expect(Bitmap(region).covers(expected))
  }

  @Test("Asking for a pixel agrees with the pixels held", arguments: 0..<20)
  func membership(seed: Int) {
    var random = SplitMix(seed: seed)
    var region = PixelRegion()
    for _ in 0..<10 { region.add(random.rect(largest: 8)) }
    let bitmap = Bitmap(region)
    for y in 0..<48 {
      for x in 0..<48 { #expect(region.contains(x: x, y: y) == bitmap.isSet[y * 48 + x]) }
    }
  }

  @Test(
    "A region that is moved has each of its pixels elsewhere",
    arguments: 0..<20 as Range<UInt64>
  )
  func moved(seed: UInt64) {
    var random = SplitMix(seed: seed)
    var region = PixelRegion()
    for _ in 0..<10 { region.add(random.rect(largest: 8)) }
    let moved = region.moved(by: PixelPoint(x: -3, y: 5))
    #expect(moved.count == region.count)
    for y in -5..<55 {
      for x in -5..<55 {
        #expect(moved.contains(x: x - 3, y: y + 5) == region.contains(x: x, y: y))
      }
    }
  }

  @Test("Empty rectangles change nothing")
  func ignoresEmptyRectangles() {
    var region = PixelRegion()
    region.add(.empty)
    region.add(PixelRect(left: 5, top: 5, right: 5, bottom: 9))
    region.add(PixelRect(left: 5, top: 9, right: 8, bottom: 2))
    #expect(region.isEmpty)
    #expect(region.bounds == .empty)
    #expect(PixelRegion(.empty).isEmpty)
  }
}
