// SPDX-License-Identifier: Apache-2.0
package import Geometry
package import Raster

/// A layer of one kind at any place that anything may happen to; choices say where and what.
package protocol LayerTrial: SendableMetatype {
  /// A layer for a view, and how it looks at first.
  init(_ choices: inout ByteScript, view: PixelSize)

  /// Puts the layer on top of `layers`.
  mutating func add(to layers: inout LayerStack, _ transform: OutputTransform)

  /// Changes how it is to look: often a little, sometimes by a jump.
  mutating func change(_ choices: inout ByteScript)

  /// Gives the layer the look that was chosen last, unless it has it already.
  mutating func show(in layers: inout LayerStack)
}
