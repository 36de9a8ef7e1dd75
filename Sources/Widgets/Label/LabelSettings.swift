// SPDX-License-Identifier: Apache-2.0
package import PlainText
package import Geometry
internal import JSON
package import Motion
package import Raster

/// A table `[[label]]`: text on the background, some of it filled in.
package struct LabelSettings: WidgetTable {
  package static let kind = "label"
  package static let roles: Set<WidgetRole> = [.words]

  // What a request may say of braces, a file may not.
  package static let members =
    [.text("label", path: \.text)] + keys.members() + [
      WidgetMember(
        "job_text",
        isSettable: false,
        read: { value, settings throws(WidgetFault) in settings.jobText = value.string },
        write: { $0.jobText.map { .string($0) } ?? .null }
      )
    ]

  /// Horizontal alignment of the lines.
  package typealias Alignment = TextFieldSettings.Alignment

  /// Vertical alignment of the lines.
  package enum VerticalAlignment: String, CaseIterable, Hashable, Sendable {
    /// At the top.
    case top
    /// In the middle.
    case center
    /// At the bottom.
    case bottom
  }

  /// The widget's name.
  package var id: String
  /// The label's rectangle.
  package var frame = FrameSettings(
    x: .percent(50),
    y: .percent(50),
    width: .points(300),
    height: .points(40)
  )
  /// The text, with places that are filled in.
  @Exact package var text = ""
  /// The text that a button's program has printed, shown as it is in place of ``text``; nil for none.
  @Exact package var jobText: String?
  /// The language in which times of day are written; empty for that of the machine.
  @Exact package var spoken = ""
  /// The program whose last line is shown as it is.
  package var source = SourceSettings()
  /// The fonts to look for, as fontconfig names them; empty for the usual one.
  @Exact package var font = ""
  /// The font's size in points, 4 … 500.
  package var fontSize: Double = 17
  /// The text's colour.
  package var color = Color(rgb: 0xFFFFFF)
  /// Horizontal alignment of the lines.
  package var align: Alignment = .start
  /// Vertical alignment of the lines; `vertical_align`.
  package var verticalAlign: VerticalAlignment = .center
  /// Most lines, 1 … 64; 0 for as many as the frame is high enough for.
  package var lines = 1
  /// Seconds in which one text becomes another unless a request says otherwise, 0 … 86400; `over`.
  package var changeDuration: Double = 0.25
  /// The course of a change of texts whose request names none; `ease`.
  package var ease: Curve = .easeInEaseOut
  /// The elastic frame that swells beneath the label at a touch; nil for none.
  package var elastic: ElasticFrameSettings?
  /// Initial visibility.
  package var isVisible = true
  /// Initial readiness: a disabled label is drawn faintly, and does not swell.
  package var isEnabled = true

  /// The defaults for a label called `id`.
  package init(id: String) { self.id = id }

  package var references: [WidgetReference] {
    LabelTemplate(text).sources.map { WidgetReference(key: "text", role: $0.role, id: $0.id) }
  }

  package var program: ProgramSettings? { source.program }

  package func request(
    printing lines: inout [String]
  ) -> (request: WidgetRequest?, unreadable: String?) {
    defer { lines = [] }
    guard let line = lines.last else { return (nil, nil) }
    // A program prints text, in which nothing is filled in.
    var text = ""
    for character in line.shortened(toBytes: LabelTemplate.mostBytes / 2) {
      text.append(character)
      if character == "{" || character == "}" { text.append(character) }
    }
    return (.label(.set(id: id, text: text, over: nil, ease: nil)), nil)
  }

  package func lettering(in size: Size) -> [Lettering] {
    // Others are wrapped, or filled in.
    guard lines == 1, !text.contains("{") else { return [] }
    return [Lettering(text, font: font, fontSize: fontSize, width: size.width, isShrinkable: false)]
  }

  package func pictures(in size: Size) -> [PixelBudget.Picture] {
    let fitting = (size.height / fontSize).rounded(.up)
    let count = lines > 0 ? lines : Int(min(max(fitting, 1), 64))
    // What shows, and what it becomes.
    let block = PixelBudget.Picture.block(fontSize: fontSize, lines: count)
    return [block, block]
  }
}

extension WidgetSettings {
  /// A label across the top of the screen, in as many lines as its sentence takes.
  package static func notice(_ sentence: String) -> Self {
    var label = LabelSettings(id: "reason")
    label.text = sentence
    label.frame.y = .percent(10)
    label.frame.width = .percent(90)
    label.frame.height = .percent(16)
    label.lines = 0
    label.align = .center
    return .label(label)
  }
}
