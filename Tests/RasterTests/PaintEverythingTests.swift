// SPDX-License-Identifier: Apache-2.0
import Geometry
import LayerTrials
import TestSupport
import Testing

@testable import Raster

@Suite("Painting a layer as a whole")
struct PaintEverythingTests {
  /// The first block in which what is painted by runs and stretches is not what composing gives; nil if
  /// there is none.
  private func difference(_ stack: inout PaintedStack) -> String? {
    stack.paintAll()
    let size = stack.transform.bufferSize
    let blocks = 0..<(size.width + blockWidth - 1) / blockWidth
    for y in 0..<size.height {
      var strip = blocks.map { _ in PlanarBlock(stack.layers.background) }
      for entry in stack.layers.order { stack.layers.composeEach(entry, &strip, row: y) }
      for x in 0..<size.width {
        let (composed, lane) = (strip[x >> 4], x & 15)
        let start = y * stack.strideBytes + x * 4
        let painted = stack.full[start..<start + 3]
        let expected = [composed.blue[lane], composed.green[lane], composed.red[lane]].map(
          UInt8.init
        )
        if !painted.elementsEqual(expected) {
          return "(\(x), \(y)) of \(size): \(Array(painted)) instead of \(expected)"
        }
      }
    }
    return nil
  }

  @Test("layers over each other are painted as blocks are composed, in every state")
  func stacked() {
    for seed in 0..<400 {
      var random = SplitMix(seed: UInt64(9_000 + seed))
      var choices = ByteScript(
        bytes: (0..<8192).map { _ in UInt8(truncatingIfNeeded: random.next()) }
      )
      let view = PixelSize(width: 40 + random.below(260), height: 20 + random.below(90))
      var stack = PaintedStack(
        view: view,
        rotation: Rotation.allCases[random.below(4)],
        background: Color(rgb: 0x123456)
      )
      let count = 2 + random.below(3)
      var trials = trials(count, &random, &choices, on: &stack, view)
      for step in 0..<4 {
        for index in trials.indices { trials[index].show(in: &stack.layers) }
        let found = difference(&stack)
        #expect(found == nil, "seed \(seed), step \(step): \(trials.map { type(of: $0) })")
        if found != nil { return }
        for index in trials.indices { trials[index].change(&choices) }
      }
    }
  }

  /// So many layers of any kinds, on top of those that there are.
  private func trials(
    _ count: Int,
    _ random: inout SplitMix,
    _ choices: inout ByteScript,
    on stack: inout PaintedStack,
    _ view: PixelSize
  ) -> [any LayerTrial] {
    (0..<count).map { _ in
      let kind = LayerTrials.all[random.below(LayerTrials.all.count)].kind
      var trial: any LayerTrial = kind.init(&choices, view: view)
      trial.add(to: &stack.layers, stack.transform)
      return trial
    }
  }

