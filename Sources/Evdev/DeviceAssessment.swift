// SPDX-License-Identifier: Apache-2.0
internal import Geometry
internal import Glibc
internal import LinuxSystem
internal import Touch

/// What is to be done with one event node, and why.
struct DeviceAssessment {
  /// The node in words.
  var description: InputDeviceDescription
  /// How it is read; `nil` when it isn't used.
  var use: DeviceVerdict.Use?
  /// What is typed on it is read as this; `nil` where it is not.
  private(set) var typing: Typing?
  /// The open node; `nil` when it could not be opened.
  var node: InputNode?
  /// Why it could not be opened.
  var failure: SystemError?
  /// Whether the configuration names the node.
  let isNamed: Bool
  /// Whether udev's calibration could not be understood.
  let hasBadMatrix: Bool

  /// How keys of a device are read.
  enum Typing {
    case keyboard(EvdevSettings.KeyboardUse)
    case scanner(EvdevSettings.ScannerUse)
  }

  /// Opens the node and decides.
  ///
  /// - Parameters:
  ///   - path: The node, without links.
  ///   - properties: What udev says of it.
  ///   - settings: What the configuration says.
  ///   - named: The nodes that the configuration names, without links; `nil` for all that fit.
  init(path: String, properties: UdevProperties, settings: EvdevSettings, named: [String]?) {
    self.init(undecided: path, properties, settings, named)
    do throws(SystemError) {
      let node = try InputNode.open(path)
      self.node = node
      if !node.context.name.isEmpty { description.name = node.context.name }
      decide(node.context.capabilities, properties, settings, hasChoice: named == nil)
    } catch {
      failure = error
      description.reason = "it cannot be opened: \(error.reason)"
      if error.number == EACCES || error.number == EPERM {
        description.reason += "; the user has to be in the group input"
      }
    }
  }

  /// Decides by what a device has declared, which may not be of this machine.
  init(_ declaration: DeviceDeclaration, settings: EvdevSettings) {
    var properties = UdevProperties()
    properties.name = declaration.name
    properties.seat = declaration.udev["ID_SEAT"] ?? ""
    properties.isIgnored = !["", "0"].contains(declaration.udev["LIBINPUT_IGNORE_DEVICE"] ?? "")
    properties.calibration = declaration.udev["LIBINPUT_CALIBRATION_MATRIX"] ?? ""
    self.init(undecided: declaration.path, properties, settings, nil)
    decide(declaration.capabilities, properties, settings, hasChoice: true)
  }

  private init(
    undecided path: String,
    _ properties: UdevProperties,
    _ settings: EvdevSettings,
    _ named: [String]?
  ) {
    description = InputDeviceDescription(
      name: properties.name,
      path: path,
      kind: "unknown",
      isUsed: false,
      reason: ""
    )
    let matrix = calibrationMatrix(properties.calibration)
    description.calibration = settings.calibration ?? matrix ?? .identity
    hasBadMatrix = matrix == nil && !properties.calibration.isEmpty && settings.calibration == nil
    isNamed = named?.contains(path) ?? false
  }

  private mutating func decide(
    _ capabilities: DeviceCapabilities,
    _ properties: UdevProperties,
    _ settings: EvdevSettings,
    hasChoice: Bool
  ) {
    decideTouch(capabilities, properties, hasChoice: hasChoice)
    if use == nil, !isNamed { decideTyping(capabilities, properties, settings) }
  }

  /// Decides whether the device is typed on, and as what.
  private mutating func decideTyping(
    _ capabilities: DeviceCapabilities,
    _ properties: UdevProperties,
    _ settings: EvdevSettings
  ) {
    let path = description.path
    func isAmong(_ paths: [String]) -> Bool {
      resolvedNodes(.paths(paths))?.contains(path) ?? false
    }
    if let scanner = settings.scanners.first(where: { isAmong([$0.path]) }) {
      description.kind = "scanner"
      guard capabilities.keys.contains(.any) else {
        description.reason = "the configuration names it as a scanner, and it has no keys"
        return
      }
      typing = .scanner(scanner)
      description.isUsed = true
      description.reason = "the configuration names it as a scanner"
      return
    }
    guard let keyboard = settings.keyboard else { return }
    switch keyboard.devices {
    case .paths(let paths):
      guard isAmong(paths) else {
        if capabilities.isKeyboard {
          description.reason = "the configuration names other keyboards"
        }
        return
      }
      description.reason = "the configuration names it as a keyboard"
    case .automatic:
      guard capabilities.isKeyboard else { return }
      if properties.isIgnored {
        description.reason = "udev says LIBINPUT_IGNORE_DEVICE"
        return
      }
      if !properties.seat.isEmpty && properties.seat != "seat0" {
        description.reason = "it belongs to \(properties.seat)"
        return
      }
      description.reason = "it has Enter and letters or digits"
    }
    description.kind = "keyboard"
    description.isUsed = true
    typing = .keyboard(keyboard)
  }

  private mutating func decideTouch(
    _ capabilities: DeviceCapabilities,
    _ properties: UdevProperties,
    hasChoice: Bool
  ) {
    let verdict = capabilities.verdict(isNamed: isNamed)
    description.kind = verdict.kind
    guard let use = verdict.use else {
      description.reason = verdict.reason
      return
    }
    if !hasChoice && !isNamed {
      description.reason = "the configuration names other devices"
    } else if properties.isIgnored && !isNamed {
      description.reason = "udev says LIBINPUT_IGNORE_DEVICE"
    } else if !properties.seat.isEmpty && properties.seat != "seat0" && !isNamed {
      description.reason = "it belongs to \(properties.seat)"
    } else {
      description.reason = isNamed ? "the configuration names it" : verdict.reason
      description.isUsed = true
      description.contactLimit = use.touchProtocol.contacts
      self.use = use
    }
  }
}

/// The nodes behind the paths that the configuration names; a path that leads nowhere yet is left
/// out.
func resolvedNodes(_ devices: EvdevSettings.Devices) -> [String]? {
  guard case .paths(let paths) = devices else { return nil }
  return paths.compactMap { path in
    guard let resolved = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
  }
}
