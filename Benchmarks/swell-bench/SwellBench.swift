// SPDX-License-Identifier: Apache-2.0
import Geometry
import Glibc
import LayerTrials
import LinuxSystem

/// `swell-bench [SIZE… | motion | server | startup | widgets | chart | moving | text]…`: what frames cost, and what
/// is behind them, beside memset, memcpy, cairo and other things that everybody knows.
///
/// With `--card PATH` pictures lie in dumb buffers of that card, and how its memory compares with ordinary
/// memory is measured first.
///
/// `swell-bench loop [SIZE] [rotation=90|180|270] [rgb565] [full] [word] [translucent] [steep]
/// [round] [lines]`: the scene's frames alone, for a profiler, or the lines of memory that they write and
/// change; `word` fills a word, `translucent` makes the front wave so, `steep` triples the amplitude, `round`
/// rounds the button's corners.
/// `swell-bench count …` with the same words: the frames that scripts/instructions.sh counts; with a
/// scene's name frames of the whole server, over a picture (`backdrop`) or at scale 1.25 (`scale`).
///
/// `swell-bench layers`: the hashes of painted layers, all of `Tests/Golden/layers.txt`.
@main
enum SwellBench {
  private static let sizes = [(800, 480), (1280, 800), (1920, 1080), (3840, 2160)]

  static func main() {
    var report = Report()
    let wanted = BenchCard.words[...]
    BenchCard.open()
    if wanted.first == "count" {
      do { return try FrameLoop(wanted.dropFirst(), sizes).count() } catch {
        StandardError.write(line: "swell-bench: \(error)")
        exit(1)
      }
    }
    if wanted.first == "layers" { return LayerHashes.lines(batches: 8).forEach { print($0) } }
    Report.header()
    if wanted.first == "loop" { return FrameLoop(wanted.dropFirst(), sizes).run() }
    func isWanted(_ name: String) -> Bool { wanted.isEmpty || wanted.contains(name) }
    let scenes = sizes.map { BenchScene(size: PixelSize(width: $0.0, height: $0.1)) }
    let text = CairoText()
    for scene in scenes where isWanted("\(scene.size.width)x\(scene.size.height)") {
      BenchCard.compare(scene.size, &report)
      SceneBench(scene: scene, text: text).run(&report)
    }
    do {
      if isWanted("server") {
        for scene in scenes { try ServerBench(scene: scene).run(&report) }
      }
      if isWanted("widgets") { WidgetsBench().run(&report) }
      if isWanted("chart") { ChartBench().run(&report) }
      if isWanted("moving") { try MovingBench().run(&report) }
      if isWanted("text") { try TextBench().run(&report) }
      if isWanted("motion") { MotionBench.run(&report) }
      if isWanted("startup") { try StartupBench().run(&report) }
    } catch {
      StandardError.write(line: "swell-bench: \(error)")
      exit(1)
    }
    report.printLines()
  }
}
