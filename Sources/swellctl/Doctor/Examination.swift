// SPDX-License-Identifier: Apache-2.0
internal import Backlight
internal import Configuration
internal import Control
internal import DeviceSettings
internal import Evdev
internal import KMS
internal import LinuxSystem
internal import Touch

/// Everything that `doctor` has looked at, and what it makes of it.
struct Examination {
  /// The unit's state; nil where no service manager answers.
  var unit: UnitState?
  /// The daemon's answer.
  var answer: DaemonAnswer
  /// The settings that the daemon would use.
  var settings: Settings
  /// Findings about the configuration's file.
  var ofFile: [Finding]
  /// The cards.
  var inventory: KMSInventory
  /// The input devices.
  var devices: [InputDeviceDescription]

  /// Looks at cards and input devices.
  init(
    _ unit: UnitState?,
    answer: DaemonAnswer,
    configuration: (settings: Settings, findings: [Finding])
  ) {
    self.unit = unit
    self.answer = answer
    (settings, ofFile) = configuration
    inventory = KMSInventory.read(settings.display.kms())
    devices = EvdevInventory.devices(settings.evdev)
  }

  /// A line for everything that matters.
  var findings: [Finding] {
    var findings = unit?.findings ?? [.fine("no systemd answers here, so no unit is looked at")]
    findings += answer.findings(version: SwellRelease.version)
    findings += ofFile
    findings += CardDiagnosis(answer, unit: unit).findings(inventory)
    let account = unit?.isInstalled ?? false ? MachineReading.serviceAccount() : nil
    findings += LightDiagnosis.findings(
      BacklightDevice.all(in: ProcessEnvironment["SWELL_BACKLIGHTS"] ?? KernelBacklight.folder),
      settings: settings.display,
      connector: answer.connector ?? inventory.connectorName,
      mayWrite: account.map { account in
        { path in MachineReading.node(path)?.isOpen(to: account) ?? false }
      }
    )
    findings += TouchDiagnosis.findings(devices)
    if unit?.isInstalled ?? false {
      findings += accessFindings
      findings += KeyboardDiagnosis.findings(magicKeys: MachineReading.magicKeys())
    }
    return findings
  }

  /// Findings about the service's permission to open the nodes that it would use.
  private var accessFindings: [Finding] {
    guard let account = MachineReading.serviceAccount() else {
      return [.problem("there is no user swell", remedy: "systemd-sysusers swell.conf")]
    }
    let displays = inventory.cards.filter { $0.driver.isEmpty || $0.snapshot != nil }.map(\.path)
    let panels = devices.filter { $0.isUsed || $0.kind == "unknown" }.map(\.path)
    let nodes = (displays + panels).compactMap(MachineReading.node)
    let obstacles = nodes.compactMap { $0.obstacle(for: account) }
    guard obstacles.isEmpty, !nodes.isEmpty else { return obstacles }
    return [.fine("the user swell may open \(nodes.map(\.path).joined(separator: ", "))")]
  }
}
