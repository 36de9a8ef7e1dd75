// SPDX-License-Identifier: Apache-2.0
internal import Geometry
internal import PlainText
internal import Presentation
internal import Raster
internal import TOMLReading
internal import Widgets

extension DisplaySettings {
  /// Reads the table `[display]`.
  init(_ reader: inout TableReader) {
    self.init()
    connector = reader.read("connector", connector) { node throws(Diagnostic) in
      try Self.connector(node)
    }
    isForced = reader.bool("force", isForced)
    if isForced, connector == .automatic {
      reader.report(
        Diagnostic(reader.keyPosition("force"), "'force' needs 'connector' to name a connector")
      )
    }
    mode = reader.read("mode", mode) { node throws(Diagnostic) in try Self.mode(node) }
    format = reader.read("format", format) { node throws(Diagnostic) in try Self.format(node) }
    interface = reader.choice("api", interface)
    properties = reader.table("properties", properties, title: "[display.properties]") { table in
      table.readAll { entry throws(Diagnostic) in try Self.property(entry) }
    }
    // Written out inside this closure, the reading of `node.number` crashes the optimiser of Swift
    // 6.3.1 (CopyPropagation: "Found outside of lifetime use"); try again with a release build.
    rotation = reader.read("rotation", rotation) { node throws(Diagnostic) in
      try Self.rotation(node)
    }
    scale = reader.read("scale", scale) { node throws(Diagnostic) in try Self.scale(node) }
    background = reader.color("background", background)
    if background.alpha != 255 {
      reader.report(
        Diagnostic(
          reader.node("background")?.position ?? reader.position,
          "'background' must be opaque: there is nothing behind it"
        )
      )
    }
    switchesOthersOff = reader.read("others", switchesOthersOff) { node throws(Diagnostic) in
      try Self.others(node)
    }
    mirror = reader.read("mirror", mirror) { node throws(Diagnostic) in try Self.mirror(node) }
    readSleep(&reader)
  }

  private static func connector(_ node: TOMLNode) throws(Diagnostic) -> Connector {
    if node.string.hasSameBytes(as: "auto") { return .automatic }
    return .named(try connectorName(node, or: "\"auto\""))
  }

  private static func mirror(_ node: TOMLNode) throws(Diagnostic) -> Mirror {
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

  /// What swelld sets by itself.
  private static let ownProperties = [
    "ACTIVE", "CRTC_ID", "DPMS", "MODE_ID", "OUT_FENCE_PTR", "link-status",
  ]

  private static func property(_ entry: TOMLEntry) throws(Diagnostic) -> Property {
    // DRM_PROP_NAME_LEN is 32 with the zero at the end.
    let lengths = 1...31
    guard lengths.contains(entry.key.utf8.count) else {
      throw Diagnostic(entry.keyPosition, "is no name of a property: those have 1 to 31 bytes")
    }
    guard !ownProperties.contains(entry.key) else {
      throw Diagnostic(entry.keyPosition, "is set by swelld itself")
    }
    if let name = entry.node.string, lengths.contains(name.utf8.count) {
      return Property(entry.key, .choice(name))
    }
    if let number = entry.node.number, (0...9_007_199_254_740_992).contains(number),
      let whole = UInt64(exactly: number)
    {
      return Property(entry.key, .number(whole))
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
}

extension TouchSettings {
  /// Reads the table `[touch]`.
  init(_ reader: inout TableReader) {
    self.init()
    devices = reader.devices(devices)
    calibration = reader.read("calibration", calibration) { node throws(Diagnostic) in
      if node.string.hasSameBytes(as: "auto") { return .automatic }
      let numbers = node.elements?.compactMap(\.number) ?? []
      guard numbers.count == 6, node.elements?.count == 6,
        numbers.allSatisfy({ abs($0) <= 1000 })
      else { throw node.mismatch("\"auto\" or six numbers [a, b, c, d, e, f]") }
      let (a, b, d, e) = (numbers[0], numbers[1], numbers[3], numbers[4])
      guard abs(a * e - b * d) > 1e-6 else {
        throw Diagnostic(node.position, "must be invertible: this matrix maps all onto one line")
      }
      return .matrix(
        AffineTransform(numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5])
      )
    }
    isGrabbed = reader.bool("grab", isGrabbed)
    releaseTimeout = reader.number("release_timeout", releaseTimeout, in: 0...86400)
    leastDuration = reader.number("least", leastDuration, in: 0...1)
  }
}

extension TableReader {
  /// Reads the key `devices`: "auto" or a list of paths.
  mutating func devices(_ fallback: TouchSettings.Devices) -> TouchSettings.Devices {
    read("devices", fallback) { node throws(Diagnostic) in
      if node.string.hasSameBytes(as: "auto") { return .automatic }
      guard let elements = node.elements, !elements.isEmpty else {
        throw node.mismatch("\"auto\" or a list of device paths")
      }
      var paths: [String] = []
      for element in elements {
        let path = try element.text()
        guard path.hasPrefix("/") else { throw element.mismatch("an absolute path") }
        paths.append(path)
      }
      return .paths(paths)
    }
  }
}
