// SPDX-License-Identifier: Apache-2.0
internal import JSON
internal import KMS

// Cards as reports have them; names are those of the kernel's interface where it has some.

extension KMSInventory.Card {
  /// The card, with what the kernel says of its device.
  func json(_ device: JSONObject) -> JSONValue {
    var members: [(String, JSONValue)] = [
      ("path", .string(path)), ("driver", .string(driver)), ("access", .string(access)),
      ("users", .array(users.map { .string($0) })), ("device", .object(device)),
    ]
    if let isHeldByOther { members.append(("held_by_other", .bool(isHeldByOther))) }
    if isDenied { members.append(("denied", true)) }
    if let description {
      members += [
        ("version", .string(description.version)), ("words", .string(description.words)),
        ("atomic", .bool(description.capabilities.isAtomic)),
        (
          "capabilities",
          .object(JSONObject(description.others.map { ($0.name, .unsigned($0.value)) }))
        ),
      ]
    }
    guard let snapshot else {
      return .object(JSONObject(members + [("obstacle", obstacle.map { .string($0) } ?? nil)]))
    }
    members += [
      (
        "connectors",
        .array(snapshot.connectors.map { $0.json(description?.identifications[$0.id] ?? []) })
      ),
      ("crtcs", .array(snapshot.crtcs.map(\.json))),
      ("planes", .array(snapshot.planes.map { $0.json(description?.layouts[$0.id]) })),
    ]
    return .object(JSONObject(members))
  }

  /// A card of a report.
  init(report: JSONValue) throws(ReportFault) {
    guard let path = report["path"]?.string else { throw ReportFault("a card has no 'path'") }
    self.init(
      path: path,
      driver: report["driver"]?.string ?? "",
      access: report["access"]?.string ?? "",
      users: (report["users"]?.array ?? []).compactMap(\.string)
    )
    isHeldByOther = report["held_by_other"]?.bool
    isDenied = report["denied"]?.bool ?? false
    obstacle = report["obstacle"]?.string
    guard let connectors = report["connectors"]?.array else { return }
    let numbers = report["capabilities"]?.object ?? JSONObject()
    var description = CardDescription(
      capabilities: DeviceCapabilities(
        isAtomic: report["atomic"]?.bool ?? true,
        hasDumbBuffers: numbers["DUMB_BUFFER"]?.int ?? 1 == 1,
        hasMonotonicTimestamps: numbers["TIMESTAMP_MONOTONIC"]?.int ?? 1 == 1,
        prefers16Bit: numbers["DUMB_PREFERRED_DEPTH"]?.int == 16
      )
    )
    description.version = report["version"]?.string ?? ""
    description.words = report["words"]?.string ?? ""
    description.others = numbers.members.map { .init(name: $0.key, value: $0.value.unsigned ?? 0) }
    var snapshot = DeviceSnapshot(crtcs: (report["crtcs"]?.array ?? []).map(CRTC.init(report:)))
    for value in connectors {
      let connector = try Connector(report: value)
      snapshot.connectors.append(connector)
      let edid = value["edid"]?.string.flatMap([UInt8].init(hexadecimal:))
      description.identifications[connector.id] = edid
    }
    for value in report["planes"]?.array ?? [] {
      let layouts = value["layouts"]?.array.map { $0.map(PlaneFormats.Layout.init(report:)) }
      let plane = Plane(report: value, layouts: layouts)
      snapshot.planes.append(plane)
      description.layouts[plane.id] = layouts
    }
    self.snapshot = snapshot
    self.description = description
  }
}

extension Connector {
  fileprivate func json(_ edid: [UInt8]) -> JSONValue {
    [
      "id": .unsigned(id.rawValue), "name": .string(name), "type": .unsigned(type),
      "status": .string("\(status)"), "crtcs": .unsigned(possibleCRTCs),
      "crtc": crtc.map { .unsigned($0.rawValue) } ?? nil,
      "millimetres": [.number(Double(widthMillimetres)), .number(Double(heightMillimetres))],
      "edid": .string(EDIDBlanking.withoutSerialNumbers(edid).hexadecimal),
      "modes": .array(modes.map(\.json)), "properties": JSONValue(properties),
    ]
  }

