// SPDX-License-Identifier: Apache-2.0
internal import PlainText
package import Geometry
internal import JSON
package import Motion
package import Raster

/// A table `[[progress]]`: a mask that fills with waves.
package struct ProgressSettings: WidgetTable {
  package static let kind = "progress"
  package static let roles: Set<WidgetRole> = [.level]

  package static let members =
    [
      WidgetMember(
        "percent",
        isSettable: false,
        read: { value, settings throws(WidgetFault) in
          settings.isBusy = value == .null
          if !settings.isBusy { try Self.percentMember.read(value, &settings) }
        },
        write: { $0.isBusy ? .null : .number($0.percent) }
      )
    ] + keys.members() + [.substitute("fault_color", path: \.faultColor)]

  private static let percentMember = WidgetMember<Self>.number(
    "percent",
    path: \.percent,
    in: 0...100
  )

  /// The mask that the fluid fills.
  package enum Mask: Hashable, Sendable {
    /// The ink of a text; `font` is a fontconfig pattern, nil for the default font.
    case text(String, font: String?)
    /// The alpha of the PNG image at this path.
    case image(path: String)
    /// A shape in the frame.
    case shape(Shape)

    package static func == (left: Self, right: Self) -> Bool {
      switch (left, right) {
      case (.text(let left, let font), .text(let right, let other)):
        left.hasSameBytes(as: right) && font.hasSameBytes(as: other)
      case (.image(let left), .image(let right)): left.hasSameBytes(as: right)
      case (.shape(let left), .shape(let right)): left == right
      default: false
      }
    }

    package func hash(into hasher: inout Hasher) {
      switch self {
      case .text(let text, let font): [text, font].hashBytes(into: &hasher)
      case .image(let path): path.hashBytes(into: &hasher)
      case .shape(let shape): hasher.combine(shape)
      }
    }
  }

  /// The shapes that need no image.
  package enum Shape: String, CaseIterable, Hashable, Sendable {
    /// A circle.
    case circle
    /// The whole frame, with round corners.
    case rounded
    /// A drop with its tip upward.
    case drop
    /// A ring, in the middle of which the figure stands.
    case ring
  }

  /// The quantity that the percentage measures.
  package enum Fill: String, CaseIterable, Hashable, Sendable {
    /// The fluid's height.
    case height
    /// The area that is covered.
    case area
    /// The way along a ring, from its top.
    case ring
  }

  /// The widget's name.
  package var id: String
  /// The indicator's rectangle.
  package var frame = FrameSettings(
    x: .percent(50),
    y: .percent(38),
    width: .points(240),
    height: .points(240)
  )
  /// The mask that the fluid fills.
  package var mask: Mask = .text("du", font: nil)
  /// Radius of a rounded mask's corners in points, 0 … 1000; nil for a quarter of the shorter side, half of
  /// which at most is used.
  package var cornerRadius: Double?
  /// The value at first, 0 … 100.
  package var percent: Double = 0
  /// True while the indicator is busy, without a percentage.
  package var isBusy = false
  /// The quantity that the percentage measures.
  package var fill: Fill = .height
  /// The waves' amplitude in points, 0 … 1000.
  package var amplitude: Double = 6
  /// Waves across the width, 0 … 100.
  package var frequency: Double = 1.5
  /// Degrees a second by which the waves advance, −36000 … 36000.
  package var speed: Double = 480
  /// The colour of the wave in front.
  package var frontColor = Color(rgb: 0xF25A5A)
  /// The colour of the wave behind.
  package var backColor = Color(rgb: 0xF25A5A, alpha: 0x80)
  /// The path of what the wave in front has in place of its colour; empty for nothing.
  @Exact package var frontImage = ""
  /// The path of what the wave behind has in place of its colour; empty for nothing.
  @Exact package var backImage = ""
  /// The colour of both waves while the work that they show has failed; nil while it has not.
  package var faultColor: Color?
  /// The colour of what is not filled yet.
  package var outlineColor = Color(rgb: 0x3A4048)
  /// True if the percentage is written on the indicator.
  package var showsPercent = true
  /// The text behind the figure's digits, at most 16 characters.
  @Exact package var figureTail = "%"
  /// The figure's fonts, as fontconfig names them; empty for the usual one.
  @Exact package var font = ""
  /// The figure's size in points, 4 … 500, the frame's height at most; nil for one that goes by that.
  package var fontSize: Double?
  /// The figure's colour.
  package var figureColor = Color(rgb: 0xFFFFFF)
  /// Seconds that a change takes unless it says otherwise, 0 … 86400; `over`.
  package var changeDuration: Double = 0.4
  /// The course of a change whose request names none; `ease`.
  package var ease: Curve = .easeInEaseOut
  /// The elastic frame that swells beneath the indicator at a touch; nil for none.
  package var elastic: ElasticFrameSettings?
  /// Initial visibility.
  package var isVisible = true
  /// Initial readiness: a disabled indicator is drawn faintly, and does not swell.
  package var isEnabled = true

  /// The defaults for an indicator called `id`.
  package init(id: String) {
    self.id = id
  }
}

extension ProgressSettings {
  package func pictures(in size: Size) -> [PixelBudget.Picture] {
    let fluids = [frontImage, backImage].filter { !$0.isEmpty }
    let figures = fontSize.map { _ in
      [PixelBudget.Picture.figures(fontSize: figureSize(inHeight: size.height))]
    }
    return [.mask(hasFigure: showsPercent && figures == nil)]
      + (showsPercent ? figures ?? [] : []) + fluids.map { _ in .image }
  }

  /// The size of the figure's letters in a frame of `height`, in its unit, of which a point has `scale`.
  func figureSize(inHeight height: Double, scale: Double = 1) -> Double {
    if let fontSize { return min(fontSize * scale, height) }
    return if case .shape = mask { 0.2 * height } else { 0.15 * height }
  }

  package func lettering(in size: Size) -> [Lettering] {
    guard showsPercent else { return [] }
    let fontSize = figureSize(inHeight: size.height)
    let text = "100" + figureTail
    return [Lettering(text, font: font, fontSize: fontSize, width: size.width, isShrinkable: false)]
  }

  package func rising(to percent: Double?, over seconds: Double?) -> WidgetRequest? {
    guard let percent else { return .progress(.busy(id: id)) }
    return .progress(.set(id: id, percent: percent, over: seconds, ease: nil))
  }
}
