// SPDX-License-Identifier: Apache-2.0
package import Geometry
package import Motion
package import PlainText
package import Raster
package import Touch

/// A table `[[button]]`: an elastic button.
package struct ButtonSettings: WidgetTable {
  package static let kind = "button"
  package static let roles: Set<WidgetRole> = [.cell]

  package static let members =
    keys.members() + [
      .border(\.border), .gradient(\.gradient), .shadow(\.shadow),
      .jobPhase("job", path: \.jobPhase),
    ]

  /// The button's answer to a finger: one of the elastic styles.
  package typealias Style = ElasticStyle
  /// The treatment of a trigger while the button's command still runs.
  package typealias WhileRunning = ProgramSettings.WhileRunning

  /// The place of an icon from the label.
  package enum IconSide: String, CaseIterable, Hashable, Sendable {
    /// Before the label: at the left, where the language is not written from the right.
    case start
    /// Behind the label.
    case end
    /// Above it.
    case top
    /// Below it.
    case bottom

    /// True if one stands above the other.
    var isUpright: Bool { self == .top || self == .bottom }
    /// Height of the icon in sizes of the label.
    fileprivate var height: Double { isUpright ? 2 : Icon.height }
  }

  /// The widget's name.
  package var id: String
  /// The name of the look that it asks for; empty for none.
  @Exact package var look = ""
  /// The text on the button; the id unless given.
  @Exact package var label: String
  /// The path of the image beside the label as the file or a request writes it; empty for none; `icon`.
  @Exact package var icon = ""
  /// The icon's place from the label; `icon_side`.
  package var iconSide = IconSide.start
  /// The files that it may be.
  package var iconFiles = IconFiles()
  /// The button's rectangle.
  package var frame = FrameSettings(
    x: .percent(50),
    y: .percent(75),
    width: .points(200),
    height: .points(80)
  )
  /// The answer to a finger; a new value resets ``amplitude`` and ``press`` to the style's own.
  package var style: Style {
    didSet { (amplitude, press) = Self.usual(style) }
  }
  /// Deflection of the control points in the middles of the edges, in points; negative bows the edges inward.
  package var amplitude: Double
  /// Radius of the corners in points, 0 … 1000; half of the shorter side at most is used.
  package var cornerRadius: Double = 0
  /// Width of the touchable margin around the frame, in points; not negative; `hit_outset`.
  package var hitOutset: Double
  /// The button's colour.
  package var color = Color(rgb: 0x2F7CF6)
  /// The colour while it is pressed; nil for the same.
  package var pressedColor: Color?
  /// The colours in place of ``color``; nil for none.
  package var gradient: PlateColors?
  /// The line along the edges.
  package var border = BorderSettings()
  /// The shadow beneath it; nil for none.
  package var shadow: ShadowSettings?
  /// The fonts to look for, as fontconfig names them; empty for the usual one.
  @Exact package var font = ""
  /// The label's size in points, 4 … 500; nil for one that goes by the height.
  package var fontSize: Double?
  /// The size in points of the letters of all buttons of its group; nil where each has its own.
  ///
  /// Set by the scene, where it is smaller than they ask for.
  package var letterSize: Double?
  /// The label's colour.
  package var labelColor = Color(rgb: 0xFFFFFF)
  /// The spring by which the button swells under a finger.
  package var press: SpringSettings
  /// The spring by which the button returns to rest.
  package var release = SpringSettings(duration: 0.45, damping: 0.15, velocity: 5.5)
  /// The command to run on trigger, program first; empty for none.
  @Exact package var command: [String] = []
  /// The language that it changes to when it triggers, or "next"; nil for none.
  @Exact package var language: String?
  /// The treatment of a trigger while the command runs; `while_running`.
  package var whileRunning: WhileRunning = .ignore
  /// The text fields whose texts the command finds on its standard input; `input`.
  @Exact package var input: [String] = []
  /// The display of the command's progress and end; nil for none.
  package var job: JobSettings?
  /// State of the command; always idle without ``job``.
  package var jobPhase: JobPhase = .idle
  /// The page to which a trigger leads; nil for none.
  @Exact package var target: String?
  /// The key stroke that a press types into the focused field; nil for none; `types` or `key`.
  package var stroke: KeyStroke?
  /// The evdev codes of the keys that press it; `keys`.
  package var boundKeys: [UInt16] = []
  /// The idle animation that invites a touch; nil for none.
  package var attract: AttractSettings?
  /// Place in the Tab key's order, 1 … 1000; 0 for by its place.
  package var order = 0
  /// Initial visibility.
  package var isVisible = true
  /// Initial readiness for presses; false for a button that starts disabled.
  package var isEnabled = true

  package var program: ProgramSettings? {
    guard !command.isEmpty else { return nil }
    return ProgramSettings(
      arguments: command,
      whileRunning: whileRunning,
      input: input,
      job: job
    )
  }

  package var references: [WidgetReference] {
    let named = [("progress", WidgetRole.level, job?.progress), ("text", .words, job?.text)]
    let fields = input.map { WidgetReference(key: "input", role: .typedText, id: $0) }
    let pages = [
      ("to", target), ("job.done.to", job?.done.target), ("job.failed.to", job?.failed.target),
    ]
    return fields
      + pages.compactMap { name, id in
        id.map {
          let key = name.prefix { $0 != "." }
          return WidgetReference(key: String(key), name: name, role: nil, id: $0)
        }
      }
      + named.compactMap { name, role, id in
        id.map { WidgetReference(key: "job", name: name, role: role, id: $0) }
      }
  }

  /// The label that is shown now.
  var shownLabel: String {
    switch jobPhase {
    case .idle: label
    case .running: job?.label ?? label
    case .done: job?.done.label ?? label
    case .failed: job?.failed.label ?? label
    }
  }

  /// The colours that are shown now.
  var shownColors: PlateColors {
    let usual = gradient ?? PlateColors(color)
    switch jobPhase {
    case .idle, .running: return usual
    case .done: return job?.done.color.map { PlateColors($0) } ?? usual
    case .failed: return job?.failed.color.map { PlateColors($0) } ?? usual
    }
  }

  /// The defaults for a button of this style, called `id`.
  package init(id: String, style: Style = .hold) {
    self.id = id
    self.label = id
    self.style = style
    (amplitude, press) = Self.usual(style)
    hitOutset = amplitude
  }

  private static func usual(_ style: Style) -> (amplitude: Double, press: SpringSettings) {
    switch style {
    case .hold: (15, SpringSettings(duration: 0.5, damping: 0.9, velocity: 1.5))
    case .tap: (10, SpringSettings(duration: 0.25, damping: 0.9, velocity: 1.5))
    }
  }
}

