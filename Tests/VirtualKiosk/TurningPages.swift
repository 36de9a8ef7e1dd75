// SPDX-License-Identifier: Apache-2.0
package import Geometry
import Presentation
package import VirtualTime
package import Widgets

/// Pages of 160 × 120 pixels, of which one comes in over the other.
package enum TurningPages {
  package static let size = PixelSize(width: 160, height: 120)

  /// "a" beside "b", which comes from `edge` in a second, and the white "c", which slides
  /// down.
  package static func text(
    _ kind: PageTurn.Kind = .slide,
    from edge: String,
    rotation: Int = 0,
    grounds: (first: String, second: String) = ("#101418", "#101418"),
    display: String = ""
  ) -> String {
    """
    [display]
    scale = 1
    rotation = \(rotation)
    \(display)
    background = "\(grounds.first)"
    [[page]]
    id = "a"
    [[page.button]]
    id = "one"
    label = ""
    frame = { x = 10, y = 10, width = 40, height = 60, anchor = "top-left" }
    [[page]]
    id = "b"
    background = "\(grounds.second)"
    turn = { kind = "\(kind.rawValue)", from = "\(edge)", duration = 1, damping = 0.3 }
    [[page.button]]
    id = "two"
    label = ""
    color = "#FFFF00"
    frame = { x = 30, y = 40, width = 70, height = 30, anchor = "top-left" }
    [[page]]
    id = "c"
    background = "#FFFFFF"
    turn = { kind = "slide", from = "top", duration = 1 }
    """
  }

  /// A display that shows "a" of these at rest.
  package static func run(
    _ kind: PageTurn.Kind = .slide,
    from edge: String,
    rotation: Int = 0,
    _ format: PixelFormat = .xrgb8888,
    grounds: (first: String, second: String) = ("#101418", "#101418"),
    display: String = ""
  ) throws -> VirtualRun {
    let run = try VirtualRun(
      text(kind, from: edge, rotation: rotation, grounds: grounds, display: display),
      mode: smallMode(size.width, size.height, format: format)
    )
    run.comeToRest()
    return run
  }
}
