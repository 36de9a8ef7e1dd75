// SPDX-License-Identifier: Apache-2.0
internal import Geometry
internal import Presentation

/// The way from a framebuffer to a monitor: plane, CRTC, connector, and the numbers of their properties.
///
/// It writes atomic requests and holds nothing that has to be given back. On a device without atomic
/// requests `plane` is `nil`, and only the numbers of the objects are used.
struct DisplayPipeline {
  /// The part of the pipeline that a commit has to set.
  enum Setup: Sendable, Hashable {
    /// The framebuffer only.
    case flip
    /// The whole plane; mode and routing are as they should be.
    case takeover
    /// Everything; the picture may go black for a moment.
    case modeset
  }

  /// A property that the picture does not depend on, so that it may be left out if the driver objects.
  struct Setting: Sendable, Hashable {
    var name: String
    var property: PropertyID
    var object: UInt32
    var value: UInt64
    /// True if it can be set without a modeset, and so in a takeover too.
    var isSeamless: Bool
  }

  /// The properties every atomic driver has.
  private struct Properties: Sendable, Hashable {
    var connectorCRTC: PropertyID
    var crtcMode: PropertyID
    var crtcActive: PropertyID
    var planeFramebuffer: PropertyID
    var planeCRTC: PropertyID
    /// SRC_X, SRC_Y, SRC_W, SRC_H, CRTC_X, CRTC_Y, CRTC_W, CRTC_H.
    var rectangles: [PropertyID]
  }

  /// The choice that the pipeline serves; its first mode is the one wanted, not always the one used.
  let choice: DisplayChoice
  /// The mode in use.
  let mode: DisplayMode
  /// The CRTC.
  let crtc: CRTCID
  /// The plane; `nil` on devices without atomic requests.
  let plane: PlaneID?
  /// Pixel format of the framebuffers.
  let format: PixelFormat
  /// FB_DAMAGE_CLIPS of the plane, `nil` where there is none or the driver has refused it.
  private(set) var damageClips: PropertyID?
  /// The framebuffer's pixel that is seen in the first one of the screen.
  var source = PixelPoint.zero
  /// Settings that may be left out.
  private(set) var optionals: [Setting] = []
  /// Settings of connector and CRTC that the configuration wants; set already if not among the optionals.
  private(set) var requested: [Setting] = []
  /// Reasons why properties that the configuration wants cannot be set, a sentence each.
  private(set) var complaints: [String] = []

  private let properties: Properties?
  /// Names of optional settings that the driver has refused.
  private var refused: Set<String> = []
  /// Other planes on the CRTC, left by an earlier program: FB_ID and CRTC_ID of each.
  private var otherPlanes: [(plane: PlaneID, framebuffer: PropertyID, crtc: PropertyID)]
  /// Other connectors that the CRTC is taken away from.
  private var rivals: [(connector: ConnectorID, crtc: PropertyID)] = []

  /// The connector.
  var connector: Connector { choice.connector }

  /// Extent of the framebuffers.
  var size: PixelSize { PixelSize(width: Int(mode.width), height: Int(mode.height)) }

  /// True if requests are atomic.
  var isAtomic: Bool { properties != nil }

  /// A pipeline along `route`; legacy where a property every atomic driver has is missing.
  init(
    _ choice: DisplayChoice,
    route: DisplayChoice.Route,
    mode: DisplayMode,
    format: PixelFormat,
    in snapshot: DeviceSnapshot,
    isAtomic: Bool
  ) {
    self.choice = choice
    self.mode = mode
    self.format = format
    crtc = route.crtc.id
    (requested, complaints) = Self.requested(choice, connector: choice.connector, crtc: route.crtc)
    let properties = isAtomic ? Self.properties(choice.connector, route: route) : nil
    self.properties = properties
    plane = properties == nil ? nil : route.plane?.id
    guard properties != nil, let plane = route.plane else {
      otherPlanes = []
      return
    }
    damageClips = plane.properties["FB_DAMAGE_CLIPS"]?.id
    otherPlanes = Self.otherPlanes(of: route.crtc.id, besides: plane.id, in: snapshot)
    optionals =
      Self.optionals(choice, connector: choice.connector, crtc: route.crtc, plane: plane)
      + requested
  }

