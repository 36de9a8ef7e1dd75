// SPDX-License-Identifier: Apache-2.0
internal import Configuration
internal import DeviceSettings
package import Evdev
internal import Geometry
package import JSON
package import KMS
internal import Presentation
internal import TOMLReading

/// A report on a machine's displays and input devices: the file that `doctor --report` writes and `doctor --from`
/// judges; `docs/report.md` describes its form.
///
/// The contents were chosen part by part: no text of widgets or fields, no serial number, no name that an owner has
/// given, no path of a user's.
package struct BoardReport: Sendable {
  /// The form of the file; another one is refused.
  static let form = 1
  /// More than any machine's report has.
  static let maximumByteCount = 16 << 20

  /// Origin of the report: the program that recorded it, as a rule.
  package var source = ""
  /// Versions and machine, for people alone.
  package var facts = JSONObject()
  /// The configuration's settings of the display, as keys and values.
  package var display = JSONObject()
  /// The calibration that the configuration says; nil where udev's counts.
  package var calibration: JSONValue?
  /// The cards, lowest number first.
  package var cards: [KMSInventory.Card] = []
  /// The kernel's data on the cards' devices, by the cards' paths.
  package var devices: [String: JSONObject] = [:]
  /// The input devices.
  package var inputs: [DeviceDeclaration] = []
  /// Nodes that could not be read, with reasons.
  package var unread: [String] = []
  /// The lines of the diagnosis when it was made.
  package var findings: [String] = []
  /// Frames while something moved.
  package var frames: JSONValue = nil

  /// A report of nothing.
  package init() {}

  /// The report as it is written.
  package var json: JSONValue {
    [
      "swell_report": .number(Double(Self.form)), "source": .string(source),
      "facts": .object(facts), "findings": .array(findings.map { .string($0) }),
      "unread": .array(unread.map { .string($0) }), "frames": frames,
      "display": .object(display), "calibration": calibration ?? nil,
      "cards": .array(cards.map { $0.json(devices[$0.path] ?? JSONObject()) }),
      "inputs": .array(inputs.map(\.json)),
    ]
  }

  /// Reads a report, of this machine or of another.
  ///
  /// - Parameter bytes: The file.
  /// - Throws: ``ReportFault``.
  package init(parsing bytes: [UInt8]) throws(ReportFault) {
    let value: JSONValue
    do {
      value = try JSONValue(parsing: bytes)
    } catch {
      throw ReportFault("it is no JSON: \(error)")
    }
    guard let form = value["swell_report"] else {
      throw ReportFault("it is no report of 'swellctl doctor'")
    }
    guard form.int == Self.form else {
      throw ReportFault("its form is \(form.text), and this version reads \(Self.form)")
    }
    source = value["source"]?.string ?? ""
    facts = value["facts"]?.object ?? JSONObject()
    display = value["display"]?.object ?? JSONObject()
    calibration = value["calibration"]?.array.map { .array($0) }
    frames = value["frames"] ?? nil
    unread = (value["unread"]?.array ?? []).compactMap(\.string)
    findings = (value["findings"]?.array ?? []).compactMap(\.string)
    for card in value["cards"]?.array ?? [] {
      cards.append(try KMSInventory.Card(report: card))
      devices[card["path"]?.string ?? ""] = card["device"]?.object
    }
    for input in value["inputs"]?.array ?? [] {
      inputs.append(try DeviceDeclaration(report: input))
    }
  }

  /// The cards with what this version would choose on them.
  ///
  /// - Throws: ``ReportFault`` where the configuration in it is none.
  package func inventory() throws(ReportFault) -> KMSInventory {
    KMSInventory(judging: cards, settings: try settings().display.kms())
  }

  /// The findings of this version.
  ///
  /// - Throws: As ``inventory()``.
  package func verdicts() throws(ReportFault) -> [Finding] {
    let evdev = try settings().evdev
    let cards = CardDiagnosis(.notAsked, unit: nil).findings(try inventory())
    return cards
      + TouchDiagnosis.findings(inputs.map { EvdevInventory.device($0, settings: evdev) })
  }

  /// The settings, read as they are from a configuration.
  private func settings() throws(ReportFault) -> Settings {
    let keys = display.members.map { "\($0.key) = \($0.value.text)\n" }.joined()
    let touch = calibration.map { "[touch]\ncalibration = \($0.text)\n" } ?? ""
    do throws(ConfigurationError) {
      return try Settings(parsing: Array("[display]\n\(keys)\(touch)".utf8), fileName: "display")
    } catch {
      throw ReportFault("what it says of the configuration is wrong: \(error.lines.first ?? "")")
    }
  }
}

/// The reason why a file is no report that can be judged.
package struct ReportFault: Error, Hashable, Sendable {
  /// A clause without a full stop.
  package let sentence: String

  /// A fault that `sentence` says.
  init(_ sentence: String) { self.sentence = sentence }
}

extension BoardReport {
  /// The keys of `[display]` that decide what is chosen.
  static func display(_ settings: DisplaySettings) -> JSONObject {
    let kms = settings.kms()
    let format: String =
      switch kms.format {
      case nil: "auto"
      case .xrgb8888: "XRGB8888"
      case .rgb565: "RGB565"
      }
    return JSONObject([
      ("connector", .string(kms.connector)), ("force", .bool(kms.isForced)),
      ("mode", .string(kms.mode.description)), ("format", .string(format)),
      ("api", .string(settings.interface.rawValue)),
      ("rotation", settings.rotation.map { .number(Double($0.rawValue)) } ?? "auto"),
    ])
  }
}
