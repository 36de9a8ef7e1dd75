// SPDX-License-Identifier: Apache-2.0
internal import JSON
internal import Motion
internal import TOMLReading

// Keys that widgets of several kinds have.

extension Key {
  /// The required key `id`.
  @_optimize(none)
  static func id(_ path: Path<String>) -> Self {
    entry(
      "id",
      .pattern("^[A-Za-z0-9_.-]{1,64}$"),
      "1 to 64 of the characters A-Z a-z 0-9 _ . -, and of this widget only",
      isRequired: true
    ) { $1[keyPath: path] = $0.id() }
  }

  /// The key `look`, which is read before all others, as it says what is in force without these.
  @_optimize(none)
  static func look() -> Self { look { _, _ in } }

  /// The key `look` of a kind whose widgets keep its name.
  @_optimize(none)
  static func look(_ path: Path<String>) -> Self { look { $0[keyPath: path] = $1 } }

  private static func look(_ keep: @escaping @Sendable (inout Owner, String) -> Void) -> Self {
    entry("look", .text, "The [[look]] whose values it has where its own keys say nothing") {
      reader,
      settings in
      if let name = reader.node("look")?.string { keep(&settings, name) }
    }
  }

  /// The table `frame`.
  @_optimize(none)
  package static func frame(
    _ path: Path<FrameSettings>,
    _ about: String = "Where it is: numbers are points, strings percent of the screen"
  ) -> Self { table("frame", path, FrameSettings.keys, about) }

  /// The key `visible`: true for a widget that is shown.
  @_optimize(none)
  static func visible(_ path: Path<Bool>) -> Self {
    flag("visible", path, "Whether it is shown").settable()
  }

  /// The key `enabled`: true for a widget that can be used.
  @_optimize(none)
  static func enabled(_ path: Path<Bool>) -> Self {
    flag("enabled", path, "Whether it can be touched").settable()
  }

  /// The key `order`: a widget's place in the Tab key's order.
  @_optimize(none)
  static func order(_ path: Path<Int>) -> Self {
    whole(
      "order",
      path,
      0...1000,
      "When the Tab key leads to it, before all without a number; 0 = by its place, as one reads"
    )
  }

  /// The key `amplitude`: deflection of the edges in points.
  @_optimize(none)
  static func amplitude(
    _ path: Path<Double>,
    _ about: String = "How far its edges go, in points; negative bows inward"
  ) -> Self { number("amplitude", path, -1000...1000, about) }

  /// The spring of a touch.
  @_optimize(none)
  static func press(_ path: Path<SpringSettings>) -> Self {
    table(
      "press",
      path,
      SpringSettings.keys,
      "The spring by which it swells under a finger"
    )
  }

  /// The spring of a touch's end.
  @_optimize(none)
  static func release(_ path: Path<SpringSettings>) -> Self {
    table("release", path, SpringSettings.keys, "The spring by which it goes back")
  }

  /// The fonts of a text.
  @_optimize(none)
  static func font(_ path: Path<String>) -> Self {
    text("font", path, "The fonts to look for, as fontconfig names them")
  }

  /// The size of a text.
  @_optimize(none)
  static func fontSize(_ path: Path<Double>) -> Self {
    number("font_size", path, 4...500, "The size of the text, in points")
  }

  /// The size of a text that goes by the frame unless it is given.
  @_optimize(none)
  static func fontSize(_ path: Path<Double?>) -> Self {
    number("font_size", path, 4...500, "The size of the text, in points; by the frame unless given")
  }

  /// The key `ease`: the course by which one thing that is shown becomes another.
  @_optimize(none)
  static func ease(_ path: Path<Curve>) -> Self {
    curve(
      "ease",
      path,
      "How a change goes, by the name of a curve or four numbers of a cubic Bézier"
    )
  }

  /// The page that comes.
  @_optimize(none)
  static func target(_ path: Path<String?>, _ about: String) -> Self { text("to", path, about) }

  /// The key `while_running`: the treatment of a trigger while the program runs.
  @_optimize(none)
  static func whileRunning(_ path: Path<ProgramSettings.WhileRunning>) -> Self {
    choice("while_running", path, "What becomes of another trigger while the program runs")
  }

  /// A program with its arguments; `isClearable` where an empty list says that nothing runs.
  @_optimize(none)
  package static func command(
    _ name: String,
    _ path: Path<[String]>,
    _ about: String,
    isClearable: Bool = false
  ) -> Self {
    own(
      name,
      .list(.text, 0...64),
      about,
      get: { isClearable ? .array($0[keyPath: path].map { .string($0) }) : nil },
      { node, owner throws(Diagnostic) in
        let isNothing = isClearable && node.elements?.isEmpty == true
        owner[keyPath: path] = isNothing ? [] : try ProgramSettings.command(node)
      }
    )
  }
}

extension Key where Owner: WidgetTable {
  /// The table `elastic`, by which a widget stands on a rectangle that swells.
  @_optimize(none)
  static func elastic(
    _ path: Path<ElasticFrameSettings?>,
    from usual: @escaping @Sendable (Owner) -> ElasticFrameSettings = { _ in ElasticFrameSettings()
    }
  ) -> Self {
    table(
      "elastic",
      ElasticFrameSettings.keys,
      "A rectangle beneath it that swells by itself where it is touched",
      from: usual,
      isUsual: false
    ) { elastic, owner, reader in
      reader.checkAmplitude(elastic.amplitude, frame: owner.frame)
      owner[keyPath: path] = elastic
    }
  }
}

extension FrameSettings {
  /// The keys of the table `frame`.
  package static let keys: [Key<Self>] =
    ownKeys + [
      .flag(
        "mirror",
        \.mirrors,
        "Whether it goes to the other side while a language is shown that is written from the right"
      )
    ] + Key.variants(of: ownKeys)

  private static let ownKeys: [Key<Self>] = [
    .length(
      "x",
      \.x,
      -100_000...100_000,
      "From the left edge of the screen to the anchor, in points or percent of its width"
    ),
    .length(
      "y",
      \.y,
      -100_000...100_000,
      "From the upper edge of the screen to the anchor, in points or percent of its height"
    ),
    .length("width", \.width, 0.01...16384, "In points, or percent of the screen's"),
    .length("height", \.height, 0.01...16384, "In points, or percent of the screen's"),
    .choice("anchor", \.anchor, "The point of it that stands at x, y"),
    .length("min_width", \.minimumWidth, 0...16384, "What its width is at least"),
    .length("max_width", \.maximumWidth, 0.01...16384, "What its width is at most"),
    .length("min_height", \.minimumHeight, 0...16384, "What its height is at least"),
    .length("max_height", \.maximumHeight, 0.01...16384, "What its height is at most"),
    .number("aspect", \.aspect, 0...100, "The width for a height of 1, which follows; 0 = neither"),
    .number("grow", \.grow, 0...1000, "Its share of what a row or a column leaves over"),
  ]
}

extension ElasticFrameSettings {
  /// The keys of the table `elastic`.
  static let keys: [Key<Self>] = [
    .amplitude(\.amplitude),
    .number(
      "corner_radius",
      \.cornerRadius,
      0...1000,
      "Radius of the corners in points; half of the shorter side at most is used"
    ),
    .color("color", \.color, "Its colour"),
    .press(\.press),
    .release(\.release),
  ]
}
