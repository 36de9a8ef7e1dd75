// SPDX-License-Identifier: Apache-2.0
internal import Motion
package import TOMLReading
internal import Touch

extension ButtonSettings {
  package static let about = "A button whose edges swell under the finger"

  package static let keys: [Key<Self>] = [
    .id(\.id),
    .look(\.look),
    // First, as others go by it.
    .choice(
      "style",
      \.style,
      "\"hold\" swells while held; \"tap\" wobbles by itself, with amplitude 10 and press.duration 0.25"
    ),
    .words("label", \.label, "The text on it; the id unless given; \"\\n\" begins another line")
      .settable().dependent(),
    .text(
      "icon",
      \.icon,
      "An image (PNG, JPEG, or SVG by rsvg-convert) beside it, in its colour unless it has several; relative to this file's folder"
    ).settable(),
    .choice(
      "icon_side",
      \.iconSide,
      "Where that stands: \"start\" or \"end\" of the label, \"top\" or \"bottom\""
    ),
    .frame(\.frame),
    .amplitude(\.amplitude),
    .number(
      "corner_radius",
      \.cornerRadius,
      0...1000,
      "Of the corners, in points; arcs between the edges, swollen or not"
    ),
    .number(
      "hit_outset",
      \.hitOutset,
      0...1000,
      "Points around it that are touched too; what it swells unless given"
    ),
    .color("color", \.color, "Its colour").settable(),
    .color(
      "pressed_color",
      \.pressedColor,
      "Its colour under a finger; none of its own unless given"
    ),
    .gradient(\.gradient),
    .border(\.border),
    .shadow(\.shadow),
    .font(\.font),
    .fontSize(\.fontSize),
    .color("label_color", \.labelColor, "The colour of the label")
      .inLook("label_color", "text_color"),
    .press(\.press),
    .release(\.release),
    .command("exec", \.command, "The program that it runs, with its arguments and without a shell"),
    .target(\.target, "The [[page]] that comes when it triggers: an id, \"back\" or \"home\""),
    .text(
      "language",
      \.language,
      "The language that it changes to: one of [display] languages, or \"next\""
    ),
    .choice(
      "while_running",
      \.whileRunning,
      "When hit again meanwhile: \"ignore\", \"queue\" (once more), \"restart\", \"cancel\""
    ),
    .own(
      "input",
      .list(.text, 0...16),
      "The [[text]] fields whose texts it finds on its standard input, as one JSON object"
    ) { node, settings throws(Diagnostic) in
      settings.input = try ProgramSettings.fields(node)
    },
    .table("job", \.job, JobSettings.keys, "How that program's work is shown", from: JobSettings()),
    .own(
      "types",
      .schema(#"{"type": "string", "minLength": 1, "maxLength": 64}"#),
      "What it types into the field with the focus; instead of `key`"
    ) { node, settings throws(Diagnostic) in
      let text = try node.text()
      guard (1...64).contains(text.utf8.count), CharacterFilter.any.accepts(text) else {
        throw node.mismatch("a text of 1 to 64 bytes without control characters")
      }
      settings.stroke = .text(text)
    },
    .own("key", .choice(KeyStroke.listedNames), "The key that it types; instead of `types`") {
      node,
      settings throws(Diagnostic) in
      guard let key = KeyStroke(named: try node.text()) else {
        throw Diagnostic(node.position, "must be one of \(KeyStroke.nameList)")
      }
      settings.stroke = key
    },
    .own(
      "keys",
      .list(.text, 0...16),
      "Keys of keypads, remote controls and keyboards that press it, by the kernel's names: \"F1\", \"KEY_VOLUMEUP\""
    ) { node, settings throws(Diagnostic) in
      guard let elements = node.elements, elements.count <= 16 else {
        throw node.mismatch("a list of up to 16 names of keys")
      }
      settings.boundKeys = []
      for element in elements {
        let name = try element.text()
        guard let code = KeyName.code(name) else {
          throw Diagnostic(
            element.position,
            "must name keys as the kernel does; it has no KEY_\(name)"
          )
        }
        settings.boundKeys.append(code)
      }
    },
    .table(
      "attract",
      \.attract,
      AttractSettings.keys,
      "An animation that asks to be touched",
      from: AttractSettings()
    ),
    .order(\.order),
    .visible(\.isVisible),
    .enabled(\.isEnabled),
  ]

  package init(_ reader: inout TableReader, folder: String) {
    self.init(id: "")
    if reader.hasOwn("types") { reader.disinherit("key") }
    if reader.hasOwn("key") { reader.disinherit("types") }
    // What a look says of programs is for buttons that have one.
    if !reader.hasOwn("exec") { for key in ["job", "input"] { reader.disinherit(key) } }
    reader.read(Self.keys, into: &self)
    if !reader.has("label") { label = id }
    iconFiles = IconFiles(in: folder)
    iconFiles.add(icon)
    // What can be seen can be touched, when it has swollen too.
    if !reader.has("hit_outset") { hitOutset = max(amplitude, 0) }
    reader.checkAmplitude(amplitude, frame: frame)
    for (key, isThere) in [("job", job != nil), ("input", !input.isEmpty)]
    where isThere && command.isEmpty {
      reader.report(
        Diagnostic(reader.keyPosition(key), "'\(key)' needs a program to run; say which in 'exec'")
      )
    }
    if let language, reader.languages.named(language, after: "") == nil {
      reader.report(
        Diagnostic(
          reader.keyPosition("language"),
          "'language' must be \"next\" or one of the 'languages' in [display]"
        )
      )
    }
    if reader.has("types"), reader.has("key") {
      reader.report(
        Diagnostic(reader.keyPosition("key"), "'key' must be left out where 'types' is given")
      )
    }
  }
}

extension AttractSettings {
  /// The keys of the inline table `attract`.
  static let keys: [Key<Self>] = [
    .number("delay", \.delay, 0...86400, "Seconds before it begins"),
    .number("duration", \.duration, 0.05...3600, "How long it takes, in seconds"),
    .own("values", .list(.number(-1000...1000), 2...64), "The values one after the other") {
      node,
      settings throws(Diagnostic) in
      settings.values = try numbers(node, count: 2...64, in: -1000...1000)
      let ways = settings.values.count - 1
      settings.keyTimes = settings.values.indices.map { Double($0) / Double(ways) }
      settings.curves = [Curve](repeating: .easeInEaseOut, count: ways)
    },
    .own(
      "colors",
      .list(.color, 2...64),
      "The colour at each of the values, which it turns into on the way"
    ) { node, settings throws(Diagnostic) in
      let count = settings.values.count
      guard let elements = node.elements, elements.isEmpty || elements.count == count else {
        throw Diagnostic(node.position, "must list \(count) colours, one for each of 'values'")
      }
      settings.colors = []
      for element in elements { settings.colors.append(try element.color()) }
    },
    .own(
      "key_times",
      .list(.number(0...1), 2...64),
      "When each value is there, as ascending fractions of the duration from 0 to 1"
    ) { node, settings throws(Diagnostic) in
      settings.keyTimes = try keyTimes(node, count: settings.values.count)
    },
    .own("curves", .list(.curve, 1...63), "How it goes from each value to the next") {
      node,
      settings throws(Diagnostic) in
      let ways = settings.values.count - 1
      guard let elements = node.elements, elements.count == ways else {
        throw Diagnostic(node.position, "must list \(ways) curves, one between each two values")
      }
      settings.curves = []
      for element in elements { settings.curves.append(try element.curve()) }
    },
    .number("repeat", \.repeatCount, 0.1...1000, "How often it plays"),
    .flag("autoreverse", \.autoreverses, "Whether it plays back after each time"),
    .number("interval", \.interval, 0...86400, "Seconds until it plays again; 0 = never"),
  ]

  private static func keyTimes(_ node: TOMLNode, count: Int) throws(Diagnostic) -> [Double] {
    let times = try numbers(node, count: count...count, in: 0...1)
    guard times.first == 0, times.last == 1, zip(times, times.dropFirst()).allSatisfy(<=) else {
      throw Diagnostic(node.position, "must ascend from 0 to 1")
    }
    return times
  }

  private static func numbers(
    _ node: TOMLNode,
    count: ClosedRange<Int>,
    in range: ClosedRange<Double>
  ) throws(Diagnostic) -> [Double] {
    guard let elements = node.elements, count.contains(elements.count) else {
      let (least, most) = (count.lowerBound, count.upperBound)
      let span = least == most ? "\(least)" : "\(least) to \(most)"
      throw node.mismatch("a list of \(span) numbers")
    }
    var numbers: [Double] = []
    for element in elements { numbers.append(try element.number(in: range)) }
    return numbers
  }
}
