// SPDX-License-Identifier: Apache-2.0
import MonotonicTime
import Presentation
import Testing

/// The vertical timings of a mode that real panels and monitors have.
struct PanelMode: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let visibleLines: Int
  let totalLines: Int
  let hertz: Double

  init(_ name: String, _ visibleLines: Int, _ totalLines: Int, _ hertz: Double) {
    testDescription = name
    self.visibleLines = visibleLines
    self.totalLines = totalLines
    self.hertz = hertz
  }

  /// Milliseconds from the last line of a picture to the first of the next one.
  var blank: Double {
    OutputMode.blankingInterval(
      refreshInterval: MonotonicInterval(seconds: 1 / hertz),
      visibleLines: visibleLines,
      totalLines: totalLines
    ).seconds * 1000
  }

  /// Monitors by CEA-861, DMT and CVT, small panels by their drivers, and their fast and reduced kin.
  static let real = [
    PanelMode("640×480, DMT", 480, 525, 59.94), PanelMode("720×480, CEA", 480, 525, 59.94),
    PanelMode("720×576, CEA", 576, 625, 50), PanelMode("800×480, DPI", 480, 525, 60),
    PanelMode("800×480, DSI", 480, 510, 60), PanelMode("800×600, DMT", 600, 628, 60.32),
    PanelMode("1024×600", 600, 635, 60), PanelMode("1024×768, DMT", 768, 806, 60),
    PanelMode("1280×720, CEA", 720, 750, 60), PanelMode("1280×720 at 50 Hz", 720, 750, 50),
    PanelMode("1280×800, CVT", 800, 831, 59.81), PanelMode("1280×1024, DMT", 1024, 1066, 60.02),
    PanelMode("1366×768, DMT", 768, 798, 59.79), PanelMode("1680×1050, CVT", 1050, 1089, 59.95),
    PanelMode("1920×1080, CEA", 1080, 1125, 60),
    PanelMode("1920×1080 at 24 Hz", 1080, 1125, 23.976),
    PanelMode("1920×1080 at 30 Hz", 1080, 1125, 30),
    PanelMode("1920×1200, reduced", 1200, 1235, 59.95),
    PanelMode("2560×1440, reduced", 1440, 1481, 59.95),
    PanelMode("3840×2160, CEA", 2160, 2250, 60),
    PanelMode("1920×1080 at 120 Hz", 1080, 1125, 120),
    PanelMode("1920×1080 at 144 Hz, reduced", 1080, 1157, 144),
    PanelMode("2560×1440 at 165 Hz, reduced", 1440, 1559, 165),
    PanelMode("1920×1080 at 240 Hz, reduced", 1080, 1215, 240),
  ]
}
