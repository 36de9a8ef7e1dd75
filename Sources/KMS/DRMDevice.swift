// SPDX-License-Identifier: Apache-2.0
internal import CDRM
package import Geometry
internal import Glibc
package import LinuxSystem

/// A display device of the kernel, through libdrm.
///
/// Everything that needs the open file to die holds this object.
package final class DRMDevice: ModesettingDevice {
  private let file: OwnedFileDescriptor
  package let path: String
  package let driver: String
  package let capabilities: DeviceCapabilities
  /// Names and kinds of properties, which never change; the values are those of the first look.
  var knownProperties: [UInt32: (name: String, property: ObjectProperty)] = [:]
  /// Fourcc codes of the formats that planes take in plain rows, by the number of the `IN_FORMATS` blob, which never
  /// changes either.
  var knownFormats: [UInt32: [UInt32]?] = [:]

  package var descriptor: CInt? { file.rawValue }

  /// The open file, for calls within this module.
  var rawDescriptor: CInt { file.rawValue }

  /// Opens the card at `path` for reading and writing, without waiting.
  ///
  /// The first to open a card becomes DRM master.
  ///
  /// - Returns: The device.
  /// - Throws: ``KMSError``; `.refused` for a card that has no display (render-only).
  package static func open(_ path: String) throws(KMSError) -> DRMDevice {
    let file: OwnedFileDescriptor
    do {
      file = try OwnedFileDescriptor.open(path, flags: O_RDWR | O_NONBLOCK)
    } catch {
      let isRefused = error.number == EACCES || error.number == EPERM
      let rights = isRefused ? NodeRights.read(path) : .unknown
      throw KMSError(.open, device: path, number: error.number, rights: rights)
    }
    return try DRMDevice(file, path: path)
  }

  /// Takes over the open file of an earlier process.
  ///
  /// - Returns: The device.
  /// - Throws: ``KMSError`` when it is none, or its card has left.
  package static func adopt(
    _ file: consuming OwnedFileDescriptor
  ) throws(KMSError) -> DRMDevice {
    file.setNonblocking()
    file.setCloseOnExec()
    guard file.characterDevice != 0, let name = unsafe drmGetDeviceNameFromFd2(file.rawValue) else {
      throw KMSError(.open, device: "the stored descriptor", number: ENODEV)
    }
    let path = unsafe String(cString: name)
    unsafe free(name)
    return try DRMDevice(file, path: path)
  }

  private init(_ file: consuming OwnedFileDescriptor, path: String) throws(KMSError) {
    let descriptor = file.rawValue
    self.file = file
    self.path = path
    var driver = ""
    if let version = unsafe drmGetVersion(descriptor) {
      if let name = unsafe version.pointee.name { driver = unsafe String(cString: name) }
      unsafe drmFreeVersion(version)
    }
    self.driver = driver
    // Render-only devices answer EOPNOTSUPP or EINVAL to all of these; only the resources decide.
    _ = cdrm_set_client_capability(descriptor, UInt64(DRM_CLIENT_CAP_UNIVERSAL_PLANES), 1)
    let isAtomic = cdrm_set_client_capability(descriptor, UInt64(DRM_CLIENT_CAP_ATOMIC), 1) == 0
    capabilities = DeviceCapabilities(
      isAtomic: isAtomic,
      hasDumbBuffers: Self.capability(descriptor, name: DRM_CAP_DUMB_BUFFER) == 1,
      hasMonotonicTimestamps: Self.capability(descriptor, name: DRM_CAP_TIMESTAMP_MONOTONIC) == 1,
      prefers16Bit: Self.capability(descriptor, name: DRM_CAP_DUMB_PREFERRED_DEPTH) == 16
    )
    guard let resources = unsafe drmModeGetResources(descriptor) else {
      throw KMSError(.readResources, device: path, number: errno)
    }
    defer { unsafe drmModeFreeResources(resources) }
    guard unsafe resources.pointee.count_crtcs > 0, unsafe resources.pointee.count_connectors > 0
    else { throw KMSError(.readResources, device: path, number: EOPNOTSUPP) }
  }

  private static func capability(_ descriptor: CInt, name: CInt) -> UInt64 {
    var value: UInt64 = 0
    return unsafe drmGetCap(descriptor, UInt64(name), &value) == 0 ? value : 0
  }

  /// True while this open file is DRM master.
  var isMaster: Bool { drmIsMaster(rawDescriptor) != 0 }

  package func acquireMaster() -> Bool {
    if isMaster { return true }
    return drmSetMaster(rawDescriptor) == 0
  }

  package func dropMaster() -> Bool {
    drmDropMaster(rawDescriptor) == 0 || !isMaster
  }

  /// Throws for a call that returned an errno other than 0.
  func check(_ number: CInt, operation: KMSError.Operation) throws(KMSError) {
    guard number == 0 else { throw KMSError(operation, device: path, number: number) }
  }
}

// MARK: - Showing

