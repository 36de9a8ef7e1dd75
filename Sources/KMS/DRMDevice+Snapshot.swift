// SPDX-License-Identifier: Apache-2.0
internal import CDRM
internal import Glibc

/// Reading what the device consists of.
extension DRMDevice {
  package func snapshot(probing: Probe) throws(KMSError) -> DeviceSnapshot {
    guard let resources = unsafe drmModeGetResources(rawDescriptor) else {
      throw KMSError(.readResources, device: path, number: errno)
    }
    defer { unsafe drmModeFreeResources(resources) }
    let crtcIDs = unsafe Self.list(resources.pointee.crtcs, count: resources.pointee.count_crtcs)
    let connectorIDs = unsafe Self.list(
      resources.pointee.connectors,
      count: resources.pointee.count_connectors
    )
    let framebuffers = unsafe Self.list(resources.pointee.fbs, count: resources.pointee.count_fbs)
    var snapshot = DeviceSnapshot(framebuffers: framebuffers.map(FramebufferID.init))
    for id in crtcIDs {
      // A gap would shift the bits of the masks.
      snapshot.crtcs.append(crtc(id) ?? CRTC(id: CRTCID(id)))
    }
    snapshot.connectors = connectorIDs.compactMap { id in
      connector(id, probing: probing.includes(ConnectorID(id)))
    }
    snapshot.planes = planes()
    return snapshot
  }

  package func scanout(of crtc: CRTCID, by plane: PlaneID?) -> FramebufferID? {
    guard let state = self.crtc(crtc.rawValue), state.isActive else { return nil }
    guard let plane else { return state.framebuffer }
    let shown = self.plane(plane.rawValue)
    return shown?.crtc == crtc ? shown?.framebuffer : nil
  }

  private static func list(_ pointer: UnsafeMutablePointer<UInt32>?, count: CInt) -> [UInt32] {
    guard let pointer = unsafe pointer, count > 0 else { return [] }
    return unsafe Array(UnsafeBufferPointer(start: pointer, count: Int(count)))
  }

  private func crtc(_ id: UInt32) -> CRTC? {
    guard let raw = unsafe drmModeGetCrtc(rawDescriptor, id) else { return nil }
    defer { unsafe drmModeFreeCrtc(raw) }
    let properties = properties(of: id, type: UInt32(DRM_MODE_OBJECT_CRTC))
    let hasMode = unsafe raw.pointee.mode_valid != 0
    let framebuffer = unsafe raw.pointee.buffer_id
    return CRTC(
      id: CRTCID(id),
      mode: hasMode ? unsafe DisplayMode(raw.pointee.mode) : nil,
      isActive: hasMode && properties["ACTIVE"]?.value != 0,
      framebuffer: framebuffer == 0 ? nil : FramebufferID(framebuffer),
      properties: properties
    )
  }

  private func connector(_ id: UInt32, probing: Bool) -> Connector? {
    let pointer =
      probing
      ? unsafe drmModeGetConnector(rawDescriptor, id)
      : unsafe drmModeGetConnectorCurrent(rawDescriptor, id)
    // A connector of a dock may leave between the list and this call.
    guard let raw = unsafe pointer else { return nil }
    defer { unsafe drmModeFreeConnector(raw) }
    let type = unsafe raw.pointee.connector_type
    var modes: [DisplayMode] = []
    if let list = unsafe raw.pointee.modes {
      for index in 0..<Int(unsafe raw.pointee.count_modes) {
        modes.append(unsafe DisplayMode(list[index]))
      }
    }
    let status: Connector.Status =
      switch unsafe raw.pointee.connection {
      case DRM_MODE_CONNECTED: .connected
      case DRM_MODE_DISCONNECTED: .disconnected
      default: .unknown
      }
    let properties = properties(of: id, type: UInt32(DRM_MODE_OBJECT_CONNECTOR))
    let typeName = unsafe drmModeGetConnectorTypeName(type).map { unsafe String(cString: $0) }
    let number = unsafe raw.pointee.connector_type_id
    let encoder = unsafe raw.pointee.encoder_id
    return Connector(
      id: ConnectorID(id),
      name: "\(typeName ?? "Unknown")-\(number)",
      type: type,
      status: status,
      modes: modes,
      widthMillimetres: Int(unsafe raw.pointee.mmWidth),
      heightMillimetres: Int(unsafe raw.pointee.mmHeight),
      possibleCRTCs: unsafe drmModeConnectorGetPossibleCrtcs(rawDescriptor, raw),
      crtc: feedingCRTC(properties, encoderID: encoder),
      properties: properties
    )
  }

  /// The CRTC from the connector's property, or through its encoder on drivers without atomic requests.
  private func feedingCRTC(_ properties: ObjectProperties, encoderID: UInt32) -> CRTCID? {
    if let property = properties["CRTC_ID"] {
      return property.value == 0 ? nil : CRTCID(UInt32(truncatingIfNeeded: property.value))
    }
    guard encoderID != 0, let encoder = unsafe drmModeGetEncoder(rawDescriptor, encoderID) else {
      return nil
    }
    defer { unsafe drmModeFreeEncoder(encoder) }
    let crtc = unsafe encoder.pointee.crtc_id
    return crtc == 0 ? nil : CRTCID(crtc)
  }

  private func planes() -> [Plane] {
    guard let resources = unsafe drmModeGetPlaneResources(rawDescriptor) else { return [] }
    defer { unsafe drmModeFreePlaneResources(resources) }
    let count = CInt(clamping: unsafe resources.pointee.count_planes)
    return unsafe Self.list(resources.pointee.planes, count: count).compactMap(plane)
  }

