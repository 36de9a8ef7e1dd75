// SPDX-License-Identifier: Apache-2.0
import Geometry

/// Frames of the scene in one size, format and rotation with nothing beside them, so that a profiler
/// sees these alone.
struct FrameLoop {
  private static let cycle = 240

  private var scene: BenchScene
  private let format: PixelFormat
  private let rotation: Rotation
  private let isFull: Bool
  private let countsLines: Bool
  private let server: SceneRun?

  /// What `words` say; the first of `sizes` where they name none.
  init(_ words: some Sequence<String>, _ sizes: [(Int, Int)]) {
    let words = Array(words)
    let size = sizes.first { words.contains("\($0.0)x\($0.1)") } ?? sizes[0]
    scene = BenchScene(size: PixelSize(width: size.0, height: size.1))
    if words.contains("word") { scene.word = "du" }
    if words.contains("steep") { scene.relativeAmplitude = 0.12 }
    if words.contains("round") { scene.relativeRadius = 0.175 }
    if words.contains("translucent") { scene.frontAlpha = 200 }
    format = words.contains("rgb565") ? .rgb565 : .xrgb8888
    let rotation: Rotation =
      words.contains("rotation=90")
      ? .quarter
      : words.contains("rotation=180")
        ? .half : words.contains("rotation=270") ? .threeQuarters : .none
    self.rotation = rotation
    isFull = words.contains("full")
    countsLines = words.contains("lines")
    server = words.lazy.compactMap(SceneRun.Scene.init).first.map {
      SceneRun(
        scene: $0,
        size: PixelSize(width: size.0, height: size.1),
        format: words.contains("rgb565") ? .rgb565 : .xrgb8888,
        rotation: rotation,
        hasBackdrop: words.contains("backdrop"),
        scale: words.contains("scale") ? 1.25 : 1
      )
    }
  }

  /// Paints a cycle of the scene for a profiler that counts, and prints how many frames it was.
  ///
  /// The caches that the profiler simulates must not be larger than half a mebibyte.
  func count() throws {
    if let server { return try server.count() }
    var run = SwellRun(scene, format, rotation, CairoText(), isFull)
    var caches = ColdCaches(mebibytes: 2)
    run.count(Self.cycle..<2 * Self.cycle, warmUp: 0..<Self.cycle, evicting: &caches)
    print(Self.cycle)
  }

  /// Paints two cycles of the scene and prints the median time of a frame; `lines` has it count instead.
  func run() {
    var run = SwellRun(scene, format, rotation, CairoText(), isFull)
    if countsLines {
      let lines = run.lines(0..<Self.cycle)
      print("\(lines.written) lines of 64 bytes written, \(lines.changed) changed")
      return
    }
    for round in 0..<2 {
      run.run(round * Self.cycle..<(round + 1) * Self.cycle, warmUp: 8)
    }
    print("\(run.times.median) µs")
  }
}
