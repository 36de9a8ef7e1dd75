// SPDX-License-Identifier: Apache-2.0
package import Geometry

/// Options for carrying out an atomic request; the raw values are the kernel's.
package struct CommitFlags: OptionSet, Sendable, Hashable {
  package let rawValue: UInt32

  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// A flip event is wanted (`DRM_MODE_PAGE_FLIP_EVENT`).
  package static let event = Self(rawValue: 0x1)
  /// Only check, change nothing (`DRM_MODE_ATOMIC_TEST_ONLY`).
  package static let testOnly = Self(rawValue: 0x100)
  /// Return before the change has reached the screen (`DRM_MODE_ATOMIC_NONBLOCK`).
  package static let nonblocking = Self(rawValue: 0x200)
  /// The picture may go black for a moment (`DRM_MODE_ATOMIC_ALLOW_MODESET`).
  package static let allowModeset = Self(rawValue: 0x400)
}

/// The capabilities of a device and its driver.
package struct DeviceCapabilities: Sendable, Hashable {
  /// Atomic requests are taken; otherwise CRTCs are set and flipped one call at a time.
  package var isAtomic: Bool
  /// Buffers that the processor draws into can be had (`DRM_CAP_DUMB_BUFFER`).
  package var hasDumbBuffers: Bool
  /// Flip events carry CLOCK_MONOTONIC times (`DRM_CAP_TIMESTAMP_MONOTONIC`).
  package var hasMonotonicTimestamps: Bool
  /// The driver would rather have 16 bits a pixel (`DRM_CAP_DUMB_PREFERRED_DEPTH` is 16).
  package var prefers16Bit: Bool

  /// Capabilities of the given values.
  package init(
    isAtomic: Bool,
    hasDumbBuffers: Bool = true,
    hasMonotonicTimestamps: Bool = true,
    prefers16Bit: Bool = false
  ) {
    self.isAtomic = isAtomic
    self.hasDumbBuffers = hasDumbBuffers
    self.hasMonotonicTimestamps = hasMonotonicTimestamps
    self.prefers16Bit = prefers16Bit
  }
}

/// A buffer in the device's memory, mapped for writing and known to it as a framebuffer.
@safe
package struct BufferAllocation {
  /// The device's name for it.
  package let framebuffer: FramebufferID
  /// Its first byte in this process.
  package let memory: UnsafeMutableRawPointer
  /// Bytes that are mapped, at least `strideBytes * height`.
  package let byteCount: Int
  /// Bytes from one row to the next, the driver's choice.
  package let strideBytes: Int

  /// An allocation of the four values.
  @unsafe
  package init(
    framebuffer: FramebufferID,
    memory: UnsafeMutableRawPointer,
    byteCount: Int,
    strideBytes: Int
  ) {
    self.framebuffer = framebuffer
    unsafe self.memory = unsafe memory
    self.byteCount = byteCount
    self.strideBytes = strideBytes
  }
}

/// The monitors that are asked what they are, which may take up to a quarter of a second each.
package enum Probe: Sendable, Hashable {
  /// None: what the kernel knows is enough.
  case none
  /// The one on this connector.
  case connector(ConnectorID)
  /// All of them.
  case all

  /// Tells if the monitor on `connector` is asked.
  package func includes(_ connector: ConnectorID) -> Bool {
    switch self {
    case .none: false
    case .connector(let only): only == connector
    case .all: true
    }
  }
}

