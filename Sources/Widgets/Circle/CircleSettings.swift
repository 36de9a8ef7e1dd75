// SPDX-License-Identifier: Apache-2.0
package import PlainText
package import Geometry
package import Raster

/// A table `[[circle]]`: a disc that a finger pulls to a radius and that springs back.
package struct CircleSettings: WidgetTable {
  package static let kind = "circle"

  package static let members = keys.members()

  /// The place of the circle's middle.
  package enum Centre: String, CaseIterable, Hashable, Sendable {
    /// At the point where the finger comes down.
    case touch
    /// In the frame's middle.
    case fixed
  }

  /// The widget's name.
  package var id: String
  /// The circle's touch area; a fixed circle stands in the middle of it.
  package var frame = FrameSettings(
    x: .percent(50),
    y: .percent(50),
    width: .percent(100),
    height: .percent(100)
  )
  /// The place of the circle's middle.
  package var centre: Centre = .touch
  /// The radius at rest, in points, 0 … 10000.
  package var resting: Double = 100
  /// Duration of the swing after letting go, in seconds, 0.05 … 60.
  package var duration: Double = 1
  /// The part of the duration that one swing takes, 0.01 … 10.
  package var tension: Double = 0.3
  /// True if letting go begins with the article's jump to 2R − r0; `literal`.
  package var isLiteral = false
  /// The radius from which a rubber band holds the finger back, in points, 0 … 10000; 0 for none.
  package var reach: Double = 0
  /// The radius that counts as value 0, in points, 0 … 10000.
  package var inner: Double = 0
  /// The radius from which letting go triggers, in points, 0 … 20000; 0 for never; `trigger_at`.
  package var triggerRadius: Double = 0
  /// The disc's colour.
  package var color = Color(rgb: 0x6666FF)
  /// Its colour while letting go would trigger.
  package var armedColor = Color(rgb: 0x2F7CF6)
  /// The text in the circle's middle; empty for none.
  @Exact package var label = ""
  /// The fonts to look for, as fontconfig names them; empty for the usual one.
  @Exact package var font = ""
  /// The label's size in points, 4 … 500; nil for one that goes by the radius.
  package var fontSize: Double?
  /// The label's colour.
  package var labelColor = Color(rgb: 0xFFFFFF)
  /// The command to run on trigger, program first; empty for none; `exec`.
  @Exact package var command: [String] = []
  /// The treatment of a trigger while the command runs; `while_running`.
  package var whileRunning: ProgramSettings.WhileRunning = .ignore
  /// The page to which a trigger leads; nil for none.
  @Exact package var target: String?
  /// Place in the Tab key's order, 1 … 1000; 0 for by its place.
  package var order = 0
  /// Initial visibility.
  package var isVisible = true
  /// Initial readiness for pulls; false for a circle that starts disabled.
  package var isEnabled = true

  package var program: ProgramSettings? {
    command.isEmpty ? nil : ProgramSettings(arguments: command, whileRunning: whileRunning)
  }

  package var references: [WidgetReference] { target.map { [WidgetReference(page: $0)] } ?? [] }

  /// The defaults for a circle called `id`.
  package init(id: String) { self.id = id }

  // MARK: - Radii

  /// The radius that counts as value 1.
  var fullRadius: Double { reach > 0 ? reach : resting }

  /// The share of the way from ``inner`` to the full radius, 0 … 1.
  func value(radius: Double) -> Double {
    let span = fullRadius - inner
    guard span > 0 else { return radius > inner ? 1 : 0 }
    return min(max((radius - inner) / span, 0), 1)
  }

  /// The radius of a value 0 … 1.
  func radius(value: Double) -> Double { inner + value * (fullRadius - inner) }

  /// The radius that a request asks for.
  func radius(of target: CircleCall.Target) -> Double {
    switch target {
    case .radius(let radius): radius
    case .value(let value): radius(value: value)
    }
  }

  /// The part of a finger's distance that the rubber band leaves: all of it up to `reach`, then ever less, never twice
  /// as much.
  func held(_ distance: Double) -> Double {
    guard reach > 0, distance > reach else { return distance }
    let excess = (distance - reach) * 0.55 / reach
    return reach + (1 - 1 / (excess + 1)) * reach
  }

  /// The finger's distance of which the rubber band leaves `radius`, the inverse of ``held(_:)``; a radius
  /// that no distance gives counts as one close to the largest.
  func distance(held radius: Double) -> Double {
    guard reach > 0, radius > reach else { return radius }
    let share = min((radius - reach) / reach, 0.999)
    return reach + (1 / (1 - share) - 1) * reach / 0.55
  }
}

extension CircleSettings {
  package var drags: DragAxes { [.sideways, .vertical] }

  package var touchMargin: Double? { 0 }

  package func lettering(in size: Size) -> [Lettering] {
    label.labelLines.map {
      Lettering(String($0), font: font, fontSize: labelSize, width: labelWidth, isShrinkable: true)
    }
  }

  /// The label's size in points.
  var labelSize: Double { fontSize ?? min(2 * fullRadius * 0.38, 28) }

  /// The room for a line of the label in points.
  var labelWidth: Double { max(1, 2 * fullRadius - 16) }

  package func pictures(in size: Size) -> [PixelBudget.Picture] {
    // There may be no label yet.
    [.line(fontSize: fontSize ?? 28)]
  }
}
