// SPDX-License-Identifier: Apache-2.0
import Geometry
import Glibc
import KMS

/// An open file of a scripted card, which may be kept alive beyond its process.
final class ScriptedFile {
  let hardware: ScriptedHardware
  var framebuffers: [FramebufferID: ScriptedHardware.Buffer] = [:]
  var events: [UInt8] = []
  /// Whether its process was killed, so that nothing it would have tidied up is.
  var isAbandoned = false

  init(_ hardware: ScriptedHardware) {
    self.hardware = hardware
    hardware.files.append(self)
    if hardware.master == nil { hardware.master = self }
  }

  /// What the kernel does when the last duplicate is closed.
  func close() {
    for id in Array(framebuffers.keys) { hardware.remove(id, of: self) }
    if hardware.master === self { hardware.master = nil }
    hardware.files.removeAll { $0 === self }
  }
}

/// A scripted card behind the seam.
final class ScriptedDevice: ModesettingDevice {
  let file: ScriptedFile
  /// Whether the open file outlives this object, as in the service manager's store.
  var isStored = false
  /// Whether an earlier process has opened the file, so that this one may not change mastery.
  let isInherited: Bool
  private var hardware: ScriptedHardware { file.hardware }

  init(_ file: ScriptedFile, isInherited: Bool = false) {
    self.file = file
    self.isInherited = isInherited
  }

  deinit { if !isStored { file.close() } }

  var path: String { hardware.path }
  var driver: String { hardware.driver }
  var descriptor: CInt? { nil }
  var capabilities: DeviceCapabilities { hardware.capabilities }

  func acquireMaster() -> Bool {
    if hardware.master == nil, !isInherited { hardware.master = file }
    return hardware.master === file
  }

  func dropMaster() -> Bool {
    if hardware.master === file, !isInherited { hardware.master = nil }
    return hardware.master !== file
  }

  func snapshot(probing: Probe) throws(KMSError) -> DeviceSnapshot {
    try hardware.fault(.readResources)
    if probing != .none {
      hardware.probe(probing)
      // Nothing moves meanwhile.
      if hardware.shown != nil { hardware.waits += 1 }
    }
    var snapshot = hardware.state
    if hardware.hidesScanout {
      for index in snapshot.planes.indices { snapshot.planes[index].framebuffer = nil }
    }
    snapshot.framebuffers = file.framebuffers.keys.sorted { $0.rawValue < $1.rawValue }
    return snapshot
  }

  func scanout(of crtc: CRTCID, by plane: PlaneID?) -> FramebufferID? {
    guard let state = hardware.state.crtcs.first(where: { $0.id == crtc }), state.isActive else {
      return nil
    }
    guard !hardware.hidesScanout else { return nil }
    guard let plane else { return state.framebuffer }
    let shown = hardware.state.planes.first { $0.id == plane }
    return shown?.crtc == crtc ? shown?.framebuffer : nil
  }

  func commit(
    _ request: borrowing AtomicRequest,
    flags: CommitFlags,
    cookie: UInt64
  ) throws(KMSError) {
    try hardware.commit(copy request, flags, cookie, from: file)
  }

  func setCRTC(
    _ crtc: CRTCID,
    framebuffer: FramebufferID,
    connector: ConnectorID,
    mode: DisplayMode?
  ) throws(KMSError) {
    try hardware.setCRTC(crtc, framebuffer, connector, mode, from: file)
  }

  func pageFlip(
    _ crtc: CRTCID,
    framebuffer: FramebufferID,
    cookie: UInt64
  ) throws(KMSError) {
    try hardware.pageFlip(crtc, framebuffer, cookie, from: file)
  }

  func markDirty(_ framebuffer: FramebufferID, damage: PixelRegion) throws(KMSError) {
    try hardware.fault(.markDirty)
    hardware.dirtyCalls += 1
  }

  func removeCursor(from crtc: CRTCID) { hardware.cursors.remove(crtc) }

  func clear(_ plane: PlaneID) {
    for index in hardware.state.planes.indices where hardware.state.planes[index].id == plane {
      hardware.state.planes[index].crtc = nil
      hardware.state.planes[index].framebuffer = nil
    }
  }

  func gammaSize(of crtc: CRTCID) -> Int { hardware.gamma[crtc]?.count ?? 0 }

  func setGamma(_ line: [UInt16], of crtc: CRTCID) {
    // The kernel refuses a table of another size.
    guard line.count == gammaSize(of: crtc) else { return }
    hardware.gamma[crtc] = line
    hardware.gammaCalls += 1
  }

  func setProperty(
    _ property: PropertyID,
    of object: UInt32,
    to value: UInt64
  ) throws(KMSError) {
    try hardware.fault(.setProperty)
    let name = ScriptedHardware.propertyNames[Int(property.rawValue) - 500]
    guard !hardware.refusedProperties.contains(name) else {
      throw KMSError(.setProperty, device: path, number: EINVAL)
    }
    for index in hardware.state.connectors.indices
    where hardware.state.connectors[index].id.rawValue == object {
      hardware.state.connectors[index].properties[name]?.value = value
    }
  }

  func makeBuffer(
    _ size: PixelSize,
    format: PixelFormat,
    padsRows: Bool
  ) throws(KMSError) -> BufferAllocation {
    try hardware.fault(.makeBuffer)
    let gap = hardware.refusesGaps == .never ? 64 : 0
    let buffer = ScriptedHardware.Buffer(size, format, padsRows: padsRows, gap: gap)
    guard !buffer.hasGap || hardware.refusesGaps != .whenMade else {
      throw KMSError(.makeFramebuffer, device: path, number: EINVAL)
    }
    let used = hardware.files.flatMap(\.framebuffers.values).map(\.pixelBytes).reduce(0, +)
    guard used + buffer.pixelBytes <= hardware.memoryBytes else {
      throw KMSError(.makeBuffer, device: path, number: ENOMEM)
    }
    let id = FramebufferID(hardware.makeObject())
    file.framebuffers[id] = buffer
    guard let start = unsafe buffer.memory.baseAddress else {
      throw KMSError(.makeBuffer, device: path, number: ENOMEM)
    }
    return unsafe BufferAllocation(
      framebuffer: id,
      memory: start,
      byteCount: buffer.memory.count,
      strideBytes: buffer.strideBytes
    )
  }

  func releaseBuffer(_ buffer: BufferAllocation, keepingPicture: Bool) {
    guard !file.isAbandoned, !keepingPicture else { return }
    hardware.remove(buffer.framebuffer, of: file)
  }

  func removeFramebuffer(_ framebuffer: FramebufferID) {
    hardware.remove(framebuffer, of: file)
  }

  func makeBlob(_ words: [UInt32]) throws(KMSError) -> BlobID {
    try hardware.fault(.makeBlob)
    return hardware.makeClips(words)
  }

  func makeBlob(_ mode: DisplayMode) throws(KMSError) -> BlobID {
    try hardware.fault(.makeBlob)
    let blob = BlobID(hardware.makeObject())
    hardware.blobs[blob] = .some(mode)
    return blob
  }

  func destroyBlob(_ blob: BlobID) {
    hardware.blobs[blob] = nil
    hardware.clips[blob] = nil
  }

  func readEvents(into buffer: inout [UInt8]) throws(KMSError) -> Int {
    try hardware.fault(.readEvents)
    let count = min(file.events.count, buffer.count / 32 * 32)
    for index in 0..<count { buffer[index] = file.events[index] }
    file.events.removeFirst(count)
    return count
  }
}
