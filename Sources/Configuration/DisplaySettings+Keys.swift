// SPDX-License-Identifier: Apache-2.0
internal import Geometry
internal import JSON
internal import PlainText
internal import Presentation
internal import Raster
internal import TOMLReading
internal import Widgets

extension DisplaySettings {
  /// The keys of the table `[display]`.
  static let keys: [Key<Self>] = [
    .own(
      "connector",
      .pattern(connectorPattern),
      "The output: \"auto\", or a connector's name such as \"HDMI-A-1\"",
      get: { _ in "auto" },
      { node, settings throws(Diagnostic) in settings.connector = try connector(node) }
    ),
    .flag("force", \.isForced, "Use the named connector though it reports no monitor"),
    .own(
      "mode",
      .pattern(#"^(preferred|current|\d+x\d+(@[0-9.]+)?|.+ .+ .+ .+)$"#),
      "The mode: \"preferred\", \"current\", \"1920x1080\", \"1920x1080@60\", or a modeline",
      get: { _ in "preferred" },
      { node, settings throws(Diagnostic) in settings.mode = try mode(node) }
    ),
    .own(
      "format",
      .choice(["auto", "XRGB8888", "RGB565"]),
      "The pixels' format, where the display offers it",
      get: { _ in "auto" },
      { node, settings throws(Diagnostic) in settings.format = try format(node) }
    ),
    .choice(
      "api",
      \.interface,
      "How the kernel is asked: \"atomic\" or, where that fails, \"legacy\""
    ),
    .entry(
      "properties",
      .schema(
        #"{"type": "object", "additionalProperties": {"anyOf": [{"type": "string", "minLength": 1, "maxLength": 31}, {"type": "integer", "minimum": 0}]}}"#
      ),
      "Properties of the connector or its CRTC by the kernel's names, set when the display is lit"
    ) { reader, settings in
      settings.properties = reader.table(
        "properties",
        fallback: settings.properties,
        title: "[display.properties]"
      ) { table in
        table.readAll { entry throws(Diagnostic) in try property(entry) }
      }
    },
    .own(
      "rotation",
      .schema(#"{"enum": ["auto", 0, 90, 180, 270]}"#),
      "As the panel is mounted; 0, 90, 180 or 270 clockwise; touch follows",
      get: { _ in "auto" },
      { node, settings throws(Diagnostic) in settings.rotation = try rotation(node) }
    ),
    .own(
      "scale",
      .either(.choice(["auto"]), .number(0.5...8)),
      "Pixels a point, 0.5 to 8; \"auto\" goes by the panel's size",
      get: { _ in "auto" },
      { node, settings throws(Diagnostic) in settings.scale = try scale(node) }
    ),
    .table(
      "design",
      \.design,
      Design.keys,
      "The screen that this file was drawn for, in points: it goes by that how large a point is",
      from: Design()
    ),
    .table(
      "care",
      \.care,
      Care.keys,
      "What keeps a picture that stands still from burning in",
      from: Care()
    ),
    .color("background", \.background, "The colour behind everything; opaque"),
    .own(
      "others",
      .choice(["leave", "off"]),
      "Monitors on the same card: \"leave\" them as they are, or \"off\"",
      get: { _ in "leave" },
      { node, settings throws(Diagnostic) in settings.switchesOthersOff = try others(node) }
    ),
    .own(
      "mirror",
      .either(.flag, .pattern(connectorPattern)),
      "The same picture on another monitor: true, or its connector",
      get: { _ in false },
      { node, settings throws(Diagnostic) in settings.mirror = try mirror(node) }
    ),
    .own(
      "languages",
      .list(.pattern(languagePattern), 0...mostLanguages),
      "The languages in which texts may be given, such as [\"de\", \"en\"]; the first is spoken first",
      get: { _ in [] },
      { node, settings throws(Diagnostic) in settings.languages = try languages(node) }
    ),
    .choice(
      "direction",
      \.direction,
      "Where frames begin: on the left (\"ltr\"), on the right (\"rtl\"), or \"auto\" by the language"
    ),
    .number(
      "blank_after",
      \.blankAfter,
      0...31_536_000,
      "Seconds without touch or change until the panel sleeps; 0 = never"
    ),
    .choice(
      "blank",
      \.blanking,
      "How it sleeps: the output goes \"off\", the \"backlight\", or the picture \"black\""
    ),
    .number("dim", \.dimming, 0...3600, "Seconds before the sleep in which the backlight fades"),
    .own(
      "backlight",
      .text,
      "\"auto\", or a name of /sys/class/backlight, where there is more than one",
      get: { _ in "auto" },
      { node, settings throws(Diagnostic) in settings.backlight = try backlight(node) }
    ),
    .own(
      "brightness",
      .either(.choice(["auto"]), .number(0...100)),
      "Percent of the backlight, 0 to 100; \"auto\" as it is found",
      get: { _ in "auto" },
      { node, settings throws(Diagnostic) in settings.brightness = try brightness(node) }
    ),
    .own(
      "schedule",
      .list(.pattern(AwakeSchedule.pattern), 0...64),
      "When it may be awake, such as [\"Mon-Fri 07:00-22:00\"]; always while it is empty",
      get: { _ in [] },
      { node, settings throws(Diagnostic) in settings.schedule = try AwakeSchedule(node) }
    ),
    .command("on_blank", \.onBlank, "A program to run when the panel has gone dark"),
    .command("on_wake", \.onWake, "A program to run when the panel is lit"),
  ]

  /// Reads the table `[display]`.
  init(_ reader: inout TableReader) {
    self.init()
    reader.read(Self.keys, into: &self)
    if isForced, connector == .automatic {
      reader.report(
        Diagnostic(reader.keyPosition("force"), "'force' needs 'connector' to name a connector")
      )
    }
    if design != nil, scale != .automatic {
      reader.report(
        Diagnostic(reader.keyPosition("scale"), "'scale' must be left out where 'design' is given")
      )
    }
    if background.alpha != 255 {
      let position = reader.node("background")?.position ?? reader.position
      reader.report(.translucent("background", at: position))
    }
    if blankAfter > 0, dimming > blankAfter {
      reader.report(
        Diagnostic(reader.keyPosition("dim"), "'dim' must be no more than 'blank_after'")
      )
    }
  }

  private static let connectorPattern = "^[A-Za-z0-9-]{1,32}$"

  private static let languagePattern = "^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8}){0,3}$"
  private static let mostLanguages = 16

  private static func languages(_ node: TOMLNode) throws(Diagnostic) -> [String] {
    let expectation = "a list of at most \(mostLanguages) languages such as [\"de\", \"en\"]"
    var names: [String] = []
    for name in try node.texts(0...mostLanguages, expectation: expectation) {
      let parts = name.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
      let isName =
        parts.count <= 4 && (2...3).contains(parts[0].count)
        && parts[0].allSatisfy(isLetter)
        && parts.dropFirst().allSatisfy { part in
          (1...8).contains(part.count)
            && part.allSatisfy {
              isLetter($0) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
            }
        }
      guard isName else { throw node.mismatch(expectation) }
      guard !names.contains(where: name.hasSameBytes) else {
        throw Diagnostic(node.position, "must name '\(name)' once")
      }
      names.append(name)
    }
    return names
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  private static func connector(_ node: TOMLNode) throws(Diagnostic) -> Connector {
    if node.string.hasSameBytes(as: "auto") { return .automatic }
    return .named(try connectorName(node, or: "\"auto\""))
  }

  private static func mirror(_ node: TOMLNode) throws(Diagnostic) -> MirrorRequest {
    if case .bool(let isWanted) = node.value { return isWanted ? .any : .none }
    return .named(try connectorName(node, or: "true, false"))
  }

  private static func connectorName(
    _ node: TOMLNode,
    or words: String
  ) throws(Diagnostic) -> String {
    let expectation = "\(words) or a connector's name such as \"HDMI-A-1\""
    guard let name = node.string else { throw node.mismatch(expectation) }
    let isName = name.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
        true
      default: false
      }
    }
    guard isName, (1...32).contains(name.utf8.count) else { throw node.mismatch(expectation) }
    return name
  }

  private static func format(_ node: TOMLNode) throws(Diagnostic) -> PixelFormat? {
    switch node.string {
    case "auto": nil
    case "XRGB8888": .xrgb8888
    case "RGB565": .rgb565
    default: throw node.mismatch("\"auto\", \"XRGB8888\" or \"RGB565\"")
    }
  }

  private static func rotation(_ node: TOMLNode) throws(Diagnostic) -> Rotation? {
    if node.string.hasSameBytes(as: "auto") { return nil }
    guard let number = node.number, let degrees = Int(exactly: number),
      let rotation = Rotation(rawValue: degrees)
    else { throw node.mismatch("\"auto\", 0, 90, 180 or 270") }
    return rotation
  }

  /// Properties that swelld sets by itself.
  private static let ownProperties = [
    "ACTIVE", "CRTC_ID", "DPMS", "MODE_ID", "OUT_FENCE_PTR", "link-status",
  ]

  private static func property(_ entry: TOMLEntry) throws(Diagnostic) -> PropertyRequest {
    // DRM_PROP_NAME_LEN is 32 with the zero at the end.
    let lengths = 1...31
    guard lengths.contains(entry.key.utf8.count) else {
      throw Diagnostic(entry.keyPosition, "is no name of a property: those have 1 to 31 bytes")
    }
    guard !ownProperties.contains(entry.key) else {
      throw Diagnostic(entry.keyPosition, "is set by swelld itself")
    }
    if let name = entry.node.string, lengths.contains(name.utf8.count) {
      return PropertyRequest(entry.key, value: .choice(name))
    }
    if let number = entry.node.number, (0...9_007_199_254_740_992).contains(number),
      let whole = UInt64(exactly: number)
    {
      return PropertyRequest(entry.key, value: .number(whole))
    }
    throw entry.node.mismatch("a value's name, or a whole number from 0")
  }

  private static func others(_ node: TOMLNode) throws(Diagnostic) -> Bool {
    switch node.string {
    case "leave": false
    case "off": true
    default: throw node.mismatch("\"leave\" or \"off\"")
    }
  }

  private static func scale(_ node: TOMLNode) throws(Diagnostic) -> Scale {
    if node.string.hasSameBytes(as: "auto") { return .automatic }
    guard let scale = node.number, (0.5...8).contains(scale) else {
      throw node.mismatch("\"auto\" or a number from 0.5 to 8")
    }
    return .fixed(scale)
  }

  private static func mode(_ node: TOMLNode) throws(Diagnostic) -> ModeRequest {
    switch node.string {
    case "preferred": return .preferred
    case "current": return .current
    default: break
    }
    if let text = node.string, text.split(separator: " ").count > 3 {
      do {
        return .timings(try Modeline(parsing: text))
      } catch {
        throw Diagnostic(node.position, error.message)
      }
    }
    guard let mode = node.string.flatMap({ NamedMode($0) }) else {
      throw node.mismatch(
        "\"preferred\", \"current\", a mode such as \"1920x1080\" or \"1920x1080@60\", "
          + "or a modeline"
      )
    }
    return .named(mode)
  }

  private static func backlight(_ node: TOMLNode) throws(Diagnostic) -> String? {
    let name = try node.text()
    guard !name.hasSameBytes(as: "auto") else { return nil }
    guard (1...64).contains(name.utf8.count), !name.utf8.contains(UInt8(ascii: "/")),
      !name.hasPrefix(".")
    else { throw node.mismatch("\"auto\" or a name of /sys/class/backlight") }
    return name
  }

  private static func brightness(_ node: TOMLNode) throws(Diagnostic) -> Double? {
    if node.string.hasSameBytes(as: "auto") { return nil }
    guard let percent = node.number, (0...100).contains(percent) else {
      throw node.mismatch("\"auto\" or a number from 0 to 100")
    }
    return percent
  }
}

extension Diagnostic {
  /// The complaint about a colour of the screen that lets something through.
  static func translucent(_ key: String, at position: SourcePosition) -> Self {
    Self(position, "'\(key)' must be opaque: there is nothing behind it")
  }
}
