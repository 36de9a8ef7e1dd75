// SPDX-License-Identifier: Apache-2.0
package import Geometry
import Raster
internal import TestSupport

/// A screen with a few layers that anything happens to, and the laws of `Layer` asked after each
/// frame.
///
/// The bytes decide everything: the screen, how it is turned, the layers, and every frame.
package struct LawTrial {
  private let background: Color
  private let padding: Int
  private var trials: [any LayerTrial]
  private var stack: PaintedStack
  /// What the screen looks like without layers.
  private let empty: [UInt8]
  /// What lay on the screen in the frame before.
  private var last: [UInt8] = []
  private var frame = 0
  /// Counts what the calling thread has taken from the heap so far; the fifth law is asked with it.
  private let allocations: (() -> Int)?
  /// How many allocations the last painting made.
  private var allocated = 0

  /// A screen with its layers.
  ///
  /// - Parameters:
  ///   - choices: What decides.
  ///   - kind: The kind of all layers; nil takes any.
  ///   - limit: The most that the screen may measure, in pixels.
  ///   - allocations: Counts what the calling thread has taken from the heap so far; nil where
  ///     nobody counts.
  package init(
    _ choices: inout ByteScript,
    kind: (any LayerTrial.Type)?,
    limit: PixelSize,
    allocations: (() -> Int)? = nil
  ) {
    self.allocations = allocations
    let view = PixelSize(
      width: 1 + choices.below(limit.width),
      height: 1 + choices.below(limit.height)
    )
    background = choices.color()
    padding = choices.below(3) * 12
    stack = PaintedStack(
      view: view,
      format: choices.isOne(in: 2) ? .rgb565 : .xrgb8888,
      rotation: Rotation.allCases[choices.below(4)],
      background: background,
      bufferCount: 2 + choices.below(2),
      padding: padding
    )
    var bare = stack
    bare.paintAll()
    empty = bare.full
    trials = []
    // Alone as often as with others: a layer that lies alone is painted in another way.
    let count = choices.isOne(in: 2) ? 1 : 2 + choices.below(3)
    for _ in 0..<count {
      let chosen = kind ?? LayerTrials.all[choices.below(LayerTrials.all.count)].kind
      var trial = chosen.init(&choices, view: view)
      trial.add(to: &stack.layers, stack.transform)
      trials.append(trial)
    }
  }

  /// Paints the next frame.
  ///
  /// - Returns: The law that was broken, and where; nil if all of them hold.
  package mutating func paintFrame(_ choices: inout ByteScript) -> String? {
    for index in trials.indices {
      trials[index].change(&choices)
      trials[index].show(in: &stack.layers)
    }
    // A frame that is dropped leaves every buffer further behind.
    if frame > 2, choices.isOne(in: 5) { return nil }
    let buffer = frame % stack.buffers.count
    frame += 1
    let before = allocations?() ?? 0
    let damage = stack.paint(buffer)
    allocated = (allocations?() ?? 0) - before
    stack.paintAll()
    defer { last = stack.full }
    return brokenLaw(buffer, damage).map {
      "frame \(frame), \(stack.transform): \($0): \(trials.map { type(of: $0) })"
    }
  }

  private func brokenLaw(_ buffer: Int, _ damage: PixelRegion) -> String? {
    let fresh = freshPicture()
    if let place = firstDifference(fresh, stack.full) {
      return "1: equal states look different at \(place)"
    }
    if let place = changeOutsideBounds() {
      return "2: composing changes \(place), which is outside of all bounds"
    }
    if let place = firstDifference(last, stack.full, outside: damage) {
      return "3: \(place) looks different, and was not told"
    }
    if let place = firstDifference(stack.buffers[buffer], stack.full) {
      return "4: painting changes leaves something else at \(place)"
    }
    if allocated > 0 { return "5: painting allocates \(allocated) times" }
    return nil
  }

  /// What layers look like that have never looked different.
  private func freshPicture() -> [UInt8] {
    var fresh = emptyStack()
    for trial in trials {
      var copy = trial
      copy.add(to: &fresh.layers, fresh.transform)
      copy.show(in: &fresh.layers)
    }
    fresh.paintAll()
    return fresh.full
  }

  private func emptyStack() -> PaintedStack {
    PaintedStack(
      view: stack.transform.viewSize,
      format: stack.format,
      rotation: stack.transform.rotation,
      background: background,
      padding: padding
    )
  }

  private func changeOutsideBounds() -> PixelPoint? {
    let bounds = stack.layers.bounds
    return firstDifference(empty, stack.full) { place in
      bounds.contains { rect in
        (rect.left..<max(rect.left, rect.right)).contains(place.x)
          && (rect.top..<max(rect.top, rect.bottom)).contains(place.y)
      }
    }
  }

  private func firstDifference(
    _ one: [UInt8],
    _ other: [UInt8],
    outside region: PixelRegion
  ) -> PixelPoint? {
    firstDifference(one, other) { region.contains(x: $0.x, y: $0.y) }
  }

  /// The first pixel in which two pictures differ, of those that are not allowed to; pictures of
  /// which one is missing differ nowhere.
  private func firstDifference(
    _ one: [UInt8],
    _ other: [UInt8],
    isAllowed: (PixelPoint) -> Bool = { _ in false }
  ) -> PixelPoint? {
    guard one != other, one.count == other.count else { return nil }
    for index in one.indices where one[index] != other[index] {
      let place = stack.pixel(ofByte: index)
      if !isAllowed(place) { return place }
    }
    return nil
  }
}
