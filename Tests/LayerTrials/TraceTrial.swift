// SPDX-License-Identifier: Apache-2.0
package import Geometry
package import Raster

/// A line through any points, near and far, with gaps, revealed in part, maybe filled below.
package struct TraceTrial: LayerTrial {
  private var trace: TraceState

  package init(_ choices: inout ByteScript, view: PixelSize) {
    let clip = choices.rect(near: view)
    let width = 0.5 + choices.fraction() * 12
    let style = TraceLayer.Style(
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
    trace = TraceState(style, Self.line(&choices, view))
  }

  private static func line(_ choices: inout ByteScript, _ view: PixelSize) -> [TracePoint] {
    TraceState.points(&choices, view, gap: 0) { !$0.isOne(in: 6) }
  }

  package mutating func add(to layers: inout LayerStack, _ transform: OutputTransform) {
    trace.add(to: &layers, transform)
  }

  package mutating func change(_ choices: inout ByteScript) {
    switch choices.below(9) {
    case 0: trace.opacity = choices.opacity()
    case 1:
      trace.points = Self.line(&choices, PixelSize(width: 160, height: 100))
      trace.extent = TraceState.everything
    case 2: trace.shake(&choices)
    case 3: trace.extent = TraceState.everything
    case 4: trace.extent = TraceState.nothing
    default:
      trace.extent.hasEnd = choices.isOne(in: 3)
      trace.reveal(&choices)
    }
  }

  package mutating func show(in layers: inout LayerStack) { trace.show(in: &layers) }
}
