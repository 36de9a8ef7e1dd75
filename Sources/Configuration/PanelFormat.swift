// SPDX-License-Identifier: Apache-2.0
package import Geometry
package import MonotonicTime
package import Presentation

/// A panel that a scene is looked at on: the preview's window stands for one.
package struct PanelFormat: Hashable, Sendable {
  /// Its pixels as it scans them out.
  package var size: PixelSize
  /// Its extent in millimetres; 0 where it says none, as many do not.
  package var widthMillimetres = 0
  package var heightMillimetres = 0
  /// Refreshes a second.
  package var hertz = 60.0
  /// Name of the format; empty for none.
  package var name = ""

  /// The panels of the keys 1 to 9, with the extents that such panels report.
  package static let common: [Self] = [
    Self(480, height: 320, across: 73, down: 49, name: "3.5 inch"),
    Self(800, height: 480, across: 154, down: 86, name: "7 inch"),
    Self(1024, height: 600, across: 154, down: 86, name: "7 inch"),
    Self(720, height: 1280, across: 62, down: 110, name: "5 inch, upright"),
    Self(1280, height: 800, across: 217, down: 136, name: "10.1 inch"),
    Self(1280, height: 1024, across: 338, down: 270, name: "17 inch"),
    Self(1366, height: 768, across: 344, down: 194, name: "15.6 inch"),
    Self(1920, height: 1080, across: 476, down: 268, name: "21.5 inch"),
    Self(3840, height: 2160, across: 941, down: 529, name: "43 inch"),
  ]

  /// The panel where nothing is said, as `swelld --output virtual` has it.
  package static let usual = Self(1280, height: 800)

  private init(
    _ width: Int,
    height: Int,
    across: Int = 0,
    down: Int = 0,
    name: String = ""
  ) {
    size = PixelSize(width: width, height: height)
    (widthMillimetres, heightMillimetres) = (across, down)
    self.name = name
  }

  /// Reads `WIDTHxHEIGHT[@HZ]` (16 … 8192 pixels a side, 20 … 250 Hz) or the number of a common panel;
  /// `nil` when it is neither.
  package init?(_ text: String) {
    if let number = Int(text), Self.common.indices.contains(number - 1) {
      self = Self.common[number - 1]
      return
    }
    guard let mode = NamedMode(text), (16...8192).contains(mode.width),
      (16...8192).contains(mode.height)
    else { return nil }
    self.init(mode.width, height: mode.height)
    guard let hertz = mode.refreshHertz else { return }
    guard (20...250).contains(hertz) else { return nil }
    self.hertz = hertz
  }

  /// The panel that a configuration asks for by its `mode`; the usual one where it leaves that open.
  package init(for display: DisplaySettings) {
    guard case .named(let mode) = display.mode, var panel = Self("\(mode.width)x\(mode.height)")
    else {
      self = .usual
      return
    }
    if let hertz = mode.refreshHertz, (20...250).contains(hertz) { panel.hertz = hertz }
    self = panel
  }

  /// The panel with the extent of the common one of its pixels, upright or not, where it says none itself.
  package var measured: Self {
    guard widthMillimetres == 0 else { return self }
    var panel = self
    let turned = PixelSize(width: size.height, height: size.width)
    for common in Self.common {
      if common.size == size {
        panel.widthMillimetres = common.widthMillimetres
        panel.heightMillimetres = common.heightMillimetres
      } else if common.size == turned {
        panel.widthMillimetres = common.heightMillimetres
        panel.heightMillimetres = common.widthMillimetres
      }
    }
    return panel
  }

  /// The mode that the daemon is told, turned by so much more than the configuration says.
  package func mode(turn: Rotation) -> OutputMode {
    var mode = OutputMode(
      size: size,
      format: .xrgb8888,
      refreshInterval: refreshInterval,
      widthMillimetres: widthMillimetres,
      heightMillimetres: heightMillimetres
    )
    mode.turn = turn
    return mode
  }

  /// The time between two frames.
  package var refreshInterval: MonotonicInterval { MonotonicInterval(seconds: 1 / hertz) }

  /// The common panels, a line each.
  package static func list(indentation: Int) -> String {
    common.enumerated().map { index, panel in
      String(repeating: " ", count: indentation)
        + "\(index + 1)  \(panel.size.width)x\(panel.size.height), \(panel.name)"
    }
    .joined(separator: "\n")
  }
}
