// SPDX-License-Identifier: Apache-2.0
internal import Geometry
internal import Raster

/// What a trial of a line or of bars shows: points, near and far, of which a part is revealed.
struct TraceState {
  let style: TraceLayer.Style
  var points: [TracePoint]
  var extent = Self.everything
  var opacity = 1.0
  private var id: LayerID<TraceLayer>?

  static let everything = TraceLayer.Extent(
    length: .greatestFiniteMagnitude,
    isBegun: true,
    hasEnd: true
  )
  static let nothing = TraceLayer.Extent(length: 0, isBegun: false, hasEnd: false)

  init(_ style: TraceLayer.Style, _ points: [TracePoint]) {
    (self.style, self.points) = (style, points)
  }

  /// Up to 19 points, each by `gap` and up to 20 pixels more farther right than the one before.
  static func points(
    _ choices: inout ByteScript,
    _ view: PixelSize,
    gap: Double,
    isJoined: (inout ByteScript) -> Bool
  ) -> [TracePoint] {
    var x = choices.signed()
    return (0..<choices.below(20)).map { _ in
      x += gap + choices.fraction() * 20
      let y =
        choices.isOne(in: 12)
        ? choices.signed() * 1e7 : choices.fraction() * Double(view.height + 20) - 10
      return TracePoint(x: x, y: y, isJoined: isJoined(&choices))
    }
  }

  /// Reveals a little more, or less.
  mutating func reveal(_ choices: inout ByteScript) {
    extent.isBegun = true
    extent.length = max(0, min(extent.length, 900) + choices.signed() / 2 + 12)
  }

  /// Moves each point up or down.
  mutating func shake(_ choices: inout ByteScript) {
    for index in points.indices { points[index].y += choices.signed() / 16 }
  }

  mutating func add(to layers: inout LayerStack, _ transform: OutputTransform) {
    id = layers.add(TraceLayer(style, transform: transform))
  }

  func show(in layers: inout LayerStack) {
    if let id { layers.update(id, points: points, extent: extent, opacity: opacity) }
  }
}
