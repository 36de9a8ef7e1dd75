// SPDX-License-Identifier: Apache-2.0
package import Geometry
package import Raster

/// A line through any points, near and far, with gaps, revealed in part, maybe filled below.
package struct TraceTrial: LayerTrial {
  private let style: TraceLayer.Style
  private var id: LayerID<TraceLayer>?
  private var points: [TracePoint]
  private var extent: TraceLayer.Extent
  private var opacity = 1.0

  package init(_ choices: inout ByteScript, view: PixelSize) {
    let clip = choices.rect(near: view)
    let width = 0.5 + choices.fraction() * 12
    style = TraceLayer.Style(
      gradient: LinearGradient(
        from: choices.color(),
        to: choices.color(),
        start: Double(clip.left),
        end: Double(clip.right) + 1
      ),
      width: width,
      dotRadius: choices.isOne(in: 3) ? 0 : width,
      clip: clip,
      floor: choices.isOne(in: 2) ? Double(choices.below(view.height + 20)) : nil,
      capacity: 24
    )
    points = Self.line(&choices, view)
    extent = Self.everything
  }

  private static let everything = TraceLayer.Extent(
    length: .greatestFiniteMagnitude,
    isBegun: true,
    hasEnd: true
  )

  private static func line(_ choices: inout ByteScript, _ view: PixelSize) -> [TracePoint] {
    var x = choices.signed()
    return (0..<choices.below(20)).map { _ in
      x += choices.fraction() * 20
      let y =
        choices.isOne(in: 12)
        ? choices.signed() * 1e7 : choices.fraction() * Double(view.height + 20) - 10
      return TracePoint(x: x, y: y, isJoined: !choices.isOne(in: 6))
    }
  }

  package mutating func add(to layers: inout LayerStack, _ transform: OutputTransform) {
    id = layers.add(TraceLayer(style, transform: transform))
  }

  package mutating func change(_ choices: inout ByteScript) {
    switch choices.below(9) {
    case 0: opacity = choices.opacity()
    case 1:
      points = Self.line(&choices, PixelSize(width: 160, height: 100))
      extent = Self.everything
    case 2:
      for index in points.indices { points[index].y += choices.signed() / 16 }
    case 3: extent = Self.everything
    case 4: extent = TraceLayer.Extent(length: 0, isBegun: false, hasEnd: false)
    default:
      extent.isBegun = true
      extent.hasEnd = choices.isOne(in: 3)
      extent.length = max(0, min(extent.length, 900) + choices.signed() / 2 + 12)
    }
  }

  package mutating func show(in layers: inout LayerStack) {
    guard let id else { return }
    layers.update(id, points, extent, opacity: opacity)
  }
}
