// SPDX-License-Identifier: Apache-2.0
package import PlainText
package import Geometry
package import Motion
package import Raster

/// A table `[[chart]]`: values as lines in two colours or as bars, over a grid.
package struct ChartSettings: WidgetTable {
  package static let kind = "chart"

  /// The most values.
  package static let mostValues = 512
  /// The most labels, and the most characters of one.
  package static let mostLabels = 64

  package static let members: [WidgetMember<Self>] =
    [
      .chartValues, .chartTimes, .chartLines, .chartLabels, .chartAxis,
      .flag("drawn", path: \.isDrawn),
    ]
    + keys.members()

  /// The drawing of values: as a line or as bars.
  package enum Form: String, CaseIterable, Hashable, Sendable {
    /// As a line through them.
    case line
    /// As a bar each, from where the axis is 0.
    case bars
  }

  /// The treatment of the line where a value is missing.
  package enum Gaps: String, CaseIterable, Hashable, Sendable {
    /// It is interrupted.
    case `break`
    /// It goes straight on to the next value.
    case bridge
  }

  /// The widget's name.
  package var id: String
  /// The chart's rectangle.
  package var frame = FrameSettings(
    x: .percent(50),
    y: .percent(50),
    width: .points(340),
    height: .points(170)
  )
  /// Room for labels on the left and below, in points, 0 … 1000.
  package var padding: Double = 25
  /// Labels below the values, at most 64 texts of 64 characters.
  @Exact package var labels: [String] = []
  /// The lines.
  package var axis = ChartAxis.standard
  /// The values, nil for one that is missing; at most 512, and no more than have a place.
  package var values: [Double?] = []
  /// The times of ``values`` in milliseconds since 1970, ascending, where there is a ``span``; else empty.
  var times: [Int] = []
  /// Seconds that the axis below shows, up to the present, 1 … 2678400; 0 for an axis of places.
  package var span = 0
  /// The format of strftime(3) of the labels below in a chart with a ``span``; nil for one that suits their distance.
  var timeFormat: TimeFormat?
  /// The program whose lines are its next values.
  package var source = SourceSettings()
  /// Its lines, where they are given by name; empty for the one of ``values``.
  package internal(set) var lines: [ChartLine] = []
  /// True if a member may name lines that are not there.
  private(set) var takesAnyLine = false
  /// The drawing of values: as a line or as bars; `kind`.
  package var form = Form.line
  /// Lines across it that are not to be passed; at most ``ChartLimit/most``.
  package var limits: [ChartLimit] = []
  /// The most values that a stream keeps, 0 … 512; 0 for as many as there are labels.
  package var window = 0
  /// The rectangle's colour.
  package var background = Color(rgb: 0xF3F3F3)
  /// The lines' colour.
  package var gridColor = Color(rgb: 0xE7E7E7)
  /// The lines' width in points, 0 … 100.
  package var gridWidth: Double = 1
  /// The labels' colour.
  package var labelColor = Color(rgb: 0x9E9E9E)
  /// The fonts of labels and bubble, as fontconfig names them; empty for the usual one.
  @Exact package var font = ""
  /// The labels' size in points, 1 … 200.
  package var fontSize: Double = 10
  /// The line's colour on the left.
  package var fromColor = Color(rgb: 0xFDA408)
  /// The line's colour on the right.
  package var toColor = Color(rgb: 0xFB252D)
  /// The line's width in points, and the radius of its end discs, 0.1 … 100.
  package var lineWidth: Double = 4
  /// True if the area below the line is filled.
  package var isFilled = false
  /// Duration of the line's drawing in seconds, 0 … 3600; `draw`.
  package var drawDuration: Double = 2.5
  /// The course of the drawing; `draw_ease`.
  package var drawEase = Curve.linear
  /// Duration of a change of values in seconds, 0 … 3600; `over`.
  package var changeDuration: Double = 0.6
  /// The course of a change of values.
  package var ease = Curve.easeInEaseOut
  /// True if the last value stands in a bubble above it; `bubble`.
  package var hasBubble = true
  /// Text that follows the number in the bubble.
  @Exact package var unit = ""
  /// The language in which numbers and times are written; empty for that of the machine.
  @Exact package var spoken = ""
  /// The format of number and unit; nil for the number in hundredths at most with the unit behind it.
  var format: NumberFormat?
  /// The format of the numbers of the axis and the unit; nil for the numbers alone.
  var axisFormat: NumberFormat?
  /// The treatment of the line where a value is missing.
  package var gaps = Gaps.break
  /// The elastic frame that swells beneath the chart at a touch; nil for none.
  package var elastic: ElasticFrameSettings?
  /// Initial visibility.
  package var isVisible = true
  /// Initial readiness: a disabled chart is drawn faintly, and does not swell.
  package var isEnabled = true

  /// True once the line has been asked for, by setting or drawing; no key of a file sets it.
  package var isDrawn = false

  /// The defaults for a chart called `id`.
  package init(id: String) { self.id = id }

  /// Number of values that have a place: as many as there are labels or as a stream keeps; without both as many as
  /// there are.
  package var places: Int {
    if span > 0 { return Self.mostValues }
    if max(labels.count, window) > 0 { return max(labels.count, window) }
    return lines.reduce(values.count) { max($0, $1.values.count) }
  }

  /// Number of values that a stream keeps.
  package var kept: Int {
    if window > 0 { return window }
    return labels.isEmpty ? Self.mostValues : labels.count
  }

  /// The places of the chart's parts in a frame of `size` points.
  package func geometry(_ size: Size) -> ChartGeometry {
    ChartGeometry(
      size: size,
      padding: padding,
      places: places,
      axis: axis,
      isMirrored: frame.isMirrored
    )
  }

  /// True if any line has a value.
  var hasValues: Bool { (0..<lineCount).contains { line($0).lastValue != nil } }

  /// The text in a line's bubble; nil without a bubble or a value.
  package func bubbleText(ofLine index: Int) -> String? {
    guard hasBubble, let lastValue = line(index).lastValue else { return nil }
    if let format { return format.text(of: lastValue, unit: unit, in: spoken) }
    // Plus 0, so that what is rounded to it has no sign.
    let hundredths = (lastValue * 100).rounded() / 100 + 0
    return NumberFormat.spoken(JSONText.number(hundredths), in: spoken) + unit
  }
}

extension ChartSettings {
  package mutating func loosen() { takesAnyLine = true }

  package func pictures(in size: Size) -> [PixelBudget.Picture] {
    // The plate with its labels, and what the lines cover: a byte a pixel each, where a mask takes three.
    [.image] + (0..<(lineCount + 2) / 3).map { _ in .mask(hasFigure: false) }
  }
}
