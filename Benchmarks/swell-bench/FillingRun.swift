// SPDX-License-Identifier: Apache-2.0
import Geometry
import Raster

/// Paints one frame; a function of its own for scripts/instructions.sh to collect in.
@inline(never)
func countedFrame(_ paint: () -> Void) { paint() }

/// A scene of one widget that fills the screen, and changes as a whole in each frame.
struct FillingRun: ~Copyable {
  /// What changes.
  enum Change: String, CaseIterable {
    /// One picture becomes another one.
    case crossfade
    /// Another picture takes the place of one.
    case picture
    /// A circle, nearly as high as the view, fills with waves that are pictures.
    case fluid
    /// A button's colour becomes another one.
    case color
    /// A button comes and goes.
    case fade
  }

  private static let cycle = 240

  private let change: Change
  private var layers: LayerStack
  private var picture: LayerID<PictureLayer>?
  private var photographs: [Picture] = []
  private var fluid: LayerID<FluidLayer>?
  private var button: LayerID<ElasticLayer>?
  private var first: ScanoutMemory
  private var second: ScanoutMemory

  /// A run whose pictures have `alpha`.
  init(
    _ change: Change,
    size: PixelSize,
    format: PixelFormat,
    rotation: Rotation,
    alpha: UInt8
  ) {
    self.change = change
    let transform = OutputTransform(bufferSize: size, rotation: rotation, scale: 1)
    layers = LayerStack(transform: transform, background: BenchScene.background, bufferCount: 2)
    first = ScanoutMemory(size: size, format: format)
    second = ScanoutMemory(size: size, format: format)
    switch change {
    case .crossfade, .picture:
      let layer = layers.add(PictureLayer())
      photographs = [1, 3].map { Self.photograph($0, transform, alpha) }
      layers.setOpacity(1, of: layer)
      layers.setPicture(photographs[0], of: layer)
      if change == .crossfade { layers.mixPicture(photographs[1], of: layer) }
      picture = layer
    case .fluid: fluid = layers.add(Self.fluid(transform, alpha))
    case .color, .fade:
      let view = transform.viewSize
      let rect = Rect(
        x: 20,
        y: 20,
        width: Double(view.width - 40),
        height: Double(view.height - 40)
      )
      button = layers.add(
        ElasticLayer(
          rect: rect,
          fill: BenchScene.buttonColor,
          labelColor: BenchScene.white,
          transform: transform
        )
      )
    }
  }

  /// A picture of the whole view, other pixels for each seed.
  private static func photograph(
    _ seed: Int,
    _ transform: OutputTransform,
    _ alpha: UInt8
  ) -> Picture {
    let size = transform.viewSize
    var rgba: [UInt8] = []
    rgba.reserveCapacity(4 * size.bounds.area)
    for y in 0..<size.height {
      for x in 0..<size.width {
        let color = [UInt8(x * seed & 255), UInt8(y * seed & 255), UInt8((x + y) & 255)]
        rgba += color.map { min($0, alpha) } + [alpha]
      }
    }
    return Picture(
      premultiplied: rgba,
      size: size,
      at: PixelPoint(x: 0, y: 0),
      clip: size.bounds,
      transform: transform
    )
  }

  private static func fluid(_ transform: OutputTransform, _ alpha: UInt8) -> FluidLayer {
    let view = transform.viewSize
    let side = min(view.width, view.height) * 1000 / 1080
    let size = PixelSize(width: side, height: side)
    let origin = PixelPoint(x: (view.width - side) / 2, y: (view.height - side) / 2)
    let turned = OutputTransform(bufferSize: size, rotation: transform.rotation, scale: 1)
    return FluidLayer(
      mask: PlacedMask(mask: MaskShape.circle.mask(size: size), origin: origin),
      in: PixelRect(
        left: origin.x,
        top: origin.y,
        right: origin.x + side,
        bottom: origin.y + side
      ),
      pictures: (
        FluidPicture(photograph(1, turned, alpha)), FluidPicture(photograph(3, turned, alpha))
      ),
      frequency: BenchScene.frequency,
      colors: WaveLayer.Colors(
        outline: BenchScene.outlineColor,
        back: BenchScene.backColor,
        front: BenchScene.frontColor,
        figure: BenchScene.white
      ),
      figures: nil,
      transform: transform
    )
  }

  /// Paints a cycle for a profiler that counts, and prints how many frames it was.
  mutating func count() {
    for n in 0..<Self.cycle + 4 {
      show(n)
      if n < 4 { paint(n) } else { countedFrame { paint(n) } }
    }
    print(Self.cycle)
  }

  /// What frame `n` shows.
  private mutating func show(_ n: Int) {
    let share = Double(n + 1) / Double(Self.cycle + 8)
    if let picture, change == .crossfade { layers.setShare(share, of: picture) }
    if let picture, change == .picture { layers.setPicture(photographs[n & 1], of: picture) }
    if let fluid {
      layers.update(
        fluid,
        level: 0.5,
        amplitude: 20,
        phase: Double(8 * n),
        travel: 3.3 * Double(n),
        figure: -1,
        opacity: 1
      )
    }
    guard let button else { return }
    let level = UInt8((share * 255).rounded())
    let fill =
      change == .color
      ? Color(red: level, green: 80, blue: 255 - level) : BenchScene.buttonColor
    layers.setColors(fill: fill, label: BenchScene.white, of: button)
    layers.update(button, offset: 0, opacity: change == .fade ? share : 1)
  }

  private mutating func paint(_ n: Int) {
    if n & 1 == 0 {
      first.withCanvas { _ = layers.paint(into: &$0, buffer: 0) }
    } else {
      second.withCanvas { _ = layers.paint(into: &$0, buffer: 1) }
    }
  }
}
