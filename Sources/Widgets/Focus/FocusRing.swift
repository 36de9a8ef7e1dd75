// SPDX-License-Identifier: Apache-2.0
package import Geometry
internal import MonotonicTime
internal import Motion
internal import Raster

/// The outline of a widget, which the ring of the focus goes round.
package struct WidgetOutline: Hashable, Sendable {
  /// The edges in points.
  package var frame: Rect
  /// The radius of the corners in points.
  package var cornerRadius: Double
}

/// The ring around the widget that has the focus, once a key has led it there.
///
/// Each of its edges goes by a spring of its own: those that go ahead by a quicker one than those that follow,
/// so that the ring is drawn out on its way.
struct FocusRing: Sendable {
  /// From a widget's edge to the ring, in points.
  static let gap = 3.0
  /// The ring's width in points.
  static let width = 3.0
  /// Spring of edges that move outward.
  static let leading = Spring(duration: 0.26, dampingRatio: 0.85, initialVelocity: 0)
  /// Spring of the others, which follow.
  static let following = Spring(duration: 0.42, dampingRatio: 0.75, initialVelocity: 0)

  /// nil before it was added.
  private var layer: LayerID<OutlineLayer>?
  private let scale: Double
  private let epoch: MonotonicInstant
  /// True while keys lead the focus: no finger has come down since.
  var isInUse = false
  private var left: SpringMotion
  private var top: SpringMotion
  private var right: SpringMotion
  private var bottom: SpringMotion
  private var radius: SpringMotion
  private var opacity = Transition(restingAt: 0)
  /// The layer's newest state.
  private var shown = Shown()

  /// The visible ring, in points.
  struct Shown: Equatable {
    var frame = Rect(x: 0, y: 0, width: 0, height: 0)
    var radius = 0.0
    var opacity = 0.0
  }

  /// A ring that is hidden, without a layer; `scale` is view pixels a point.
  init(scale: Double, at instant: MonotonicInstant) {
    self.scale = scale
    epoch = instant
    let rest = SpringMotion(restingAt: 0, restThreshold: 0.1 / max(scale, 0.01))
    (left, top, right, bottom, radius) = (rest, rest, rest, rest, rest)
  }

  /// Puts its layer on top of those that are there.
  mutating func add(_ color: Color, to layers: inout LayerStack) {
    layer = layers.add(OutlineLayer(color: color))
  }

  /// A length in points, of whole pixels.
  private func whole(_ points: Double) -> Double { (points * scale).rounded() / scale }

  /// Goes round `outline`: from where it is, or at once where it is not seen.
  mutating func move(to outline: WidgetOutline, at instant: MonotonicInstant) {
    let (frame, outset) = (outline.frame, whole(Self.gap) + whole(Self.width))
    let isSeen = opacity.target > 0
    let time = seconds(instant)
    Self.send(&left, to: whole(frame.minX) - outset, outward: -1, isSeen: isSeen, at: time)
    Self.send(&top, to: whole(frame.minY) - outset, outward: -1, isSeen: isSeen, at: time)
    Self.send(&right, to: whole(frame.maxX) + outset, outward: 1, isSeen: isSeen, at: time)
    Self.send(&bottom, to: whole(frame.maxY) + outset, outward: 1, isSeen: isSeen, at: time)
    let corner = min(outline.cornerRadius, min(frame.size.width, frame.size.height) / 2)
    Self.send(&radius, to: corner + outset, outward: 1, isSeen: isSeen, at: time)
    fade(to: 1, over: 0.12, at: instant)
  }

  private static func send(
    _ edge: inout SpringMotion,
    to target: Double,
    outward: Double,
    isSeen: Bool,
    at time: Double
  ) {
    guard isSeen else {
      edge = SpringMotion(restingAt: target, restThreshold: edge.restThreshold)
      return
    }
    guard target != edge.target else { return }
    let leads = (target - edge.value(at: time)) * outward > 0
    edge.retarget(to: target, spring: leads ? leading : following, at: time)
  }

  /// Is seen no more.
  mutating func hide(at instant: MonotonicInstant) { fade(to: 0, over: 0.2, at: instant) }

  /// Is seen no more at once: to what it goes round next it comes from nowhere.
  mutating func vanish() { opacity = Transition(restingAt: 0) }

  private mutating func fade(to target: Double, over seconds: Double, at instant: MonotonicInstant)
  {
    guard target != opacity.target else { return }
    opacity = Transition(restingAt: opacity.value(at: instant))
    opacity.retarget(to: target, over: seconds, curve: .easeOut, at: instant)
  }

  /// True if it looks different after `instant` than at it.
  func isMoving(at instant: MonotonicInstant) -> Bool {
    if opacity.isMoving(at: instant) { return true }
    guard opacity.target > 0 else { return false }
    let time = seconds(instant)
    return left.isMoving(at: time) || top.isMoving(at: time) || right.isMoving(at: time)
      || bottom.isMoving(at: time) || radius.isMoving(at: time)
  }

  /// The visible ring at `instant`.
  func look(at instant: MonotonicInstant) -> Shown {
    let (opacity, time) = (opacity.value(at: instant), seconds(instant))
    guard opacity > 0 else { return Shown() }
    let (x, y) = (left.value(at: time), top.value(at: time))
    let frame = Rect(
      x: x,
      y: y,
      width: max(right.value(at: time) - x, 0),
      height: max(bottom.value(at: time) - y, 0)
    )
    return Shown(frame: frame, radius: radius.value(at: time), opacity: opacity)
  }

  /// Hands the layer what it shows at `instant`.
  mutating func show(at instant: MonotonicInstant, in layers: inout LayerStack) {
    let now = look(at: instant)
    guard let layer, now != shown else { return }
    shown = now
    let frame = Rect(
      x: now.frame.minX * scale,
      y: now.frame.minY * scale,
      width: now.frame.size.width * scale,
      height: now.frame.size.height * scale
    )
    layers.update(
      layer,
      rect: frame,
      radius: now.radius * scale,
      width: whole(Self.width) * scale,
      opacity: now.opacity
    )
  }

  private func seconds(_ instant: MonotonicInstant) -> Double { (instant - epoch).seconds }
}
