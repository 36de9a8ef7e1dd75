// SPDX-License-Identifier: Apache-2.0
package import Geometry
package import Raster

/// Bars from a height to any points, near and far; or a line, that runs from the right.
package struct BarsTrial: LayerTrial {
  private var trace: TraceState

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
    trace = TraceState(style, Self.tops(&choices, view))
  }

  private static func tops(_ choices: inout ByteScript, _ view: PixelSize) -> [TracePoint] {
    TraceState.points(&choices, view, gap: 1) { $0.isOne(in: 2) }
  }

  package mutating func add(to layers: inout LayerStack, _ transform: OutputTransform) {
    trace.add(to: &layers, transform)
  }

  package mutating func change(_ choices: inout ByteScript) {
    switch choices.below(7) {
    case 0: trace.opacity = choices.opacity()
    case 1: trace.points = Self.tops(&choices, PixelSize(width: 160, height: 100))
    case 2: trace.extent = TraceState.nothing
    case 3: trace.extent = TraceState.everything
    case 4: trace.reveal(&choices)
    default: trace.shake(&choices)
    }
  }

  package mutating func show(in layers: inout LayerStack) { trace.show(in: &layers) }
}
