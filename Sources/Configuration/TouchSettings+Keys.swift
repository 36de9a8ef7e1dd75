// SPDX-License-Identifier: Apache-2.0
internal import Geometry
internal import JSON
internal import PlainText
internal import TOMLReading
internal import Widgets

extension TouchSettings {
  /// The keys of the table `[touch]`.
  static let keys: [Key<Self>] = [
    .devices(\.devices, "\"auto\", or a list of paths below /dev/input"),
    .own(
      "calibration",
      .either(.schema(#"{"const": "auto"}"#), .list(.number(-1000...1000), 6...6)),
      "\"auto\", as udev's LIBINPUT_CALIBRATION_MATRIX says, or six numbers",
      get: { _ in "auto" },
      { node, settings throws(Diagnostic) in settings.calibration = try calibration(node) }
    ),
    .flag("grab", \.isGrabbed, "Keep other programs from receiving the touches"),
    .number(
      "release_timeout",
      \.releaseTimeout,
      0...86400,
      "Cancel a touch that sends nothing for so long; 0 = never"
    ),
    .number(
      "least",
      \.leastDuration,
      0...1,
      "Seconds; a touch that was lifted sooner is a ghost; 0 = none is"
    ),
  ]

  /// Reads the table `[touch]`.
  init(_ reader: inout TableReader) {
    self.init()
    reader.read(Self.keys, into: &self)
  }

  private static func calibration(_ node: TOMLNode) throws(Diagnostic) -> Calibration {
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
}

extension Key {
  /// The key `devices`: "auto" or a list of paths.
  static func devices(_ path: Path<TouchSettings.Devices>, _ about: String) -> Self {
    own(
      "devices",
      .either(.schema(#"{"const": "auto"}"#), .list(.pattern("^/"), 1...Int.max)),
      about,
      get: { _ in "auto" },
      { node, owner throws(Diagnostic) in
        owner[keyPath: path] = try TouchSettings.Devices(node)
      }
    )
  }
}

extension TouchSettings.Devices {
  fileprivate init(_ node: TOMLNode) throws(Diagnostic) {
    self = .automatic
    if node.string.hasSameBytes(as: "auto") { return }
    guard let elements = node.elements, !elements.isEmpty else {
      throw node.mismatch("\"auto\" or a list of device paths")
    }
    var paths: [String] = []
    for element in elements {
      let path = try element.text()
      guard path.hasPrefix("/") else { throw element.mismatch("an absolute path") }
      paths.append(path)
    }
    self = .paths(paths)
  }
}