  private static func properties(
    _ connector: Connector,
    route: DisplayChoice.Route
  ) -> Properties? {
    let crtc = route.crtc.properties
    guard let plane = route.plane?.properties,
      let connectorCRTC = connector.properties["CRTC_ID"]?.id,
      let crtcMode = crtc["MODE_ID"]?.id, let crtcActive = crtc["ACTIVE"]?.id,
      let planeFramebuffer = plane["FB_ID"]?.id, let planeCRTC = plane["CRTC_ID"]?.id
    else { return nil }
    let names = ["SRC_X", "SRC_Y", "SRC_W", "SRC_H", "CRTC_X", "CRTC_Y", "CRTC_W", "CRTC_H"]
    let rectangles = names.compactMap { plane[$0]?.id }
    guard rectangles.count == names.count else { return nil }
    return Properties(
      connectorCRTC: connectorCRTC,
      crtcMode: crtcMode,
      crtcActive: crtcActive,
      planeFramebuffer: planeFramebuffer,
      planeCRTC: planeCRTC,
      rectangles: rectangles
    )
  }

  /// Settings that undo what an earlier program may have left, where it differs from the plain picture.
  ///
  /// Colours, rate and picture of an earlier program: those of the CRTC can be set without a modeset,
  /// what is told to the monitor (colour space, HDR) cannot.
  private static func optionals(
    _ choice: DisplayChoice,
    connector: Connector,
    crtc: CRTC,
    plane: Plane
  ) -> [Setting] {
    var optionals: [Setting] = []
    func want(
      _ name: String,
      value: UInt64,
      properties: ObjectProperties,
      object: UInt32,
      isSeamless: Bool
    ) {
      let isRequested = choice.wantedProperties.contains { $0.name == name }
      guard !isRequested, let present = properties[name], present.value != value else { return }
      optionals.append(
        Setting(
          name: name,
          property: present.id,
          object: object,
          value: value,
          isSeamless: isSeamless
        )
      )
    }
    want(
      "rotation",
      value: 1,
      properties: plane.properties,
      object: plane.id.rawValue,
      isSeamless: true
    )
    want(
      "alpha",
      value: 0xFFFF,
      properties: plane.properties,
      object: plane.id.rawValue,
      isSeamless: true
    )
    for name in ["DEGAMMA_LUT", "CTM", "GAMMA_LUT", "VRR_ENABLED"] {
      want(name, value: 0, properties: crtc.properties, object: crtc.id.rawValue, isSeamless: true)
    }
    for name in ["link-status", "Colorspace", "HDR_OUTPUT_METADATA"] {
      want(
        name,
        value: 0,
        properties: connector.properties,
        object: connector.id.rawValue,
        isSeamless: false
      )
    }
    return optionals
  }

  /// Settings that the configuration wants and that are not in force, and the reasons why some of them cannot be set.
  private static func requested(
    _ choice: DisplayChoice,
    connector: Connector,
    crtc: CRTC
  ) -> (optionals: [Setting], complaints: [String]) {
    var optionals: [Setting] = []
    var complaints: [String] = []
    for request in choice.wantedProperties {
      let ofConnector = connector.properties[request.name]
      guard let property = ofConnector ?? crtc.properties[request.name] else {
        let names = connector.properties.filter { !$0.value.isReadOnly }.keys.sorted()
        let list = names.joined(separator: ", ")
        complaints.append("\(connector.name) has no property '\(request.name)'; it has \(list)")
        continue
      }
      do throws(PropertyRequest.Obstacle) {
        let number = try request.number(for: property, of: connector.name)
        guard number != property.value else { continue }
        optionals.append(
          Setting(
            name: request.name,
            property: property.id,
            object: ofConnector == nil ? crtc.id.rawValue : connector.id.rawValue,
            value: number,
            isSeamless: false
          )
        )
      } catch {
        complaints.append(error.sentence)
      }
    }
    return (optionals, complaints)
  }