extension DRMDevice {
  package func commit(
    _ request: borrowing AtomicRequest,
    flags: CommitFlags,
    cookie: UInt64
  ) throws(KMSError) {
    let descriptor = rawDescriptor
    let number = unsafe request.objects.withUnsafeBufferPointer { objects in
      unsafe request.counts.withUnsafeBufferPointer { counts in
        unsafe request.properties.withUnsafeBufferPointer { properties in
          unsafe request.values.withUnsafeBufferPointer { values in
            unsafe cdrm_atomic_commit(
              descriptor,
              flags.rawValue,
              UInt32(objects.count),
              objects.baseAddress,
              counts.baseAddress,
              properties.baseAddress,
              values.baseAddress,
              cookie
            )
          }
        }
      }
    }
    let operation: KMSError.Operation =
      flags.contains(.testOnly)
      ? .testCommit : (flags.contains(.allowModeset) ? .modeset : .commit)
    try check(number, operation: operation)
  }

  package func setCRTC(
    _ crtc: CRTCID,
    framebuffer: FramebufferID,
    connector: ConnectorID,
    mode: DisplayMode?
  ) throws(KMSError) {
    let result: CInt
    if let mode {
      var connectors = connector.rawValue
      var timings = mode.kernelMode
      result = unsafe drmModeSetCrtc(
        rawDescriptor,
        crtc.rawValue,
        framebuffer.rawValue,
        0,
        0,
        &connectors,
        1,
        &timings
      )
    } else {
      result = drmModeSetCrtc(rawDescriptor, crtc.rawValue, 0, 0, 0, nil, 0, nil)
    }
    try check(abs(result), operation: .setCRTC)
  }

  package func pageFlip(
    _ crtc: CRTCID,
    framebuffer: FramebufferID,
    cookie: UInt64
  ) throws(KMSError) {
    let number = cdrm_page_flip(rawDescriptor, crtc.rawValue, framebuffer.rawValue, cookie)
    try check(number, operation: .pageFlip)
  }

  package func markDirty(_ framebuffer: FramebufferID, damage: PixelRegion) throws(KMSError) {
    var clips = InlineArray<16, drmModeClip>(repeating: drmModeClip(x1: 0, y1: 0, x2: 0, y2: 0))
    let count = damage.count
    for index in 0..<count {
      let rect = damage[index]
      clips[index] = drmModeClip(
        x1: UInt16(clamping: rect.left),
        y1: UInt16(clamping: rect.top),
        x2: UInt16(clamping: rect.right),
        y2: UInt16(clamping: rect.bottom)
      )
    }
    let descriptor = rawDescriptor
    var span = clips.mutableSpan
    let result = unsafe span.withUnsafeMutableBufferPointer { buffer in
      unsafe drmModeDirtyFB(
        descriptor,
        framebuffer.rawValue,
        buffer.baseAddress,
        UInt32(count)
      )
    }
    try check(abs(result), operation: .markDirty)
  }

  package func removeCursor(from crtc: CRTCID) {
    _ = drmModeSetCursor(rawDescriptor, crtc.rawValue, 0, 0, 0)
  }

  package func clear(_ plane: PlaneID) {
    _ = drmModeSetPlane(rawDescriptor, plane.rawValue, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
  }

  package func gammaSize(of crtc: CRTCID) -> Int {
    guard let raw = unsafe drmModeGetCrtc(rawDescriptor, crtc.rawValue) else { return 0 }
    defer { unsafe drmModeFreeCrtc(raw) }
    return Int(unsafe raw.pointee.gamma_size)
  }

  package func setGamma(_ line: [UInt16], of crtc: CRTCID) {
    var line = line
    let size = UInt32(line.count)
    _ = unsafe line.withUnsafeMutableBufferPointer { line in
      unsafe drmModeCrtcSetGamma(
        rawDescriptor,
        crtc.rawValue,
        size,
        line.baseAddress,
        line.baseAddress,
        line.baseAddress
      )
    }
  }

  package func setProperty(
    _ property: PropertyID,
    of object: UInt32,
    to value: UInt64
  ) throws(KMSError) {
    // Only connectors have properties that are set outside of atomic requests here.
    let result = drmModeConnectorSetProperty(rawDescriptor, object, property.rawValue, value)
    try check(abs(result), operation: .setProperty)
  }

  package func makeBlob(_ words: [UInt32]) throws(KMSError) -> BlobID {
    let descriptor = rawDescriptor
    var blob: UInt32 = 0
    let result = unsafe words.withUnsafeBytes { buffer in
      unsafe drmModeCreatePropertyBlob(descriptor, buffer.baseAddress, buffer.count, &blob)
    }
    try check(abs(result), operation: .makeBlob)
    return BlobID(blob)
  }

  package func makeBlob(_ mode: DisplayMode) throws(KMSError) -> BlobID {
    var timings = mode.kernelMode
    var blob: UInt32 = 0
    let size = MemoryLayout<drmModeModeInfo>.size
    let result = unsafe drmModeCreatePropertyBlob(rawDescriptor, &timings, size, &blob)
    try check(abs(result), operation: .makeBlob)
    return BlobID(blob)
  }

  package func destroyBlob(_ blob: BlobID) {
    _ = drmModeDestroyPropertyBlob(rawDescriptor, blob.rawValue)
  }

  package func readEvents(into buffer: inout [UInt8]) throws(KMSError) -> Int {
    let descriptor = rawDescriptor
    let count = retryingOnInterrupt {
      unsafe buffer.withUnsafeMutableBytes { bytes in
        unsafe read(descriptor, bytes.baseAddress, bytes.count)
      }
    }
    if count >= 0 { return count }
    guard errno == EAGAIN else { throw KMSError(.readEvents, device: path, number: errno) }
    return 0
  }
}