/// An open display device: the seam between the display logic and the kernel.
///
/// Calls are made on one thread. Those that fail have changed nothing unless they say so.
package protocol ModesettingDevice: AnyObject {
  /// The device node, `/dev/dri/card0`.
  var path: String { get }

  /// The kernel driver's name, `vc4`.
  var driver: String { get }

  /// Readable while events wait; `nil` for a device that has none.
  var descriptor: CInt? { get }

  /// The capabilities of the device.
  var capabilities: DeviceCapabilities { get }

  /// Becomes DRM master, or finds that it is.
  ///
  /// - Returns: True if this open file is master now.
  func acquireMaster() -> Bool

  /// Gives DRM master up, so that another process can show its picture.
  ///
  /// - Returns: True if this open file is no longer master.
  func dropMaster() -> Bool

  /// Reads connectors, CRTCs, planes and their properties.
  ///
  /// - Parameter probing: The monitors to ask anew; of the others the kernel's knowledge is taken.
  /// - Returns: The objects of the device and their state.
  /// - Throws: ``KMSError``, `.refused` for a device that cannot modeset.
  func snapshot(probing: Probe) throws(KMSError) -> DeviceSnapshot

  /// Reads what a CRTC shows.
  ///
  /// - Parameters:
  ///   - crtc: The CRTC.
  ///   - plane: The plane whose framebuffer is meant; `nil` on a device without planes.
  /// - Returns: The framebuffer; `nil` while the CRTC is off or nothing is on the plane, or on it elsewhere.
  func scanout(of crtc: CRTCID, by plane: PlaneID?) -> FramebufferID?

  /// Carries out an atomic request (`DRM_IOCTL_MODE_ATOMIC`).
  ///
  /// - Parameters:
  ///   - request: The properties to change.
  ///   - flags: Options for carrying it out.
  ///   - cookie: Comes back with the flip event.
  /// - Throws: ``KMSError``; nothing has changed then.
  func commit(
    _ request: borrowing AtomicRequest,
    flags: CommitFlags,
    cookie: UInt64
  ) throws(KMSError)

  /// Sets mode and framebuffer of a CRTC at once, without an event (`drmModeSetCrtc`).
  ///
  /// A `mode` of `nil` switches it off.
  ///
  /// - Throws: ``KMSError``.
  func setCRTC(
    _ crtc: CRTCID,
    framebuffer: FramebufferID,
    connector: ConnectorID,
    mode: DisplayMode?
  ) throws(KMSError)

  /// Queues a framebuffer of the present one's layout for the next vblank (`drmModePageFlip`).
  ///
  /// - Throws: ``KMSError``, `.busy` while a flip is pending.
  func pageFlip(_ crtc: CRTCID, framebuffer: FramebufferID, cookie: UInt64) throws(KMSError)

  /// Tells a driver that copies from framebuffers what to copy (`drmModeDirtyFB`).
  ///
  /// - Throws: ``KMSError``, `.refused` where the driver needs none of it.
  func markDirty(_ framebuffer: FramebufferID, damage: PixelRegion) throws(KMSError)

  /// Takes the cursor away from a CRTC, outside of atomic requests; a driver without one is left as it is.
  func removeCursor(from crtc: CRTCID)

  /// Takes the picture away from a plane, outside of atomic requests, as far as the driver does it.
  func clear(_ plane: PlaneID)

  /// Number of entries of a CRTC's gamma table for each colour; 0 where it has none.
  func gammaSize(of crtc: CRTCID) -> Int

  /// Sets the gamma table of a CRTC, the same for each colour, outside of atomic requests; as far as the
  /// driver does it.
  ///
  /// - Parameters:
  ///   - line: As many entries as ``gammaSize(of:)`` says; 65535 is full brightness.
  ///   - crtc: The CRTC.
  func setGamma(_ line: [UInt16], of crtc: CRTCID)

  /// Sets one property outside of atomic requests.
  ///
  /// - Throws: ``KMSError``.
  func setProperty(_ property: PropertyID, of object: UInt32, to value: UInt64) throws(KMSError)

  /// Makes a mapped buffer with a framebuffer; its contents are unknown.
  ///
  /// - Parameters:
  ///   - size: Extent of the part of it that is shown.
  ///   - format: Layout of its pixels.
  ///   - padsRows: True if rows begin 64 bytes apart or a multiple of it; else the driver decides, as a rule for rows
  ///     without a gap.
  /// - Returns: The buffer, to be given back with ``releaseBuffer(_:keepingPicture:)`` once.
  /// - Throws: ``KMSError``, `.outOfMemory` or `.refused` for a format the driver does not take.
  func makeBuffer(
    _ size: PixelSize,
    format: PixelFormat,
    padsRows: Bool
  ) throws(KMSError) -> BufferAllocation

  /// Unmaps a buffer and frees it.
  ///
  /// - Parameters:
  ///   - buffer: From ``makeBuffer(_:format:padsRows:)``.
  ///   - keepingPicture: Leave it on the screen if it is there; otherwise its plane goes dark.
  func releaseBuffer(_ buffer: BufferAllocation, keepingPicture: Bool)

  /// Removes a framebuffer that an earlier process left in this open file; dark if it is shown.
  func removeFramebuffer(_ framebuffer: FramebufferID)

  /// Makes a property blob of these words.
  ///
  /// - Returns: Its number, to be given back with ``destroyBlob(_:)`` once.
  /// - Throws: ``KMSError``.
  func makeBlob(_ words: [UInt32]) throws(KMSError) -> BlobID

  /// Makes the property blob of a mode.
  ///
  /// - Returns: Its number, to be given back with ``destroyBlob(_:)`` once.
  /// - Throws: ``KMSError``.
  func makeBlob(_ mode: DisplayMode) throws(KMSError) -> BlobID

  /// Forgets a blob; requests that were accepted with it keep it alive themselves.
  func destroyBlob(_ blob: BlobID)

  /// Reads waiting events, whole ones only.
  ///
  /// - Parameter buffer: Receives the bytes; its size stays.
  /// - Returns: Number of bytes that were read, 0 when none wait.
  /// - Throws: ``KMSError``, `.gone` when the device has left.
  func readEvents(into buffer: inout [UInt8]) throws(KMSError) -> Int
}
