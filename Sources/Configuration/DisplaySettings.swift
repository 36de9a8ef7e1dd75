// SPDX-License-Identifier: Apache-2.0
internal import TOMLReading
package import PlainText
package import Raster
package import Geometry
package import Presentation

/// The table `[display]`.
package struct DisplaySettings: Hashable, Sendable {
  /// The choice of a connector.
  package enum Connector: Hashable, Sendable {
    /// The best one that is connected.
    case automatic
    /// The one of this name, such as "HDMI-A-1".
    case named(String)
  }

  /// The screen that a file was drawn for, in points.
  package struct Design: Hashable, Sendable {
    /// The measure by which its scale is chosen.
    package enum Fit: String, CaseIterable, Hashable, Sendable {
      /// The largest at which the design fits the screen.
      case contain
      /// The panel's size in inches, as without a design.
      case physical
    }

    /// Extent of the design for upright screens.
    package struct Portrait: Hashable, Sendable {
      /// Its width, 100 … 16384.
      package var width: Double = 800
      /// Its height, 100 … 16384.
      package var height: Double = 1280
    }

    /// Its width, 100 … 16384.
    package var width: Double = 1280
    /// Its height, 100 … 16384.
    package var height: Double = 800
    /// The measure by which the scale is chosen.
    package var fit = Fit.contain
    /// Extent of the design for upright screens; nil where that is the same.
    package var portrait: Portrait?

    /// The defaults.
    package init() {}

    /// The scale at which it fits a view of `size` pixels; nil where that is the panel's.
    package func scale(in size: Size) -> Double? {
      guard fit == .contain else { return nil }
      let upright = size.height > size.width ? portrait : nil
      let (width, height) = (upright?.width ?? width, upright?.height ?? height)
      return min(size.width / width, size.height / height)
    }
  }

  /// Number of pixels per point.
  package enum Scale: Hashable, Sendable {
    /// From the panel's extent in millimetres.
    case automatic
    /// This many, 0.5 … 8.
    case fixed(Double)
  }

  /// The connector; `connector`.
  package var connector: Connector = .automatic
  /// True if the named connector is used even while it reports no monitor; `force`.
  package var isForced = false
  /// The mode; `mode`.
  package var mode: ModeRequest = .preferred
  /// Layout of pixels where the display offers it, nil for its best; `format`.
  package var format: PixelFormat?
  /// The kernel's interface; `api`.
  package var interface = ModesettingInterface.automatic
  /// Properties of connector and CRTC, in the order of the file; `properties`.
  package var properties: [PropertyRequest] = []
  /// Rotation of the picture clockwise, nil for as the panel is mounted; `rotation`.
  package var rotation: Rotation?
  /// Pixels a point; `scale`.
  package var scale: Scale = .automatic
  /// The screen that the file was drawn for; nil where that is not said; `design`.
  package var design: Design?
  /// Measures against burning in; nil for none; `care`.
  package var care: Care?
  /// Colour where no widget is; `background`.
  package var background = Color(rgb: 0x101418)
  /// True if the card's other connectors are switched off; `others`.
  package var switchesOthersOff = false
  /// Other monitor of the card that shows the same picture; `mirror`.
  package var mirror = MirrorRequest.none
  /// Seconds without touch or change until the panel sleeps; 0 for never; `blank_after`.
  package var blankAfter: Double = 0
  /// The way in which it goes dark; `blank`.
  package var blanking = Blanking.off
  /// Seconds before that during which the light behind the panel fades, 0 … 3600; `dim`.
  package var dimming: Double = 0
  /// The light behind the panel by its name in `/sys/class/backlight`, nil for the one that there is;
  /// `backlight`.
  @Exact package var backlight: String?
  /// Percent of that light while the panel is awake, 0 … 100, nil for as it is found; `brightness`.
  package var brightness: Double?
  /// The times at which the panel may be awake; `schedule`.
  package var schedule = AwakeSchedule()
  /// The side of the screen at which frames begin; `direction`.
  package enum Direction: String, CaseIterable, Hashable, Sendable {
    /// By the language that is shown.
    case automatic = "auto"
    /// On the left.
    case leftToRight = "ltr"
    /// On the right: each frame lies on the other side.
    case rightToLeft = "rtl"

    /// Tells if frames lie on the other side while a language is shown.
    package func isMirrored(in language: String) -> Bool {
      switch self {
      case .automatic: Languages.isRightToLeft(language)
      case .leftToRight: false
      case .rightToLeft: true
      }
    }
  }
  /// The side at which frames begin.
  package var direction = Direction.automatic
  /// The languages in which texts may be given, the one that is spoken first before all others.
  @Exact package var languages: [String] = []
  /// The program that is run when the panel has gone dark, empty for none; `on_blank`.
  @Exact package var onBlank: [String] = []
  /// The program that is run when the panel is lit, empty for none; `on_wake`.
  @Exact package var onWake: [String] = []

  /// The defaults.
  package init() {}
}
