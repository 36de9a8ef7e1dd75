// SPDX-License-Identifier: Apache-2.0
internal import Evdev
internal import JSON
internal import KMS

// The smaller parts of reports.

extension JSONValue {
  /// A number of 64 bits, in full.
  static func unsigned(_ value: some BinaryInteger) -> JSONValue {
    value < 1_000_000_000_000_000 ? .number(Double(value)) : .longInteger(String(value))
  }

  /// The number, if it is a whole one of 64 bits from 0.
  var unsigned: UInt64? {
    if case .longInteger(let digits) = self { return UInt64(digits) }
    return int.flatMap { UInt64(exactly: $0) }
  }

  /// The number, if it is a whole one of 32 bits from 0.
  var number32: UInt32? { unsigned.flatMap { UInt32(exactly: $0) } }

  /// Fourcc codes by their letters, others by their number.
  init(formats: [UInt32]) {
    self = .array(
      formats.map { code in
        let bytes = (0..<4).map { UInt8(truncatingIfNeeded: code >> (8 * $0)) }
        let isWord = bytes.allSatisfy { (0x20...0x7E).contains($0) }
        return isWord ? .string(String(decoding: bytes, as: UTF8.self)) : .unsigned(code)
      }
    )
  }

  /// A fourcc code.
  var format: UInt32? {
    guard let bytes = string?.utf8, bytes.count == 4 else { return number32 }
    return bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// Properties by rising names.
  init(_ properties: ObjectProperties) {
    let names = properties.keys.sorted()
    self = .object(JSONObject(names.map { ($0, properties[$0]?.json ?? nil) }))
  }
}

extension ObjectProperties {
  /// Properties with all that is known of them, or their values alone.
  init(report: JSONValue?) {
    self = [:]
    for member in report?.object?.members ?? [] {
      let range = (member.value["range"]?.array ?? []).compactMap(\.unsigned)
      self[member.key] = ObjectProperty(
        id: PropertyID(member.value["id"]?.number32 ?? 0),
        value: member.value.unsigned ?? member.value["value"]?.unsigned ?? 0,
        choices: [String: UInt64](
          uniqueKeysWithValues: (member.value["choices"]?.object?.members ?? []).map {
            ($0.key, $0.value.unsigned ?? 0)
          }
        ),
        range: range.count == 2 && range[0] <= range[1] ? range[0]...range[1] : nil,
        isReadOnly: member.value["read_only"]?.bool ?? false
      )
    }
  }
}

extension ObjectProperty {
  fileprivate var json: JSONValue {
    var members: [(String, JSONValue)] = [
      ("id", .unsigned(id.rawValue)), ("value", .unsigned(value)),
    ]
    if isReadOnly { members.append(("read_only", true)) }
    if let range {
      members.append(("range", [.unsigned(range.lowerBound), .unsigned(range.upperBound)]))
    }
    if !choices.isEmpty {
      let ordered = choices.sorted { ($0.value, $0.key) < ($1.value, $1.key) }
      members.append(
        ("choices", .object(JSONObject(ordered.map { ($0.key, .unsigned($0.value)) })))
      )
    }
    return .object(JSONObject(members))
  }
}

extension DisplayMode {
  /// The name and then the numbers of `struct drm_mode_modeinfo` in their order.
  var json: JSONValue {
    .array(
      [.string(name), .unsigned(clockKiloHertz)]
        + Self.sizes.map { .unsigned(self[keyPath: $0]) }
        + [.unsigned(nominalRefreshHertz), .unsigned(flags), .unsigned(type)]
    )
  }

  /// A mode of a report; what is missing is 0.
  init(report: JSONValue) {
    self.init()
    name = report.array?.first?.string ?? ""
    var numbers = (report.array ?? []).dropFirst().map { $0.number32 ?? 0 }[...]
    clockKiloHertz = numbers.popFirst() ?? 0
    for size in Self.sizes { self[keyPath: size] = UInt16(clamping: numbers.popFirst() ?? 0) }
    nominalRefreshHertz = numbers.popFirst() ?? 0
    flags = numbers.popFirst() ?? 0
    type = numbers.popFirst() ?? 0
  }

  private static var sizes: [WritableKeyPath<Self, UInt16>] {
    [
      \.width, \.hsyncStart, \.hsyncEnd, \.htotal, \.hskew, \.height, \.vsyncStart, \.vsyncEnd,
      \.vtotal, \.vscan,
    ]
  }
}

extension DeviceDeclaration {
  var json: JSONValue {
    let types = events.keys.sorted()
    let words = udev.keys.sorted()
    return [
      "path": .string(path), "name": .string(name),
      "id": [.unsigned(bus), .unsigned(vendor), .unsigned(product), .unsigned(version)],
      "properties": .array(properties.map { .unsigned($0) }),
      "events": .object(
        JSONObject(types.map { ("\($0)", .array((events[$0] ?? []).map { .unsigned($0) })) })
      ),
      // Code, minimum, maximum, fuzz, flat, resolution.
      "axes": .array(
        axes.map { axis in
          .array(
            [Int(axis.code)].map { .unsigned($0) }
              + [axis.minimum, axis.maximum, axis.fuzz, axis.flat, axis.resolution].map {
                .number(Double($0))
              }
          )
        }
      ),
      "udev": .object(JSONObject(words.map { ($0, .string(udev[$0] ?? "")) })),
      "report_descriptor": .string(reportDescriptor.hexadecimal),
    ]
  }

  /// An input device of a report.
  init(report: JSONValue) throws(ReportFault) {
    self.init()
    guard let path = report["path"]?.string else { throw ReportFault("an input has no 'path'") }
    self.path = path
    name = report["name"]?.string ?? ""
    let id = (report["id"]?.array ?? []).compactMap { $0.number32.map { UInt16(clamping: $0) } }
    if id.count == 4 { (bus, vendor, product, version) = (id[0], id[1], id[2], id[3]) }
    properties = (report["properties"]?.array ?? []).compactMap { UInt16(exactly: $0.int ?? -1) }
    for member in report["events"]?.object?.members ?? [] {
      guard let type = UInt16(member.key) else { throw ReportFault("\(path) has odd 'events'") }
      events[type] = (member.value.array ?? []).compactMap { UInt16(exactly: $0.int ?? -1) }
    }
    for axis in report["axes"]?.array ?? [] {
      let numbers = (axis.array ?? []).compactMap { $0.int.flatMap { Int32(exactly: $0) } }
      guard numbers.count == 6, let code = UInt16(exactly: numbers[0]) else {
        throw ReportFault("\(path) has an axis without its six numbers")
      }
      axes.append(
        Axis(
          code: code,
          minimum: numbers[1],
          maximum: numbers[2],
          fuzz: numbers[3],
          flat: numbers[4],
          resolution: numbers[5]
        )
      )
    }
    for word in report["udev"]?.object?.members ?? [] { udev[word.key] = word.value.string ?? "" }
    reportDescriptor = report["report_descriptor"]?.string.flatMap([UInt8].init(hexadecimal:)) ?? []
  }
}

extension [UInt8] {
  /// Two digits a byte.
  var hexadecimal: String {
    map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// The bytes of two digits each; nil for anything else.
  init?(hexadecimal text: String) {
    let digits = text.utf8.compactMap { Character(UnicodeScalar($0)).hexDigitValue }
    guard digits.count == text.utf8.count, digits.count % 2 == 0 else { return nil }
    self = stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] * 16 + digits[$0 + 1]) }
  }
}
