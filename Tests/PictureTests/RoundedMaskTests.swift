// SPDX-License-Identifier: Apache-2.0
import Geometry
import TestSupport
import Testing
import VirtualKiosk
import VirtualTime

/// A rounded mask beside the rectangle that it is, pixel by pixel.
@Suite("Rounded masks")
struct RoundedMaskTests {
  @Test(
    "A rounded mask fills its frame, with corners of a quarter of the shorter side or as asked for",
    arguments: [
      (84.0, 52.0, nil), (52, 84, nil), (60, 60, nil), (84, 52, 0), (84, 52, 6.5), (84, 52, 100),
    ] as [(Double, Double, Double?)],
    Panel.pairs
  )
  func fills(shape: (width: Double, height: Double, radius: Double?), panel: Panel) throws {
    let run = try VirtualRun(
      panel.display(background: "#204060") + """
        [[progress]]
        id = "main"
        frame = { x = 20, y = 16, width = \(shape.width), height = \(shape.height), anchor = "top-left" }
        mask = { shape = "rounded" }
        \(shape.radius.map { "corner_radius = \($0)" } ?? "")
        outline_color = "#F25A5A"
        show_percent = false
        """,
      mode: panel.mode(160, 128)
    )
    run.comeToRest()
    let reference = ElasticReference(
      panel: panel,
      corner: (20, 16),
      size: (shape.width, shape.height),
      radius: shape.radius ?? min(shape.width, shape.height) / 4,
      offset: 0
    ) { _, _ in [0xF2, 0x5A, 0x5A] }
    try reference.expect(run, "\(shape)")
  }
}
