// SPDX-License-Identifier: Apache-2.0
import Geometry
import LayerPainting
import Raster
import Widgets

/// Measures the scene in one size beside its peers, in turns, so that the machine's moods meet all.
struct SceneBench {
  private static let rounds = 12
  private static let framesPerRound = 40
  private static let warmUp = 8
  private static let coldFrames = 96
  /// Written between cold frames.
  private static let coldMebibytes = 64

  let scene: BenchScene
  let text: CairoText

  var sizeName: String { "\(scene.size.width)x\(scene.size.height)" }

  /// Damage and full mode in both formats and one rotation.
  func run(_ report: inout Report) {
    run(isFull: false, &report)
    run(isFull: true, &report)
    runCold(&report)
  }

  /// Damage frames that find nothing of their own in the caches, beside a memset that does not either.
  private func runCold(_ report: inout Report) {
    var caches = ColdCaches(mebibytes: Self.coldMebibytes)
    var memory = MemoryRun(scene, .xrgb8888, scene.boxes)
    var plain = SwellRun(scene, .xrgb8888, .none, text, false)
    plain.run(0..<Self.framesPerRound, warmUp: Self.framesPerRound)
    for n in Self.framesPerRound..<Self.framesPerRound + Self.coldFrames {
      memory.runCold(n, &caches)
      plain.runCold(n, &caches)
    }
    let memset = memory.setTimes.median
    report.add("memset", size: sizeName, mode: "cold", median: memset, memset: memset)
    report.add(
      "scene",
      size: sizeName,
      mode: "damage cold",
      median: plain.times.median,
      memset: memset
    )
  }

  private func run(isFull: Bool, _ report: inout Report) {
    let mode = isFull ? "full" : "damage"
    let rects = isFull ? [scene.size.bounds] : scene.boxes
    var plain = SwellRun(scene, .xrgb8888, .none, text, isFull)
    var turned = SwellRun(scene, .xrgb8888, .quarter, text, isFull)
    var narrow = SwellRun(scene, .rgb565, .none, text, isFull)
    let cairo = CairoScene(scene, text: text)
    var memory = MemoryRun(scene, .xrgb8888, rects)
    var narrowMemory = MemoryRun(scene, .rgb565, rects)
    var cairoTimes = Stopwatch(capacity: Self.rounds * Self.framesPerRound)
    for round in 0..<Self.rounds {
      let frames = (round * Self.framesPerRound)..<((round + 1) * Self.framesPerRound)
      plain.run(frames, warmUp: Self.warmUp)
      memory.run(frames, warmUp: Self.warmUp)
      turned.run(frames, warmUp: Self.warmUp)
      narrow.run(frames, warmUp: Self.warmUp)
      narrowMemory.run(frames, warmUp: Self.warmUp)
      for n in frames { cairoTimes.measure { cairo.draw(frame: n, everything: isFull) } }
    }
    let memset = memory.setTimes.median
    let reference = cairoTimes.median
    report.add("memset", size: sizeName, mode: mode, median: memset, memset: memset)
    report.add(
      "memcpy",
      size: sizeName,
      mode: mode,
      median: memory.copyTimes.median,
      memset: memset
    )
    report.add(
      "cairo",
      size: sizeName,
      mode: mode,
      median: reference,
      memset: memset,
      cairo: reference
    )
    let names = ["\(mode)", "\(mode) rotation=90", "\(mode) rgb565"]
    let medians = [plain.times.median, turned.times.median, narrow.times.median]
    let floors = [memset, memset, narrowMemory.setTimes.median]
    for index in names.indices where index < 2 || BenchCard.takes(.rgb565) {
      report.add(
        "scene",
        size: sizeName,
        mode: names[index],
        median: medians[index],
        memset: floors[index],
        cairo: reference
      )
    }
  }
}

/// Swell's own painter with its two buffers.
struct SwellRun: ~Copyable {
  private let scene: BenchScene
  private let isFull: Bool
  private let format: PixelFormat
  private var painter: LayerPainter
  private var first: ScanoutMemory
  private var second: ScanoutMemory
  var times = Stopwatch(capacity: 1000)

  init(
    _ scene: BenchScene,
    _ format: PixelFormat,
    _ rotation: Rotation,
    _ text: CairoText,
    _ isFull: Bool
  ) {
    self.scene = scene
    self.isFull = isFull
    self.format = format
    painter = scene.makePainter(format: format, rotation: rotation, bufferCount: 2, text: text)
    let size = painter.transform.bufferSize
    first = ScanoutMemory(size: size, format: format)
    second = ScanoutMemory(size: size, format: format)
  }

