// SPDX-License-Identifier: Apache-2.0
internal import Configuration
internal import Control
internal import DeviceSettings
internal import Evdev
internal import Geometry
internal import JSON
internal import KMS
internal import LinuxSystem
internal import Touch

extension Examination {
  /// `BUS_BLUETOOTH`: names of what comes by radio were given by their owners.
  private static let radio: UInt16 = 5
  /// Names of owners and groups of nodes that are the system's.
  private static let systemNames = ["root", "video", "render", "input", "swell"]

  /// A report of the findings, with frames that are counted now, without what concerns this very machine.
  func report(_ connection: ConnectionOptions, seconds: Double) -> BoardReport {
    var report = BoardReport()
    report.source = "recorded by swellctl \(SwellRelease.description)"
    let version: String? =
      if case .status(let status) = answer { status["version"]?.string } else { nil }
    report.facts = MachineFacts.read(daemonVersion: version)
    report.display = BoardReport.display(settings.display)
    report.calibration = settings.evdev.calibration.map { matrix in
      .array(matrix.coefficients.map { .number($0) })
    }
    for (path, result) in EvdevInventory.declarations() {
      switch result {
      case .success(var declaration):
        if declaration.bus == Self.radio { declaration.name = "" }
        report.inputs.append(declaration)
      case .failure(let error): report.unread.append("\(path): \(error.reason)")
      }
    }
    let nameless = report.inputs.filter(\.name.isEmpty).map(\.path)
    let anonymous = anonymous(nameless)
    report.cards = anonymous.inventory.cards
    let diagnosis = CardDiagnosis(answer, unit: unit)
    for index in report.cards.indices {
      let card = report.cards[index]
      report.cards[index].users = diagnosis.users(
        card.users,
        of: card.path,
        isHeldByOther: card.isHeldByOther ?? false
      )
      report.devices[card.path] = MachineFacts.device(ofCard: card.path)
      if card.isDenied { report.unread.append("\(card.path): Permission denied") }
    }
    report.findings = anonymous.findings.map(\.line)
    report.frames = FrameTrial.run(answer, connection: connection, seconds: seconds)
    return report
  }

  /// The same without names that owners have given, paths of theirs, and words of the configuration.
  private func anonymous(_ nameless: [String]) -> Self {
    var result = self
    result.unit?.forgetText()
    let mistakes = ofFile.count(where: \.isProblem)
    result.ofFile =
      mistakes == 0
      ? [.fine("the configuration is valid, or there is none")]
      : [.problem("the configuration has mistakes", remedy: "swelld --check tells \(mistakes)")]
    for index in inventory.cards.indices {
      let words = inventory.cards[index].access.split { $0 == ":" || $0 == " " }.map(String.init)
      let names = words.dropLast().map { Self.systemNames.contains($0) ? $0 : "other" }
      result.inventory.cards[index].access =
        "\(names.joined(separator: ":")) \(words.last ?? "")"
    }
    for index in devices.indices where nameless.contains(devices[index].path) {
      result.devices[index].name = ""
    }
    // A path of the configuration may lead anywhere.
    result.devices.removeAll { !$0.path.hasPrefix("/dev/") }
    switch answer {
    case .notAsked: break
    case .unreachable: result.answer = .unreachable("the daemon does not answer")
    case .status(let status): result.answer = .status(status.withoutNames(ofInputs: nameless))
    }
    return result
  }
}

extension JSONValue {
  /// A status whose input devices at `paths` have no names.
  fileprivate func withoutNames(ofInputs paths: [String]) -> JSONValue {
    guard var status = object, let inputs = status["inputs"]?.array else { return self }
    status["inputs"] = .array(
      inputs.map { input in
        guard var device = input.object, let path = device["device"]?.string,
          paths.contains(path)
        else { return input }
        device["name"] = ""
        return .object(device)
      }
    )
    return .object(status)
  }
}