/// The inline table `attract` of a button: an animation that asks to be touched.
///
/// Keyframes of the edges' offset, played while the screen is not touched.
package struct AttractSettings: Hashable, Sendable {
  /// Seconds without touch before it plays, 0 … 86400.
  package var delay: Double = 10
  /// Seconds of one pass, 0.05 … 3600.
  package var duration: Double = 1.2
  /// The offset of the edges at each key time, in points; at least two values.
  package var values: [Double] = [0, 6, 0]
  /// The button's colour at each key time, as many as values; none where it keeps its own.
  package var colors: [Color] = []
  /// Key times of the values: ascending fractions of the duration from 0 to 1, as many as values.
  package var keyTimes: [Double] = [0, 0.5, 1]
  /// The curve from each value to the next; one fewer than values.
  package var curves: [Curve] = [.easeInEaseOut, .easeInEaseOut]
  /// Number of successive passes, 0.1 … 1000; a fraction ends within a pass.
  package var repeatCount: Double = 2
  /// True if each pass also plays backwards, which takes twice the duration.
  package var autoreverses = false
  /// Seconds from the end of the passes until they play again; 0 for never again.
  package var interval: Double = 20

  /// The defaults.
  package init() {}
}

extension ButtonSettings {
  package func pictures(in size: Size) -> [PixelBudget.Picture] {
    // There may be no label yet.
    [.line(fontSize: wantedSize(inHeight: size.height))]
      + (icon.isEmpty ? [] : [.image]) + shadow.pictures
  }

  package func check(_ change: WidgetChange) throws(WidgetFault) {
    try ShadowSettings.check(change, beside: shadow)
  }

  package var touchMargin: Double? { hitOutset }

  package func lettering(in size: Size) -> [Lettering] {
    let fontSize = ownSize(inHeight: size.height)
    // As if the icon was square: the file is not read for it.
    let isBeside = !icon.isEmpty && !iconSide.isUpright
    let taken = isBeside ? (iconSide.height + Icon.gap) * fontSize : 0
    return shownLabel.labelLines.map {
      Lettering(
        String($0),
        font: font,
        fontSize: fontSize,
        width: max(1, Self.labelWidth(in: size) - taken),
        isShrinkable: true
      )
    }
  }

  /// The room for a line of the label in points.
  static func labelWidth(in size: Size) -> Double { max(1, size.width - 16) }

  /// The label's size in points in a button so high, with room for its lines.
  func labelSize(inHeight height: Double) -> Double {
    let own = ownSize(inHeight: height)
    return letterSize.map { min($0, own) } ?? own
  }

  /// The size in points that the label has by itself in a button so high, with room for its lines.
  private func ownSize(inHeight height: Double) -> Double {
    var lines = Double(max(shownLabel.labelLines.count, 1))
    if !icon.isEmpty, iconSide.isUpright { lines += iconSide.height + Icon.gap }
    return min(wantedSize(inHeight: height), height * 0.76 / lines)
  }

  /// The size in points that labels of a button so high have where they fit.
  func wantedSize(inHeight height: Double) -> Double { fontSize ?? min(height * 0.38, 28) }

  /// The extent in view pixels that the icon of a button of `size` points is to fit.
  func iconBox(in size: Size, scale: Double) -> PixelSize {
    func pixels(_ points: Double) -> Int { Int(min(max((points * scale).rounded(), 1), 8192)) }
    guard !shownLabel.isEmpty else {
      let side = pixels(0.6 * min(size.width, size.height))
      return PixelSize(width: side, height: side)
    }
    // What is wider than high leaves the label half of the room.
    let room = Self.labelWidth(in: size) / (iconSide.isUpright ? 1 : 2)
    return PixelSize(
      width: pixels(room),
      height: pixels(iconSide.height * labelSize(inHeight: size.height))
    )
  }
}