  @Test("layers over an opaque picture, or a mix of two, are painted as blocks are composed")
  func overPicture() {
    for seed in 0..<300 {
      var random = SplitMix(seed: 7_000 + seed)
      var choices = ByteScript(
        bytes: (0..<8192).map { _ in UInt8(truncatingIfNeeded: random.next()) }
      )
      let view = PixelSize(width: 40 + random.below(260), height: 20 + random.below(90))
      var stack = PaintedStack(view: view, rotation: Rotation.allCases[random.below(4)])
      let id = stack.layers.add(PictureLayer())
      let size = PixelSize(
        width: view.width - random.below(30),
        height: view.height - random.below(9)
      )
      let pictures = (0..<2).map { index in
        Picture(
          premultiplied: PictureLayerTests.opaqueNoise(size.bounds.area, seed: 2 * seed + index),
          size: size,
          at: PixelPoint(x: random.below(9), y: random.below(5)),
          clip: view.bounds,
          transform: stack.transform
        )
      }
      stack.layers.setPicture(pictures[0], of: id)
      stack.layers.setOpacity(random.below(5) == 0 ? 0.5 : 1, of: id)
      if random.below(3) == 0 { stack.layers.mixPicture(pictures[1], of: id) }
      let count = 1 + random.below(5)
      var trials = trials(count, &random, &choices, on: &stack, view)
      for step in 0..<6 {
        for index in trials.indices { trials[index].show(in: &stack.layers) }
        if step == 4 { stack.layers.setShare(0.3, of: id) }
        _ = stack.paint(step % 2)
        let found = difference(&stack)
        let isAlike = stack.buffers[step % 2] == stack.full
        #expect(
          found == nil && isAlike,
          "seed \(seed), step \(step): \(trials.map { type(of: $0) })"
        )
        if found != nil || !isAlike { return }
        for index in trials.indices where random.below(2) == 0 { trials[index].change(&choices) }
      }
    }
  }

  @Test(
    "a layer that lies alone is painted as blocks are composed, whatever it shows",
    arguments: LayerTrials.all.indices
  )
  func alone(index: Int) {
    for seed in 0..<60 {
      var random = SplitMix(seed: seed * 53 + index)
      var choices = ByteScript(
        bytes: (0..<4096).map { _ in UInt8(truncatingIfNeeded: random.next()) }
      )
      let view = PixelSize(width: 40 + random.below(90), height: 20 + random.below(90))
      let rotations: [Rotation] = [.none, .none, .half, .quarter, .threeQuarters]
      var stack = PaintedStack(
        view: view,
        rotation: rotations[random.below(rotations.count)],
        background: Color(rgb: 0x123456)
      )
      var trial = LayerTrials.all[index].kind.init(&choices, view: view)
      trial.add(to: &stack.layers, stack.transform)
      for step in 0..<6 {
        trial.show(in: &stack.layers)
        let found = difference(&stack)
        #expect(found == nil, "\(LayerTrials.all[index].name), seed \(seed), step \(step)")
        if found != nil { return }
        trial.change(&choices)
      }
    }
  }

  /// A button of a kiosk: opaque, wider than a few blocks, with a label, its edges anywhere.
  @Test("an opaque button whose edges swing", arguments: [Rotation.none, .half, .quarter])
  func button(rotation: Rotation) {
    var random = SplitMix(seed: 77)
    for _ in 0..<40 {
      let view = PixelSize(width: 250 + random.below(16), height: 100 + random.below(9))
      var stack = PaintedStack(view: view, rotation: rotation, background: Color(rgb: 0x102030))
      let id = Self.addButton(to: &stack, &random)
      stack.layers.update(id, offset: Double(random.below(80) - 50), opacity: 1)
      let found = difference(&stack)
      #expect(found == nil)
    }
  }

  private static func addButton(
    to stack: inout PaintedStack,
    _ random: inout SplitMix
  ) -> LayerID<ElasticLayer> {
    let id = stack.layers.add(
      ElasticLayer(
        rect: Rect(
          x: 20 + Double(random.below(64)) / 4,
          y: 20 + Double(random.below(32)) / 8,
          width: 160 + Double(random.below(64)) / 3,
          height: 50 + Double(random.below(32)) / 3
        ),
        fill: Color(rgb: 0xE2574C),
        labelColor: Color(
          red: 255,
          green: 250,
          blue: 240,
          alpha: random.below(2) == 0 ? 255 : 99
        ),
        transform: stack.transform
      )
    )
    let label = PixelSize(width: 40 + random.below(60), height: 8 + random.below(30))
    let bytes = (0..<label.width * label.height).map { _ in UInt8(random.below(256)) }
    let origin = PixelPoint(x: 40 + random.below(40), y: 25 + random.below(30))
    stack.layers.setLabel(
      PlacedMask(mask: CoverageMask(size: label, bytes: bytes), origin: origin),
      of: id
    )
    return id
  }

  /// One fades out where the other one fades in, as pages do, over a tone or a picture.
  @Test("buttons at the same place", arguments: [Rotation.none, .half, .quarter])
  func fadingButtons(rotation: Rotation) {
    var random = SplitMix(seed: 80)
    for round in 0..<60 {
      let view = PixelSize(width: 250 + random.below(16), height: 100 + random.below(9))
      var stack = PaintedStack(view: view, rotation: rotation, background: Color(rgb: 0x102030))
      if round % 3 == 0 {
        let id = stack.layers.add(PictureLayer())
        let picture = Picture(
          premultiplied: PictureLayerTests.opaqueNoise(view.bounds.area, seed: round),
          size: view,
          at: PixelPoint(x: 0, y: 0),
          clip: view.bounds,
          transform: stack.transform
        )
        stack.layers.setPicture(picture, of: id)
        stack.layers.setOpacity(1, of: id)
      }
      for color in [0xE2574C, 0x2F6BFF] as [UInt32] {
        let id = Self.addButton(to: &stack, &random)
        let foot = random.below(3) == 0 ? Color(rgb: 0xE0B010) : nil
        stack.layers.setColors(
          fill: Color(rgb: color),
          foot: foot,
          label: Color(rgb: 0xF0FFEE),
          of: id
        )
        if random.below(3) == 0 {
          stack.layers.setBorder(width: 3, color: Color(rgb: 0xFFFFFF), of: id)
        }
        let offset = random.below(3) == 0 ? Double(random.below(30) - 10) : 0
        stack.layers.update(id, offset: offset, opacity: Double(1 + random.below(100)) / 100)
      }
      let found = difference(&stack)
      #expect(found == nil, "round \(round)")
    }
  }

  /// A chart's line, opaque and filled, of which the plot and the screen cut something off.
  @Test("an opaque line that is filled", arguments: Rotation.allCases)
  func filledLine(rotation: Rotation) {
    var random = SplitMix(seed: 79)
    for _ in 0..<40 {
      let view = PixelSize(width: 150 + random.below(60), height: 120 + random.below(60))
      var stack = PaintedStack(view: view, rotation: rotation, background: Color(rgb: 0xF3F3F3))
      let clip = PixelRect(
        left: random.below(20),
        top: random.below(20),
        right: view.width - random.below(20),
        bottom: view.height - random.below(20)
      )
      let id = stack.layers.add(
        TraceLayer(
          TraceLayer.Style(
            gradient: LinearGradient(
              from: Color(rgb: 0xFDA408),
              to: Color(rgb: 0xFB252D),
              start: 0,
              end: Double(view.width)
            ),
            width: 1 + Double(random.below(6)),
            dotRadius: 5,
            clip: clip,
            floor: Double(clip.bottom) + Double(random.below(120) - 100) / 4,
            capacity: 40
          ),
          transform: stack.transform
        )
      )
      for _ in 0..<3 {
        let height = 4 * view.height
        let points = (0..<30).map { index in
          TracePoint(
            x: Double(index * 6) + Double(random.below(8)) / 4,
            y: Double(random.below(height) - view.height / 4) / 4,
            isJoined: random.below(9) > 0
          )
        }
        let extent = TraceLayer.Extent(length: 1e9, isBegun: true, hasEnd: true)
        stack.layers.update(id, points: points, extent: extent, opacity: 1)
        let found = difference(&stack)
        #expect(found == nil)
      }
    }
  }

  /// An indicator of a kiosk: opaque, larger than a band of rows, with a figure.
  @Test("an opaque indicator at any level", arguments: [Rotation.none, .half, .threeQuarters])
  func indicator(rotation: Rotation) {
    var random = SplitMix(seed: 78)
    for round in 0..<40 {
      let view = PixelSize(width: 180 + random.below(16), height: 150 + random.below(9))
      var stack = PaintedStack(view: view, rotation: rotation, background: Color(rgb: 0x10131C))
      let (mask, figures) = Self.shape(&random, round)
      let front = Color(red: 47, green: 107, blue: 255, alpha: random.below(3) == 0 ? 180 : 255)
      let id = stack.layers.add(
        WaveLayer(
          mask: PlacedMask(mask: mask, origin: PixelPoint(x: random.below(40), y: random.below(9))),
          frequency: Double(random.below(12)) / 4,
          colors: Self.colors(front: front),
          figures: figures,
          transform: stack.transform
        )
      )
      stack.layers.update(
        id,
        level: Double(random.below(111)) / 100 - 0.05,
        amplitude: Double(random.below(12)),
        phase: Double(random.below(360)),
        figure: random.below(102) - 1,
        opacity: 1
      )
      let found = difference(&stack)
      #expect(found == nil)
    }
  }

  @Test("a fluid of pictures at any level, under a figure", arguments: Rotation.allCases)
  func fluid(rotation: Rotation) {
    var random = SplitMix(seed: 79)
    for round in 0..<40 {
      let view = PixelSize(width: 180 + random.below(16), height: 150 + random.below(9))
      var stack = PaintedStack(view: view, rotation: rotation, background: Color(rgb: 0x10131C))
      let (mask, figures) = Self.shape(&random, round)
      let origin = PixelPoint(x: random.below(40), y: random.below(9))
      let size = mask.size
      let pictures = (0..<2).map { index in
        random.below(4) == 0
          ? nil
          : FluidPicture(
            Picture(
              premultiplied: index == 1 && round % 3 == 0
                ? PictureLayerTests.noise(size.bounds.area, seed: round)
                : PictureLayerTests.opaqueNoise(size.bounds.area, seed: 2 * round + index),
              size: size,
              at: PixelPoint(x: 0, y: 0),
              clip: size.bounds,
              transform: OutputTransform(bufferSize: size, rotation: rotation, scale: 1)
            )
          )
      }
      let id = stack.layers.add(
        FluidLayer(
          mask: PlacedMask(mask: mask, origin: origin),
          in: PixelRect(
            left: origin.x,
            top: origin.y,
            right: origin.x + size.width,
            bottom: origin.y + size.height
          ),
          pictures: (pictures[0], pictures[1]),
          frequency: Double(random.below(12)) / 4,
          colors: Self.colors(front: Color(red: 47, green: 107, blue: 255)),
          figures: figures,
          transform: stack.transform
        )
      )
      stack.layers.update(
        id,
        level: Double(random.below(111)) / 100 - 0.05,
        amplitude: Double(random.below(12)),
        phase: Double(random.below(360)),
        travel: Double(random.below(9999)) / 7 - 700,
        figure: random.below(102) - 1,
        opacity: 1
      )
      let found = difference(&stack)
      #expect(found == nil)
    }
  }

  private static func colors(front: Color) -> WaveLayer.Colors {
    WaveLayer.Colors(
      outline: Color(rgb: 0x2A3045),
      back: Color(red: 79, green: 141, blue: 247, alpha: 128),
      front: front,
      figure: Color(rgb: 0xFFFFFF)
    )
  }

  /// A square with a rim of some columns and corners that are cut off, and a figure of noise.
  private static func shape(
    _ random: inout SplitMix,
    _ round: Int
  ) -> (CoverageMask, FigureGlyphs) {
    let side = 90 + random.below(50)
    let mask = CoverageMask(
      size: PixelSize(width: side, height: side),
      bytes: (0..<side * side).map { index in
        let (x, y) = (index % side, index / side)
        let inside = min(x, y, side - 1 - x, side - 1 - y)
        return x + y < side / 3 || inside < round % 3 ? UInt8(random.below(3) * 127) : 255
      }
    )
    let digit = PlacedMask(
      mask: CoverageMask(
        size: PixelSize(width: 12, height: 20),
        bytes: (0..<240).map { _ in UInt8(random.below(256)) }
      ),
      origin: PixelPoint(x: 1, y: -20)
    )
    let figures = FigureGlyphs(
      glyphs: Array(repeating: digit, count: FigureGlyphs.count),
      advances: Array(repeating: 14, count: FigureGlyphs.count),
      digitHeight: 20
    )
    return (mask, figures)
  }
}

