// SPDX-License-Identifier: Apache-2.0
package import Geometry
package import PlainText
package import Raster

/// A table `[[toggle]]`: a switch that is on or off.
package struct ToggleSettings: WidgetTable {
  package static let kind = "toggle"
  package static let roles: Set<WidgetRole> = [.value]

  package static let members = [.flag("value", path: \.isOn)] + keys.members()

  /// The widget's name.
  package var id: String
  /// The toggle's rectangle: the track at its right edge, the label before that; the other way round where it is
  /// mirrored.
  package var frame = FrameSettings(
    x: .percent(50),
    y: .percent(50),
    width: .points(84),
    height: .points(48)
  )
  /// True if the toggle is on; `value`.
  package var isOn = false
  /// The text beside the track; empty for none.
  @Exact package var label = ""
  /// Text that stands for the value in labels while the toggle is on; `on_text`.
  @Exact package var onText = "on"
  /// Text that stands for the value in labels while the toggle is off; `off_text`.
  @Exact package var offText = "off"
  /// The fonts to look for, as fontconfig names them; empty for the usual one.
  @Exact package var font = ""
  /// The label's size in points, 4 … 500; nil for one that goes by the height.
  package var fontSize: Double?
  /// The label's colour.
  package var labelColor = Color(rgb: 0xFFFFFF)
  /// The track's colour while it is off.
  package var color = Color(rgb: 0x3A4048)
  /// The track's colour while it is on.
  package var onColor = Color(rgb: 0x2F7CF6)
  /// The knob's colour.
  package var knobColor = Color(rgb: 0xFFFFFF)
  /// Deflection of the track's edges while it is held, in points; the knob is drawn out by four times that.
  package var amplitude: Double = 3
  /// The spring by which track and knob swell.
  package var press = SpringSettings(duration: 0.25, damping: 0.9, velocity: 1.5)
  /// The spring by which they return, and by which the knob goes to its end of the track.
  package var release = SpringSettings(duration: 0.45, damping: 0.5, velocity: 0)
  /// The command to run when a finger has set it, program first; empty for none; `exec`.
  @Exact package var command: [String] = []
  /// The treatment of another value while the command runs; `while_running`.
  package var whileRunning: ProgramSettings.WhileRunning = .queue
  /// Place in the Tab key's order, 1 … 1000; 0 for by its place.
  package var order = 0
  /// Initial visibility.
  package var isVisible = true
  /// Initial readiness for touches; false for a toggle that starts disabled.
  package var isEnabled = true

  /// The defaults for a toggle called `id`.
  package init(id: String) { self.id = id }
}

extension ToggleSettings {
  package var program: ProgramSettings? {
    command.isEmpty ? nil : ProgramSettings(arguments: command, whileRunning: whileRunning)
  }

  package var drags: DragAxes { .sideways }

  package var touchMargin: Double? { 0 }

  package func pictures(in size: Size) -> [PixelBudget.Picture] {
    // There may be no label yet.
    [.line(fontSize: labelSize(inHeight: size.height))]
  }

  package func lettering(in size: Size) -> [Lettering] {
    label.labelLines.map {
      Lettering(
        String($0),
        font: font,
        fontSize: labelSize(inHeight: size.height),
        width: labelWidth(in: size),
        isShrinkable: true
      )
    }
  }

  /// The track in a frame of `size` points: as large as it can be, at the right edge, or at the left one where the frame
  /// is mirrored.
  func track(in size: Size) -> Rect {
    let height = min(size.height, size.width / Self.trackRatio)
    let width = height * Self.trackRatio
    return Rect(
      x: frame.isMirrored ? 0 : size.width - width,
      y: (size.height - height) / 2,
      width: width,
      height: height
    )
  }

  /// The track's width for a height of 1.
  private static let trackRatio = 1.75

  /// The room for a line of the label in points.
  func labelWidth(in size: Size) -> Double {
    max(1, size.width - track(in: size).size.width - 12)
  }

  /// The label's size in points in a frame so high.
  func labelSize(inHeight height: Double) -> Double {
    let lines = Double(max(label.labelLines.count, 1))
    return min(fontSize ?? min(height * 0.45, 24), height * 0.76 / lines)
  }
}