  /// Tells if `snapshot` shows the mode on this pipeline already.
  func fits(_ snapshot: DeviceSnapshot) -> Bool {
    guard let connector = snapshot.connectors.first(where: { $0.id == connector.id }),
      connector.crtc == crtc, !connector.hasBadLink,
      let state = snapshot.crtcs.first(where: { $0.id == crtc }), state.isActive,
      let present = state.mode
    else { return false }
    return present.hasSameTimings(as: mode)
  }

  /// Tells if `snapshot` shows the mode, and all that has to be set can be set without a modeset.
  func canTakeOver(_ snapshot: DeviceSnapshot) -> Bool {
    fits(snapshot) && (optionals + requested).allSatisfy(\.isSeamless)
  }

  /// The framebuffer that `snapshot` shows on this pipeline; `nil` for none.
  func framebuffer(in snapshot: DeviceSnapshot) -> FramebufferID? {
    guard let plane else { return snapshot.crtcs.first { $0.id == crtc }?.framebuffer }
    let state = snapshot.planes.first { $0.id == plane }
    return state?.crtc == crtc ? state?.framebuffer : nil
  }

  /// The settings that a commit of this kind carries.
  func optionals(in setup: Setup) -> [Setting] {
    switch setup {
    case .flip: []
    case .takeover: optionals.filter(\.isSeamless)
    case .modeset: optionals
    }
  }

  /// Never sends `optional` again.
  mutating func leaveOut(_ optional: Setting) {
    refused.insert(optional.name)
    optionals.removeAll { $0.name == optional.name }
    requested.removeAll { $0.name == optional.name }
  }

  /// Leaves other planes on the CRTC alone.
  mutating func leaveOutOtherPlanes() { otherPlanes = [] }

  /// True if an earlier program has left planes on the CRTC.
  var hasOtherPlanes: Bool { !otherPlanes.isEmpty }

  /// Takes the CRTC away from other connectors that `snapshot` shows it to feed; a modeset does so from now on.
  ///
  /// Not every driver can show one picture on two of them.
  ///
  /// - Returns: True if there are any.
  mutating func takeCRTC(in snapshot: DeviceSnapshot) -> Bool {
    rivals = snapshot.connectors.compactMap { other in
      guard other.id != connector.id, other.crtc == crtc else { return nil }
      return other.properties["CRTC_ID"].map { (other.id, $0.id) }
    }
    return !rivals.isEmpty
  }

  /// Looks anew which optional settings differ from the plain picture.
  mutating func refresh(from snapshot: DeviceSnapshot) {
    guard let planeID = plane,
      let connector = snapshot.connectors.first(where: { $0.id == connector.id }),
      let state = snapshot.crtcs.first(where: { $0.id == crtc }),
      let plane = snapshot.planes.first(where: { $0.id == planeID })
    else { return }
    otherPlanes = Self.otherPlanes(of: crtc, besides: planeID, in: snapshot)
    if !rivals.isEmpty { _ = takeCRTC(in: snapshot) }
    (requested, complaints) = Self.requested(choice, connector: connector, crtc: state)
    let all = Self.optionals(choice, connector: connector, crtc: state, plane: plane) + requested
    optionals = all.filter { !refused.contains($0.name) }
  }

  private static func otherPlanes(
    of crtc: CRTCID,
    besides plane: PlaneID,
    in snapshot: DeviceSnapshot
  ) -> [(plane: PlaneID, framebuffer: PropertyID, crtc: PropertyID)] {
    snapshot.planes.compactMap { other in
      guard other.id != plane, other.crtc == crtc,
        let framebuffer = other.properties["FB_ID"]?.id, let crtc = other.properties["CRTC_ID"]?.id
      else { return nil }
      return (other.id, framebuffer, crtc)
    }
  }

  /// Never sends damage again.
  mutating func leaveOutDamage() { damageClips = nil }

  /// Notes that all optional settings have been accepted and need not be sent again.
  mutating func settle() { optionals = [] }