  private func plane(_ id: UInt32) -> Plane? {
    guard let raw = unsafe drmModeGetPlane(rawDescriptor, id) else { return nil }
    defer { unsafe drmModeFreePlane(raw) }
    let properties = properties(of: id, type: UInt32(DRM_MODE_OBJECT_PLANE))
    let formatCount = CInt(clamping: unsafe raw.pointee.count_formats)
    let (crtc, framebuffer) = unsafe (raw.pointee.crtc_id, raw.pointee.fb_id)
    return Plane(
      id: PlaneID(id),
      role: properties["type"].flatMap { Plane.Role(rawValue: $0.value) } ?? .overlay,
      possibleCRTCs: unsafe raw.pointee.possible_crtcs,
      formats: unsafe Self.list(raw.pointee.formats, count: formatCount),
      formatsInRows: properties["IN_FORMATS"].flatMap { formatsInRows($0.value) },
      crtc: crtc == 0 ? nil : CRTCID(crtc),
      framebuffer: framebuffer == 0 ? nil : FramebufferID(framebuffer),
      properties: properties
    )
  }

  private func formatsInRows(_ blob: UInt64) -> [UInt32]? {
    let id = UInt32(truncatingIfNeeded: blob)
    if let known = knownFormats[id] { return known }
    guard let raw = unsafe drmModeGetPropertyBlob(rawDescriptor, id) else { return nil }
    defer { unsafe drmModeFreePropertyBlob(raw) }
    let bytes = unsafe UnsafeRawBufferPointer(
      start: raw.pointee.data,
      count: Int(raw.pointee.length)
    )
    let formats = unsafe PlaneFormats.inRows([UInt8](bytes))
    knownFormats[id] = .some(formats)
    return formats
  }

  private func properties(of object: UInt32, type: UInt32) -> ObjectProperties {
    guard let raw = unsafe drmModeObjectGetProperties(rawDescriptor, object, type) else {
      return [:]
    }
    defer { unsafe drmModeFreeObjectProperties(raw) }
    let count = CInt(clamping: unsafe raw.pointee.count_props)
    let ids = unsafe Self.list(raw.pointee.props, count: count)
    var properties: ObjectProperties = [:]
    guard let values = unsafe raw.pointee.prop_values else { return properties }
    for (index, id) in ids.enumerated() {
      guard let known = knownProperty(id) else { continue }
      properties[known.name] = known.property
      properties[known.name]?.value = unsafe values[index]
    }
    return properties
  }

  private func knownProperty(_ id: UInt32) -> (name: String, property: ObjectProperty)? {
    if let known = knownProperties[id] { return known }
    guard let raw = unsafe drmModeGetProperty(rawDescriptor, id) else { return nil }
    defer { unsafe drmModeFreeProperty(raw) }
    let name = unsafe withUnsafeBytes(of: raw.pointee.name) { bytes in
      unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    var property = ObjectProperty(id: PropertyID(id), value: 0)
    let flags = unsafe raw.pointee.flags
    property.isReadOnly = flags & UInt32(DRM_MODE_PROP_IMMUTABLE) != 0
    if let enums = unsafe raw.pointee.enums {
      for index in 0..<Int(unsafe raw.pointee.count_enums) {
        let choice = unsafe withUnsafeBytes(of: enums[index].name) { bytes in
          unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        property.choices[choice] = unsafe enums[index].value
      }
    }
    let isRange = flags & UInt32(DRM_MODE_PROP_RANGE) != 0
    if isRange, let values = unsafe raw.pointee.values, unsafe raw.pointee.count_values >= 2 {
      let (least, most) = unsafe (values[0], values[1])
      if least <= most { property.range = least...most }
    }
    knownProperties[id] = (name, property)
    return (name, property)
  }
}

extension DisplayMode {
  /// The mode as libdrm has it.
  init(_ raw: drmModeModeInfo) {
    self.init()
    clockKiloHertz = raw.clock
    (width, hsyncStart, hsyncEnd) = (raw.hdisplay, raw.hsync_start, raw.hsync_end)
    (htotal, hskew) = (raw.htotal, raw.hskew)
    (height, vsyncStart, vsyncEnd) = (raw.vdisplay, raw.vsync_start, raw.vsync_end)
    (vtotal, vscan) = (raw.vtotal, raw.vscan)
    nominalRefreshHertz = raw.vrefresh
    (flags, type) = (raw.flags, raw.type)
    name = unsafe withUnsafeBytes(of: raw.name) { bytes in
      unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }

  /// The mode as libdrm wants it.
  var kernelMode: drmModeModeInfo {
    var raw = drmModeModeInfo()
    raw.clock = clockKiloHertz
    (raw.hdisplay, raw.hsync_start, raw.hsync_end) = (width, hsyncStart, hsyncEnd)
    (raw.htotal, raw.hskew) = (htotal, hskew)
    (raw.vdisplay, raw.vsync_start, raw.vsync_end) = (height, vsyncStart, vsyncEnd)
    (raw.vtotal, raw.vscan) = (vtotal, vscan)
    raw.vrefresh = nominalRefreshHertz
    (raw.flags, raw.type) = (flags, type)
    unsafe withUnsafeMutableBytes(of: &raw.name) { bytes in
      for (index, byte) in name.utf8.prefix(bytes.count - 1).enumerated() {
        unsafe bytes[index] = byte
      }
    }
    return raw
  }
}
