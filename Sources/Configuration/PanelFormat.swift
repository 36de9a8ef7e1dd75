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
    Self(480, 320, 73, 49, "3.5 inch"),
    Self(800, 480, 154, 86, "7 inch"),
    Self(1024, 600, 154, 86, "7 inch"),
    Self(720, 1280, 62, 110, "5 inch, upright"),
    Self(1280, 800, 217, 136, "10.1 inch"),
    Self(1280, 1024, 338, 270, "17 inch"),
    Self(1366, 768, 344, 194, "15.6 inch"),
    Self(1920, 1080, 476, 268, "21.5 inch"),
    Self(3840, 2160, 941, 529, "43 inch"),
  ]

  /// The panel where nothing is said, as `swelld --output virtual` has it.
  package static let usual = Self(1280, 800)

  private init(
    _ width: Int,
    _ height: Int,
    _ across: Int = 0,
    _ down: Int = 0,
    _ name: String = ""
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
    self.init(mode.width, mode.height)
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