extension LayerStack {
  /// Puts a layer over a row, block by block, without regard to what it says of the row's parts.
  fileprivate func composeEach(_ entry: LayerEntry, _ strip: inout [PlanarBlock], row y: Int) {
    switch entry {
    case .elastic(let index):
      elastic.layers[index].composeEach(&strip, row: y)
    case .wave(let index):
      let layer = waves.layers[index]
      let view = WaveView(layer)
      view.composeEach(&strip, row: y)
    case .disc(let index):
      let layer = discs.layers[index]
      let view = DiscView(layer)
      view.composeEach(&strip, row: y)
    case .ink(let index):
      let layer = inks.layers[index]
      let view = InkView(layer)
      view.composeEach(&strip, row: y)
    case .trace(let index):
      let layer = traces.layers[index]
      let view = TraceView(layer)
      view.composeEach(&strip, row: y)
    case .plate(let index):
      let layer = plates.layers[index]
      let view = PlateView(layer)
      view.composeEach(&strip, row: y)
    case .reel(let index):
      let layer = reels.layers[index]
      let view = ReelView(layer)
      view.composeEach(&strip, row: y)
    case .picture(let index):
      let layer = pictures.layers[index]
      let view = PictureView(layer)
      view.composeEach(&strip, row: y)
    case .fluid(let index):
      let layer = fluids.layers[index]
      let view = FluidView(layer)
      view.composeEach(&strip, row: y)
    case .outline(let index):
      let layer = outlines.layers[index]
      let view = OutlineView(layer)
      view.composeEach(&strip, row: y)
    case .arc(let index):
      arcs.layers[index].composeEach(&strip, row: y)
    }
  }
}

extension ElasticLayer {
  fileprivate func composeEach(_ strip: inout [PlanarBlock], row y: Int) {
    guard isDressed else { return ElasticView(self).composeEach(&strip, row: y) }
    let inner = inner.first ?? self
    DressedView(self, within: inner).composeEach(&strip, row: y)
  }
}

extension ArcLayer {
  fileprivate func composeEach(_ strip: inout [PlanarBlock], row y: Int) {
    ArcView(self).composeEach(&strip, row: y)
  }
}

extension LayerView where Self: ~Escapable {
  fileprivate func composeEach(_ strip: inout [PlanarBlock], row y: Int) {
    for block in strip.indices {
      let under = strip[block]
      strip[block] = compose(over: under, with: looks(over: under), block: block, row: y)
    }
  }
}
