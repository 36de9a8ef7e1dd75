// SPDX-License-Identifier: Apache-2.0
import Geometry

/// `swell-bench [SIZE… | widgets]`: how fast the widgets are drawn, beside memset, memcpy and cairo.
@main
enum SwellBench {
  static func main() {
    let text = CairoText()
    var report = Report()
    Report.header()
    let wanted = CommandLine.arguments.dropFirst()
    for (width, height) in [(800, 480), (1280, 800), (1920, 1080), (3840, 2160)] {
      guard wanted.isEmpty || wanted.contains("\(width)x\(height)") else { continue }
      let scene = BenchScene(size: PixelSize(width: width, height: height))
      SceneBench(scene: scene, text: text).run(&report)
    }
    if wanted.isEmpty || wanted.contains("widgets") {
      for count in [1, 10, 50, 200] { WidgetsBench().run(count, &report) }
    }
    report.printLines()
  }
}
