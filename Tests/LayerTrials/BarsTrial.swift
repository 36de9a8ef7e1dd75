// SPDX-License-Identifier: Apache-2.0
package import Geometry
package import Raster

/// Bars from a height to any points, near and far; or a line, that runs from the right.
package struct BarsTrial: LayerTrial {
  private let style: TraceLayer.Style
  private var id: LayerID<TraceLayer>?
  private var points: [TracePoint]
  private var extent = Self.everything
  private var opacity = 1.0

  package init(_ choices: inout ByteScript, view: PixelSize) {
    let clip = choices.rect(near: view)
    var style = TraceLayer.Style(
      gradient: LinearGradient(
        from: choices.color(),
        to: choices.color(),
        start: Double(clip.left),
        end: Double(clip.right) + 1
      ),
      width: 0.5 + choices.fraction() * 12,
      dotRadius: choices.fraction() * 6,
      clip: clip,
      floor: nil,
      capacity: 24
    )
    style.isMirrored = choices.isOne(in: 2)
    let foot = Double(choices.below(view.height + 40)) - 20 + choices.fraction()
    if !style.isMirrored || choices.isOne(in: 2) { style.foot = foot }
    self.style = style
    points = Self.tops(&choices, view)
  }

  private static let everything = TraceLayer.Extent(
    length: .greatestFiniteMagnitude,
    isBegun: true,
    hasEnd: true
  )

  private static func tops(_ choices: inout ByteScript, _ view: PixelSize) -> [TracePoint] {
    var x = choices.signed()
    return (0..<choices.below(20)).map { _ in
      x += 1 + choices.fraction() * 20
      let y =
        choices.isOne(in: 12)
        ? choices.signed() * 1e7 : choices.fraction() * Double(view.height + 20) - 10
      return TracePoint(x: x, y: y, isJoined: choices.isOne(in: 2))
    }
  }

  package mutating func add(to layers: inout LayerStack, _ transform: OutputTransform) {
    id = layers.add(TraceLayer(style, transform: transform))
  }

  package mutating func change(_ choices: inout ByteScript) {
    switch choices.below(7) {
    case 0: opacity = choices.opacity()
    case 1: points = Self.tops(&choices, PixelSize(width: 160, height: 100))
    case 2: extent = TraceLayer.Extent(length: 0, isBegun: false, hasEnd: false)
    case 3: extent = Self.everything
    case 4:
      extent.isBegun = true
      extent.length = max(0, min(extent.length, 900) + choices.signed() / 2 + 12)
    default:
      for index in points.indices { points[index].y += choices.signed() / 16 }
    }
  }

  package mutating func show(in layers: inout LayerStack) {
    guard let id else { return }
    layers.update(id, points, extent, opacity: opacity)
  }
}