  /// Paints frames, the first ones untimed; a function of its own for profilers to collect in.
  @inline(never)
  mutating func run(_ frames: Range<Int>, warmUp: Int) {
    for n in frames {
      let (button, progress) = ([scene.buttonSnapshot(n)], [scene.progressSnapshot(n)])
      if isFull { painter.invalidateAll() }
      var watch = Stopwatch(capacity: 1)
      watch.measure { paint(button, progress, buffer: n & 1) }
      if n - frames.lowerBound >= warmUp { times.add(watch) }
    }
  }

  /// Paints frame `n` with nothing of it in the caches.
  mutating func runCold(_ n: Int, _ caches: inout ColdCaches) {
    let (button, progress) = ([scene.buttonSnapshot(n)], [scene.progressSnapshot(n)])
    var watch = Stopwatch(capacity: 1)
    caches.evict()
    watch.measure { paint(button, progress, buffer: n & 1) }
    times.add(watch)
  }

  /// How many 64-byte lines a frame writes, and how many look different after it: means of `frames`.
  mutating func lines(_ frames: Range<Int>) -> (written: Double, changed: Double) {
    var reference = ScanoutMemory(size: painter.transform.bufferSize, format: format)
    var sums = (written: 0, changed: 0)
    for n in frames { paint(n) }
    for n in frames {
      if n & 1 == 0 { reference.copy(from: first) } else { reference.copy(from: second) }
      paint(n)
      sums.changed += differingLines(n, from: reference)
    }
    reference.poison()
    for n in frames {
      if n & 1 == 0 { first.poison() } else { second.poison() }
      paint(n)
      sums.written += differingLines(n, from: reference)
    }
    painter.invalidateAll()
    let count = Double(frames.count)
    return (Double(sums.written) / count, Double(sums.changed) / count)
  }

  /// Paints `frames` after `warmUp` others, each with no code or data of its own in caches of up to
  /// `evicting`; nothing but frames is painted in ``countedFrame(_:)``.
  mutating func count(_ frames: Range<Int>, warmUp: Range<Int>, evicting: inout ColdCaches) {
    for n in warmUp { paint(n) }
    for n in frames {
      let (button, progress) = ([scene.buttonSnapshot(n)], [scene.progressSnapshot(n)])
      if isFull { painter.invalidateAll() }
      evicting.evict()
      countedFrame { paint(button, progress, buffer: n & 1) }
    }
  }

  private func differingLines(_ n: Int, from reference: borrowing ScanoutMemory) -> Int {
    n & 1 == 0
      ? first.differingLines(from: reference) : second.differingLines(from: reference)
  }

  private mutating func paint(_ n: Int) {
    paint([scene.buttonSnapshot(n)], [scene.progressSnapshot(n)], buffer: n & 1)
  }

  private mutating func paint(
    _ button: [ElasticButtonSnapshot],
    _ progress: [WaveProgressSnapshot],
    buffer: Int
  ) {
    if buffer == 0 {
      first.withCanvas { canvas in
        _ = painter.paint(
          buttons: button.span,
          progresses: progress.span,
          into: &canvas,
          buffer: 0
        )
      }
    } else {
      second.withCanvas { canvas in
        _ = painter.paint(
          buttons: button.span,
          progresses: progress.span,
          into: &canvas,
          buffer: 1
        )
      }
    }
  }
}

/// memset and memcpy of the same rectangles, in two buffers of their own.
struct MemoryRun: ~Copyable {
  private let rects: [PixelRect]
  private var first: ScanoutMemory
  private var second: ScanoutMemory
  private var shadow: ScanoutMemory
  var setTimes = Stopwatch(capacity: 1000)
  var copyTimes = Stopwatch(capacity: 1000)

  init(_ scene: BenchScene, _ format: PixelFormat, _ rects: [PixelRect]) {
    self.rects = rects
    first = ScanoutMemory(size: scene.size, format: format)
    second = ScanoutMemory(size: scene.size, format: format)
    // What would be copied from is the program's own.
    shadow = ScanoutMemory(size: scene.size, format: format, isOrdinary: true)
  }

  /// Fills and copies once a frame, the first ones untimed.
  mutating func run(_ frames: Range<Int>, warmUp: Int) {
    for n in frames {
      var times = Stopwatch(capacity: 1)
      times.measure { if n & 1 == 0 { first.set(rects) } else { second.set(rects) } }
      if n - frames.lowerBound >= warmUp { setTimes.add(times) }
    }
    for n in frames {
      var times = Stopwatch(capacity: 1)
      times.measure {
        if n & 1 == 0 { first.copy(rects, from: shadow) } else { second.copy(rects, from: shadow) }
      }
      if n - frames.lowerBound >= warmUp { copyTimes.add(times) }
    }
  }

  /// Fills once, with nothing of the memory in the caches.
  mutating func runCold(_ n: Int, _ caches: inout ColdCaches) {
    var times = Stopwatch(capacity: 1)
    caches.evict()
    times.measure { if n & 1 == 0 { first.set(rects) } else { second.set(rects) } }
    setTimes.add(times)
  }
}
