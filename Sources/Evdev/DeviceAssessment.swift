// SPDX-License-Identifier: Apache-2.0
internal import Geometry
internal import Glibc
internal import LinuxSystem
internal import Touch

/// The decision what is to be done with one event node, and the reason.
struct DeviceAssessment {
  /// The node in words.
  var description: InputDeviceDescription
  /// The way it is read; `nil` when it isn't used.
  var use: DeviceVerdict.Use?
  /// The way its keys are read; `nil` where they are not.
  private(set) var typing: Typing?
  /// The open node; `nil` when it could not be opened.
  var node: InputNode?
  /// The error with which it could not be opened.
  var failure: SystemError?
  /// True if the configuration names the node.
  let isNamed: Bool
  /// True if udev's calibration could not be understood.
  let hasBadMatrix: Bool

  /// The way keys of a device are read.
  enum Typing {
    case keyboard(EvdevSettings.KeyboardUse)
    case scanner(EvdevSettings.ScannerUse)
    /// Nothing is typed: some of its keys are buttons on the screen.
    case buttons
  }

  /// Opens the node and decides.
  ///
  /// - Parameters:
  ///   - path: The node, without links.
  ///   - properties: udev's properties of it.
  ///   - settings: The configuration's settings.
  ///   - named: The nodes that the configuration names, without links; `nil` for all that fit.
  init(path: String, properties: UdevProperties, settings: EvdevSettings, named: [String]?) {
    self.init(undecided: path, properties: properties, settings: settings, named: named)
    do throws(SystemError) {
      let node = try InputNode.open(path)
      self.node = node
      if !node.context.name.isEmpty { description.name = node.context.name }
      decide(
        node.context.declaration,
        properties: properties,
        settings: settings,
        hasChoice: named == nil
      )
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
    self.init(undecided: declaration.path, properties: properties, settings: settings, named: nil)
    decide(declaration, properties: properties, settings: settings, hasChoice: true)
  }

  private init(
    undecided path: String,
    properties: UdevProperties,
    settings: EvdevSettings,
    named: [String]?
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
    _ declaration: DeviceDeclaration,
    properties: UdevProperties,
    settings: EvdevSettings,
    hasChoice: Bool
  ) {
    let capabilities = declaration.capabilities
    decideTouch(capabilities, properties: properties, hasChoice: hasChoice)
    guard use == nil, !isNamed else { return }
    decideTyping(capabilities, properties: properties, settings: settings)
    guard typing == nil, let bound = settings.bound,
      !bound.codes.isDisjoint(with: declaration.events[InputCode.key] ?? [])
    else { return }
    decideButtons(bound.devices, properties: properties)
  }

  /// Decides whether some of the device's keys are buttons on the screen.
  private mutating func decideButtons(
    _ devices: EvdevSettings.Devices,
    properties: UdevProperties
  ) {
    switch devices {
    case .paths: guard isAmong(devices) else { return }
    case .automatic:
      guard ["keyboard", "keys"].contains(description.kind), mayBeChosen(properties) else { return }
    }
    description.isUsed = true
    description.reason = "it has keys that are buttons"
    typing = .buttons
  }

  /// Tells if the device is one of `devices`, which are named.
  private func isAmong(_ devices: EvdevSettings.Devices) -> Bool {
    resolvedNodes(devices)?.contains(description.path) ?? false
  }

  /// Tells if udev leaves the device to this program; if not, sets the reason.
  private mutating func mayBeChosen(_ properties: UdevProperties) -> Bool {
    if properties.isIgnored {
      description.reason = "udev says LIBINPUT_IGNORE_DEVICE"
      return false
    }
    if !properties.seat.isEmpty && properties.seat != "seat0" {
      description.reason = "it belongs to \(properties.seat)"
      return false
    }
    return true
  }

  /// Decides whether the device is typed on, and as what.
  private mutating func decideTyping(
    _ capabilities: DeviceCapabilities,
    properties: UdevProperties,
    settings: EvdevSettings
  ) {
    if let scanner = settings.scanners.first(where: { isAmong(.paths([$0.path])) }) {
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
    case .paths:
      guard isAmong(keyboard.devices) else {
        if capabilities.isKeyboard {
          description.reason = "the configuration names other keyboards"
        }
        return
      }
      description.reason = "the configuration names it as a keyboard"
      description.kind = "keyboard"
    case .automatic:
      guard capabilities.isKeyboard || capabilities.isKeypad, mayBeChosen(properties) else {
        return
      }
      // Where no letters can be typed a keyboard on the screen is still wanted.
      if capabilities.isKeyboard {
        description.reason = "it has Enter and letters"
        description.kind = "keyboard"
      } else if capabilities.keys.contains([.enter, .digits]) {
        description.reason = "it has Enter and digits"
      } else {
        description.reason = "it has keys that lead the focus and press"
      }
    }
    description.isUsed = true
    typing = .keyboard(keyboard)
  }

  private mutating func decideTouch(
    _ capabilities: DeviceCapabilities,
    properties: UdevProperties,
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
