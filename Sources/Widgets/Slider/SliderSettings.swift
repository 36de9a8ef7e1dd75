// SPDX-License-Identifier: Apache-2.0
package import Motion
internal import JSON
package import PlainText
package import Raster

/// A table `[[slider]]`: a number that a finger sets on a line.
package struct SliderSettings: WidgetTable {
  package static let kind = "slider"
  package static let roles: Set<WidgetRole> = [.value]

  package static let members =
    [.number("value", path: \.value, in: -SliderSettings.limit...SliderSettings.limit)]
    + keys.members()

  /// Largest magnitude of a value.
  static var limit: Double { 1e9 }

  /// The widget's name.
  package var id: String
  /// The slider's rectangle, which is its touch area too: the line in its middle, the knob within.
  package var frame = FrameSettings(
    x: .percent(50),
    y: .percent(50),
    width: .points(280),
    height: .points(56)
  )
  /// The value at the left or lower end, or at the right one where the frame is mirrored; `min`.
  package var minimum: Double = 0
  /// The value at the right or upper end, or at the left one where the frame is mirrored; `max`.
  package var maximum: Double = 100
  /// From one value to the next; 0 for any value.
  package var step: Double = 0
  /// The value, as it was set.
  package var value: Double = 0
  /// True for a slider that goes upward; `vertical`.
  package var isVertical = false
  /// Text that follows the value where a label shows it.
  @Exact package var unit = ""
  /// The language in which the value is written; empty for that of the machine.
  @Exact package var spoken = ""
  /// The line's colour.
  package var color = Color(rgb: 0x3A4048)
  /// The colour of the line up to the knob.
  package var fillColor = Color(rgb: 0x2F7CF6)
  /// The knob's colour.
  package var knobColor = Color(rgb: 0xFFFFFF)
  /// The line's width in points, 0.5 … 200.
  package var lineWidth: Double = 8
  /// The knob's diameter in points, 1 … 400.
  package var knobSize: Double = 30
  /// Height of the crest where a finger pulls the line, in points; negative for a trough.
  package var amplitude: Double = 10
  /// The spring by which the crest rises.
  package var press = SpringSettings(duration: 0.25, damping: 0.9, velocity: 1.5)
  /// The spring by which the crest goes back.
  package var release = SpringSettings(duration: 0.45, damping: 0.15, velocity: 5.5)
  /// Seconds that a change by request takes unless it says otherwise, 0 … 86400; `over`.
  package var changeDuration: Double = 0.3
  /// The course of a change by request that names none of its own; `ease`.
  package var ease: Curve = .easeInEaseOut
  /// The command to run when a finger has set it, program first; empty for none; `exec`.
  @Exact package var command: [String] = []
  /// The treatment of another value while the command runs; `while_running`.
  package var whileRunning: ProgramSettings.WhileRunning = .queue
  /// Place in the Tab key's order, 1 … 1000; 0 for by its place.
  package var order = 0
  /// Initial visibility.
  package var isVisible = true
  /// Initial readiness for touches; false for a slider that starts disabled.
  package var isEnabled = true

  /// The defaults for a slider called `id`.
  package init(id: String) { self.id = id }
}

extension SliderSettings {
  package var program: ProgramSettings? {
    command.isEmpty ? nil : ProgramSettings(arguments: command, whileRunning: whileRunning)
  }

  package var drags: DragAxes { isVertical ? .vertical : .sideways }

  package var touchMargin: Double? { 0 }

  /// True for a slider that goes from the right to the left, as its frame is mirrored.
  var runsLeft: Bool { frame.isMirrored && !isVertical }

  /// The value in force: what was set, within the ends and on a step.
  ///
  /// A file that is read anew may have other ends than the one for which the value was set.
  var current: Double { snapped(value) }

  /// The value nearest to another one within the ends and on a step; the last step may fall short of `max`.
  func snapped(_ value: Double) -> Double {
    let inside = min(max(value, minimum), maximum)
    guard step > 0 else { return inside }
    let most = ((maximum - minimum) / step + 1e-9).rounded(.down)
    let number = min(((inside - minimum) / step).rounded(), most)
    // As it would be written: 0.3, not 0.30000000000000004.
    let exact = minimum + number * step
    let rounded = (exact * 1e9).rounded() / 1e9
    return abs(exact) < 1e6 ? rounded : exact
  }

  /// The value that a key sets from the one in force: a step on, or a twentieth of the way where any value will do.
  func stepped(_ steps: Double) -> Double {
    let stride = step > 0 ? step : (maximum - minimum) / 20
    let next = min(max(current + steps * stride, minimum), maximum)
    return step > 0 || abs(next) >= 1e6 ? snapped(next) : (next * 1e9).rounded() / 1e9
  }

  /// The share of the way from the lower end to the upper one, 0 … 1, at which a value stands.
  func share(of value: Double) -> Double {
    min(max((value - minimum) / (maximum - minimum), 0), 1)
  }

  /// The value at a share of the way.
  func value(share: Double) -> Double { minimum + share * (maximum - minimum) }

  /// The value that a finger sets at a share of the way, which is `pixels` long: on a step, or as round as it can be
  /// where another pixel is another value.
  func value(share: Double, at pixels: Double) -> Double {
    let value = value(share: share)
    guard step == 0, share > 0, share < 1 else { return snapped(value) }
    var (grain, span) = (1.0, (maximum - minimum) / max(pixels, 1))
    while grain > span, grain > 1e-6 { grain /= 10 }
    while grain * 10 <= span { grain *= 10 }
    span = (1 / grain).rounded()
    let round = grain < 1 ? (value * span).rounded() / span : (value / grain).rounded() * grain
    return min(max(round, minimum), maximum)
  }

  /// The value as a label shows it.
  func text(of value: Double) -> String {
    NumberFormat.spoken(JSONValue.number(value).text, in: spoken) + unit
  }
}