  fileprivate init(report: JSONValue) throws(ReportFault) {
    guard let name = report["name"]?.string, let id = report["id"]?.number32,
      let type = report["type"]?.number32
    else { throw ReportFault("a connector lacks 'name', 'id' or 'type'") }
    let statuses: [Status] = [.connected, .disconnected, .unknown]
    guard let status = statuses.first(where: { "\($0)" == report["status"]?.string }) else {
      throw ReportFault("\(name) lacks a 'status': connected, disconnected or unknown")
    }
    let millimetres = (report["millimetres"]?.array ?? []).compactMap(\.int)
    self.init(
      id: ConnectorID(id),
      name: name,
      type: type,
      status: status,
      modes: (report["modes"]?.array ?? []).map(DisplayMode.init(report:)),
      widthMillimetres: millimetres.first ?? 0,
      heightMillimetres: millimetres.count > 1 ? millimetres[1] : 0,
      possibleCRTCs: report["crtcs"]?.number32 ?? .max,
      crtc: report["crtc"]?.number32.map { CRTCID($0) },
      properties: ObjectProperties(report: report["properties"])
    )
  }
}

extension CRTC {
  fileprivate var json: JSONValue {
    [
      "id": .unsigned(id.rawValue), "active": .bool(isActive), "mode": mode?.json ?? nil,
      "framebuffer": framebuffer.map { .unsigned($0.rawValue) } ?? nil,
      "properties": JSONValue(properties),
    ]
  }

  fileprivate init(report: JSONValue) {
    self.init(
      id: CRTCID(report["id"]?.number32 ?? 0),
      mode: report["mode"]?.array.map { DisplayMode(report: .array($0)) },
      isActive: report["active"]?.bool ?? false,
      framebuffer: report["framebuffer"]?.number32.map { FramebufferID($0) },
      properties: ObjectProperties(report: report["properties"])
    )
  }
}

extension Plane {
  fileprivate func json(_ layouts: [PlaneFormats.Layout]?) -> JSONValue {
    [
      "id": .unsigned(id.rawValue), "role": .string("\(role)"), "crtcs": .unsigned(possibleCRTCs),
      "crtc": crtc.map { .unsigned($0.rawValue) } ?? nil,
      "framebuffer": framebuffer.map { .unsigned($0.rawValue) } ?? nil,
      "formats": JSONValue(formats: formats),
      "layouts": layouts.map { .array($0.map(\.json)) } ?? nil,
      "properties": JSONValue(properties),
    ]
  }

  fileprivate init(report: JSONValue, layouts: [PlaneFormats.Layout]?) {
    let roles: [Role] = [.overlay, .primary, .cursor]
    self.init(
      id: PlaneID(report["id"]?.number32 ?? 0),
      role: roles.first { "\($0)" == report["role"]?.string } ?? .overlay,
      possibleCRTCs: report["crtcs"]?.number32 ?? .max,
      formats: (report["formats"]?.array ?? []).compactMap(\.format),
      formatsInRows: layouts.map(PlaneFormats.inRows),
      crtc: report["crtc"]?.number32.map { CRTCID($0) },
      framebuffer: report["framebuffer"]?.number32.map { FramebufferID($0) },
      properties: ObjectProperties(report: report["properties"])
    )
  }
}

extension PlaneFormats.Layout {
  fileprivate var json: JSONValue {
    ["modifier": .unsigned(modifier), "formats": JSONValue(formats: formats)]
  }

  fileprivate init(report: JSONValue) {
    self.init(
      modifier: report["modifier"]?.unsigned ?? 0,
      formats: (report["formats"]?.array ?? []).compactMap(\.format)
    )
  }
}
