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
    /// One opaque picture becomes another one.
    case crossfade
    /// A button's colour becomes another one.
    case color
    /// A button comes and goes.
    case fade
  }

  private static let cycle = 240

  private let change: Change
  private var layers: LayerStack
  private var picture: LayerID<PictureLayer>?
  private var button: LayerID<ElasticLayer>?
  private var first: ScanoutMemory
  private var second: ScanoutMemory

  init(_ change: Change, size: PixelSize, format: PixelFormat, rotation: Rotation) {
    self.change = change
    let transform = OutputTransform(bufferSize: size, rotation: rotation, scale: 1)
    layers = LayerStack(transform: transform, background: BenchScene.background, bufferCount: 2)
    first = ScanoutMemory(size: size, format: format)
    second = ScanoutMemory(size: size, format: format)
    switch change {
    case .crossfade:
      let layer = layers.add(PictureLayer())
      layers.setOpacity(1, of: layer)
      layers.setPicture(Self.photograph(1, transform), of: layer)
      layers.mixPicture(Self.photograph(3, transform), of: layer)
      picture = layer
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

  /// An opaque picture of the whole view, other pixels for each seed.
  private static func photograph(_ seed: Int, _ transform: OutputTransform) -> Picture {
    let size = transform.viewSize
    var rgba: [UInt8] = []
    rgba.reserveCapacity(4 * size.bounds.area)
    for y in 0..<size.height {
      for x in 0..<size.width {
        rgba += [UInt8(x * seed & 255), UInt8(y * seed & 255), UInt8((x + y) & 255), 255]
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
    if let picture { layers.setShare(share, of: picture) }
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