  /// Writes the request that shows `framebuffer`.
  ///
  /// - Parameters:
  ///   - request: Emptied first.
  ///   - framebuffer: The framebuffer to show.
  ///   - setup: The part of the pipeline to set.
  ///   - modeBlob: The mode, for a modeset.
  ///   - damageBlob: Blob of the rectangles that have changed, for a flip; 0 for the whole plane.
  ///   - source: The framebuffer's pixel in the first one of the screen from this flip on; nil for as before.
  ///   - skipping: An optional setting to leave out.
  ///   - isBare: Leave out all of them.
  func write(
    _ request: inout AtomicRequest,
    showing framebuffer: FramebufferID,
    setup: Setup,
    modeBlob: BlobID = BlobID(0),
    damageBlob: BlobID = BlobID(0),
    from source: PixelPoint? = nil,
    skipping: Setting? = nil,
    isBare: Bool = false
  ) {
    request.removeAll()
    guard let properties, let plane else { return }
    let planeObject = plane.rawValue
    request.set(properties.planeFramebuffer, of: planeObject, to: UInt64(framebuffer.rawValue))
    if let damageClips, damageBlob.rawValue != 0 {
      request.set(damageClips, of: planeObject, to: UInt64(damageBlob.rawValue))
    }
    if let source {
      write(&request, source: source, properties: properties, planeObject: planeObject)
    }
    guard setup != .flip else { return }
    request.set(properties.planeCRTC, of: planeObject, to: UInt64(crtc.rawValue))
    let (width, height) = (UInt64(mode.width), UInt64(mode.height))
    // Source coordinates are 16.16 fixed point.
    let (left, top) = (UInt64(self.source.x) << 16, UInt64(self.source.y) << 16)
    let values = [left, top, width << 16, height << 16, 0, 0, width, height]
    for (property, value) in zip(properties.rectangles, values) {
      request.set(property, of: planeObject, to: value)
    }
    for other in otherPlanes where !isBare {
      request.set(other.framebuffer, of: other.plane.rawValue, to: 0)
      request.set(other.crtc, of: other.plane.rawValue, to: 0)
    }
    if setup == .modeset {
      for rival in rivals { request.set(rival.crtc, of: rival.connector.rawValue, to: 0) }
      request.set(properties.crtcMode, of: crtc.rawValue, to: UInt64(modeBlob.rawValue))
      request.set(properties.crtcActive, of: crtc.rawValue, to: 1)
      let object = connector.id.rawValue
      request.set(properties.connectorCRTC, of: object, to: UInt64(crtc.rawValue))
    }
    for optional in optionals(in: setup) where !isBare && optional != skipping {
      request.set(optional.property, of: optional.object, to: optional.value)
    }
  }

  /// Adds what is seen in the first pixel.
  private func write(
    _ request: inout AtomicRequest,
    source: PixelPoint,
    properties: Properties,
    planeObject: UInt32
  ) {
    request.set(properties.rectangles[0], of: planeObject, to: UInt64(source.x) << 16)
    request.set(properties.rectangles[1], of: planeObject, to: UInt64(source.y) << 16)
  }

  /// Adds to a request that shows `framebuffer` elsewhere that it is shown here too, from `source` on if that is
  /// given.
  func writeFlip(
    _ request: inout AtomicRequest,
    showing framebuffer: FramebufferID,
    damageBlob: BlobID,
    from source: PixelPoint? = nil
  ) {
    guard let properties, let plane else { return }
    let object = plane.rawValue
    request.set(properties.planeFramebuffer, of: object, to: UInt64(framebuffer.rawValue))
    if let damageClips, damageBlob.rawValue != 0 {
      request.set(damageClips, of: object, to: UInt64(damageBlob.rawValue))
    }
    if let source { write(&request, source: source, properties: properties, planeObject: object) }
  }

  /// Writes the request that switches the CRTC off, and frees it altogether if `isReleasing`.
  func writeOff(_ request: inout AtomicRequest, isReleasing: Bool) {
    request.removeAll()
    guard let properties, let plane else { return }
    request.set(properties.crtcActive, of: crtc.rawValue, to: 0)
    guard isReleasing else { return }
    request.set(properties.crtcMode, of: crtc.rawValue, to: 0)
    request.set(properties.connectorCRTC, of: connector.id.rawValue, to: 0)
    request.set(properties.planeFramebuffer, of: plane.rawValue, to: 0)
    request.set(properties.planeCRTC, of: plane.rawValue, to: 0)
  }
}
