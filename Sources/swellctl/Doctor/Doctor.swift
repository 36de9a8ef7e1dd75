// SPDX-License-Identifier: Apache-2.0
internal import ArgumentParser
internal import Backlight
internal import Configuration
internal import Control
internal import DeviceSettings
internal import Evdev
internal import KMS
internal import LinuxSystem
internal import Touch

/// `swellctl doctor`.
struct Doctor: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Says what is wrong with this machine's display and touch, and what to do.",
    discussion: """
      Works without a daemon, and disturbs none. As root it sees more: who holds the display. \
      Exit status: 1 when something is wrong.
      """
  )

  @OptionGroup var connection: ConnectionOptions
  @Option(
    help: ArgumentHelp(
      "The configuration; otherwise /etc/swell/swell.toml.",
      valueName: "file"
    )
  )
  var config: String?

  func run() throws {
    let unit = MachineReading.unitState()
    let answer = ask(unit)
    var findings = unit?.findings ?? [.fine("no systemd answers here, so no unit is looked at")]
    findings += answer.findings(version: SwellRelease.version)
    let (settings, ofFile) = MachineReading.settings(config)
    findings += ofFile
    let inventory = KMSInventory.read(settings.display.kms())
    findings += CardDiagnosis(answer, unit).findings(inventory)
    let account = unit?.isInstalled ?? false ? MachineReading.serviceAccount() : nil
    findings += LightDiagnosis.findings(
      BacklightDevice.all(in: ProcessEnvironment["SWELL_BACKLIGHTS"] ?? KernelBacklight.folder),
      settings.display,
      connector: answer.connector ?? inventory.connectorName,
      mayWrite: account.map { account in
        { path in MachineReading.node(path)?.isOpen(to: account) ?? false }
      }
    )
    let devices = EvdevInventory.devices(settings.evdev)
    findings += TouchDiagnosis.findings(devices)
    if unit?.isInstalled ?? false {
      findings += accessFindings(inventory, devices)
      findings += KeyboardDiagnosis.findings(magicKeys: MachineReading.magicKeys())
    }
    for finding in findings { try StandardOutput.write(line: finding.line) }
    if findings.contains(where: \.isProblem) { throw ExitCode(1) }
  }

  /// Asks the daemon, unless the socket's unit would have to start it first.
  private func ask(_ unit: UnitState?) -> DaemonAnswer {
    if connection.place.socket == nil, let unit, unit.isInstalled, !unit.isUp { return .notAsked }
    do throws(ClientError) {
      var client = try connection.connect()
      return .status(try client.call(.status))
    } catch {
      guard connection.place.socket == nil, error.isAbsent, unit?.isUp ?? false else {
        return .unreachable(error.sentence)
      }
      return .unreachable("no client finds swelld's socket; systemctl restart swell.socket")
    }
  }

  /// Whether the service may open what it would use.
  private func accessFindings(
    _ inventory: KMSInventory,
    _ devices: [InputDeviceDescription]
  ) -> [Finding] {
    guard let account = MachineReading.serviceAccount() else {
      return [.problem("there is no user swell", "systemd-sysusers swell.conf")]
    }
    let displays = inventory.cards.filter { $0.driver.isEmpty || $0.snapshot != nil }.map(\.path)
    let panels = devices.filter { $0.isUsed || $0.kind == "unknown" }.map(\.path)
    let nodes = (displays + panels).compactMap(MachineReading.node)
    let obstacles = nodes.compactMap { $0.obstacle(for: account) }
    guard obstacles.isEmpty, !nodes.isEmpty else { return obstacles }
    return [.fine("the user swell may open \(nodes.map(\.path).joined(separator: ", "))")]
  }
}
