// SPDX-License-Identifier: Apache-2.0
import Geometry
import LayerTrials
import Raster
import TestSupport
import Testing

@Suite("Pixels with colours of their own on cards")
struct ReelPixelsTests {
  @Test("Every frame keeps the laws of layers, by any changes", arguments: 0..<24)
  func laws(seed: Int) {
    var random = SplitMix(seed: 7000 + seed)
    var choices = ByteScript(
      bytes: (0..<4096).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    )
    var trial = LawTrial(
      &choices,
      kind: PixelsTrial.self,
      limit: PixelSize(width: 110, height: 70)
    )
    for frame in 0..<16 {
      let broken = trial.paintFrame(&choices)
      #expect(broken == nil, "frame \(frame)")
    }
  }

  @Test("Ink that comes to a card which is shown is painted")
  func later() {
    let view = PixelSize(width: 90, height: 40)
    var stack = PaintedStack(view: view, rotation: .none, background: Color(rgb: 0x102030))
    let id = stack.layers.add(
      ReelLayer(
        in: view.bounds,
        cardHeight: 30,
        radius: 4,
        usual: Color(rgb: 0x2F6BFF),
        capacity: 2,
        inkCount: 2,
        transform: stack.transform
      )
    )
    let color = Color(rgb: 0x2F6BFF)
    let card = ReelCard(top: 5, fill: color, ink: Color(rgb: 0xFFFFFF), inks: 0)
    stack.layers.update(id, cards: [card], opacity: 1)
    for buffer in 0..<2 { _ = stack.paint(buffer) }
    let mask = CoverageMask(
      size: PixelSize(width: 20, height: 10),
      bytes: Array(repeating: 255, count: 200)
    )
    let placed = PlacedMask(mask: mask, origin: PixelPoint(x: 30, y: 8))
    let ink = ReelInk(
      placed,
      on: PixelSize(width: view.width, height: 30),
      transform: stack.transform
    )
    let before = stack.buffers[0]
    stack.layers.setInk(ink, at: 0, of: id)
    _ = stack.paint(0)
    stack.paintAll()
    #expect(stack.buffers[0] == stack.full && stack.buffers[0] != before)
  }
}

/// Cards with round corners that move, with pixels of many colours on them, over ink or not.
private struct PixelsTrial: LayerTrial {
  private let frame: PixelRect
  private let height: Int
  private let radius: Double
  private let ink: PlacedMask?
  private let pixels: PremultipliedPixels
  private let origin: PixelPoint
  private let colors: [Color]
  private var id: LayerID<ReelLayer>?
  private var offset = 0
  private var opacity = 1.0

  init(_ choices: inout ByteScript, view: PixelSize) {
    frame = choices.rect(near: view)
    height = 4 + choices.below(40)
    radius = Double(choices.below(24)) / 2
    colors = (0..<3).map { _ in choices.color() }
    func place(_ height: Int) -> PixelPoint {
      PixelPoint(x: choices.below(60) - 10, y: choices.below(height + 8) - 4)
    }
    ink =
      choices.isOne(in: 2)
      ? nil : PlacedMask(mask: choices.mask(side: 30), origin: place(height))
    origin = place(height)
    let size = PixelSize(width: choices.below(30), height: choices.below(30))
    let step = choices.below(256)
    pixels = PremultipliedPixels(
      size: size,
      rgba: (0..<4 * size.width * size.height).map { UInt8(truncatingIfNeeded: $0 &* step) }
    )
  }

  mutating func add(to layers: inout LayerStack, _ transform: OutputTransform) {
    let id = layers.add(
      ReelLayer(
        in: frame,
        cardHeight: height,
        radius: radius,
        usual: colors[0],
        capacity: 12,
        inkCount: 4,
        transform: transform
      )
    )
    let card = PixelSize(width: max(frame.width, 0), height: height)
    var reelInk = ink.map { ReelInk($0, on: card, transform: transform) } ?? .none
    reelInk.cover(with: pixels, at: origin, on: card, transform: transform)
    layers.setInk(reelInk, at: 0, of: id)
    self.id = id
  }

  mutating func change(_ choices: inout ByteScript) {
    if choices.below(5) == 0 {
      opacity = choices.opacity()
    } else {
      offset += choices.below(40) - 20
    }
  }

  mutating func show(in layers: inout LayerStack) {
    guard let id else { return }
    let cards = (0..<8).map { row in
      ReelCard(
        top: offset + row * (height + 4),
        fill: row == 2 ? colors[1] : colors[0],
        ink: colors[2],
        inks: row % 3 == 1 ? 2 : 0
      )
    }
    layers.update(id, cards: cards, opacity: opacity)
  }
}
