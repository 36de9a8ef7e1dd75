// SPDX-License-Identifier: Apache-2.0
package import Raster
package import Geometry
package import Presentation

/// The table `[display]`.
package struct DisplaySettings: Hashable, Sendable {
  /// Which connector is used.
  package enum Connector: Hashable, Sendable {
    /// The best one that is connected.
    case automatic
    /// The one of this name, such as "HDMI-A-1".
    case named(String)
  }

  /// Which mode is set.
  package enum Mode: Hashable, Sendable {
    /// The monitor's preferred one.
    case preferred
    /// The one that is set already.
    case current
    /// The one of this size in pixels, 1 … 16384 each.
    ///
    /// `refreshHertz` is 1 … 1000; nil is the highest that there is.
    case fixed(width: Int, height: Int, refreshHertz: Double?)
    /// One of these timings, whatever the monitor offers.
    case timings(Modeline)
  }

  /// How many pixels a point has.
  package enum Scale: Hashable, Sendable {
    /// From the panel's extent in millimetres.
    case automatic
    /// This many, 0.5 … 8.
    case fixed(Double)
  }

  /// The connector; `connector`.
  package var connector: Connector = .automatic
  /// Whether the named connector is used even while it reports no monitor; `force`.
  package var isForced = false
  /// The mode; `mode`.
  package var mode: Mode = .preferred
  /// How pixels are laid out where the display offers it, nil for its best; `format`.
  package var format: PixelFormat?
  /// How the picture is turned clockwise, nil for as the panel is mounted; `rotation`.
  package var rotation: Rotation?
  /// Pixels a point; `scale`.
  package var scale: Scale = .automatic
  /// What is seen where no widget is; `background`.
  package var background = Color(rgb: 0x101418)
  /// Whether the card's other connectors are switched off; `others`.
  package var switchesOthersOff = false
  /// Seconds without touch or change until the panel sleeps; 0 for never; `blank_after`.
  package var blankAfter: Double = 0

  /// The defaults.
  package init() {}
}
